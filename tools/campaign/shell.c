#include "campaign/shell.h"

#include <string.h>

void shell_put(FILE *stream, const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+";
    if (text[0] != '-' && text[0] != '\0' && text[strspn(text, plain)] == '\0') {
        fputs(text, stream);
        return;
    }
    fputc('\'', stream);
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", stream);
        } else {
            fputc(*text, stream);
        }
    }
    fputc('\'', stream);
}
