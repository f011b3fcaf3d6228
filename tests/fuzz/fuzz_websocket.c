/* What a browser sends after the handshake: frames, and in them lines for the engine. Frames are read as a second,
 * plain reading of RFC 6455 has them; a line that is passed on says nothing but what the page may say. */
#include "board/allowed.h"
#include "board/websocket.h"
#include "fuzz/fuzz.h"

/* The header of the first frame, read byte by byte. */
typedef struct {
    bool is_final, is_masked;
    size_t more; /* bytes of the length after the first: 0, 2, or 8, which no message of ours needs */
    int reserved, opcode;
    uint64_t length;
    size_t header; /* bytes before the payload, with the key */
} PlainFrame;

/* False if more bytes are needed. */
static bool read_plainly(const uint8_t *bytes, size_t size, PlainFrame *frame) {
    if (size < 2) return false;
    *frame = (PlainFrame){.is_final = bytes[0] >= 128,
                          .reserved = bytes[0] / 16 % 8,
                          .opcode = bytes[0] % 16,
                          .is_masked = bytes[1] >= 128,
                          .length = bytes[1] % 128,
                          .header = 2};
    size_t more = frame->length == 126 ? 2 : frame->length == 127 ? 8 : 0;
    if (size < 2 + more) return false;
    frame->more = more;
    if (more > 0) frame->length = 0;
    for (size_t i = 0; i < more; i++) frame->length = frame->length * 256 + bytes[2 + i];
    frame->header += more + (frame->is_masked ? 4 : 0);
    return size >= frame->header;
}

static bool is_acceptable(const PlainFrame *frame) {
    bool is_control = frame->opcode == 8 || frame->opcode == 9 || frame->opcode == 10;
    if (!frame->is_final || !frame->is_masked || frame->reserved != 0 || frame->more == 8) return false;
    return is_control ? frame->more == 0 : frame->opcode == 1;
}

static void check_line(const WebsocketFrame *frame) {
    static const char *const commands[] = {"ugi",      "isready", "uginewgame", "stop",
                                           "position", "go",      "query",      "setoption"};
    static char line[ALLOWED_LINE_SIZE], again[ALLOWED_LINE_SIZE];
    Reason why;
    Word first = {"", 0};
    bool is_known = false;
    if (!allowed_line(frame->payload, frame->length, 4, line, &why)) return;
    for (const char *c = line; *c != '\0'; c++) FUZZ_CHECK(*c >= ' ' && *c <= '~');
    const char *cursor = line;
    FUZZ_CHECK(word_next(&cursor, &first));
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) is_known = is_known || word_is(first, commands[i]);
    FUZZ_CHECK(is_known);
    FUZZ_CHECK(!word_is(first, "setoption") || strstr(line, "File") == NULL);
    FUZZ_CHECK(allowed_line(line, strlen(line), 4, again, &why) && strcmp(line, again) == 0);
}

/* A server's frame is not masked. */
static void check_written(const WebsocketFrame *frame) {
    Buffer buffer = {0};
    PlainFrame plain;
    FUZZ_CHECK(websocket_write(&buffer, frame->opcode, frame->payload, frame->length));
    FUZZ_CHECK(read_plainly((const uint8_t *)buffer.bytes, buffer.length, &plain));
    FUZZ_CHECK(plain.is_final && !plain.is_masked && plain.reserved == 0 && plain.opcode == (int)frame->opcode);
    FUZZ_CHECK(plain.length == frame->length && plain.header + plain.length == buffer.length);
    FUZZ_CHECK(frame->length == 0 || memcmp(buffer.bytes + plain.header, frame->payload, frame->length) == 0);
    buffer_free(&buffer);
}

static void check_payload(const WebsocketFrame *frame, const uint8_t *data, const PlainFrame *plain) {
    FUZZ_CHECK((int)frame->opcode == plain->opcode && frame->length == plain->length);
    FUZZ_CHECK(frame->size == plain->header + plain->length);
    for (size_t i = 0; i < frame->length; i++) {
        uint8_t key = data[plain->header - 4 + i % 4];
        FUZZ_CHECK((uint8_t)frame->payload[i] == (data[plain->header + i] ^ key));
    }
}

/* One frame; the bytes it took, or 0 where reading ends. */
static size_t read_frame(const uint8_t *data, size_t size) {
    char *bytes = malloc(size + 1);
    WebsocketFrame frame;
    PlainFrame plain;
    FUZZ_CHECK(bytes != NULL);
    if (size > 0) memcpy(bytes, data, size);
    int result = websocket_read(bytes, size, &frame);
    bool is_read = read_plainly(data, size, &plain);
    if (is_read && is_acceptable(&plain)) FUZZ_CHECK(result == (size >= plain.header + plain.length ? 1 : 0));
    if (is_read && !is_acceptable(&plain)) FUZZ_CHECK(result >= WEBSOCKET_PROTOCOL_ERROR);
    if (result == 1) {
        check_payload(&frame, data, &plain);
        check_written(&frame);
        if (frame.opcode == WEBSOCKET_TEXT) check_line(&frame);
    }
    size_t taken = result == 1 ? frame.size : 0;
    free(bytes);
    return taken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    while (size > 0) {
        size_t taken = read_frame(data, size);
        if (taken == 0) break;
        data += taken;
        size -= taken;
    }
    return 0;
}
