#include "common/screen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "common/os.h"

int screen_width(FILE *stream) {
    enum { WIDTH_DEFAULT = 80, WIDTH_MAX = 10000 };
    const char *wanted = getenv("COLUMNS");
    int width, rows;
    if (wanted != NULL && word_to_int(word_of(wanted), SCREEN_WIDTH_MIN, WIDTH_MAX, &width)) return width;
    os_screen_size(stream, &width, &rows);
    if (width <= 0) return WIDTH_DEFAULT;
    return width > SCREEN_WIDTH_MIN ? width : SCREEN_WIDTH_MIN;
}

int screen_line_length(const char *text, int room) {
    int end = room, start = (int)strspn(text, " ");
    if ((int)strlen(text) <= room) return (int)strlen(text);
    while (end > start && text[end] != ' ') end--;
    while (end > start && text[end - 1] == ' ') end--;
    return end > start ? end : start + (int)strcspn(text + start, " ");
}

void screen_paragraph(int indent, const char *format, ...) {
    char text[SCREEN_PARAGRAPH_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    int width = screen_width(stdout), length = screen_line_length(text, width);
    const char *at = text;
    if (indent > width / 2) indent = width / 2;
    printf("%.*s\n", length, at);
    for (at += length; *(at += strspn(at, " ")) != '\0'; at += length) {
        length = screen_line_length(at, width - indent);
        printf("%*s%.*s\n", indent, "", length, at);
    }
}
