/* Bytes that wait to be parsed or sent, in the order in which they came.
 *
 * A Buffer owns its memory; zero is an empty one. If memory is short it stays as it was. For one thread. */
#ifndef ROWAN_BOARD_BUFFER_H
#define ROWAN_BOARD_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *bytes;
    size_t length, capacity;
} Buffer;

bool buffer_reserve(Buffer *buffer, size_t room);
bool buffer_add(Buffer *buffer, const void *bytes, size_t length);
/* Drops bytes from the front. */
void buffer_drop(Buffer *buffer, size_t length);
void buffer_free(Buffer *buffer);

#endif
