/* A client of the board's server over a raw socket, which may break every rule of HTTP and WebSockets.
 *
 * Shares no code with the server. Nothing waits longer than WEB_LIMIT_MS. For one thread. */
#ifndef ROWAN_TESTS_SUPPORT_WEB_CLIENT_H
#define ROWAN_TESTS_SUPPORT_WEB_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

enum { WEB_LIMIT_MS = 30000, WEB_TEXT_SIZE = 1 << 17 };

typedef struct {
    int fd;
    size_t length;
    char bytes[WEB_TEXT_SIZE]; /* received and not yet taken */
} WebClient;

bool web_open(WebClient *client, int port);
void web_close(WebClient *client);
bool web_send(WebClient *client, const void *bytes, size_t length);
bool web_say(WebClient *client, const char *text);
/* Reads until the other side closes; false if it does not. client->bytes is then text. */
bool web_read_all(WebClient *client);

/* Reads the header of an answer and drops it; false if none comes. */
bool web_skip_header(WebClient *client);

/* A frame of a client; `first` is its first byte (0x81: a whole text). */
bool web_send_frame(WebClient *client, int first, const char *payload, size_t length, bool is_masked);
bool web_send_text(WebClient *client, const char *text);
/* The next frame of the server: its opcode, or -1 if none comes. The payload is terminated. */
int web_read_frame(WebClient *client, char *payload, size_t size);
/* Reads text frames up to one that begins so, and answers pings meanwhile; false if none comes. */
bool web_await(WebClient *client, const char *beginning, char *payload, size_t size);
/* Reads frames up to a close: its code, or -1. */
int web_await_close(WebClient *client);

#endif
