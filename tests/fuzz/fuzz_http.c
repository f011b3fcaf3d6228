/* Requests to the server of the board. A request is decided by its own bytes alone, whatever follows and however they
 * arrive; and nobody passes the gate without the token, our own Host and, for a WebSocket, our own Origin, as a look at
 * the plain bytes confirms. */
#include "board/http.h"
#include "fuzz/fuzz.h"

static const char token[] = "0123456789abcdef0123456789abcdef";
static const char our_host[] = "127.0.0.1:8080", our_origin[] = "http://127.0.0.1:8080";
enum { PORT = 8080 };

static void check_word(Word word, const char *bytes, size_t size) {
    FUZZ_CHECK(word.length == 0 || (word.at >= bytes && word.at + word.length <= bytes + size));
    for (size_t i = 0; i < word.length; i++) FUZZ_CHECK(word.at[i] != '\r' && word.at[i] != '\n');
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Header lines of that name, given in lower case with its colon, and how many of them have exactly that value. */
static int count_fields(const char *bytes, size_t size, const char *name, const char *value, int *equal) {
    int count = 0;
    *equal = 0;
    for (const char *at = bytes, *end; (end = memchr(at, '\n', (size_t)(bytes + size - at))) != NULL; at = end + 1) {
        size_t length = (size_t)(end - at), i = 0;
        while (i < strlen(name) && i < length && lower(at[i]) == name[i]) i++;
        if (i < strlen(name) || at == bytes) continue;
        while (at[i] == ' ' || at[i] == '\t') i++;
        length--; /* CR */
        while (length > i && (at[length - 1] == ' ' || at[length - 1] == '\t')) length--;
        count++;
        *equal += length - i == strlen(value) && memcmp(at + i, value, length - i) == 0;
    }
    return count;
}

static void check_gate(const char *bytes, const HttpRequest *request) {
    Gate gate;
    Word path = {"", 0}, query = {"", 0};
    int equal;
    gate_init(&gate, token, PORT);
    if (gate_check_websocket(&gate, request) == 200) {
        FUZZ_CHECK(count_fields(bytes, request->size, "origin:", our_origin, &equal) == 1 && equal == 1);
    }
    if (gate_check(&gate, request, &path, &query) != 200) return;
    check_word(path, bytes, request->size);
    check_word(query, bytes, request->size);
    FUZZ_CHECK(memcmp(bytes, "GET /", 5) == 0 && memcmp(bytes + 5, token, strlen(token)) == 0);
    FUZZ_CHECK(bytes[5 + strlen(token)] == '/');
    FUZZ_CHECK(count_fields(bytes, request->size, "host:", our_host, &equal) == 1 && equal == 1);
}

static void check_request(const char *bytes, size_t size, const HttpRequest *request, int status) {
    static HttpRequest again;
    FUZZ_CHECK(request->size <= size && request->size <= HTTP_HEADER_MAX);
    FUZZ_CHECK(http_parse(bytes, request->size - 1, &again) == 0); /* nothing is decided before the last byte */
    FUZZ_CHECK(http_parse(bytes, request->size, &again) == status);
    if (status != 200) return;
    for (size_t i = 0; i < request->size; i++) FUZZ_CHECK(bytes[i] != '\n' || (i > 0 && bytes[i - 1] == '\r'));
    check_word(request->method, bytes, size);
    check_word(request->target, bytes, size);
    for (int i = 0; i < request->field_count; i++) {
        check_word(request->fields[i].name, bytes, size);
        check_word(request->fields[i].value, bytes, size);
    }
    check_gate(bytes, request);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static HttpRequest request;
    char *bytes = malloc(size + 1); /* of their exact size but for a byte, so that reading beyond them shows */
    FUZZ_CHECK(bytes != NULL);
    if (size > 0) memcpy(bytes, data, size);
    int status = http_parse(bytes, size, &request);
    FUZZ_CHECK(status == 0 || status == 200 || status == 400 || status == 431 || status == 505);
    if (status != 0 && request.size > 0) check_request(bytes, size, &request, status);
    if (status == 0) FUZZ_CHECK(size < HTTP_HEADER_MAX);
    free(bytes);
    return 0;
}
