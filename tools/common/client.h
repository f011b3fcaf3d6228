/* A conversation with an engine in a child process, in UGI: handshake, options, positions, searches, questions, quit.
 * An engine that knows only UCI is spoken to in UCI; the caller need not care.
 *
 * Owns the child (through proc.h) and what it said about itself. Invariant: no call takes longer than its deadline,
 * whatever the engine does, except for up to half a second in which we check whether an engine that closed its output
 * is dead. Every call that does not return CLIENT_OK leaves a line for people in client_reason. What the engine says is
 * passed on, not believed: whether a move is legal or a game is over is for the caller to judge.
 *
 * A Client belongs to one thread at a time; the thread that called client_start must live on (see proc.h). The listener
 * is called in that thread, from within the client's functions, and must not call them. The caller ignores SIGPIPE.
 *
 * After a failure the conversation is over, and only client_reason, client_quit, client_kill, client_start and
 * client_free make sense. The exceptions: after CLIENT_TIMEOUT of client_go_wait the search goes on and may be waited
 * for again or stopped; after CLIENT_UNKNOWN_OPTION nothing was sent; after CLIENT_CANCELLED in a read the conversation
 * may go on. */
#ifndef ROWAN_COMMON_CLIENT_H
#define ROWAN_COMMON_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/proc.h"

enum {
    CLIENT_START_MS_DEFAULT = 10000,
    CLIENT_PING_MS_DEFAULT = 5000,
    CLIENT_SETUP_MS_DEFAULT = 60000, /* an engine may have gigabytes to clear */
    CLIENT_QUIT_MS_DEFAULT = 1000,
    CLIENT_FLOOD_LINES = 200000, /* more than any honest engine sends before it answers */
    CLIENT_FLOOD_BYTES = 1 << 26,
    CLIENT_SCORE_MAX = 1000000000,
    CLIENT_ERRORS_MAX = 1 << 18, /* bytes of standard error that are passed on in one game */
    CLIENT_LAST_WORDS = 3,       /* lines of it that are quoted when the engine dies */
    CLIENT_OPTIONS_MAX = 256,    /* further ones are ignored: an engine must not fill our memory */
    CLIENT_MOVE_SIZE = 16,
    CLIENT_PV_SIZE = 4096,
    CLIENT_TEXT_SIZE = 256
};

typedef enum {
    CLIENT_OK,
    CLIENT_NO_START,       /* the command cannot be run */
    CLIENT_TIMEOUT,        /* no answer, or it does not read its input */
    CLIENT_CRASHED,        /* ended by a signal */
    CLIENT_EXITED,         /* exited */
    CLIENT_CLOSED,         /* closed its output or input but still runs */
    CLIENT_OVERLONG,       /* a line longer than process.line_max */
    CLIENT_FLOOD,          /* lines_max lines or bytes_max bytes without an answer */
    CLIENT_MALFORMED,      /* a bestmove without a move */
    CLIENT_UNKNOWN_OPTION, /* not among the options that it named in the handshake */
    CLIENT_CANCELLED,      /* by process.cancel: not the engine's fault */
    CLIENT_ERROR           /* our fault: a failed system call, no memory, a line break in what we send, not started */
} ClientResult;

/* Called with every line, sent or received: for logs. */
typedef void ClientListener(void *context, bool is_from_engine, const char *line);

/* Called with what the engine writes to standard error, if process.stderr_to is PROC_STDERR_LINES: line by line, as
 * proc.h says, in printable ASCII, up to CLIENT_ERRORS_MAX bytes from one client_new_game to the next. */
typedef ProcErrorLine ClientErrorListener;

/* Copied by client_new; what its pointers point to must outlive the client. A time of 0 means the default above. */
typedef struct {
    ProcSpec process;
    int64_t start_ms;  /* from the start of the process to ugiok, or uciok */
    int64_t ping_ms;   /* from isready to readyok, from query to response, and for each write */
    int64_t setup_ms;  /* from isready to readyok after setoption and uginewgame */
    int64_t quit_ms;   /* to exit after quit, and again after SIGTERM */
    int64_t lines_max; /* in one wait for an answer; 0: no limit */
    int64_t bytes_max; /* in one wait for an answer; 0: no limit */
    ClientListener *listener;
    ClientErrorListener *error_listener;
    void *context; /* for both */
} ClientSpec;

typedef struct {
    char name[64];
    char type[16];                  /* check spin combo button string */
    char details[CLIENT_TEXT_SIZE]; /* what follows the type: "default 64 min 1 max 65536" */
} ClientOption;

