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

/* A gate decides who may talk to the server: only the page that it served itself.
 *
 * Any web page that the user visits can send requests to 127.0.0.1, and any name can be made to point there. So a
 * request needs the secret path, names our own address as its Host, and does not come from another site. */

/* The secret in the path: random bits as hexadecimal digits. */
enum { TOKEN_BITS = 128, TOKEN_DIGITS = TOKEN_BITS / 4, TOKEN_SIZE = TOKEN_DIGITS + 1 };

typedef struct {
    char token[TOKEN_SIZE];
    char host[32]; /* "127.0.0.1:8080" */
} Gate;

/* From the system's source of random bytes. */
bool gate_make_token(char token[TOKEN_SIZE], Reason *why);
/* In a time that does not depend on where the two differ. */
bool gate_token_matches(const char token[TOKEN_SIZE], Word guess);

void gate_init(Gate *gate, const char token[TOKEN_SIZE], int port);

/* 200, or the status of the refusal: 421 another Host, none or several; 405 not GET; 403 from another site; 404 without
 * the token. Then *path is what follows "/<token>/", without the query, which goes to *query. */
int gate_check(const Gate *gate, const HttpRequest *request, Word *path, Word *query);
/* For a WebSocket, in addition: 403 without our own Origin; 426 if it is not version 13; 400 if it is no handshake. */
int gate_check_websocket(const Gate *gate, const HttpRequest *request);

#endif
