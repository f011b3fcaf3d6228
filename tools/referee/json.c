#include "referee/json.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32 };

typedef struct {
    const char *begin, *at;
    int depth;
    const char *wrong; /* NULL: nothing yet */
} JsonReader;

static bool fail(JsonReader *reader, const char *wrong) {
    if (reader->wrong == NULL) reader->wrong = wrong;
    return false;
}

static void skip_blanks(JsonReader *reader) {
    reader->at += strspn(reader->at, " \t\r\n");
}

static bool take(JsonReader *reader, char c) {
    skip_blanks(reader);
    if (*reader->at != c) return false;
    reader->at++;
    return true;
}

static void release(JsonValue *value) {
    for (size_t i = 0; i < value->count; i++) {
        release(&value->items[i]);
        if (value->names != NULL) free(value->names[i]);
    }
    free(value->text);
    free(value->items);
    free(value->names);
}

void json_free(JsonValue *value) {
    if (value == NULL) return;
    release(value);
    free(value);
}

/* Strings */

static bool take_hex(JsonReader *reader, unsigned *code) {
    *code = 0;
    for (int i = 0; i < 4; i++, reader->at++) {
        static const char digits[] = "0123456789abcdef";
        char c = *reader->at >= 'A' && *reader->at <= 'F' ? (char)(*reader->at - 'A' + 'a') : *reader->at;
        const char *digit = c != '\0' ? strchr(digits, c) : NULL;
        if (digit == NULL) return fail(reader, "a malformed \\u in a string");
        *code = *code * 16 + (unsigned)(digit - digits);
    }
    return true;
}

/* A character beyond 0xffff is written as two halves. */
static bool take_code(JsonReader *reader, unsigned *code) {
    unsigned low;
    if (!take_hex(reader, code)) return false;
    if (*code < 0xd800 || *code > 0xdfff) return *code != 0 || fail(reader, "a zero character in a string");
    bool is_high = *code < 0xdc00 && strncmp(reader->at, "\\u", 2) == 0;
    reader->at += is_high ? 2 : 0;
    if (!is_high || !take_hex(reader, &low)) return fail(reader, "half a character in a string");
    if (low < 0xdc00 || low > 0xdfff) return fail(reader, "half a character in a string");
    *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

static char *put_utf8(char *to, unsigned code) {
    if (code < 0x80) return *to++ = (char)code, to;
    int bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(marks[bytes] | (code >> (6 * (bytes - 1))));
    for (int i = bytes - 2; i >= 0; i--) *to++ = (char)(0x80 | ((code >> (6 * i)) & 0x3f));
    return to;
}

static bool take_escape(JsonReader *reader, char **to) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = *reader->at;
    if (c == '\0') return fail(reader, "a string is not closed");
    const char *at = strchr(names, c);
    unsigned code;
    reader->at++;
    if (at != NULL) {
        *(*to)++ = meanings[at - names];
        return true;
    }
    if (c != 'u') return fail(reader, "an unknown escape in a string");
    if (!take_code(reader, &code)) return false;
    *to = put_utf8(*to, code);
    return true;
}

/* Up to the closing quote, or the end of the text. */
static size_t string_length(const char *text) {
    size_t length = 0;
    while (text[length] != '\0' && text[length] != '"')
        length += text[length] == '\\' && text[length + 1] != '\0' ? 2 : 1;
    return length;
}

/* What a string stands for is never longer than the string. */
static char *take_string(JsonReader *reader) {
    if (!take(reader, '"')) return fail(reader, "a string was expected"), NULL;
    char *text = malloc(string_length(reader->at) + 1), *to = text;
    if (text == NULL) return fail(reader, "not enough memory"), NULL;
    while (reader->wrong == NULL && *reader->at != '"') {
        if ((unsigned char)*reader->at < ' ') {
            fail(reader, "a string is not closed"); /* perhaps at the end of the text, which is not passed */
        } else if (*reader->at == '\\') {
            reader->at++;
            take_escape(reader, &to);
        } else {
            *to++ = *reader->at++;
        }
    }
    *to = '\0';
    if (reader->wrong != NULL) return free(text), NULL;
    reader->at++;
    char *fitted = realloc(text, (size_t)(to - text) + 1);
    return fitted != NULL ? fitted : text;
}

/* Values */

static bool take_value(JsonReader *reader, JsonValue *value);

