#include "board/http.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/files.h"

/* RFC 9110, 5.6.2 */
static bool is_token(Word word) {
    static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < word.length; i++) {
        if (memchr(characters, word.at[i], sizeof characters - 1) == NULL) return false;
    }
    return word.length > 0;
}

/* Printable ASCII, with or without blanks. */
static bool is_visible(Word word, bool allows_blanks) {
    for (size_t i = 0; i < word.length; i++) {
        unsigned char c = (unsigned char)word.at[i];
        bool is_blank = c == ' ' || c == '\t';
        if (is_blank ? !allows_blanks : c < 0x21 || c > 0x7e) return false;
    }
    return true;
}

static Word trim(Word word) {
    while (word.length > 0 && (word.at[0] == ' ' || word.at[0] == '\t')) word.at++, word.length--;
    while (word.length > 0 && (word.at[word.length - 1] == ' ' || word.at[word.length - 1] == '\t')) word.length--;
    return word;
}

/* Cuts a word off the front of *rest, up to the separator, which is dropped; false if there is none. */
static bool cut(Word *rest, char separator, Word *word) {
    const char *end = rest->length > 0 ? memchr(rest->at, separator, rest->length) : NULL;
    if (end == NULL) return false;
    *word = (Word){rest->at, (size_t)(end - rest->at)};
    rest->length -= word->length + 1;
    rest->at = end + 1;
    return true;
}

static int parse_request_line(Word line, HttpRequest *request) {
    if (!cut(&line, ' ', &request->method) || !cut(&line, ' ', &request->target)) return 400;
    if (!is_token(request->method) || !is_visible(request->target, false)) return 400;
    if (request->target.length == 0 || request->target.at[0] != '/') return 400;
    if (line.length != 8 || memcmp(line.at, "HTTP/", 5) != 0) return 400;
    return word_is(line, "HTTP/1.1") ? 200 : 505;
}

static int parse_field(Word line, HttpRequest *request) {
    HttpField field;
    if (!cut(&line, ':', &field.name) || !is_token(field.name)) return 400;
    field.value = trim(line);
    if (!is_visible(field.value, true)) return 400;
    if (request->field_count == HTTP_FIELDS_MAX) return 431;
    request->fields[request->field_count++] = field;
    return 200;
}

static const char *find_end(const char *bytes, size_t length) {
    for (size_t i = 0; i + 4 <= length; i++) {
        if (memcmp(bytes + i, "\r\n\r\n", 4) == 0) return bytes + i;
    }
    return NULL;
}

int http_parse(const char *bytes, size_t length, HttpRequest *request) {
    *request = (HttpRequest){0};
    const char *end = find_end(bytes, length < HTTP_HEADER_MAX ? length : HTTP_HEADER_MAX);
    if (end == NULL) return length >= HTTP_HEADER_MAX ? 431 : 0;
    request->size = (size_t)(end - bytes) + 4;
    Word rest = {bytes, request->size - 2}, line;
    for (bool is_first = true; cut(&rest, '\n', &line); is_first = false) {
        if (line.length == 0 || line.at[line.length - 1] != '\r') return 400;
        line.length--;
        int status = is_first ? parse_request_line(line, request) : parse_field(line, request);
        if (status != 200) return status;
    }
    bool has_body =
        http_field_count(request, "Content-Length") > 0 || http_field_count(request, "Transfer-Encoding") > 0;
    return has_body ? 400 : 200;
}

int http_field_count(const HttpRequest *request, const char *name) {
    int count = 0;
    for (int i = 0; i < request->field_count; i++) count += word_is_nocase(request->fields[i].name, name);
    return count;
}

Word http_field(const HttpRequest *request, const char *name) {
    for (int i = 0; i < request->field_count; i++) {
        if (word_is_nocase(request->fields[i].name, name)) return request->fields[i].value;
    }
    return (Word){"", 0};
}

bool http_field_lists(const HttpRequest *request, const char *name, const char *word) {
    Word rest = http_field(request, name), item;
    while (cut(&rest, ',', &item)) {
        if (word_is_nocase(trim(item), word)) return true;
    }
    return word_is_nocase(trim(rest), word);
}

const char *http_status_text(int status) {
    static const struct {
        int status;
        const char *text;
    } known[] = {
        {200, "OK"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {421, "Misdirected Request"},
        {426, "Upgrade Required"},
        {431, "Request Header Fields Too Large"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].status == status) return known[i].text;
    }
    return "Internal Server Error";
}

/* The gate */

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
