#include "harness/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void progress_show(const char *format, ...) {
    va_list arguments;
    if (isatty(STDERR_FILENO) != 1) return;
    fputs("\r\033[K", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fflush(stderr);
}

void progress_clear(void) {
    if (isatty(STDERR_FILENO) == 1) fputs("\r\033[K", stderr);
}
