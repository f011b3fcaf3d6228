#include "browser/json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_space(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static const char *skip_string(const char *at) {
    for (at++; *at != '"'; at++) {
        if (*at == '\\') at++;
        if (*at == '\0') return NULL;
    }
    return at + 1;
}

/* An object or an array, both of which only have to be passed: the depth of brackets is all that matters. */
static const char *skip_nested(const char *at) {
    int depth = 0;
    while (*at != '\0') {
        if (*at == '"') {
            at = skip_string(at);
            if (at == NULL) return NULL;
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        at++;
        if (depth == 0) return at;
    }
    return NULL;
}

const char *json_skip(const char *json) {
    json = skip_space(json);
    if (*json == '"') return skip_string(json);
    if (*json == '{' || *json == '[') return skip_nested(json);
    size_t length = strcspn(json, ",]} \t\r\n");
    return length > 0 ? json + length : NULL;
}

/* The value of a member: name and length of the name. */
static const char *find_member(const char *object, const char *name, size_t length) {
    const char *at = skip_space(object + 1);
    while (*at == '"') {
        const char *end = skip_string(at);
        if (end == NULL) return NULL;
        bool is_it = (size_t)(end - at) == length + 2 && memcmp(at + 1, name, length) == 0;
        at = skip_space(end);
        if (*at != ':') return NULL;
        at = skip_space(at + 1);
        if (is_it) return at;
        at = json_skip(at);
        if (at == NULL) return NULL;
        at = skip_space(at);
        if (*at == ',') at = skip_space(at + 1);
    }
    return NULL;
}

static const char *find_element(const char *array, long number) {
    const char *at = skip_space(array + 1);
    for (; *at != ']'; number--) {
        if (number == 0) return at;
        at = json_skip(at);
        if (at == NULL) return NULL;
        at = skip_space(at);
        if (*at == ',') at = skip_space(at + 1);
    }
    return NULL;
}

const char *json_find(const char *json, const char *path) {
    if (json != NULL) json = skip_space(json);
    while (json != NULL && *path != '\0') {
        size_t length = strcspn(path, ".");
        if (*json == '{') {
            json = find_member(json, path, length);
        } else if (*json == '[') {
            json = find_element(json, strtol(path, NULL, 10));
        } else {
            return NULL;
        }
        path += length;
        if (*path == '.') path++;
    }
    return json;
}

static uint32_t hexadecimal(const char *at) {
    char digits[5] = {0};
    memcpy(digits, at, strnlen(at, 4));
    return (uint32_t)strtoul(digits, NULL, 16);
}

/* One character as UTF-8. Returns how many bytes it took. */
static size_t encode(uint32_t code, char bytes[4]) {
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = count - 1; i > 0; i--, code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(first[count] | code);
    return count;
}

/* An escape, from behind its backslash; returns what follows it. */
static const char *decode(const char *at, char bytes[4], size_t *count) {
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    *count = 1;
    if (*at != 'u') {
        const char *letter = *at != '\0' ? strchr(letters, *at) : NULL;
        bytes[0] = letter != NULL ? meanings[letter - letters] : *at;
        return *at != '\0' ? at + 1 : at;
    }
    uint32_t code = hexadecimal(at + 1);
    at += 1 + strnlen(at + 1, 4);
    if (code >= 0xd800 && code < 0xdc00 && at[0] == '\\' && at[1] == 'u') {
        code = 0x10000 + ((code - 0xd800) << 10) + (hexadecimal(at + 2) - 0xdc00);
        at += 2 + strnlen(at + 2, 4);
    }
    *count = encode(code, bytes);
    return at;
}

bool json_text(const char *value, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    if (value == NULL) return false;
    if (*value != '"') {
        const char *end = json_skip(value);
        if (end == NULL) return false;
        length = (size_t)(end - value) < size ? (size_t)(end - value) : size - 1;
        memcpy(text, value, length);
        text[length] = '\0';
        return true;
    }
    for (value++; *value != '"' && *value != '\0';) {
        char bytes[4] = {*value};
        size_t count = 1;
        value = *value == '\\' ? decode(value + 1, bytes, &count) : value + 1;
        if (length + count >= size) break;
        memcpy(text + length, bytes, count);
        length += count;
    }
    text[length] = '\0';
    return true;
}

bool json_equals(const char *value, const char *text) {
    char own[512];
    return json_text(value, own, sizeof own) && strcmp(own, text) == 0;
}

double json_number(const char *value, double otherwise) {
    char *end;
    if (value == NULL) return otherwise;
    double number = strtod(value, &end);
    return end != value ? number : otherwise;
}

void json_write(Writer *writer, const char *text) {
    writer_add(writer, "\"");
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            writer_add(writer, "\\%c", c);
        } else if (c < ' ') {
            writer_add(writer, "\\u%04x", c);
        } else {
            writer_add(writer, "%c", c);
        }
    }
    writer_add(writer, "\"");
}
