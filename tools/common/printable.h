/* Text from others that people will see: what could steer a terminal is taken out of it.
 *
 * Printable is every character of UTF-8 but the control characters, including those from U+0080 to U+009F, which some
 * terminals obey. Bytes that are not UTF-8 are not printable either. Pure functions; any thread. */
#ifndef ROWAN_COMMON_PRINTABLE_H
#define ROWAN_COMMON_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

/* The length in bytes of the character that the text begins with; 0 if it is not valid UTF-8: an overlong form, a
 * surrogate, or beyond the last character. */
size_t printable_utf8_length(const char *text);
/* The same, but 0 also for control characters. */
size_t printable_length(const char *text);

/* Every character is. */
bool printable_is_whole(const char *text);
/* Puts '?' in the place of every byte that is not printable. */
void printable_make(char *text);

#endif
