/* Reads JSON: a whole text becomes a tree of values. Strict (RFC 8259), with bounds on depth and size, so that no file
 * can exhaust us. A tree does not change once read; any thread may look at it. */
#ifndef ROWAN_REFEREE_JSON_H
#define ROWAN_REFEREE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct JsonValue {
    JsonKind kind;
    char *text; /* of a string, as UTF-8; of a number, as written */
    size_t count;
    struct JsonValue *items; /* of an array or object */
    char **names;            /* of the items of an object */
} JsonValue;

/* NULL with a reason that names the line, or when memory is short. */
JsonValue *json_read(const char *text, Reason *why);
void json_free(JsonValue *value); /* NULL is fine */

/* The item of that name; NULL: it is not an object, or has none. */
const JsonValue *json_find(const JsonValue *object, const char *name);
/* The text of a string or number of that name, "true" or "false"; NULL: there is none. */
const char *json_text(const JsonValue *object, const char *name);

#endif
