#include "common/proc.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

#if defined(__linux__) && !defined(PROC_WITHOUT_PIPE2)
#define HAVE_PIPE2 1
/* POSIX.1-2008 hides this declaration. _GNU_SOURCE would show it, but swaps strerror_r for one that is not POSIX's. */
int pipe2(int ends[2], int flags);
#endif
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
    PROGRAM_PATH_MAX = 4096,
    POLL_SLICE_MS = 200, /* how soon a dead child is noticed whose own children keep the pipe open */
    WAIT_STEP_MAX_MS = 16,
    EXIT_EXEC_FAILED = 127
};

struct Proc {
    pid_t pid;     /* also the process group */
    int input_fd;  /* our end of its stdin; -1 when closed */
    int output_fd; /* our end of its stdout */
    int cancel_fd; /* -1: none */
    int error;
    bool has_ended; /* then `end` is known */
    bool is_reaped;
    ProcEnd end;
    /* Unread output is buffer[start, fill); no line feed before `scanned`. We read() only when no complete line is left
     * in it, so the last read() is the one that completed every line found there: read_us is their arrival. */
    char *buffer;
    size_t line_max, start, scanned, fill;
    bool is_skipping; /* inside the rest of an overlong line */
    bool at_eof;
    int64_t read_us;
};

typedef struct {
    int input[2], output[2], status[2];
} Pipes;

static const char *const step_names[] = {
    [PROC_STEP_MEMORY] = "allocate memory for",
    [PROC_STEP_PIPES] = "open pipes for",
    [PROC_STEP_FORK] = "fork for",
    [PROC_STEP_GROUP] = "make a process group for",
    [PROC_STEP_REDIRECT] = "redirect",
    [PROC_STEP_ENTER] = "enter",
    [PROC_STEP_RUN] = "run",
};

void proc_ignore_sigpipe(void) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
}

/* Copies one word without its quotes, returns where the text goes on, or NULL when a quote stays open. */
static const char *copy_word(const char *from, char **to) {
    char quote = '\0';
    for (; *from != '\0' && (quote != '\0' || !char_is_space(*from)); from++) {
        if (quote != '\0' && *from == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*from == '\'' || *from == '"')) {
            quote = *from;
        } else {
            if (*from == '\\' && quote != '\'' && from[1] != '\0') from++;
            *(*to)++ = *from;
        }
    }
    *(*to)++ = '\0';
    return quote != '\0' ? NULL : from;
}

char **proc_split_command(const char *command, const char **reason) {
    /* n characters hold at most n/2 + 1 words, and the words' text is never longer than the command. */
    size_t length = strlen(command), words_max = length / 2 + 2;
    char **argv = malloc(words_max * sizeof *argv + length + 1);
    *reason = "not enough memory";
    if (argv == NULL) return NULL;
    char *text = (char *)(argv + words_max);
    size_t count = 0;
    const char *rest = command;
    while (rest != NULL) {
        while (char_is_space(*rest)) rest++;
        if (*rest == '\0') break;
        argv[count++] = text;
        rest = copy_word(rest, &text);
    }
    argv[count] = NULL;
    *reason = rest == NULL ? "a quote is not closed" : "the command is empty";
    if (rest != NULL && count > 0 && argv[0][0] != '\0') return argv;
    free(argv);
    return NULL;
}

static bool is_program(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

/* Searches PATH before the fork, because execvp is not async-signal-safe. */
static bool find_program(const char *name, char *path, size_t size) {
    if (strchr(name, '/') != NULL) return (size_t)snprintf(path, size, "%s", name) < size;
    const char *folder = getenv("PATH");
    if (folder == NULL) folder = "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        size_t length = strcspn(folder, ":");
        int written = snprintf(path, size, "%.*s%s%s", (int)length, folder, length > 0 ? "/" : "./", name);
        if (written > 0 && (size_t)written < size && is_program(path)) return true;
        if (folder[length] == '\0') return false;
        folder += length + 1;
    }
}

#ifdef HAVE_PIPE2
static bool open_pipe_cloexec(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0;
}

static pid_t fork_between_pipes(void) {
    return fork();
}
#else
/* Without pipe2 there is a moment when a pipe is open and not yet close-on-exec: no other thread may fork in it. */
static pthread_mutex_t fork_lock = PTHREAD_MUTEX_INITIALIZER;

