/* WebSocket frames (RFC 6455): the answer to a handshake, reading what a client sends, writing what a server sends.
 *
 * The reader takes whole text messages and control frames, and nothing else: no fragments, no binary messages, no
 * extensions. Pure; any thread. */
#ifndef ROWAN_BOARD_WEBSOCKET_H
#define ROWAN_BOARD_WEBSOCKET_H

#include "base/text.h"
#include "board/buffer.h"

enum { WEBSOCKET_MESSAGE_MAX = 65535, WEBSOCKET_ACCEPT_SIZE = 29 };

typedef enum {
    WEBSOCKET_CONTINUATION = 0,
    WEBSOCKET_TEXT = 1,
    WEBSOCKET_BINARY = 2,
    WEBSOCKET_CLOSE = 8,
    WEBSOCKET_PING = 9,
    WEBSOCKET_PONG = 10
} WebsocketOpcode;

/* Why a connection is closed: RFC 6455, 7.4.1 */
enum { WEBSOCKET_BYE = 1000, WEBSOCKET_PROTOCOL_ERROR = 1002, WEBSOCKET_UNSUPPORTED = 1003, WEBSOCKET_TOO_BIG = 1009 };

typedef struct {
    WebsocketOpcode opcode;
    char *payload; /* unmasked, in place */
    size_t length;
    size_t size; /* of the whole frame */
} WebsocketFrame;

/* The value of Sec-WebSocket-Accept. */
void websocket_accept(Word key, char accept[WEBSOCKET_ACCEPT_SIZE]);

/* The first frame in the bytes: 1 if it is whole, 0 if more bytes are needed, or the code to close with. */
int websocket_read(char *bytes, size_t length, WebsocketFrame *frame);

/* Adds a frame of a server; false if memory is short. */
bool websocket_write(Buffer *buffer, WebsocketOpcode opcode, const char *payload, size_t length);
bool websocket_write_close(Buffer *buffer, int code);

#endif
