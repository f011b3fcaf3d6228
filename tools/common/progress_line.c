#include "common/progress_line.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"
#include "common/os.h"

enum { TEXT_SIZE = 256 };

static bool is_terminal(void) {
    return os_is_terminal(stderr);
}

/* A line that fills the last column would wrap on some terminals. */
static void write_line(const char *text) {
    int columns, rows;
    os_screen_size(stderr, &columns, &rows);
    fprintf(stderr, "\r%.*s\033[K", columns > 1 ? columns - 1 : 2 * TEXT_SIZE, text);
    fflush(stderr);
}

void progress_line_write(const char *format, ...) {
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (is_terminal()) write_line(text);
}

void progress_line_erase(void) {
    if (is_terminal()) fputs("\r\033[K", stderr);
}

void progress_line_begin(ProgressLine *line) {
    *line = (ProgressLine){.is_shown = is_terminal(), .begun_us = clock_now_us()};
    line->next_us = line->begun_us;
}

double progress_line_seconds(const ProgressLine *line) {
    return (double)(clock_now_us() - line->begun_us) / 1e6;
}

bool progress_line_is_due(ProgressLine *line) {
    enum { INTERVAL_US = 200000 };
    int64_t now_us = clock_now_us();
    if (!line->is_shown || now_us < line->next_us) return false;
    line->next_us = now_us + INTERVAL_US;
    return true;
}

void progress_line_show(const ProgressLine *line, const char *format, ...) {
    char text[TEXT_SIZE], whole[TEXT_SIZE + 32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(whole, sizeof whole, "%s, %.1f s", text, progress_line_seconds(line));
    if (line->is_shown) write_line(whole);
}