static bool open_pipe_cloexec(int ends[2]) {
    pthread_mutex_lock(&fork_lock);
    bool ok = pipe(ends) == 0;
    if (ok) ok = fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
    pthread_mutex_unlock(&fork_lock);
    return ok;
}

static pid_t fork_between_pipes(void) {
    pthread_mutex_lock(&fork_lock);
    pid_t pid = fork();
    if (pid != 0) pthread_mutex_unlock(&fork_lock); /* the child's copy of the lock is never used */
    return pid;
}
#endif

static void close_fd(int *fd) {
    if (*fd >= 0) close(*fd); /* never retried: after EINTR the descriptor may already be somebody else's */
    *fd = -1;
}

/* If the host was started with a standard stream closed, a pipe may get 0, 1 or 2, which dup2 in the child would
 * overwrite. */
static bool move_above_standard(int *fd) {
    if (*fd > STDERR_FILENO) return true;
    int moved = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close_fd(fd);
    *fd = moved;
    return moved >= 0;
}

static bool open_pipe(int ends[2]) {
    if (!open_pipe_cloexec(ends)) return false;
    return move_above_standard(&ends[0]) && move_above_standard(&ends[1]);
}

static bool set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static bool open_pipes(Pipes *pipes) {
    *pipes = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}};
    return open_pipe(pipes->input) && open_pipe(pipes->output) && open_pipe(pipes->status) &&
           set_nonblocking(pipes->input[1]) && set_nonblocking(pipes->output[0]);
}

static void close_pipes(Pipes *pipes) {
    for (int i = 0; i < 2; i++) {
        close_fd(&pipes->input[i]);
        close_fd(&pipes->output[i]);
        close_fd(&pipes->status[i]);
    }
}

/* From here to child_run: the child between fork and exec. Other threads of the parent may have held any lock when it
 * forked, so only async-signal-safe calls are allowed. */

static bool child_redirect(const Pipes *pipes, ProcStderr stderr_to) {
    if (dup2(pipes->input[0], STDIN_FILENO) < 0 || dup2(pipes->output[1], STDOUT_FILENO) < 0) return false;
    if (stderr_to == PROC_STDERR_INHERIT) return true;
    int null_fd = open("/dev/null", O_WRONLY);
    if (null_fd < 0 || dup2(null_fd, STDERR_FILENO) < 0) return false;
    if (null_fd != STDERR_FILENO) close(null_fd);
    return true;
}

/* Signals that the parent ignores would stay ignored (SIGPIPE above all). */
static void child_reset_signals(void) {
#ifdef SIGRTMAX
    int last = SIGRTMAX;
#else
    int last = 31;
#endif
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int i = 1; i <= last; i++) sigaction(i, &standard, NULL); /* fails for KILL and STOP, as it should */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void child_die_with(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(EXIT_EXEC_FAILED); /* the parent died before prctl, so no signal will come */
#else
    (void)parent;
#endif
}

/* A failure goes to the parent through the status pipe; a successful exec closes the pipe. */
static _Noreturn void child_fail(int status_fd, ProcStep step) {
    ProcFailure failure = {step, errno};
    ssize_t written = write(status_fd, &failure, sizeof failure); /* less than PIPE_BUF: whole or not at all */
    (void)written;
    _exit(EXIT_EXEC_FAILED);
}

static _Noreturn void child_run(const ProcSpec *spec, const char *path, const Pipes *pipes, pid_t parent) {
    int status_fd = pipes->status[1];
    if (setpgid(0, 0) < 0) child_fail(status_fd, PROC_STEP_GROUP);
    child_die_with(parent);
    if (!child_redirect(pipes, spec->stderr_to)) child_fail(status_fd, PROC_STEP_REDIRECT);
    if (spec->dir != NULL && chdir(spec->dir) < 0) child_fail(status_fd, PROC_STEP_ENTER);
    child_reset_signals();
    execv(path, spec->argv);
    child_fail(status_fd, PROC_STEP_RUN);
}

/* Signals are blocked while the child still has our handlers, which must not run there. */
static pid_t fork_child(const ProcSpec *spec, const char *path, const Pipes *pipes) {
    sigset_t all, old;
    sigfillset(&all);
    pid_t parent = getpid();
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t pid = fork_between_pipes();
    if (pid == 0) child_run(spec, path, pipes, parent);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return pid;
}

