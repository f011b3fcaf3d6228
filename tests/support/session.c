#define _XOPEN_SOURCE    700 /* pseudo-terminals */
#define _DARWIN_C_SOURCE     /* struct winsize on macOS */

#include "support/session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/programs.h"

static long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

typedef struct {
    int child_in, child_out, to, from;
} Ends;

static bool open_pipes(Ends *ends) {
    int down[2], up[2];
    if (pipe(down) != 0) return false;
    if (pipe(up) != 0) return false;
    *ends = (Ends){down[0], up[1], down[1], up[0]};
    return true;
}

static bool open_terminal(Ends *ends) {
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return false;
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    if (slave < 0 || ioctl(slave, TIOCSWINSZ, &size) != 0) return false;
    *ends = (Ends){slave, slave, master, master};
    return true;
}

static void become(const Ends *ends, char *const words[], const char *variable) {
    static char environment[256];
    setsid();
    dup2(ends->child_in, STDIN_FILENO);
    dup2(ends->child_out, STDOUT_FILENO);
    dup2(ends->child_out, STDERR_FILENO);
    for (int fd = 3; fd < 64; fd++) close(fd);
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    snprintf(environment, sizeof environment, "%s", variable != NULL ? variable : "");
    if (variable != NULL) putenv(environment);
    signal(SIGPIPE, SIG_DFL);
    execv(words[0], words);
    fprintf(stderr, "cannot run %s: %s\n", words[0], strerror(errno));
    _exit(127);
}

bool session_begin(Session *session, SessionKind kind, const char *command, const char *variable) {
    char storage[4096], *words[PROGRAM_WORDS_MAX + 1];
    Ends ends = {0};
    *session = (Session){.kind = kind};
    if (!program_split_command(command, storage, sizeof storage, words)) return false;
    if (!(kind == SESSION_TERMINAL ? open_terminal(&ends) : open_pipes(&ends))) return false;
    fflush(NULL);
    signal(SIGPIPE, SIG_IGN);
    session->pid = fork();
    if (session->pid == 0) become(&ends, words, variable);
    close(ends.child_in);
    if (ends.child_out != ends.child_in) close(ends.child_out);
    session->to = ends.to;
    session->from = ends.from;
    session->capacity = 4096;
    session->text = calloc(1, session->capacity);
    return session->pid > 0 && session->text != NULL;
}

/* Some more of its output; false at its end or after the deadline. */
static bool read_more(Session *session, long deadline_ms) {
    struct pollfd poll_from = {.fd = session->from, .events = POLLIN};
    long left = deadline_ms - now_ms();
    if (left <= 0 || poll(&poll_from, 1, (int)left) <= 0) return false;
    if (session->capacity - session->length < 4096) {
        char *grown = realloc(session->text, session->capacity * 2);
        if (grown == NULL) return false;
        session->text = grown;
        session->capacity *= 2;
    }
    ssize_t count = read(session->from, session->text + session->length, session->capacity - session->length - 1);
    if (count <= 0) return false;
    session->length += (size_t)count;
    session->text[session->length] = '\0';
    return true;
}

/* Reads output at the same time, or both sides could wait for each other for ever. */
bool session_send(Session *session, const char *text) {
    long deadline = now_ms() + SESSION_LIMIT_MS;
    while (*text != '\0') {
        struct pollfd both[2] = {{.fd = session->to, .events = POLLOUT}, {.fd = session->from, .events = POLLIN}};
        if (now_ms() > deadline || poll(both, 2, 1000) < 0) return false;
        if ((both[1].revents & POLLIN) != 0) read_more(session, deadline);
        if ((both[0].revents & (POLLERR | POLLHUP)) != 0) return false;
        if ((both[0].revents & POLLOUT) == 0) continue;
        size_t length = strlen(text);
        ssize_t sent = write(session->to, text, length < 512 ? length : 512);
        if (sent < 0) return false;
        text += sent;
    }
    return true;
}

bool session_awaits(Session *session, const char *text) {
    long deadline = now_ms() + SESSION_LIMIT_MS;
    for (;;) {
        const char *found = strstr(session->text + session->seen, text);
        if (found != NULL) {
            session->seen = (size_t)(found - session->text) + strlen(text);
            return true;
        }
        if (!read_more(session, deadline)) return false;
    }
}

bool session_expect(Session *session, const char *text) {
    if (session_awaits(session, text)) return true;
    fprintf(stderr, "\nexpected: %s\nafter: ...%s\n", text, session->text + session->seen);
    return false;
}

void session_end_input(Session *session) {
    if (session->kind == SESSION_TERMINAL) {
        session_send(session, "\004");
    } else if (session->to >= 0) {
        close(session->to);
        session->to = -1;
    }
}

int session_end(Session *session) {
    long deadline = now_ms() + SESSION_LIMIT_MS;
    int status = 0;
    if (session->pid <= 0) return -1;
    session_end_input(session);
    while (read_more(session, deadline)) continue;
    pid_t reaped = 0;
    while ((reaped = waitpid(session->pid, &status, WNOHANG)) == 0 && now_ms() < deadline) poll(NULL, 0, 2);
    if (reaped == 0) {
        kill(session->pid, SIGKILL);
        waitpid(session->pid, &status, 0);
    }
    session->pid = 0;
    return reaped != 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void session_free(Session *session) {
    if (session->pid > 0) session_end(session);
    if (session->to >= 0) close(session->to);
    if (session->kind == SESSION_PIPES) close(session->from);
    free(session->text);
    session->text = NULL;
}
