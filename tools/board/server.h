/* The server: a socket on 127.0.0.1, up to 64 connections, and one thread that serves them all.
 *
 * At most 48 connections have an engine, so there is always room for the page and the record. When all are taken, a new
 * client gets the place of the one that has waited longest without showing the token.
 *
 * Invariant: when server_run returns, no connection is open and no engine of ours is left. */
#ifndef ROWAN_BOARD_SERVER_H
#define ROWAN_BOARD_SERVER_H

#include "board/http.h"
#include "board/site.h"

enum { ENGINES_MAX = 8, CONNECTIONS_MAX = 64, TALKS_MAX = 48 };

typedef struct {
    int64_t header_ms;  /* for a whole header */
    int64_t send_ms;    /* without sending a byte of what waits */
    int64_t ping_ms;    /* between pings; a client that answers none of two is dropped */
    int64_t parting_ms; /* for the other side to close, too */
} ServerTimes;

/* What all connections share and none changes. */
typedef struct {
    Gate gate;
    Site site;
    const char *game;                 /* the first one on the page */
    const char *engines[ENGINES_MAX]; /* commands */
    int engine_count;
    int threads_max;
    ServerTimes times;
} Service;

typedef struct {
    int fd, port;
} Listener;

extern const ServerTimes server_times;

/* Port 0: any that is free. */
bool server_listen(Listener *listener, int port, Reason *why);

/* Raises our limit of open files as far as that is allowed and of use. False with a reason if it is too low even for
 * one page. */
bool server_reserve_files(Reason *why);

/* Serves until stop_fd is readable. False with a reason if the system fails us. */
bool server_run(const Service *service, const Listener *listener, int stop_fd, Reason *why);

#endif
