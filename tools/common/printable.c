#include "common/printable.h"

#include <string.h>

/* Marks of direction, joiners, spaces without width, separators of lines, and tags: invisible, but not without effect.
 */
static const struct {
    uint32_t first, last;
} hidden[] = {
    {0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

size_t printable_utf8_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80) return 1;
    size_t length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    if (c[0] < 0xc2 || c[0] > 0xf4) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
    }
    bool is_overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool is_no_character = (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf4 && c[1] > 0x8f);
    return is_overlong || is_no_character ? 0 : length;
}

uint32_t printable_code_point(const char *text, size_t length) {
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)text[0] & masks[length];
    for (size_t i = 1; i < length; i++) code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

size_t printable_length(const char *text) {
    size_t length = printable_utf8_length(text);
    uint32_t code = length > 0 ? printable_code_point(text, length) : 0;
    if (code < ' ' || (code >= 0x7f && code < 0xa0)) return 0;
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        if (code >= hidden[i].first && code <= hidden[i].last) return 0;
    }
    return length;
}

bool printable_is_whole(const char *text) {
    for (size_t length; *text != '\0'; text += length) {
        length = printable_length(text);
        if (length == 0) return false;
    }
    return true;
}

void printable_make(char *text) {
    while (*text != '\0') {
        size_t length = printable_length(text);
        if (length == 0) *text = '?';
        text += length > 0 ? length : 1;
    }
}

static void put_quoted(FILE *stream, const char *text) {
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

/* The format of printf has no other special characters than these; \047 is the quote. */
static void put_as_format(FILE *stream, const char *text) {
    fputs("\"$(printf '", stream);
    while (*text != '\0') {
        size_t length = printable_length(text);
        if (length == 0 || *text == '\'') fprintf(stream, "\\%03o", (unsigned)(unsigned char)*text);
        if (*text == '%' || *text == '\\') fputc(*text, stream);
        if (length > 0 && *text != '\'') fwrite(text, 1, length, stream);
        text += length > 0 ? length : 1;
    }
    fputs("')\"", stream);
}

void printable_put_word(FILE *stream, const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=:,@";
    bool is_plain = text[0] != '\0' && text[strspn(text, plain)] == '\0';
    if (is_plain) fputs(text, stream);
    if (!is_plain && printable_is_whole(text)) put_quoted(stream, text);
    if (!is_plain && !printable_is_whole(text)) put_as_format(stream, text);
}
