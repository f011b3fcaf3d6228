#include "board/buffer.h"

#include <stdlib.h>
#include <string.h>

bool buffer_reserve(Buffer *buffer, size_t room) {
    if (buffer->capacity - buffer->length >= room) return true;
    size_t capacity = buffer->capacity > 0 ? buffer->capacity : 1024;
    while (capacity - buffer->length < room) capacity *= 2;
    char *grown = realloc(buffer->bytes, capacity);
    if (grown == NULL) return false;
    buffer->bytes = grown;
    buffer->capacity = capacity;
    return true;
}

bool buffer_add(Buffer *buffer, const void *bytes, size_t length) {
    if (!buffer_reserve(buffer, length)) return false;
    if (length > 0) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

void buffer_drop(Buffer *buffer, size_t length) {
    buffer->length -= length;
    if (buffer->length > 0 && length > 0) memmove(buffer->bytes, buffer->bytes + length, buffer->length);
}

void buffer_free(Buffer *buffer) {
    free(buffer->bytes);
    *buffer = (Buffer){0};
}
