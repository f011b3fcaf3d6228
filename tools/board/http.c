#include "board/http.h"

#include <string.h>

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
