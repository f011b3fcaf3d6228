#include "common/proc.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/lookout.h"
#include "common/proc_launch.h"

enum {
    WAIT_STEP_MAX_MS = 16,
    KILL_MS_MAX = 5000,   /* a killed process that does not die hangs inside the system: it is given up */
    ERROR_READS_MAX = 64, /* of a dead child's standard error: more than a pipe holds */
};

struct Proc {
    LaunchedChild child;
    int cancel_fd; /* -1: none */
    int error;
    bool has_ended; /* then `end` is known */
    ProcEnd end;
    /* Unread output is buffer[start, fill); no line feed before `scanned`. We read() only when no complete line is left
     * in it, so the last read() is the one that completed every line found there: read_us is their arrival. */
    char *buffer;
    size_t line_max, start, scanned, fill;
    bool is_skipping; /* inside the rest of an overlong line */
    bool at_eof;
    int64_t read_us;
    int64_t read_held_us; /* for how long we had been held up before that */
    Lookout lookout;
    ProcErrorLine *on_error_line;
    void *context;
    char error_line[PROC_ERROR_LINE_MAX + 1]; /* the beginning of the line of standard error that is coming in */
    size_t error_fill;
};

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
    *failure = (ProcFailure){PROC_STEP_MEMORY, ENOMEM};
    Proc *proc = allocate(spec->line_max);
    if (proc == NULL) return NULL;
    proc->cancel_fd = spec->cancel_fd > 0 ? spec->cancel_fd : -1;
    proc->on_error_line = spec->on_error_line;
    proc->context = spec->context;
    bool is_running = proc_launch(&proc->child, spec, failure);
    lookout_begin(&proc->lookout);
    if (is_running) return proc;
    free(proc->buffer);
    free(proc);
    return NULL;
}

/* Standard error. A line that is too long is cut, so no amount of it takes more memory. */

static void end_error_line(Proc *proc) {
    proc->error_line[proc->error_fill] = '\0';
    if (proc->error_fill > 0 && proc->on_error_line != NULL) proc->on_error_line(proc->context, proc->error_line);
    proc->error_fill = 0;
}

static void take_errors(Proc *proc, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') {
            end_error_line(proc);
        } else if (proc->error_fill < PROC_ERROR_LINE_MAX) {
            proc->error_line[proc->error_fill++] = text[i] != '\0' ? text[i] : '?';
        }
    }
}

/* Takes what is there, once. False when there is nothing more. */
static bool read_errors(Proc *proc) {
    char text[4096];
    ssize_t got = proc->child.error_fd >= 0 ? read(proc->child.error_fd, text, sizeof text) : 0;
    if (got > 0) take_errors(proc, text, (size_t)got);
    if (got == 0 && proc->child.error_fd >= 0) proc_launch_close(&proc->child.error_fd);
    return got > 0 || (got < 0 && errno == EINTR);
}

/* The last words of a dead child. */
static void read_all_errors(Proc *proc) {
    for (int i = 0; i < ERROR_READS_MAX && read_errors(proc); i++) {
    }
    end_error_line(proc);
}

/* Looks without reaping (WNOWAIT), see the invariant in the header. */
static bool has_ended(Proc *proc) {
    if (proc->has_ended) return true;
    siginfo_t info;
    memset(&info, 0, sizeof info);
    int result;
    do result = waitid(P_PID, (id_t)proc->child.member.pid, &info, WEXITED | WNOHANG | WNOWAIT);
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

static int64_t later(int64_t deadline_us, int64_t delay_us) {
    return deadline_us < PROC_FOREVER - delay_us ? deadline_us + delay_us : PROC_FOREVER;
}

static ProcResult fail_with(Proc *proc, int error) {
    proc->error = error;
    return PROC_ERROR;
}

/* Waits until fd is ready. In slices, because a dead child's own children may hold its end of the pipe open, and
 * because we may be held up: that time is not the child's. */
static ProcResult await_ready(Proc *proc, int fd, short events, int64_t deadline_us) {
    int64_t held_us = proc->lookout.held_us;
    for (bool was_dead = false;;) {
        struct pollfd watched[3] = {{.fd = fd, .events = events},
                                    {.fd = proc->cancel_fd, .events = POLLIN},
                                    {.fd = proc->child.error_fd, .events = POLLIN}};
        int64_t left_us = later(deadline_us, proc->lookout.held_us - held_us) - clock_now_us();
        bool was_catching_up = proc->lookout.is_catching_up;
        int ready = lookout_poll(&proc->lookout, watched, 3, was_dead ? 0 : left_us);
        if (ready < 0 && errno != EINTR) return fail_with(proc, errno);
        if (ready > 0 && watched[1].revents != 0) return PROC_CANCELLED;
        if (ready > 0 && watched[0].revents != 0) return PROC_OK;
        if (ready > 0) (void)read_errors(proc);
        if (was_dead) return PROC_CLOSED;
        if (was_catching_up && ready >= 0) lookout_found(&proc->lookout, 0);
        if (proc->lookout.is_catching_up) continue; /* one more look, without waiting */
        if (left_us <= 0 && !was_catching_up) return PROC_TIMEOUT;
        was_dead = ready == 0 && has_ended(proc); /* one more look: its last output may have come just before its end */
    }
}

static ProcResult write_all(Proc *proc, const char *text, size_t length, int64_t deadline_us) {
    while (length > 0) {
        ssize_t written = write(proc->child.input_fd, text, length);
        if (written >= 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EPIPE) {
            return PROC_CLOSED;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            ProcResult waited = await_ready(proc, proc->child.input_fd, POLLOUT, deadline_us);
            if (waited != PROC_OK) return waited;
        } else if (errno != EINTR) {
            return fail_with(proc, errno);
        }
    }
    return PROC_OK;
}

ProcResult proc_write_line(Proc *proc, const char *text, int64_t deadline_us) {
    if (proc->child.input_fd < 0) return PROC_CLOSED;
    if (strpbrk(text, "\r\n") != NULL) return fail_with(proc, EINVAL);
    lookout_begin(&proc->lookout);
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
    proc_launch_close(&proc->child.input_fd);
}

static void deliver(Proc *proc, size_t end, bool is_complete, ProcLine *line) {
    char *text = proc->buffer + proc->start;
    size_t length = end - proc->start;
    if (is_complete && length > 0 && text[length - 1] == '\r') length--;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\0') text[i] = '?';
    }
    text[length] = '\0';
    *line = (ProcLine){text, proc->read_us, proc->read_held_us, is_complete};
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
    ProcResult waited = await_ready(proc, proc->child.output_fd, POLLIN, deadline_us);
    if (waited == PROC_CLOSED) proc->at_eof = true;
    if (waited != PROC_OK) return waited == PROC_CLOSED ? PROC_OK : waited;
    ssize_t got = read(proc->child.output_fd, proc->buffer + proc->fill, proc->line_max + 1 - proc->fill);
    int error = errno;
    proc->read_us = lookout_arrival_us(&proc->lookout);
    proc->read_held_us = lookout_held_before_us(&proc->lookout);
    if (got > 0) proc->fill += (size_t)got;
    if (got > 0) lookout_found(&proc->lookout, (size_t)got);
    if (got == 0) proc->at_eof = true;
    if (got >= 0 || error == EINTR || error == EAGAIN || error == EWOULDBLOCK) return PROC_OK;
    return fail_with(proc, error);
}

