/* A child process: its start, the two pipes to it, deadlines on both, and its end.
 *
 * Owns the child, its process group and our ends of its stdin and stdout. Invariant: from proc_new to proc_stop the
 * child is not reaped, even when it is dead, so its process id cannot pass to a stranger that we would then kill. No
 * call waits past its deadline, whatever the child does; how much the child sends has no effect on memory.
 *
 * Threads: a Proc belongs to one thread at a time. Different threads may start and run different children at the same
 * time; all descriptors are close-on-exec, so no child holds another's pipe open. Files that the caller opens itself
 * need O_CLOEXEC from the caller.
 *
 * Linux: the child gets SIGKILL when its parent dies, even if that was killed by SIGKILL. To the kernel the parent is
 * the THREAD that called proc_new: when that thread ends, its children die, though the process lives on. So start
 * children in the thread that uses them, or in one that outlives them. Grandchildren are reached only by proc_stop,
 * which kills the whole group; after proc_take_charge (Linux) also those that left it by setsid or setpgid. On Windows
 * the child and all its descendants are in a job, which ends with us or in proc_stop. On other systems a child of a
 * killed parent only sees the end of its input.
 *
 * Signals: the caller must ignore SIGPIPE (file_ignore_signals, once in main) and must not ignore SIGCHLD, or the
 * system reaps the child and nobody learns how it ended. The child starts with default signal handling and an empty
 * mask. It has a group of its own, so Ctrl-C in the terminal does not reach it; nor does Ctrl-Z, but for
 * proc_take_charge.
 *
 * Times are microseconds of clock_now_us(). Deadlines are absolute; one in the past means "do not wait". If we are held
 * up while we wait for the child (hold_ups.h), the deadline moves by as much. */
#ifndef ROWAN_COMMON_PROC_H
#define ROWAN_COMMON_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/cancel.h"

#define PROC_FOREVER INT64_MAX /* an enum constant would be an int */

enum { PROC_LINE_MAX_DEFAULT = 65536, PROC_ERROR_LINE_MAX = 500, PROC_TEXT_MAX = 256 };

typedef enum {
    PROC_OK,
    PROC_TIMEOUT,
    PROC_CLOSED,    /* the other end of the pipe is gone, or the child is dead */
    PROC_OVERLONG,  /* a line longer than line_max; the next read skips the rest of it */
    PROC_CANCELLED, /* by `cancel` */
    PROC_ERROR      /* a system call failed: proc_error */
} ProcResult;

typedef enum { PROC_STDERR_INHERIT, PROC_STDERR_NULL, PROC_STDERR_LINES /* to on_error_line */ } ProcStderr;

/* Called with each line that the child writes to standard error, without its end; what goes beyond PROC_ERROR_LINE_MAX
 * bytes is cut off, empty lines are left out. It is read while we wait for the child or for its output, in the thread
 * that waits. */
typedef void ProcErrorLine(void *context, const char *line);

/* Only proc_new uses it. Zero is a sensible value for everything except argv. */
typedef struct {
    /* Ends with NULL. Without a slash argv[0] is searched in PATH; a relative path is relative to dir. */
    char *const *argv;
    const char *dir; /* working directory of the child; NULL: ours */
    ProcStderr stderr_to;
    ProcErrorLine *on_error_line; /* NULL: dropped */
    void *context;                /* for it */
    size_t line_max;              /* bytes in a line without its end; 0: PROC_LINE_MAX_DEFAULT */
    const Cancel *cancel; /* once it is asked for, waiting reads and writes return PROC_CANCELLED; NULL: never */
} ProcSpec;

/* The steps of starting a child. */
typedef enum {
    PROC_STEP_MEMORY,
    PROC_STEP_PIPES,
    PROC_STEP_FORK,
    PROC_STEP_GROUP,
    PROC_STEP_REDIRECT,
    PROC_STEP_ENTER, /* dir */
    PROC_STEP_RUN,
} ProcStep;

typedef struct {
    ProcStep step; /* the one that failed */
    int error;     /* its errno */
} ProcFailure;

