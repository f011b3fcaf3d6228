/* The seam between proc.h and the system: a process, our ends of its pipes, and waiting for them. child_posix.c has it,
 * or child_windows.c, whichever the Makefile takes; proc.c says what is done with it. Only child_new and child_await
 * wait. */
#ifndef ROWAN_COMMON_CHILD_H
#define ROWAN_COMMON_CHILD_H

#include "common/proc.h"

typedef struct Child Child;

/* What can be waited for: something to read, or its end; room to write; a request to stop. */
typedef enum { CHILD_OUTPUT = 1, CHILD_ERRORS = 2, CHILD_INPUT = 4, CHILD_CANCEL = 8 } ChildEvent;

/* Waits until the command runs. NULL with the cause if it does not; then nothing is left behind. */
Child *child_new(const ProcSpec *spec, ProcFailure *failure);
/* After its end: reaps it, ends what it left behind, and closes the pipes. */
void child_free(Child *child);

/* Which of these events there are, after at most so long, or sooner if the child ends. -1 with errno. */
int child_await(Child *child, int events, int wait_ms);
/* How many bytes were read from CHILD_OUTPUT or CHILD_ERRORS; 0 at the end. -1 with errno, EAGAIN: nothing is there. */
long child_read(Child *child, ChildEvent from, char *text, size_t size);
/* How many bytes were taken. -1 with errno, EAGAIN: there is no room; EPIPE: nobody reads any more. */
long child_write(Child *child, const char *text, size_t length);
void child_close_input(Child *child);

/* Whether it has ended, and how. */
bool child_has_ended(const Child *child, ProcEnd *end);
/* Ends it and what it has started: by asking, where the system can do that, or at once. */
void child_ask_to_end(const Child *child);
void child_kill(const Child *child);

pid_t child_pid(const Child *child);
int child_output_fd(const Child *child);

#endif
