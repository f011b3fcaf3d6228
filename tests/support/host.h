/* A host for tests: it drives the engine program line by line.
 *
 * The program is the one in the directory ROWAN_BIN. Every wait has a deadline that only a hanging engine reaches. In
 * patterns `*` stands for any run of characters; everything else is literal. */
#ifndef ROWAN_TESTS_SUPPORT_HOST_H
#define ROWAN_TESTS_SUPPORT_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool matches(const char *text, const char *pattern);

typedef struct Host Host;

/* With a file name, the program reads that file before it listens to us. Never NULL. */
Host *host_new(const char *first_input);
/* Kills a program that still runs. */
void host_free(Host *host);

/* Sends lines, one or several separated by \n. */
void host_send(Host *host, const char *lines);
/* Sends lines, then isready, and waits for its answer; what came before is dropped. */
bool host_settle(Host *host, const char *lines);

/* The next line; "(timeout)" or "(end)" when there is none. Valid until the next call. */
const char *host_line(Host *host);
/* The same, with another deadline than the long one. */
const char *host_line_within(Host *host, int64_t ms);
/* The next line matches. */
bool host_hears(Host *host, const char *pattern);
/* Reads up to a line that matches. */
bool host_waits_for(Host *host, const char *pattern);
/* The last line that any host heard; stays when that host is gone, for messages. */
const char *host_heard(void);

/* The answer to a query, without the word response. */
const char *host_query(Host *host, const char *what);

void host_close_input(Host *host);
/* Waits for the end of the program: its exit status, or -1 when it hangs or was killed. */
int host_exit_status(Host *host);

/* All that queries tell about the state of the engine. */
typedef struct {
    char text[20000];
} State;

void state_of(Host *host, State *state);
bool state_is(Host *host, const State *before);

/* A file with these bytes that is removed by bytes_file_free. */
typedef struct {
    char path[64];
} BytesFile;

BytesFile bytes_file_new(const char *bytes, size_t length);
void bytes_file_free(BytesFile *file);

#endif
