#include "board/gate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/files.h"

enum { HTTP_PORT = 80, WEBSOCKET_KEY_LENGTH = 24 };

static bool read_random(uint8_t *bytes, size_t size) {
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    size_t length = 0;
    while (length < size) {
        ssize_t got = read(fd, bytes + length, size - length);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        length += (size_t)got;
    }
    close(fd);
    return length == size;
}

bool gate_make_token(char token[TOKEN_SIZE], Reason *why) {
    uint8_t bytes[TOKEN_BITS / 8];
    if (!read_random(bytes, sizeof bytes)) return refuse_errno(why, "no random numbers from /dev/urandom");
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool gate_token_matches(const char token[TOKEN_SIZE], Word guess) {
    unsigned difference = guess.length != TOKEN_DIGITS;
    for (size_t i = 0; i < TOKEN_DIGITS; i++) {
        char digit = i < guess.length ? guess.at[i] : '\0';
        difference |= (unsigned)(unsigned char)digit ^ (unsigned)(unsigned char)token[i];
    }
    return difference == 0;
}

void gate_init(Gate *gate, const char token[TOKEN_SIZE], int port) {
    memcpy(gate->token, token, TOKEN_SIZE);
    snprintf(gate->host, sizeof gate->host, port == HTTP_PORT ? "127.0.0.1" : "127.0.0.1:%d", port);
}

/* Browsers say where a request comes from: our own page, or the user, who typed the address. Other ports of this
 * machine are "same-site", and strangers too. */
static bool is_from_elsewhere(const HttpRequest *request) {
    Word site = http_field(request, "Sec-Fetch-Site");
    int count = http_field_count(request, "Sec-Fetch-Site");
    return count > 1 || (count == 1 && !word_is(site, "same-origin") && !word_is(site, "none"));
}

int gate_check(const Gate *gate, const HttpRequest *request, Word *path, Word *query) {
    if (http_field_count(request, "Host") != 1 || !word_is(http_field(request, "Host"), gate->host)) return 421;
    if (!word_is(request->method, "GET")) return 405;
    if (is_from_elsewhere(request)) return 403;
    Word rest = {request->target.at + 1, request->target.length - 1};
    const char *slash = memchr(rest.at, '/', rest.length);
    Word token = {rest.at, slash != NULL ? (size_t)(slash - rest.at) : rest.length};
    if (!gate_token_matches(gate->token, token) || slash == NULL) return 404;
    *path = (Word){slash + 1, rest.length - token.length - 1};
    const char *mark = memchr(path->at, '?', path->length);
    *query = (Word){mark != NULL ? mark + 1 : "", 0};
    if (mark == NULL) return 200;
    size_t length = (size_t)(mark - path->at);
    query->length = path->length - length - 1;
    path->length = length;
    return 200;
}

/* 16 bytes in base64. */
static bool is_key(Word key) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (key.length != WEBSOCKET_KEY_LENGTH || memcmp(key.at + WEBSOCKET_KEY_LENGTH - 2, "==", 2) != 0) return false;
    for (size_t i = 0; i < WEBSOCKET_KEY_LENGTH - 2; i++) {
        if (memchr(digits, key.at[i], sizeof digits - 1) == NULL) return false;
    }
    return true;
}

int gate_check_websocket(const Gate *gate, const HttpRequest *request) {
    char origin[sizeof gate->host + 8];
    snprintf(origin, sizeof origin, "http://%s", gate->host);
    if (http_field_count(request, "Origin") != 1 || !word_is(http_field(request, "Origin"), origin)) return 403;
    if (!http_field_lists(request, "Upgrade", "websocket")) return 400;
    if (!http_field_lists(request, "Connection", "upgrade")) return 400;
    if (!word_is(http_field(request, "Sec-WebSocket-Version"), "13")) return 426;
    bool has_key =
        http_field_count(request, "Sec-WebSocket-Key") == 1 && is_key(http_field(request, "Sec-WebSocket-Key"));
    return has_key ? 200 : 400;
}
