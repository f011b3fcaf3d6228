/* A host as the protocol knows it: starts the engine `rowan` and drives it line by line.
 *
 * Use it to test what the engine answers, and when. Other programs are tested through program_run.h or session.h. Every
 * wait has a deadline that only a hanging engine reaches. In patterns `*` stands for any run of characters; everything
 * else is literal. For one thread. */
#ifndef ROWAN_TESTS_SUPPORT_HOST_H
#define ROWAN_TESTS_SUPPORT_HOST_H

#include <stdbool.h>
#include <stdint.h>

bool matches(const char *text, const char *pattern);

typedef struct Host Host;

/* With a file name, the engine reads that file before what we send. Never NULL. */
Host *host_new(const char *first_input);
/* Kills the engine if it is still running. */
void host_free(Host *host);

/* Sends lines, one or several separated by \n. */
void host_send(Host *host, const char *lines);
/* Sends lines, then isready, and waits for readyok; what comes before that is dropped. */
bool host_settle(Host *host, const char *lines);

/* The next line; "(timeout)" or "(end)" when there is none. Valid until the next call. */
const char *host_line(Host *host);
/* The same, with a deadline of its own. */
const char *host_line_within(Host *host, int64_t ms);
/* From now on the lines that come once a second are heard, too; else they are skipped, as a slow machine has more. */
void host_hear_activity(Host *host);
/* The next line matches. */
bool host_hears(Host *host, const char *pattern);
/* Reads up to a line that matches. */
bool host_waits_for(Host *host, const char *pattern);
/* The last line that any host heard, for messages; it outlives that host. */
const char *host_heard(void);

/* The answer to a query, without the word response. */
const char *host_query(Host *host, const char *what);

/* Searches, and gives the nodes of the last info line that has them; -1 if none has, or the engine is gone. */
long host_search_nodes(Host *host, const char *go);

void host_close_input(Host *host);
/* Waits for the engine to end: its exit status, or -1 if it hangs or was killed. */
int host_exit_status(Host *host);

/* The answers to all queries about the state of the engine. */
typedef struct {
    char text[20000];
} EngineState;

void host_read_state(Host *host, EngineState *state);
bool host_state_is(Host *host, const EngineState *before);

#endif
