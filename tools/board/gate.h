/* Who may talk to the server: only the page that it served itself.
 *
 * Any web page that the user visits can send requests to 127.0.0.1, and any name can be made to point there. So a
 * request needs the secret path, names our own address as its Host, and does not come from another site. Any
 * thread. */
#ifndef ROWAN_BOARD_GATE_H
#define ROWAN_BOARD_GATE_H

#include "board/http.h"

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
