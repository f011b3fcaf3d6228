/* A line on a terminal that is written over and over, to show how far long work has come.
 *
 * It goes to standard error, is cut to the width of the terminal, and is not shown anywhere else than on a terminal.
 * For one thread. */
#ifndef ROWAN_COMMON_COUNTER_LINE_H
#define ROWAN_COMMON_COUNTER_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

typedef struct {
    bool is_shown; /* there is a terminal */
    int64_t begun_us, next_us;
} CounterLine;

void counter_line_begin(CounterLine *line);
/* True a few times a second, where it is shown: time for new text. */
bool counter_line_is_due(CounterLine *line);
/* The seconds since the beginning are added. */
void counter_line_show(const CounterLine *line, const char *format, ...) PRINTF_LIKE(2, 3);
double counter_line_seconds(const CounterLine *line);

/* The same without a clock: shown at every call, for what calls seldom. */
void counter_line_write(const char *format, ...) PRINTF_LIKE(1, 2);
/* To be called before anything else is printed, by any thread. */
void counter_line_erase(void);

#endif
