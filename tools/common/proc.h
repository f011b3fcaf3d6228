/* A child process: its start, the two pipes to it, deadlines on both, and its end.
 *
 * Owns the child, its process group and our ends of its stdin and stdout. Invariant: from proc_new to proc_stop the
 * child is not reaped, even when it is dead, so its process id cannot be given to a stranger that we would then kill.
 * No call waits past its deadline, whatever the child does; none allocates by what the child sends.
 *
 * Threads: a Proc belongs to one thread at a time. Different threads may start and run different children at the same
 * time; all descriptors are close-on-exec, so no child holds another's pipe open. Files that the caller opens itself
 * need O_CLOEXEC from the caller.
 *
 * Linux: the child gets SIGKILL when the parent dies, also by SIGKILL. The kernel takes "parent" to be the THREAD that
 * called proc_new: when that thread ends, its children die, though the process lives on. So start children in the
 * thread that uses them, or in one that outlives them. The children of a child are not reached by this, only by
 * proc_stop, which kills the whole group (one that leaves by setsid or setpgid escapes). Elsewhere a child of a killed
 * parent sees the end of its input, no more.
 *
 * Signals: the caller must ignore SIGPIPE (proc_ignore_sigpipe, once in main), and must not ignore SIGCHLD, or the
 * system reaps for us and the way a child ended is lost. The child starts with default signal handling and an empty
 * mask. Being in a group of its own, it does not get the Ctrl-C of the terminal.
 *
 * Times are clock_now_us() microseconds: deadlines are absolute, and one in the past means "do not wait". */
#ifndef ROWAN_COMMON_PROC_H
#define ROWAN_COMMON_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PROC_FOREVER INT64_MAX /* an enum constant would be an int */

enum { PROC_LINE_MAX_DEFAULT = 65536, PROC_TEXT_MAX = 256 };

typedef enum {
    PROC_OK,
    PROC_TIMEOUT,
    PROC_CLOSED,    /* the other end of the pipe is gone, or the child is dead */
    PROC_OVERLONG,  /* a line longer than line_max; its rest is skipped by the next read */
    PROC_CANCELLED, /* cancel_fd became readable */
    PROC_ERROR      /* a system call failed: proc_error */
} ProcResult;

typedef enum { PROC_STDERR_INHERIT, PROC_STDERR_NULL } ProcStderr;

/* Used by proc_new only, not kept. Zero is a sensible value for all but argv. */
typedef struct {
    /* Ends with NULL. Without a slash argv[0] is searched in PATH; a relative path is relative to dir. */
    char *const *argv;
    const char *dir; /* working directory of the child; NULL: ours */
    ProcStderr stderr_to;
    size_t line_max; /* bytes in a line without its end; 0: PROC_LINE_MAX_DEFAULT */
    /* > 0: waiting reads and writes return PROC_CANCELLED once it is readable (a self-pipe for Ctrl-C). */
    int cancel_fd;
} ProcSpec;

/* What has to be done to start a child. */
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
    ProcStep step; /* that failed */
    int error;     /* its errno */
} ProcFailure;

typedef struct {
    char *text;         /* until the next read; without its LF or CRLF; a NUL byte inside became '?' */
    int64_t arrival_us; /* when read() returned its last byte */
    bool is_complete;   /* false: the output ended in the middle of this line */
} ProcLine;

typedef enum { PROC_EXITED, PROC_SIGNALLED, PROC_VANISHED /* somebody else reaped it */ } ProcEndKind;

typedef struct {
    ProcEndKind kind;
    int code;        /* exit status, or signal */
    bool was_forced; /* proc_stop had to send a signal */
} ProcEnd;

typedef struct Proc Proc;

/* A write to a dead child is then PROC_CLOSED instead of the end of us. For main(); the only process-wide effect
 * here. */
void proc_ignore_sigpipe(void);

/* Splits at blanks; '...' is literal, in "..." and outside a backslash takes the next character as it is. One block,
 * ended by NULL: free() it. NULL with a reason (a static string) for an open quote, an empty command, no memory. */
char **proc_split_command(const char *command, const char **reason);

/* Returns when the command runs, or NULL and why not (a command that cannot be executed included). */
Proc *proc_new(const ProcSpec *spec, ProcFailure *failure);
void proc_failure_text(const ProcFailure *failure, const ProcSpec *spec, char *text, size_t size);

/* Kills what still runs, without grace, reaps and frees. NULL is fine. */
void proc_free(Proc *proc);

/* Sends text and a line feed. After anything but PROC_OK part of the line may have been sent: only stop it then. Text
 * with a line break inside is refused: PROC_ERROR, EINVAL. */
ProcResult proc_write_line(Proc *proc, const char *text, int64_t deadline_us);
void proc_close_input(Proc *proc);

/* The next line. One that is already there is delivered even after the deadline, so that a host that was late itself
 * does not blame the child; who loops over lines has to compare arrival_us with the deadline. */
ProcResult proc_read_line(Proc *proc, int64_t deadline_us, ProcLine *line);

/* Whether the child ends by itself before the deadline; tells how, does not reap. */
bool proc_wait(Proc *proc, int64_t deadline_us, ProcEnd *end);

/* Closes its input and waits up to grace_ms (its output is read and dropped); then SIGTERM to the group and again up to
 * grace_ms; then SIGKILL to the group, also to what an obedient child left behind. Reaps. A second call only repeats
 * the answer. With grace_ms 0 it is SIGKILL at once. */
ProcEnd proc_stop(Proc *proc, int64_t grace_ms);

/* "exited with status 3", "killed by signal 11 (segmentation fault)". */
void proc_end_text(ProcEnd end, char *text, size_t size);
/* "segmentation fault", or "unknown". */
const char *proc_signal_name(int signal_number);

pid_t proc_pid(const Proc *proc);
int proc_error(const Proc *proc); /* errno of the last PROC_ERROR */

#endif
