/* The server: a socket on 127.0.0.1, up to 16 connections, and one thread that serves them all.
 *
 * Invariant: when server_run returns, no connection is open and no engine of ours is left. */
#ifndef ROWAN_BOARD_SERVER_H
#define ROWAN_BOARD_SERVER_H

#include "board/connection.h"

enum { CONNECTIONS_MAX = 16 };

typedef struct {
    int fd, port;
} Listener;

extern const ServerTimes server_times;

/* Port 0: any that is free. */
bool server_listen(Listener *listener, int port, Reason *why);

/* Serves until stop_fd is readable. False with a reason if the system fails us. */
bool server_run(const Service *service, const Listener *listener, int stop_fd, Reason *why);

#endif