/* True when the status pipe was closed by a successful exec. */
static bool exec_succeeded(int status_fd, ProcFailure *failure) {
    ssize_t got;
    do got = read(status_fd, failure, sizeof *failure);
    while (got < 0 && errno == EINTR);
    return got != (ssize_t)sizeof *failure;
}

static void reap(pid_t pid) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}

static bool launch(Proc *proc, const ProcSpec *spec, Pipes *pipes, ProcFailure *failure) {
    char path[PROGRAM_PATH_MAX];
    *failure = (ProcFailure){PROC_STEP_RUN, ENOENT};
    if (!find_program(spec->argv[0], path, sizeof path)) return false;
    bool is_open = open_pipes(pipes);
    *failure = (ProcFailure){PROC_STEP_PIPES, errno};
    if (!is_open) return false;
    proc->pid = fork_child(spec, path, pipes);
    *failure = (ProcFailure){PROC_STEP_FORK, errno};
    if (proc->pid < 0) return false;
    close_fd(&pipes->input[0]);
    close_fd(&pipes->output[1]);
    close_fd(&pipes->status[1]);
    if (exec_succeeded(pipes->status[0], failure)) return true;
    reap(proc->pid);
    return false;
}

static Proc *allocate(size_t line_max) {
    Proc *proc = calloc(1, sizeof *proc);
    if (proc == NULL) return NULL;
    proc->line_max = line_max > 0 ? line_max : PROC_LINE_MAX_DEFAULT;
    proc->buffer = malloc(proc->line_max + 1);
    if (proc->buffer != NULL) return proc;
    free(proc);
    return NULL;
}

Proc *proc_new(const ProcSpec *spec, ProcFailure *failure) {
    assert(spec->argv != NULL && spec->argv[0] != NULL);
    Pipes pipes = {{-1, -1}, {-1, -1}, {-1, -1}};
    *failure = (ProcFailure){PROC_STEP_MEMORY, ENOMEM};
    Proc *proc = allocate(spec->line_max);
    if (proc != NULL && launch(proc, spec, &pipes, failure)) {
        proc->cancel_fd = spec->cancel_fd > 0 ? spec->cancel_fd : -1;
        proc->input_fd = pipes.input[1];
        proc->output_fd = pipes.output[0];
        close_fd(&pipes.status[0]);
        return proc;
    }
    close_pipes(&pipes);
    if (proc != NULL) free(proc->buffer);
    free(proc);
    return NULL;
}

void proc_failure_text(const ProcFailure *failure, const ProcSpec *spec, char *text, size_t size) {
    char cause[PROC_TEXT_MAX];
    if (strerror_r(failure->error, cause, sizeof cause) != 0) snprintf(cause, sizeof cause, "error %d", failure->error);
    const char *what = failure->step == PROC_STEP_ENTER ? spec->dir : spec->argv[0];
    snprintf(text, size, "cannot %s '%s': %s", step_names[failure->step], what, cause);
}

