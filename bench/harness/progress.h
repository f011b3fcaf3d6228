/* The line on a terminal that says how far a measurement is. Goes to the error output, and nowhere if that is no
 * terminal. */
#ifndef ROWAN_BENCH_HARNESS_PROGRESS_H
#define ROWAN_BENCH_HARNESS_PROGRESS_H

#include "base/compiler.h"

PRINTF_LIKE(1, 2) void progress_show(const char *format, ...);
/* Before anything else is printed. */
void progress_clear(void);

#endif
