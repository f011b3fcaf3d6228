/* One client of the server: a request and its answer, or a WebSocket with an engine behind it.
 *
 *     REQUEST -> REPLY -> PARTING -> gone            a page, a file, or a refusal
 *             -> TALK  -> PARTING -> gone            a WebSocket
 *
 * Owns its socket, its buffers and its engine. Every state but TALK has a deadline; TALK has one for its answers to
 * pings and one for output that does not get away. Belongs to the server's thread; nothing here waits for the client.
 */
#ifndef ROWAN_BOARD_CONNECTION_H
#define ROWAN_BOARD_CONNECTION_H

#include "board/buffer.h"
#include "board/engine_child.h"
#include "board/gate.h"
#include "board/site.h"

enum { ENGINES_MAX = 8 };

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

typedef enum { CONNECTION_REQUEST, CONNECTION_REPLY, CONNECTION_TALK, CONNECTION_PARTING } ConnectionState;

typedef struct {
    int fd; /* -1: not in use */
    ConnectionState state;
    Buffer input, output;
    int64_t deadline_us; /* of the state; in TALK, of the next ping */
    int64_t sent_us;     /* when output last moved, or began to wait */
    int pings;           /* unanswered */
    EngineChild engine;
    int engine_number;
    bool is_starting;   /* the page asked for a new process, which is not there yet */
    int64_t restart_us; /* not before */
} Connection;

/* Takes over the socket, which does not block. */
void connection_begin(Connection *connection, int fd, const ServerTimes *times);
/* Closes the socket and ends the engine. */
void connection_end(Connection *connection);

bool connection_wants_output(const Connection *connection);
/* Whether more lines of the engine can be taken: not while the client is slow to take those that wait. */
bool connection_wants_engine(const Connection *connection);

/* Each does what can be done now. False: the connection is over. */
bool connection_read(Connection *connection, const Service *service);
bool connection_hear_engine(Connection *connection);
bool connection_write(Connection *connection, const Service *service);
bool connection_check_time(Connection *connection, const Service *service);

#endif