/* Looks without reaping (WNOWAIT), see the invariant in the header. */
static bool has_ended(Proc *proc) {
    if (proc->has_ended) return true;
    siginfo_t info;
    memset(&info, 0, sizeof info);
    int result;
    do result = waitid(P_PID, (id_t)proc->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    while (result < 0 && errno == EINTR);
    if (result == 0 && info.si_pid == 0) return false;
    proc->has_ended = true;
    if (result < 0) {
        proc->end = (ProcEnd){.kind = PROC_VANISHED};
    } else {
        proc->end = (ProcEnd){info.si_code == CLD_EXITED ? PROC_EXITED : PROC_SIGNALLED, info.si_status, false};
    }
    return true;
}

static int slice_ms(int64_t left_us, int most_ms) {
    if (left_us <= 0) return 0;
    return left_us / 1000 >= most_ms ? most_ms : (int)((left_us + 999) / 1000);
}

static ProcResult fail_with(Proc *proc, int error) {
    proc->error = error;
    return PROC_ERROR;
}

/* Waits until fd is ready. In slices, because a dead child's own children may hold its end of the pipe open. */
static ProcResult await_ready(Proc *proc, int fd, short events, int64_t deadline_us) {
    struct pollfd watched[2] = {{.fd = fd, .events = events}, {.fd = proc->cancel_fd, .events = POLLIN}};
    for (bool was_dead = false;;) {
        int64_t left_us = deadline_us - clock_now_us();
        int ready = poll(watched, 2, was_dead ? 0 : slice_ms(left_us, POLL_SLICE_MS));
        if (ready < 0 && errno != EINTR) return fail_with(proc, errno);
        if (ready > 0) return watched[1].revents != 0 ? PROC_CANCELLED : PROC_OK;
        if (was_dead) return PROC_CLOSED;
        if (left_us <= 0) return PROC_TIMEOUT;
        was_dead = ready == 0 && has_ended(proc); /* one more look: its last output may have come just before its end */
    }
}

static ProcResult write_all(Proc *proc, const char *text, size_t length, int64_t deadline_us) {
    while (length > 0) {
        ssize_t written = write(proc->input_fd, text, length);
        if (written >= 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EPIPE) {
            return PROC_CLOSED;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            ProcResult waited = await_ready(proc, proc->input_fd, POLLOUT, deadline_us);
            if (waited != PROC_OK) return waited;
        } else if (errno != EINTR) {
            return fail_with(proc, errno);
        }
    }
    return PROC_OK;
}

ProcResult proc_write_line(Proc *proc, const char *text, int64_t deadline_us) {
    if (proc->input_fd < 0) return PROC_CLOSED;
    if (strpbrk(text, "\r\n") != NULL) return fail_with(proc, EINVAL);
    /* One write for text and line feed: the child wakes once, for a whole line. */
    size_t length = strlen(text);
    char *line = malloc(length + 1);
    if (line == NULL) return fail_with(proc, ENOMEM);
    memcpy(line, text, length);
    line[length] = '\n';
    ProcResult result = write_all(proc, line, length + 1, deadline_us);
    free(line);
    return result;
}

void proc_close_input(Proc *proc) {
    close_fd(&proc->input_fd);
}

static void deliver(Proc *proc, size_t end, bool is_complete, ProcLine *line) {
    char *text = proc->buffer + proc->start;
    size_t length = end - proc->start;
    if (is_complete && length > 0 && text[length - 1] == '\r') length--;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\0') text[i] = '?';
    }
    text[length] = '\0';
    *line = (ProcLine){text, proc->read_us, is_complete};
}

/* Takes a complete line out of the buffer, first dropping the rest of an overlong one. */
static bool take_line(Proc *proc, ProcLine *line) {
    for (;;) {
        char *feed = memchr(proc->buffer + proc->scanned, '\n', proc->fill - proc->scanned);
        if (feed == NULL) break;
        size_t end = (size_t)(feed - proc->buffer);
        bool was_skipping = proc->is_skipping;
        if (!was_skipping) deliver(proc, end, true, line);
        proc->start = proc->scanned = end + 1;
        proc->is_skipping = false;
        if (!was_skipping) return true;
    }
    proc->scanned = proc->fill;
    if (proc->is_skipping) proc->start = proc->scanned = proc->fill = 0;
    return false;
}

static bool take_cut_line(Proc *proc, ProcLine *line) {
    if (proc->start == proc->fill) return false;
    deliver(proc, proc->fill, false, line);
    proc->start = proc->scanned = proc->fill = 0;
    return true;
}

static void make_room(Proc *proc) {
    if (proc->start == 0) return;
    proc->fill -= proc->start;
    memmove(proc->buffer, proc->buffer + proc->start, proc->fill);
    proc->scanned -= proc->start;
    proc->start = 0;
}

static ProcResult refill(Proc *proc, int64_t deadline_us) {
    ProcResult waited = await_ready(proc, proc->output_fd, POLLIN, deadline_us);
    if (waited == PROC_CLOSED) proc->at_eof = true;
    if (waited != PROC_OK) return waited == PROC_CLOSED ? PROC_OK : waited;
    ssize_t got = read(proc->output_fd, proc->buffer + proc->fill, proc->line_max + 1 - proc->fill);
    int error = errno;
    proc->read_us = clock_now_us();
    if (got > 0) proc->fill += (size_t)got;
    if (got == 0) proc->at_eof = true;
    if (got >= 0 || error == EINTR || error == EAGAIN || error == EWOULDBLOCK) return PROC_OK;
    return fail_with(proc, error);
}

