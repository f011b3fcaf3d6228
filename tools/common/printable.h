/* Text from others that people will see: what could steer a terminal, or hide or turn round what is there, is taken out
 * of it.
 *
 * Printable is every character of UTF-8 but the control characters, including those from U+0080 to U+009F, which some
 * terminals obey, and those that change the direction of text or cannot be seen (printable.c has the list). Bytes that
 * are not UTF-8 are not printable either. Any thread. */
#ifndef ROWAN_COMMON_PRINTABLE_H
#define ROWAN_COMMON_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The length in bytes of the character that the text begins with; 0 if it is not valid UTF-8: an overlong form, a
 * surrogate, or beyond the last character. */
size_t printable_utf8_length(const char *text);
/* Its number in Unicode; the length is that of printable_utf8_length, not 0. */
uint32_t printable_code_point(const char *text, size_t length);
/* The length again, but 0 also for what is not printable. */
size_t printable_length(const char *text);

/* Every character is. */
bool printable_is_whole(const char *text);
/* Puts '?' in the place of every byte that is not printable. */
void printable_make(char *text);

/* Prints the text such that a shell takes it as one word, in one line of printable characters: as it is, in quotes, or
 * as "$(printf '...')" with its unprintable bytes in octal. That drops line feeds at the very end, as every shell does.
 */
void printable_put_word(FILE *stream, const char *text);

#endif
