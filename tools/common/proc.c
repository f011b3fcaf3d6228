#include "common/proc.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "common/child.h"
#include "common/hold_ups.h"

enum {
    WAIT_STEP_MAX_MS = 16,
    KILL_MS_MAX = 5000,   /* a killed process that does not die hangs inside the system: it is given up */
    ERROR_READS_MAX = 64, /* of a dead child's standard error: more than a pipe holds */
};

struct Proc {
    Child *child; /* NULL: it is reaped */
    int error;
    bool has_input; /* open to write to */
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
    HoldUps hold_ups;
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
    proc->on_error_line = spec->on_error_line;
    proc->context = spec->context;
    proc->child = child_new(spec, failure);
    proc->has_input = true;
    hold_ups_begin(&proc->hold_ups);
    if (proc->child != NULL) return proc;
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
    long got = proc->child != NULL ? child_read(proc->child, CHILD_ERRORS, text, sizeof text) : 0;
    if (got > 0) take_errors(proc, text, (size_t)got);
    return got > 0 || (got < 0 && errno == EINTR);
}

/* The last words of a dead child. */
static void read_all_errors(Proc *proc) {
    for (int i = 0; i < ERROR_READS_MAX && read_errors(proc); i++) {
    }
    end_error_line(proc);
}

static bool has_ended(Proc *proc) {
    if (!proc->has_ended) proc->has_ended = child_has_ended(proc->child, &proc->end);
    return proc->has_ended;
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

/* Waits for the event. In slices, because a dead child's own children may hold its end of the pipe open, and because we
 * may be held up: that time is not the child's. */
static ProcResult await_event(Proc *proc, ChildEvent event, int64_t deadline_us) {
    int64_t held_us = proc->hold_ups.held_us;
    for (bool was_dead = false;;) {
        int64_t left_us = later(deadline_us, proc->hold_ups.held_us - held_us) - clock_now_us();
        bool was_catching_up = proc->hold_ups.is_catching_up;
        int wait_ms = hold_ups_wait_ms(&proc->hold_ups, was_dead ? 0 : left_us);
        int found = child_await(proc->child, (int)event | CHILD_CANCEL | CHILD_ERRORS, wait_ms), error = errno;
        hold_ups_look(&proc->hold_ups, wait_ms);
        if (found < 0 && error != EINTR) return fail_with(proc, error);
        if (found > 0 && (found & CHILD_CANCEL) != 0) return PROC_CANCELLED;
        if (found > 0 && (found & (int)event) != 0) return PROC_OK;
        if (found > 0) (void)read_errors(proc);
        if (was_dead) return PROC_CLOSED;
        if (was_catching_up && found >= 0) hold_ups_found(&proc->hold_ups, 0);
        if (proc->hold_ups.is_catching_up) continue; /* one more look, without waiting */
        if (left_us <= 0 && !was_catching_up) return PROC_TIMEOUT;
        was_dead = found == 0 && has_ended(proc); /* one more look: its last output may have come just before its end */
    }
}

static bool is_nothing_yet(int error) {
    return error == EAGAIN || error == EWOULDBLOCK;
}

static ProcResult write_all(Proc *proc, const char *text, size_t length, int64_t deadline_us) {
    while (length > 0) {
        long written = child_write(proc->child, text, length);
        if (written >= 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EPIPE) {
            return PROC_CLOSED;
        } else if (is_nothing_yet(errno)) {
            ProcResult waited = await_event(proc, CHILD_INPUT, deadline_us);
            if (waited != PROC_OK) return waited;
        } else if (errno != EINTR) {
            return fail_with(proc, errno);
        }
    }
    return PROC_OK;
}

ProcResult proc_write_line(Proc *proc, const char *text, int64_t deadline_us) {
    if (!proc->has_input) return PROC_CLOSED;
    if (strpbrk(text, "\r\n") != NULL) return fail_with(proc, EINVAL);
    hold_ups_begin(&proc->hold_ups);
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
    if (proc->has_input) child_close_input(proc->child);
    proc->has_input = false;
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
    ProcResult waited = await_event(proc, CHILD_OUTPUT, deadline_us);
    if (waited == PROC_CLOSED) proc->at_eof = true;
    if (waited != PROC_OK) return waited == PROC_CLOSED ? PROC_OK : waited;
    size_t room = proc->line_max + 1 - proc->fill;
    long got = child_read(proc->child, CHILD_OUTPUT, proc->buffer + proc->fill, room);
    int error = errno;
    proc->read_us = hold_ups_arrival_us(&proc->hold_ups);
    proc->read_held_us = hold_ups_held_before_us(&proc->hold_ups);
    if (got > 0) proc->fill += (size_t)got;
    if (got > 0) hold_ups_found(&proc->hold_ups, (size_t)got);
    if (got == 0) proc->at_eof = true;
    if (got >= 0 || error == EINTR || is_nothing_yet(error)) return PROC_OK;
    return fail_with(proc, error);
}

ProcResult proc_read_line(Proc *proc, int64_t deadline_us, ProcLine *line) {
    int64_t held_us = proc->hold_ups.held_us;
    for (bool has_read = false;; has_read = true) {
        if (take_line(proc, line)) return PROC_OK;
        make_room(proc);
        if (proc->fill > proc->line_max) {
            proc->is_skipping = true;
            return PROC_OVERLONG;
        }
        if (proc->at_eof) return take_cut_line(proc, line) ? PROC_OK : PROC_CLOSED;
        /* Past the deadline one look is enough: a flood without line feeds never ends. */
        int64_t until_us = later(deadline_us, proc->hold_ups.held_us - held_us);
        if (has_read && proc->read_us > until_us) return PROC_TIMEOUT;
        ProcResult result = refill(proc, until_us);
        if (result != PROC_OK) return result;
    }
}

static void discard_output(Proc *proc) {
    if (child_read(proc->child, CHILD_OUTPUT, proc->buffer, proc->line_max + 1) == 0) proc->at_eof = true;
}

/* POSIX has no wait with a deadline. The end of its output usually wakes us the moment the child dies. */
static bool wait_for_end(Proc *proc, int64_t deadline_us, bool is_draining) {
    for (int step_ms = 1; !has_ended(proc); step_ms = step_ms < WAIT_STEP_MAX_MS ? step_ms * 2 : step_ms) {
        int64_t left_us = deadline_us - clock_now_us();
        if (left_us <= 0) return false;
        int events = CHILD_ERRORS | (is_draining && !proc->at_eof ? CHILD_OUTPUT : 0);
        int found = child_await(proc->child, events, slice_ms(left_us, step_ms));
        if (found <= 0) continue;
        if ((found & CHILD_OUTPUT) != 0) discard_output(proc);
        if ((found & CHILD_ERRORS) != 0) (void)read_errors(proc);
    }
    read_all_errors(proc);
    return true;
}

bool proc_wait(Proc *proc, int64_t deadline_us, ProcEnd *end) {
    if (!wait_for_end(proc, deadline_us, false)) return false;
    *end = proc->end;
    return true;
}

static void forget_child(Proc *proc) {
    child_free(proc->child);
    proc->child = NULL;
    proc->has_ended = proc->at_eof = true;
}

ProcEnd proc_stop(Proc *proc, int64_t grace_ms) {
    if (proc->child == NULL) return proc->end; /* it is reaped already */
    proc_close_input(proc);
    proc->start = proc->scanned = proc->fill = 0;
    bool obeyed = wait_for_end(proc, clock_now_us() + grace_ms * 1000, true);
    if (!obeyed && grace_ms > 0) {
        child_ask_to_end(proc->child);
        wait_for_end(proc, clock_now_us() + grace_ms * 1000, true);
    }
    child_kill(proc->child);
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
    return proc->child != NULL ? child_pid(proc->child) : 0;
}

int proc_output_fd(const Proc *proc) {
    return proc->child != NULL ? child_output_fd(proc->child) : -1;
}

int64_t proc_held_us(const Proc *proc) {
    return proc->hold_ups.held_us;
}

int proc_error(const Proc *proc) {
    return proc->error;
}