/* Room for one more item; it is empty. */
static JsonValue *add_item(JsonReader *reader, JsonValue *list) {
    JsonValue *items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (items == NULL) return fail(reader, "not enough memory"), NULL;
    list->items = items;
    items[list->count] = (JsonValue){0};
    return &items[list->count];
}

static bool take_name(JsonReader *reader, JsonValue *object) {
    char **names = realloc(object->names, (object->count + 1) * sizeof *names);
    if (names == NULL) return fail(reader, "not enough memory");
    object->names = names;
    names[object->count] = take_string(reader);
    if (names[object->count] == NULL) return false;
    if (take(reader, ':')) return true;
    free(names[object->count]);
    return fail(reader, "a colon was expected");
}

static bool take_items(JsonReader *reader, JsonValue *list, char close) {
    if (++reader->depth > DEPTH_MAX) return fail(reader, "too deep");
    if (!take(reader, close)) {
        do {
            JsonValue *item = add_item(reader, list);
            if (item == NULL) return false;
            if (list->kind == JSON_OBJECT && !take_name(reader, list)) return false;
            list->count++;
            if (!take_value(reader, item)) return false;
        } while (take(reader, ','));
        if (!take(reader, close)) return fail(reader, "a comma or a closing bracket was expected");
    }
    reader->depth--;
    return true;
}

static bool take_word(JsonReader *reader, const char *word) {
    if (strncmp(reader->at, word, strlen(word)) != 0) return false;
    reader->at += strlen(word);
    return true;
}

/* -0.5e+3 */
static bool take_number(JsonReader *reader, JsonValue *value) {
    const char *at = reader->at + (*reader->at == '-');
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || (digits > 1 && at[0] == '0')) return fail(reader, "a value was expected");
    at += digits;
    if (*at == '.') {
        digits = strspn(++at, "0123456789");
        if (digits == 0) return fail(reader, "a malformed number");
        at += digits;
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        digits = strspn(at, "0123456789");
        if (digits == 0) return fail(reader, "a malformed number");
        at += digits;
    }
    value->kind = JSON_NUMBER;
    size_t length = (size_t)(at - reader->at);
    value->text = calloc(length + 1, 1);
    if (value->text == NULL) return fail(reader, "not enough memory");
    memcpy(value->text, reader->at, length);
    reader->at = at;
    return true;
}

static bool take_value(JsonReader *reader, JsonValue *value) {
    skip_blanks(reader);
    switch (*reader->at) {
    case '{':
        value->kind = JSON_OBJECT;
        reader->at++;
        return take_items(reader, value, '}');
    case '[':
        value->kind = JSON_ARRAY;
        reader->at++;
        return take_items(reader, value, ']');
    case '"':
        value->kind = JSON_STRING;
        value->text = take_string(reader);
        return value->text != NULL;
    default:
        break;
    }
    if (take_word(reader, "true")) return value->kind = JSON_TRUE, true;
    if (take_word(reader, "false")) return value->kind = JSON_FALSE, true;
    if (take_word(reader, "null")) return value->kind = JSON_NULL, true;
    return take_number(reader, value);
}

static int line_at(const JsonReader *reader) {
    int line = 1;
    for (const char *c = reader->begin; c < reader->at; c++) line += *c == '\n';
    return line;
}

JsonValue *json_read(const char *text, Reason *why) {
    JsonReader reader = {.begin = text, .at = text};
    JsonValue *value = calloc(1, sizeof *value);
    if (value == NULL) return refuse(why, "not enough memory"), NULL;
    bool is_fine = take_value(&reader, value);
    skip_blanks(&reader);
    if (is_fine && *reader.at == '\0') return value;
    refuse(why, "line %d: %s", line_at(&reader), reader.wrong != NULL ? reader.wrong : "text after the end");
    json_free(value);
    return NULL;
}

const JsonValue *json_find(const JsonValue *object, const char *name) {
    for (size_t i = 0; object->kind == JSON_OBJECT && i < object->count; i++) {
        if (strcmp(object->names[i], name) == 0) return &object->items[i];
    }
    return NULL;
}

const char *json_text(const JsonValue *object, const char *name) {
    const JsonValue *value = json_find(object, name);
    if (value == NULL) return NULL;
    if (value->kind == JSON_TRUE) return "true";
    if (value->kind == JSON_FALSE) return "false";
    return value->text;
}