ProcResult proc_read_line(Proc *proc, int64_t deadline_us, ProcLine *line) {
    for (bool has_read = false;; has_read = true) {
        if (take_line(proc, line)) return PROC_OK;
        make_room(proc);
        if (proc->fill > proc->line_max) {
            proc->is_skipping = true;
            return PROC_OVERLONG;
        }
        if (proc->at_eof) return take_cut_line(proc, line) ? PROC_OK : PROC_CLOSED;
        /* Past the deadline one look is enough: a flood without line feeds never ends. */
        if (has_read && proc->read_us > deadline_us) return PROC_TIMEOUT;
        ProcResult result = refill(proc, deadline_us);
        if (result != PROC_OK) return result;
    }
}

static void discard_output(Proc *proc) {
    ssize_t got = read(proc->output_fd, proc->buffer, proc->line_max + 1);
    if (got == 0) proc->at_eof = true;
}

/* POSIX has no wait with a deadline. The end of its output usually wakes us the moment the child dies. */
static bool wait_for_end(Proc *proc, int64_t deadline_us, bool is_draining) {
    for (int step_ms = 1; !has_ended(proc); step_ms = step_ms < WAIT_STEP_MAX_MS ? step_ms * 2 : step_ms) {
        int64_t left_us = deadline_us - clock_now_us();
        if (left_us <= 0) return false;
        struct pollfd output = {.fd = is_draining && !proc->at_eof ? proc->output_fd : -1, .events = POLLIN};
        if (poll(&output, 1, slice_ms(left_us, step_ms)) > 0) discard_output(proc);
    }
    return true;
}

bool proc_wait(Proc *proc, int64_t deadline_us, ProcEnd *end) {
    if (!wait_for_end(proc, deadline_us, false)) return false;
    *end = proc->end;
    return true;
}

ProcEnd proc_stop(Proc *proc, int64_t grace_ms) {
    if (proc->is_reaped) return proc->end;
    proc_close_input(proc);
    proc->start = proc->scanned = proc->fill = 0;
    bool obeyed = wait_for_end(proc, clock_now_us() + grace_ms * 1000, true);
    if (!obeyed && grace_ms > 0) {
        kill(-proc->pid, SIGTERM);
        wait_for_end(proc, clock_now_us() + grace_ms * 1000, true);
    }
    /* While the child is not reaped its id still names this group and no other. */
    if (!proc->has_ended || proc->end.kind != PROC_VANISHED) kill(-proc->pid, SIGKILL);
    wait_for_end(proc, PROC_FOREVER, true);
    proc->end.was_forced = !obeyed;
    reap(proc->pid);
    proc->is_reaped = true;
    close_fd(&proc->output_fd);
    proc->at_eof = true;
    return proc->end;
}

void proc_free(Proc *proc) {
    if (proc == NULL) return;
    proc_stop(proc, 0);
    free(proc->buffer);
    free(proc);
}

/* strsignal is not thread-safe. */
const char *proc_signal_name(int signal_number) {
    static const struct {
        int number;
        const char *name;
    } names[] = {
        {SIGABRT, "abort"},
        {SIGALRM, "alarm"},
        {SIGBUS, "bus error"},
        {SIGFPE, "arithmetic"},
        {SIGHUP, "hangup"},
        {SIGILL, "illegal instruction"},
        {SIGINT, "interrupt"},
        {SIGKILL, "kill"},
        {SIGPIPE, "broken pipe"},
        {SIGQUIT, "quit"},
        {SIGSEGV, "segmentation fault"},
        {SIGTERM, "terminate"},
        {SIGTRAP, "trap"},
        {SIGXCPU, "cpu time limit"},
        {SIGXFSZ, "file size limit"},
        {SIGSYS, "bad system call"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].number == signal_number) return names[i].name;
    }
    return "unknown";
}

void proc_end_text(ProcEnd end, char *text, size_t size) {
    switch (end.kind) {
    case PROC_EXITED:
        snprintf(text, size, "exited with status %d", end.code);
        break;
    case PROC_SIGNALLED:
        snprintf(text, size, "killed by signal %d (%s)", end.code, proc_signal_name(end.code));
        break;
    case PROC_VANISHED:
        snprintf(text, size, "ended in an unknown way");
        break;
    }
}

pid_t proc_pid(const Proc *proc) {
    return proc->pid;
}

int proc_error(const Proc *proc) {
    return proc->error;
}
