/* Processes, pipes and signals of POSIX: child.h and cancel.h. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cancel.h"
#include "common/proc_launch.h"

/* Requests to stop: a byte in a pipe that nobody reads */

struct Cancel {
    int fds[2];
};

/* All that a signal handler may touch. */
static volatile sig_atomic_t caught_signal;
static volatile sig_atomic_t cancel_write_fd = -1;

Cancel *cancel_new(void) {
    Cancel *cancel = malloc(sizeof *cancel);
    if (cancel == NULL || pipe(cancel->fds) != 0) {
        free(cancel);
        return NULL;
    }
    const int *fds = cancel->fds;
    bool is_fine = fcntl(fds[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(fds[1], F_SETFD, FD_CLOEXEC) == 0;
    /* A signal handler must never wait, however often it is called. */
    if (is_fine && fcntl(fds[1], F_SETFL, O_NONBLOCK) == 0) return cancel;
    int error = errno;
    cancel_free(cancel);
    errno = error;
    return NULL;
}

void cancel_free(Cancel *cancel) {
    if (cancel == NULL) return;
    cancel_write_fd = -1; /* signals are still caught */
    close(cancel->fds[0]);
    close(cancel->fds[1]);
    free(cancel);
}

void cancel_ask(const Cancel *cancel) {
    ssize_t written;
    do written = write(cancel->fds[1], "x", 1);
    while (written < 0 && errno == EINTR);
}

bool cancel_is_asked(const Cancel *cancel, int wait_ms) {
    struct pollfd watched = {.fd = cancel->fds[0], .events = POLLIN};
    return poll(&watched, 1, wait_ms) > 0;
}

static void on_signal(int number) {
    int error = errno; /* of whoever is interrupted */
    caught_signal = number;
    ssize_t written = write((int)cancel_write_fd, "x", 1);
    (void)written;
    errno = error;
}

void cancel_on_signals(const Cancel *cancel) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = cancel != NULL ? on_signal : SIG_DFL, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (cancel != NULL) cancel_write_fd = cancel->fds[1];
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) sigaction(signals[i], &action, NULL);
}

int cancel_signal(void) {
    return (int)caught_signal;
}

/* Children */

Child *child_new(const ProcSpec *spec, ProcFailure *failure) {
    *failure = (ProcFailure){PROC_STEP_MEMORY, ENOMEM};
    Child *child = calloc(1, sizeof *child);
    if (child == NULL) return NULL;
    child->cancel_fd = spec->cancel != NULL ? spec->cancel->fds[0] : -1;
    if (proc_launch(child, spec, failure)) return child;
    free(child);
    return NULL;
}

void child_free(Child *child) {
    proc_family_remove(&child->member);
    proc_family_end_orphans();
    proc_launch_close(&child->input_fd);
    proc_launch_close(&child->output_fd);
    proc_launch_close(&child->error_fd);
    free(child);
}

int child_await(Child *child, int events, int wait_ms) {
    const struct {
        ChildEvent event;
        int fd;
        short happening;
    } ways[] = {{CHILD_OUTPUT, child->output_fd, POLLIN},
                {CHILD_ERRORS, child->error_fd, POLLIN},
                {CHILD_INPUT, child->input_fd, POLLOUT},
                {CHILD_CANCEL, child->cancel_fd, POLLIN}};
    enum { WAYS = sizeof ways / sizeof ways[0] };
    struct pollfd watched[WAYS];
    for (int i = 0; i < WAYS; i++) {
        bool is_wanted = (events & (int)ways[i].event) != 0;
        watched[i] = (struct pollfd){.fd = is_wanted ? ways[i].fd : -1, .events = ways[i].happening};
    }
    if (poll(watched, WAYS, wait_ms) < 0) return -1;
    int found = 0;
    for (int i = 0; i < WAYS; i++) found |= watched[i].revents != 0 ? (int)ways[i].event : 0;
    return found;
}

long child_read(Child *child, ChildEvent from, char *text, size_t size) {
    int *fd = from == CHILD_ERRORS ? &child->error_fd : &child->output_fd;
    if (*fd < 0) return 0;
    ssize_t got = read(*fd, text, size);
    if (got == 0 && from == CHILD_ERRORS) proc_launch_close(fd);
    return (long)got;
}

long child_write(Child *child, const char *text, size_t length) {
    if (child->input_fd >= 0) return (long)write(child->input_fd, text, length);
    errno = EPIPE;
    return -1;
}

void child_close_input(Child *child) {
    proc_launch_close(&child->input_fd);
}

/* Looks without reaping (WNOWAIT), see the invariant in proc.h. */
bool child_has_ended(const Child *child, ProcEnd *end) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    int result;
    do result = waitid(P_PID, (id_t)child->member.pid, &info, WEXITED | WNOHANG | WNOWAIT);
    while (result < 0 && errno == EINTR);
    if (result == 0 && info.si_pid == 0) return false;
    *end = (ProcEnd){info.si_code == CLD_EXITED ? PROC_EXITED : PROC_SIGNALLED, info.si_status, false};
    if (result < 0) *end = (ProcEnd){.kind = PROC_VANISHED};
    return true;
}

/* To the group, and to the process itself, which may have moved to another group. While it is not reaped its id names
 * nobody else; one that vanished is no longer ours. */
static void send_signal(const Child *child, int number) {
    ProcEnd end;
    if (child_has_ended(child, &end) && end.kind == PROC_VANISHED) return;
    kill(-child->member.pid, number);
    kill(child->member.pid, number);
}

void child_ask_to_end(const Child *child) {
    send_signal(child, SIGTERM);
}

void child_kill(const Child *child) {
    send_signal(child, SIGKILL);
}

pid_t child_pid(const Child *child) {
    return child->member.pid;
}

int child_output_fd(const Child *child) {
    return child->output_fd;
}

/* strsignal is not thread-safe. */
static const char *signal_name(int number) {
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
        if (names[i].number == number) return names[i].name;
    }
    return "unknown";
}

void proc_crash_text(int code, char *text, size_t size) {
    snprintf(text, size, "signal %d (%s)", code, signal_name(code));
}

bool proc_is_escape(const char *at) {
    return at[0] == '\\' && at[1] != '\0';
}
