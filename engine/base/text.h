/* Words and numbers in a line of text, and the reason why an input is refused.
 *
 * A Word points into text that somebody else owns and is not terminated. Parsers return false and fill in a Reason;
 * they never print. Everything here is pure and may be called from any thread. */
#ifndef ROWAN_BASE_TEXT_H
#define ROWAN_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

typedef struct {
    const char *at;
    size_t length;
} Word;

/* Precision for printing a word with "%.*s" in a message: long rubbish is cut. */
int word_shown(Word word);

/* White space as in the C locale: blanks, tabs and line breaks of all kinds. */
bool text_is_space(int c);

/* Takes the next word (a run of characters other than space, tab and CR) from *cursor; false at the end. */
bool word_next(const char **cursor, Word *word);
bool word_is(Word word, const char *text);
bool word_is_nocase(Word word, const char *text);
/* The whole of a string as one word. */
Word word_of(const char *text);

/* Decimal, optional minus, nothing else around it, within min..max; otherwise *number stays as it was. */
bool word_to_number(Word word, int64_t min, int64_t max, int64_t *number);
bool word_to_int(Word word, int min, int max, int *number);

/* The word that goes with this many: "1 entry", "2 entries". */
const char *text_plural(int64_t count, const char *one, const char *several);

/* One printable line. */
typedef struct {
    char text[320];
} Reason;

/* Fills in the reason; unprintable bytes become '?'. */
PRINTF_LIKE(2, 3) void reason_set(Reason *reason, const char *format, ...);
/* The same, and returns false: parsers can say `return refuse(...)`. */
PRINTF_LIKE(2, 3) bool refuse(Reason *why, const char *format, ...);

/* A growing piece of text in the caller's memory; what does not fit is dropped and `overflowed` is set. */
typedef struct {
    char *buffer;
    size_t capacity;
    size_t length;
    bool overflowed;
} Writer;

Writer writer_on(char *buffer, size_t capacity);
PRINTF_LIKE(2, 3) void writer_add(Writer *writer, const char *format, ...);

#endif