ProcResult proc_read_line(Proc *proc, int64_t deadline_us, ProcLine *line) {
    int64_t held_us = proc->lookout.held_us;
    for (bool has_read = false;; has_read = true) {
        if (take_line(proc, line)) return PROC_OK;
        make_room(proc);
        if (proc->fill > proc->line_max) {
            proc->is_skipping = true;
            return PROC_OVERLONG;
        }
        if (proc->at_eof) return take_cut_line(proc, line) ? PROC_OK : PROC_CLOSED;
        /* Past the deadline one look is enough: a flood without line feeds never ends. */
        int64_t until_us = later(deadline_us, proc->lookout.held_us - held_us);
        if (has_read && proc->read_us > until_us) return PROC_TIMEOUT;
        ProcResult result = refill(proc, until_us);
        if (result != PROC_OK) return result;
    }
}

static void discard_output(Proc *proc) {
    ssize_t got = read(proc->child.output_fd, proc->buffer, proc->line_max + 1);
    if (got == 0) proc->at_eof = true;
}

/* POSIX has no wait with a deadline. The end of its output usually wakes us the moment the child dies. */
static bool wait_for_end(Proc *proc, int64_t deadline_us, bool is_draining) {
    for (int step_ms = 1; !has_ended(proc); step_ms = step_ms < WAIT_STEP_MAX_MS ? step_ms * 2 : step_ms) {
        int64_t left_us = deadline_us - clock_now_us();
        if (left_us <= 0) return false;
        struct pollfd watched[2] = {{.fd = is_draining && !proc->at_eof ? proc->child.output_fd : -1, .events = POLLIN},
                                    {.fd = proc->child.error_fd, .events = POLLIN}};
        if (poll(watched, 2, slice_ms(left_us, step_ms)) <= 0) continue;
        if (watched[0].revents != 0) discard_output(proc);
        if (watched[1].revents != 0) (void)read_errors(proc);
    }
    read_all_errors(proc);
    return true;
}

bool proc_wait(Proc *proc, int64_t deadline_us, ProcEnd *end) {
    if (!wait_for_end(proc, deadline_us, false)) return false;
    *end = proc->end;
    return true;
}

/* To the group, and to the process itself, which may have moved to another group. While it is not reaped its id names
 * nobody else. */
static void send_signal(const Proc *proc, int number) {
    if (proc->has_ended && proc->end.kind == PROC_VANISHED) return;
    kill(-proc->child.member.pid, number);
    kill(proc->child.member.pid, number);
}

static void forget_child(Proc *proc) {
    proc_family_remove(&proc->child.member);
    proc_family_end_orphans();
    proc_launch_close(&proc->child.output_fd);
    proc_launch_close(&proc->child.error_fd);
    proc->at_eof = true;
}

ProcEnd proc_stop(Proc *proc, int64_t grace_ms) {
    if (proc->child.member.pid == 0) return proc->end; /* it is reaped already */
    proc_close_input(proc);
    proc->start = proc->scanned = proc->fill = 0;
    bool obeyed = wait_for_end(proc, clock_now_us() + grace_ms * 1000, true);
    if (!obeyed && grace_ms > 0) {
        send_signal(proc, SIGTERM);
        wait_for_end(proc, clock_now_us() + grace_ms * 1000, true);
    }
    send_signal(proc, SIGKILL);
    if (!wait_for_end(proc, clock_now_us() + KILL_MS_MAX * INT64_C(1000), true)) proc->end.kind = PROC_VANISHED;
    proc->end.was_forced = !obeyed;
    forget_child(proc);
    return proc->end;
}

void proc_free(Proc *proc) {
    if (proc == NULL) return;
    proc_stop(proc, 0);
    free(proc->buffer);
    free(proc);
}

pid_t proc_pid(const Proc *proc) {
    return proc->child.member.pid;
}

int proc_output_fd(const Proc *proc) {
    return proc->child.output_fd;
}

int64_t proc_held_us(const Proc *proc) {
    return proc->lookout.held_us;
}

int proc_error(const Proc *proc) {
    return proc->error;
}
