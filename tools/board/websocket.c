#include "board/websocket.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common/digest.h"

/* A frame begins
 *
 *     FIN RSV1-3 opcode(4) | MASK length(7) | length(16) if 126, length(64) if 127 | key(32) if MASK | payload  */
enum {
    FIN = 0x80,
    RESERVED = 0x70,
    OPCODE = 0x0f,
    MASK = 0x80,
    LENGTH = 0x7f,
    LENGTH_16 = 126,
    LENGTH_64 = 127,
    CONTROL_MAX = 125,
    KEY_SIZE = 4
};

void websocket_accept(Word key, char accept[WEBSOCKET_ACCEPT_SIZE]) {
    char text[128];
    uint8_t digest[DIGEST_SHA1_SIZE];
    int length = snprintf(text, sizeof text, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", (int)key.length, key.at);
    digest_sha1(text, (size_t)length, digest);
    digest_base64(digest, sizeof digest, accept);
}

/* What can be refused at the first two bytes is refused there: 0, or the code to close with. */
static int check_head(const uint8_t *head) {
    int opcode = head[0] & OPCODE;
    bool is_control = opcode == WEBSOCKET_CLOSE || opcode == WEBSOCKET_PING || opcode == WEBSOCKET_PONG;
    if ((head[0] & RESERVED) != 0 || (head[1] & MASK) == 0) return WEBSOCKET_PROTOCOL_ERROR;
    if (opcode == WEBSOCKET_BINARY) return WEBSOCKET_UNSUPPORTED;
    if (!is_control && opcode != WEBSOCKET_TEXT) return WEBSOCKET_PROTOCOL_ERROR;
    if ((head[0] & FIN) == 0) return is_control ? WEBSOCKET_PROTOCOL_ERROR : WEBSOCKET_UNSUPPORTED;
    if (is_control && (head[1] & LENGTH) > CONTROL_MAX) return WEBSOCKET_PROTOCOL_ERROR;
    return (head[1] & LENGTH) == LENGTH_64 ? WEBSOCKET_TOO_BIG : 0;
}

int websocket_read(char *bytes, size_t length, WebsocketFrame *frame) {
    const uint8_t *head = (const uint8_t *)bytes;
    if (length < 2) return 0;
    int code = check_head(head);
    if (code != 0) return code;
    size_t payload_length = head[1] & LENGTH, at = 2;
    if (payload_length == LENGTH_16) {
        if (length < 4) return 0;
        payload_length = (size_t)head[2] << 8 | head[3];
        at = 4;
    }
    if (length < at + KEY_SIZE + payload_length) return 0;
    const char *key = bytes + at;
    *frame = (WebsocketFrame){(WebsocketOpcode)(head[0] & OPCODE), bytes + at + KEY_SIZE, payload_length,
                              at + KEY_SIZE + payload_length};
    for (size_t i = 0; i < payload_length; i++) frame->payload[i] ^= key[i % KEY_SIZE];
    return 1;
}

bool websocket_write(Buffer *buffer, WebsocketOpcode opcode, const char *payload, size_t length) {
    uint8_t head[10] = {(uint8_t)(FIN | (unsigned)opcode)};
    size_t size = length <= CONTROL_MAX ? 2 : length <= UINT16_MAX ? 4 : 10;
    head[1] = (uint8_t)(size == 2 ? length : size == 4 ? LENGTH_16 : LENGTH_64);
    for (size_t i = 2; i < size; i++) head[i] = (uint8_t)((uint64_t)length >> 8 * (size - 1 - i));
    if (!buffer_reserve(buffer, size + length)) return false;
    return buffer_add(buffer, head, size) && buffer_add(buffer, payload, length);
}

bool websocket_write_close(Buffer *buffer, int code) {
    char payload[2] = {(char)(code >> 8), (char)(code & 0xff)};
    return websocket_write(buffer, WEBSOCKET_CLOSE, payload, sizeof payload);
}
