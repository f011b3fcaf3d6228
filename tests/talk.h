/* Conversations with the engine program, line by line, for tests.
 *
 * The program is the one in the directory ROWAN_BIN. Every wait has a deadline that only a hanging engine reaches. In
 * patterns `*` stands for any run of characters; everything else is literal. */
#ifndef ROWAN_TESTS_TALK_H
#define ROWAN_TESTS_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool matches(const char *text, const char *pattern);

typedef struct Talk Talk;

/* With a file name, the program reads that file before it listens to us. Never NULL. */
Talk *talk_new(const char *first_input);
/* Kills a program that still runs. */
void talk_free(Talk *talk);

/* Sends lines, one or several separated by \n. */
void talk_send(Talk *talk, const char *lines);
/* Sends lines, then isready, and waits for its answer; what came before is dropped. */
bool talk_settle(Talk *talk, const char *lines);

/* The next line; "(timeout)" or "(end)" when there is none. Valid until the next call. */
const char *talk_line(Talk *talk);
/* The same, with another deadline than the long one. */
const char *talk_line_within(Talk *talk, int64_t ms);
/* The next line matches. */
bool talk_hears(Talk *talk, const char *pattern);
/* Reads up to a line that matches. */
bool talk_waits_for(Talk *talk, const char *pattern);
/* The last line heard in any talk; stays when the talk is over, for messages. */
const char *talk_heard(void);

/* The answer to a query, without the word response. */
const char *talk_query(Talk *talk, const char *what);

void talk_close_input(Talk *talk);
/* Waits for the end of the program: its exit status, or -1 when it hangs or was killed. */
int talk_exit_status(Talk *talk);

/* All that queries tell about the state of the engine. */
typedef struct {
    char text[20000];
} State;

void state_of(Talk *talk, State *state);
bool state_is(Talk *talk, const State *before);

/* A file with these bytes that is removed by bytes_file_free. */
typedef struct {
    char path[64];
} BytesFile;

BytesFile bytes_file_new(const char *bytes, size_t length);
void bytes_file_free(BytesFile *file);

#endif
