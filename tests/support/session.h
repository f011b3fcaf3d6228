/* An interactive session with any program, through two pipes or a pseudo-terminal: wait for text, send text.
 *
 * Use it where a test must see what a program shows before it goes on, or how it behaves in a terminal. To run a
 * program with all its input at once there is program_run.h; to drive the engine by its protocol, host.h.
 *
 * Standard error goes where standard output goes. Nothing waits longer than SESSION_LIMIT_MS; a program that is still
 * running that long after session_end is killed. For one thread. */
#ifndef ROWAN_TESTS_SUPPORT_SESSION_H
#define ROWAN_TESTS_SUPPORT_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/build.h"

enum { SESSION_LIMIT_MS = BUILT_TO_BE_SLOW ? 90000 : 30000 };

typedef enum { SESSION_PIPES, SESSION_TERMINAL } SessionKind;

typedef struct {
    pid_t pid;
    int to, from;
    SessionKind kind;
    char *text; /* all its output so far, terminated */
    size_t length, capacity;
    size_t seen; /* up to here session_expect has found what it looked for */
} Session;

/* `command` is split as programs.h says. `variable` is NULL, or "NAME=value" for the program's environment. */
bool session_begin(Session *session, SessionKind kind, const char *command, const char *variable);
bool session_send(Session *session, const char *text);
/* Reads until the text comes, after what was expected before. */
bool session_expect(Session *session, const char *text);
/* The same where it may not come: without a word on standard error. */
bool session_awaits(Session *session, const char *text);
/* The end of its input: closes the pipe, or types Ctrl-D. */
void session_end_input(Session *session);
/* Ends the input, reads the rest of the output and waits for the program. Its exit status, or -1 if it did not exit by
 * itself. session->text stays until session_free. */
int session_end(Session *session);
void session_free(Session *session);

#endif
