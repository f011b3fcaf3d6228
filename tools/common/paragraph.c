#include "common/paragraph.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/screen.h"

/* How much of the text goes into a line with so much room, without the blanks at its end; at least a word. */
static int line_length(const char *text, int room) {
    int end = room, start = (int)strspn(text, " ");
    if ((int)strlen(text) <= room) return (int)strlen(text);
    while (end > start && text[end] != ' ') end--;
    while (end > start && text[end - 1] == ' ') end--;
    return end > start ? end : start + (int)strcspn(text + start, " ");
}

void paragraph_print(int indent, const char *format, ...) {
    char text[PARAGRAPH_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    int width = screen_width(stdout), length = line_length(text, width);
    const char *at = text;
    if (indent > width / 2) indent = width / 2;
    printf("%.*s\n", length, at);
    for (at += length; *(at += strspn(at, " ")) != '\0'; at += length) {
        length = line_length(at, width - indent);
        printf("%*s%.*s\n", indent, "", length, at);
    }
}