typedef enum { CLIENT_NO_SCORE, CLIENT_CP, CLIENT_MATE } ClientScoreKind;

/* The answer to `go`: the move, and the last value of each item in the info lines (with MultiPV: of the first line). */
typedef struct {
    char move[CLIENT_MOVE_SIZE];   /* letters and digits, or "(none)" */
    char ponder[CLIENT_MOVE_SIZE]; /* empty: none given */
    int64_t elapsed_us;            /* from just before go was written to the arrival of bestmove */
    int64_t held_us;               /* for how long we were held up since then (hold_ups.h) */
    bool is_time_unknown; /* we were held up before it came; if only when it came, elapsed_us ends before that */
    ClientScoreKind score_kind;
    int64_t score; /* centipoints, or moves to the end of the game; from -CLIENT_SCORE_MAX to CLIENT_SCORE_MAX */
    int64_t depth, seldepth, nodes, nps, hashfull, time_ms; /* 0: not given */
    int64_t info_count;
    char pv[CLIENT_PV_SIZE]; /* cut after a whole move if it is too long */
} ClientAnswer;

typedef struct Client Client;

/* Starts nothing yet. NULL when memory is short. */
Client *client_new(const ClientSpec *spec);
/* Kills the engine if it still runs. NULL is fine. */
void client_free(Client *client);

/* Starts the process and waits for ugiok. Can be called again, after client_quit, client_kill or a failure: the old
 * process is killed first, and options have to be set again. */
ClientResult client_start(Client *client);
/* Started, and not stopped by us. It may have crashed unnoticed. */
bool client_is_running(const Client *client);
/* Its process, while it runs. */
pid_t client_pid(const Client *client);

/* It did not answer ugi, but uci. */
bool client_is_uci(const Client *client);
/* The name of its option for the game, NULL: it has none. */
const char *client_game_option(const Client *client);

/* From the handshake. The case of letters in option names does not matter. */
const char *client_engine_name(const Client *client);
size_t client_option_count(const Client *client);
const ClientOption *client_option(const Client *client, size_t index);
const ClientOption *client_find_option(const Client *client, const char *name);

/* These only send. If the engine objects, its words are in client_complaint after the next client_ready. For a button
 * the value is NULL. */
ClientResult client_set_option(Client *client, const char *name, const char *value);
ClientResult client_new_game(Client *client);
/* fen NULL: startpos. moves: separated by blanks, NULL or empty for none. */
ClientResult client_position(Client *client, const char *fen, const char *moves);
/* Any other line: "ponderhit", "debug on". */
ClientResult client_send(Client *client, const char *line);

/* Sends isready and waits for readyok. Allowed during a search: an answer that comes meanwhile is kept. */
ClientResult client_ready(Client *client);

/* Sends `query <what>`. *response is what follows the word response; it is valid until the next call. */
ClientResult client_query(Client *client, const char *what, const char **response);

/* Sends `go <limits>` and waits up to limit_ms for bestmove. A bestmove that is there when we look is returned even if
 * it came after the limit: judge by elapsed_us. Output from before the go is read first and dropped, even a second
 * bestmove to the last go. To be certain of that, and for a fair clock, call client_ready first. On a failure *answer
 * holds what the info lines said up to then. */
ClientResult client_go(Client *client, const char *limits, int64_t limit_ms, ClientAnswer *answer);

/* The same in steps, for infinite and ponder: begin; wait until an absolute time, as often as needed; stop. */
ClientResult client_go_begin(Client *client, const char *limits);
ClientResult client_go_wait(Client *client, int64_t deadline_us, ClientAnswer *answer);
ClientResult client_stop(Client *client);
/* During `go ponder`: the expected move was played, and time counts from now. */
ClientResult client_ponderhit(Client *client);

/* Sends quit, gives the engine quit_ms to exit, then kills it. CLIENT_OK if it exited by itself with status 0. */
ClientResult client_quit(Client *client);
/* Kills the engine at once. client_reason stays as it is. */
void client_kill(Client *client);

/* Why the last failed call failed, without a name or full stop: "timed out after 500 ms: no bestmove". Printable ASCII,
 * whatever the engine sent. If the engine died, its last words on standard error are quoted, as far as they were read
 * (PROC_STDERR_LINES). client_start clears it. */
const char *client_reason(const Client *client);

/* The text of the last `info string error ...` since set_option, new_game or position was sent; "" if none. */
const char *client_complaint(const Client *client);

#endif
