#include "common/proc_launch.h"

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
    LAUNCH_MS_MAX = 10000, /* from fork to exec: a program on a dead network disk must not keep us for ever */
    EXIT_EXEC_FAILED = 127
};

typedef struct {
    int input[2], output[2], errors[2], status[2];
} Pipes;

/* All that the child needs between fork and exec. */
typedef struct {
    const ProcSpec *spec;
    const Pipes *pipes;
    const char *path;
    char **environment;
    pid_t parent;
} ExecRequest;

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

/* The family's lock is held: without pipe2 there is a moment when a pipe is open and not yet close-on-exec, and no
 * other thread may fork in it. */
static bool open_pipe_cloexec(int ends[2]) {
#ifdef HAVE_PIPE2
    return pipe2(ends, O_CLOEXEC) == 0;
#else
    if (pipe(ends) != 0) return false;
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
#endif
}

void proc_launch_close(int *fd) {
    if (*fd >= 0) close(*fd); /* never retried: after EINTR the descriptor may already be somebody else's */
    *fd = -1;
}

/* If the host was started with a standard stream closed, a pipe may get 0, 1 or 2, which dup2 in the child would
 * overwrite. */
static bool move_above_standard(int *fd) {
    if (*fd > STDERR_FILENO) return true;
    int moved = fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    proc_launch_close(fd);
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

static bool open_pipes(Pipes *pipes, ProcStderr stderr_to) {
    *pipes = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    proc_family_lock();
    bool is_open = open_pipe(pipes->input) && open_pipe(pipes->output) && open_pipe(pipes->status) &&
                   set_nonblocking(pipes->input[1]) && set_nonblocking(pipes->output[0]);
    if (is_open && stderr_to == PROC_STDERR_LINES) {
        is_open = open_pipe(pipes->errors) && set_nonblocking(pipes->errors[0]);
    }
    int error = errno;
    proc_family_unlock();
    errno = error;
    return is_open;
}

static void close_pipes(Pipes *pipes) {
    for (int i = 0; i < 2; i++) {
        proc_launch_close(&pipes->input[i]);
        proc_launch_close(&pipes->output[i]);
        proc_launch_close(&pipes->errors[i]);
        proc_launch_close(&pipes->status[i]);
    }
}

/* From here to child_run: the child between fork and exec. Other threads of the parent may have held any lock when it
 * forked, so only async-signal-safe calls are allowed. */

static bool child_redirect(const Pipes *pipes, ProcStderr stderr_to) {
    if (dup2(pipes->input[0], STDIN_FILENO) < 0 || dup2(pipes->output[1], STDOUT_FILENO) < 0) return false;
    if (stderr_to == PROC_STDERR_INHERIT) return true;
    if (stderr_to == PROC_STDERR_LINES) return dup2(pipes->errors[1], STDERR_FILENO) >= 0;
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

static _Noreturn void child_run(const ExecRequest *request) {
    const ProcSpec *spec = request->spec;
    int status_fd = request->pipes->status[1];
    if (setpgid(0, 0) < 0) child_fail(status_fd, PROC_STEP_GROUP);
    child_die_with(request->parent);
    if (!child_redirect(request->pipes, spec->stderr_to)) child_fail(status_fd, PROC_STEP_REDIRECT);
    if (spec->dir != NULL && chdir(spec->dir) < 0) child_fail(status_fd, PROC_STEP_ENTER);
    child_reset_signals();
    execve(request->path, spec->argv, request->environment);
    child_fail(status_fd, PROC_STEP_RUN);
}

/* Signals are blocked while the child still has our handlers, which must not run there. */
static pid_t fork_child(const ExecRequest *request, FamilyMember *member) {
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    proc_family_lock();
    pid_t pid = fork();
    if (pid == 0) child_run(request); /* its copy of the lock is never used */
    int error = errno;
    if (pid > 0) proc_family_add(member, pid);
    proc_family_unlock();
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return pid;
}

/* True when the status pipe was closed by a successful exec. */
static bool exec_succeeded(int status_fd, ProcFailure *failure) {
    struct pollfd status = {.fd = status_fd, .events = POLLIN};
    int ready;
    do ready = poll(&status, 1, LAUNCH_MS_MAX);
    while (ready < 0 && errno == EINTR);
    *failure = (ProcFailure){PROC_STEP_RUN, ETIMEDOUT};
    if (ready <= 0) return false;
    ssize_t got;
    do got = read(status_fd, failure, sizeof *failure);
    while (got < 0 && errno == EINTR);
    return got != (ssize_t)sizeof *failure;
}

static void end_failed_child(FamilyMember *member) {
    kill(member->pid, SIGKILL);
    for (int i = 0; i < LAUNCH_MS_MAX; i++) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)member->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0) break;
        poll(NULL, 0, 1);
    }
    proc_family_remove(member);
}

static bool launch_into(Pipes *pipes, ExecRequest *request, FamilyMember *member, ProcFailure *failure) {
    bool is_open = open_pipes(pipes, request->spec->stderr_to);
    *failure = (ProcFailure){PROC_STEP_PIPES, errno};
    if (!is_open) return false;
    pid_t pid = fork_child(request, member);
    *failure = (ProcFailure){PROC_STEP_FORK, errno};
    if (pid < 0) return false;
    proc_launch_close(&pipes->input[0]);
    proc_launch_close(&pipes->output[1]);
    proc_launch_close(&pipes->errors[1]);
    proc_launch_close(&pipes->status[1]);
    if (exec_succeeded(pipes->status[0], failure)) return true;
    end_failed_child(member);
    return false;
}

bool proc_launch(Child *child, const ProcSpec *spec, ProcFailure *failure) {
    char path[PROGRAM_PATH_MAX];
    Pipes pipes = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    *failure = (ProcFailure){PROC_STEP_RUN, ENOENT};
    if (!find_program(spec->argv[0], path, sizeof path)) return false;
    proc_family_choose_mark(&child->member);
    ExecRequest request = {spec, &pipes, path, proc_family_environment(&child->member), getpid()};
    *failure = (ProcFailure){PROC_STEP_MEMORY, ENOMEM};
    bool is_running = request.environment != NULL && launch_into(&pipes, &request, &child->member, failure);
    free(request.environment);
    if (is_running) {
        child->input_fd = pipes.input[1];
        child->output_fd = pipes.output[0];
        child->error_fd = pipes.errors[0];
        pipes.input[1] = pipes.output[0] = pipes.errors[0] = -1;
    }
    close_pipes(&pipes);
    return is_running;
}
