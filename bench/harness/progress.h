/* The line that shows how far a measurement has come. It goes to standard error, and only if that is a terminal. For
 * one thread. */
#ifndef ROWAN_BENCH_HARNESS_PROGRESS_H
#define ROWAN_BENCH_HARNESS_PROGRESS_H

#include "base/compiler.h"

PRINTF_LIKE(1, 2) void progress_show(const char *format, ...);
/* To be called before anything else is printed. */
void progress_clear(void);

#endif
