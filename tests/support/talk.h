/* A program at the other end of a pseudo-terminal or of two pipes, and a talk with it: wait for words, send words.
 *
 * Its error output goes where its output goes. Nothing waits longer than TALK_LIMIT_MS; a program that is still there
 * at talk_end after that is killed. One thread. */
#ifndef ROWAN_TESTS_SUPPORT_TALK_H
#define ROWAN_TESTS_SUPPORT_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { TALK_LIMIT_MS = 30000, TALK_ARGUMENTS_MAX = 24 };

typedef enum { TALK_PIPES, TALK_TERMINAL } TalkKind;

typedef struct {
    pid_t pid;
    int to, from;
    TalkKind kind;
    char *text; /* all it said, terminated */
    size_t length, capacity;
    size_t seen; /* up to here talk_expect has found what it looked for */
} Talk;

/* `command` is the name of a program in ROWAN_BIN, with arguments between blanks; '...' keeps blanks together, and a %
 * stands for the directory of the programs. `variable` is NULL or "NAME=value" for its environment. */
bool talk_begin(Talk *talk, TalkKind kind, const char *command, const char *variable);
bool talk_send(Talk *talk, const char *text);
/* Reads until the text comes, behind what was expected before. */
bool talk_expect(Talk *talk, const char *text);
/* The end of its input: closes the pipe, or types Ctrl-D. */
void talk_end_input(Talk *talk);
/* Ends the input, reads the rest, reaps. The exit status, or -1 if it did not exit by itself. talk->text stays until
 * talk_free. */
int talk_end(Talk *talk);
void talk_free(Talk *talk);

/* All in one: the input at once, and the output with its status. NULL if it could not run; to be freed. */
char *talk_run(TalkKind kind, const char *command, const char *input, int *status);

/* A path in a directory for this run of the tests; removed at the end of the run. */
const char *talk_file(const char *name);
bool talk_write_file(const char *path, const char *text);

#endif
