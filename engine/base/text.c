#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int word_shown(Word word) {
    enum { SHOWN_MAX = 60 };
    return word.length < SHOWN_MAX ? (int)word.length : SHOWN_MAX;
}

bool word_next(const char **cursor, Word *word) {
    const char *at = *cursor;
    while (is_space(*at)) at++;
    const char *end = at;
    while (*end != '\0' && !is_space(*end)) end++;
    *cursor = end;
    *word = (Word){at, (size_t)(end - at)};
    return end > at;
}

bool word_is(Word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

bool word_is_nocase(Word word, const char *text) {
    if (strlen(text) != word.length) return false;
    for (size_t i = 0; i < word.length; i++) {
        if (lower(word.at[i]) != lower(text[i])) return false;
    }
    return true;
}

Word word_of(const char *text) {
    return (Word){text, strlen(text)};
}

bool word_to_number(Word word, int64_t min, int64_t max, int64_t *number) {
    bool negative = word.length > 0 && word.at[0] == '-';
    size_t i = negative ? 1 : 0;
    if (i == word.length) return false;
    int64_t value = 0;
    for (; i < word.length; i++) {
        int digit = word.at[i] - '0';
        if (digit < 0 || digit > 9 || value > (INT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (negative) value = -value;
    if (value < min || value > max) return false;
    *number = value;
    return true;
}

bool word_to_int(Word word, int min, int max, int *number) {
    int64_t value;
    if (!word_to_number(word, min, max, &value)) return false;
    *number = (int)value;
    return true;
}

const char *text_plural(int64_t count, const char *one, const char *several) {
    return count == 1 ? one : several;
}

static void print_reason(Reason *reason, const char *format, va_list arguments) {
    vsnprintf(reason->text, sizeof reason->text, format, arguments);
    for (char *c = reason->text; *c != '\0'; c++) {
        if (*c < ' ' || *c > '~') *c = '?';
    }
}

void reason_set(Reason *reason, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_reason(reason, format, arguments);
    va_end(arguments);
}

bool refuse(Reason *why, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_reason(why, format, arguments);
    va_end(arguments);
    return false;
}

Writer writer_on(char *buffer, size_t capacity) {
    assert(capacity > 0);
    buffer[0] = '\0';
    return (Writer){buffer, capacity, 0, false};
}

void writer_add(Writer *writer, const char *format, ...) {
    size_t room = writer->capacity - writer->length;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(writer->buffer + writer->length, room, format, arguments);
    va_end(arguments);
    assert(wanted >= 0);
    if ((size_t)wanted < room) {
        writer->length += (size_t)wanted;
    } else {
        writer->length = writer->capacity - 1;
        writer->overflowed = true;
    }
}
