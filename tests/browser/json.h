/* The little JSON that the tests in the browser need: find a value in a message, read a string, write a string.
 *
 * A message is text that somebody else owns. Nothing is built from it: each question looks through the text again. */
#ifndef ROWAN_TESTS_BROWSER_JSON_H
#define ROWAN_TESTS_BROWSER_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* The value at a path like "result.nodes.3.name": names of members and numbers of elements. NULL if there is none. What
 * is returned points into the text, at the first character of the value; pass it to the functions below or search in it
 * again. */
const char *json_find(const char *json, const char *path);
/* Past the value that begins here; NULL if it is not JSON. */
const char *json_skip(const char *json);

/* A string as UTF-8, cut to the size; any other value as it is written. False if there is no value. */
bool json_text(const char *value, char *text, size_t size);
bool json_equals(const char *value, const char *text);
double json_number(const char *value, double otherwise);

/* "text" with its quotes. */
void json_write(Writer *writer, const char *text);

#endif