typedef struct {
    char *text;         /* without its LF or CRLF; NUL bytes become '?'; valid until the next read */
    int64_t arrival_us; /* when read() returned its last byte; if we were held up, our last look before that */
    int64_t held_us;    /* for how long we had been held up before that, since the start of the child */
    bool is_complete;   /* false: the output ended in the middle of this line */
} ProcLine;

typedef enum { PROC_EXITED, PROC_SIGNALLED, PROC_VANISHED /* somebody else reaped it */ } ProcEndKind;

typedef struct {
    ProcEndKind kind;
    int code;        /* exit status, or signal (Windows: exception) */
    bool was_forced; /* proc_stop had to end it */
} ProcEnd;

typedef struct Proc Proc;

/* For a program that runs engines, once in main, before it starts a thread. A write that fails is an error
 * (file_ignore_signals). Processes that our
 * children leave behind become our children, and proc_stop ends them, whatever group or session they are in (Linux).
 * Ctrl-Z stops the children with us, and they go on with us. If the program has no handlers of its own and dies by
 * Ctrl-C and other signals, its children and their orphans die with it. From now on all children must be started by
 * proc_new. */
void proc_take_charge(bool dies_by_signals);

/* Splits a command into words at blanks. Text in '...' is literal; in "..." and outside quotes a backslash makes the
 * next character literal. One block, ended by NULL: free() it. NULL with a reason (a static string) for an open quote,
 * an empty command, or lack of memory. */
char **proc_split_command(const char *command, const char **reason);
/* A backslash that does so: on Windows, where paths are full of them, only one before a double quote. */
bool proc_is_escape(const char *at);

/* Returns when the command runs; or NULL, with the cause, for instance that it cannot be executed. */
Proc *proc_new(const ProcSpec *spec, ProcFailure *failure);
void proc_failure_text(const ProcFailure *failure, const ProcSpec *spec, char *text, size_t size);

/* Kills the child at once if it still runs, reaps it and frees. NULL is fine. */
void proc_free(Proc *proc);

/* Sends text and a line feed. After anything but PROC_OK, part of the line may have been sent: then the child can only
 * be stopped. Text with a line break in it is refused: PROC_ERROR, EINVAL. */
ProcResult proc_write_line(Proc *proc, const char *text, int64_t deadline_us);
void proc_close_input(Proc *proc);

/* The next line. One that is already there is delivered even after the deadline, so that a host that was late itself
 * does not blame the child. A loop over lines must compare arrival_us with the deadline. */
ProcResult proc_read_line(Proc *proc, int64_t deadline_us, ProcLine *line);

/* Whether the child ends by itself before the deadline, and how. Does not reap it. */
bool proc_wait(Proc *proc, int64_t deadline_us, ProcEnd *end);

/* Closes the child's input and waits up to grace_ms, dropping its output; then sends SIGTERM to it and its group and
 * waits up to grace_ms again; then sends SIGKILL to both, which also ends what an obedient child left behind. Reaps it;
 * one that does not die even so, inside a system call that never ends, is given up after five seconds. With grace_ms 0,
 * SIGKILL comes at once. A second call only repeats the answer. */
ProcEnd proc_stop(Proc *proc, int64_t grace_ms);

/* "exited with status 3", "killed by signal 11 (segmentation fault)". */
void proc_end_text(ProcEnd end, char *text, size_t size);
/* The same for PROC_SIGNALLED alone: "signal 11 (segmentation fault)", "exception 0xc0000005 (access violation)". */
void proc_crash_text(int code, char *text, size_t size);

pid_t proc_pid(const Proc *proc);
/* Our end of its output, to be watched by poll together with others, never to be read; -1 when it is closed, and where
 * there is no poll. */
int proc_output_fd(const Proc *proc);
/* For how long we were held up while we waited for it. */
int64_t proc_held_us(const Proc *proc);
int proc_error(const Proc *proc); /* errno of the last PROC_ERROR */

#endif
