#include "support/board_visit.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "support/session.h"
#include "support/web_client.h"

typedef struct {
    int port;
    char token[64];
} Address;

static bool read_address(const char *text, Address *address) {
    const char *url = strstr(text, "http://127.0.0.1:");
    return url != NULL && sscanf(url, "http://127.0.0.1:%d/%63[0-9a-f]/", &address->port, address->token) == 2;
}

static void load_page(const Address *address) {
    static WebClient client;
    char request[256];
    snprintf(request, sizeof request, "GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", address->token, address->port);
    if (!web_open(&client, address->port)) return;
    if (web_say(&client, request)) web_read_all(&client);
    web_close(&client);
}

/* Up to the engine's move, or its end. */
static void await_move(WebClient *client) {
    char message[4096];
    for (int opcode; (opcode = web_read_frame(client, message, sizeof message)) >= 0;) {
        if (opcode == 9) web_send_frame(client, 0x8a, "", 0, true);
        if (strncmp(message, "e bestmove", 10) == 0 || strncmp(message, "s ended", 7) == 0) return;
    }
}

static void ask_engine(const Address *address) {
    static const char *const lines[] = {"ugi", "setoption name Game value 3x3", "position startpos moves b2",
                                        "go depth 2"};
    static WebClient client;
    char request[512];
    snprintf(request, sizeof request,
             "GET /%s/engine/0 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
             address->token, address->port, address->port);
    if (!web_open(&client, address->port)) return;
    if (web_say(&client, request) && web_skip_header(&client)) {
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) web_send_text(&client, lines[i]);
        await_move(&client);
    }
    web_close(&client);
}

char *board_visit(const char *command, const char *input, int *status) {
    Session session;
    Address address;
    (void)input;
    if (!session_begin(&session, SESSION_PIPES, command, NULL)) return NULL;
    if (session_awaits(&session, "Ctrl-C ends it.\n") && read_address(session.text, &address)) {
        load_page(&address);
        ask_engine(&address);
    }
    kill(session.pid, SIGINT);
    *status = session_end(&session);
    char *text = session.text;
    session.text = NULL;
    session_free(&session);
    return text;
}
