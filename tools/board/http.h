/* HTTP/1.1 requests, as far as a server that only answers GET needs them (RFC 9112).
 *
 * The parser is strict: what it does not expect it refuses, so that no two readers of a request can disagree about it.
 * Words point into the caller's bytes. Pure; any thread. */
#ifndef ROWAN_BOARD_HTTP_H
#define ROWAN_BOARD_HTTP_H

#include "base/text.h"

enum { HTTP_HEADER_MAX = 8192, HTTP_FIELDS_MAX = 64 };

typedef struct {
    Word name, value; /* the value without the blanks around it, which RFC 9110 allows there and nowhere else */
} HttpField;

typedef struct {
    Word method, target;
    int field_count;
    HttpField fields[HTTP_FIELDS_MAX];
    size_t size; /* of the request in bytes; it has no body */
} HttpRequest;

/* What became of the bytes so far: 0 more are needed, 200 the request is complete, or the status of a refusal: 400
 * malformed, or with a body; 431 longer than HTTP_HEADER_MAX or with too many fields; 505 not HTTP/1.1. */
int http_parse(const char *bytes, size_t length, HttpRequest *request);

int http_field_count(const HttpRequest *request, const char *name);
/* The first field of that name; an empty word if there is none. */
Word http_field(const HttpRequest *request, const char *name);
/* Is the word in the comma-separated list of that field? */
bool http_field_lists(const HttpRequest *request, const char *name, const char *word);

/* "Not Found" */
const char *http_status_text(int status);

#endif
