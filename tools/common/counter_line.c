#include "common/counter_line.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/screen.h"

void counter_line_begin(CounterLine *line) {
    *line = (CounterLine){.is_shown = isatty(STDERR_FILENO) == 1, .begun_us = clock_now_us()};
    line->next_us = line->begun_us;
}

double counter_line_seconds(const CounterLine *line) {
    return (double)(clock_now_us() - line->begun_us) / 1e6;
}

bool counter_line_is_due(CounterLine *line) {
    enum { INTERVAL_US = 200000 };
    int64_t now_us = clock_now_us();
    if (!line->is_shown || now_us < line->next_us) return false;
    line->next_us = now_us + INTERVAL_US;
    return true;
}

void counter_line_show(const CounterLine *line, const char *format, ...) {
    char text[256];
    int columns = screen_columns(STDERR_FILENO);
    va_list arguments;
    if (!line->is_shown) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char whole[sizeof text + 32];
    snprintf(whole, sizeof whole, "%s, %.1f s", text, counter_line_seconds(line));
    /* A line that fills the last column would wrap on some terminals. */
    fprintf(stderr, "\r%.*s\033[K", columns > 1 ? columns - 1 : (int)sizeof whole, whole);
    fflush(stderr);
}

void counter_line_clear(const CounterLine *line) {
    if (line->is_shown) fputs("\r\033[K", stderr);
}
