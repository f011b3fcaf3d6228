/* A line on a terminal that is written over and over, to show how far long work has come.
 *
 * It goes to standard error, is cut to the width of the terminal, and is not shown anywhere else than on a terminal.
 * For one thread. */
#ifndef ROWAN_COMMON_PROGRESS_LINE_H
#define ROWAN_COMMON_PROGRESS_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

typedef struct {
    bool is_shown; /* there is a terminal */
    int64_t begun_us, next_us;
} ProgressLine;

void progress_line_begin(ProgressLine *line);
/* True a few times a second, where it is shown: time for new text. */
bool progress_line_is_due(ProgressLine *line);
/* The seconds since the beginning are added. */
void progress_line_show(const ProgressLine *line, const char *format, ...) PRINTF_LIKE(2, 3);
double progress_line_seconds(const ProgressLine *line);

/* The same without a clock: shown at every call, for what calls seldom. */
void progress_line_write(const char *format, ...) PRINTF_LIKE(1, 2);
/* To be called before anything else is printed, by any thread. */
void progress_line_erase(void);

#endif
