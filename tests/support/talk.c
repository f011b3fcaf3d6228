#define _XOPEN_SOURCE    700 /* pseudo-terminals */
#define _DARWIN_C_SOURCE     /* struct winsize on macOS */

#include "support/talk.h"

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

static long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static const char *programs(void) {
    const char *directory = getenv("ROWAN_BIN");
    return directory != NULL ? directory : "build";
}

/* Splits into `words`, which takes the storage; the first word becomes the path of the program. */
static bool split(const char *command, char *storage, size_t size, char *words[TALK_ARGUMENTS_MAX + 1]) {
    int count = 0;
    char *to = storage, *end = storage + size;
    while (*command != '\0') {
        command += strspn(command, " ");
        if (*command == '\0') break;
        if (count == TALK_ARGUMENTS_MAX) return false;
        words[count] = to;
        if (count == 0) to += snprintf(to, (size_t)(end - to), "%s/", programs());
        bool is_quoted = false;
        for (; *command != '\0' && (is_quoted || *command != ' '); command++) {
            if (end - to < 300) return false;
            if (*command == '\'') {
                is_quoted = !is_quoted;
            } else if (*command == '%') {
                to += snprintf(to, (size_t)(end - to), "%s", programs());
            } else {
                *to++ = *command;
            }
        }
        *to++ = '\0';
        count++;
    }
    words[count] = NULL;
    return count > 0;
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

bool talk_begin(Talk *talk, TalkKind kind, const char *command, const char *variable) {
    char storage[4096], *words[TALK_ARGUMENTS_MAX + 1];
    Ends ends = {0};
    *talk = (Talk){.kind = kind};
    if (!split(command, storage, sizeof storage, words)) return false;
    if (!(kind == TALK_TERMINAL ? open_terminal(&ends) : open_pipes(&ends))) return false;
    fflush(NULL);
    signal(SIGPIPE, SIG_IGN);
    talk->pid = fork();
    if (talk->pid == 0) become(&ends, words, variable);
    close(ends.child_in);
    if (ends.child_out != ends.child_in) close(ends.child_out);
    talk->to = ends.to;
    talk->from = ends.from;
    talk->capacity = 4096;
    talk->text = calloc(1, talk->capacity);
    return talk->pid > 0 && talk->text != NULL;
}

/* Some more of its output; false at the end of it, or after the deadline. */
static bool read_more(Talk *talk, long deadline_ms) {
    struct pollfd poll_from = {.fd = talk->from, .events = POLLIN};
    long left = deadline_ms - now_ms();
    if (left <= 0 || poll(&poll_from, 1, (int)left) <= 0) return false;
    if (talk->capacity - talk->length < 4096) {
        char *grown = realloc(talk->text, talk->capacity * 2);
        if (grown == NULL) return false;
        talk->text = grown;
        talk->capacity *= 2;
    }
    ssize_t count = read(talk->from, talk->text + talk->length, talk->capacity - talk->length - 1);
    if (count <= 0) return false;
    talk->length += (size_t)count;
    talk->text[talk->length] = '\0';
    return true;
}

/* Output is read meanwhile, or both could wait for each other for ever. */
bool talk_send(Talk *talk, const char *text) {
    long deadline = now_ms() + TALK_LIMIT_MS;
    while (*text != '\0') {
        struct pollfd both[2] = {{.fd = talk->to, .events = POLLOUT}, {.fd = talk->from, .events = POLLIN}};
        if (now_ms() > deadline || poll(both, 2, 1000) < 0) return false;
        if ((both[1].revents & POLLIN) != 0) read_more(talk, deadline);
        if ((both[0].revents & (POLLERR | POLLHUP)) != 0) return false;
        if ((both[0].revents & POLLOUT) == 0) continue;
        size_t length = strlen(text);
        ssize_t sent = write(talk->to, text, length < 512 ? length : 512);
        if (sent < 0) return false;
        text += sent;
    }
    return true;
}

bool talk_expect(Talk *talk, const char *text) {
    long deadline = now_ms() + TALK_LIMIT_MS;
    for (;;) {
        const char *found = strstr(talk->text + talk->seen, text);
        if (found != NULL) {
            talk->seen = (size_t)(found - talk->text) + strlen(text);
            return true;
        }
        if (read_more(talk, deadline)) continue;
        fprintf(stderr, "\nexpected: %s\nafter: ...%s\n", text, talk->text + talk->seen);
        return false;
    }
}

void talk_end_input(Talk *talk) {
    if (talk->kind == TALK_TERMINAL) {
        talk_send(talk, "\004");
    } else if (talk->to >= 0) {
        close(talk->to);
        talk->to = -1;
    }
}

int talk_end(Talk *talk) {
    long deadline = now_ms() + TALK_LIMIT_MS;
    int status = 0;
    if (talk->pid <= 0) return -1;
    talk_end_input(talk);
    while (read_more(talk, deadline)) continue;
    pid_t reaped = 0;
    while ((reaped = waitpid(talk->pid, &status, WNOHANG)) == 0 && now_ms() < deadline) poll(NULL, 0, 2);
    if (reaped == 0) {
        kill(talk->pid, SIGKILL);
        waitpid(talk->pid, &status, 0);
    }
    talk->pid = 0;
    return reaped != 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void talk_free(Talk *talk) {
    if (talk->pid > 0) talk_end(talk);
    if (talk->to >= 0) close(talk->to);
    if (talk->kind == TALK_PIPES) close(talk->from);
    free(talk->text);
    talk->text = NULL;
}

char *talk_run(TalkKind kind, const char *command, const char *input, int *status) {
    Talk talk;
    if (!talk_begin(&talk, kind, command, NULL)) return NULL;
    talk_send(&talk, input); /* one that leaves without reading all is fine */
    *status = talk_end(&talk);
    char *text = talk.text;
    talk.text = NULL;
    talk_free(&talk);
    return text;
}

static char directory[64];
static char names[32][96];
static int name_count;

static void remove_directory(void) {
    for (int i = 0; i < name_count; i++) unlink(names[i]);
    rmdir(directory);
}

const char *talk_file(const char *name) {
    if (directory[0] == '\0') {
        snprintf(directory, sizeof directory, "/tmp/rowan-tests-XXXXXX");
        if (mkdtemp(directory) == NULL) return "/nonexistent/file";
        atexit(remove_directory);
    }
    char path[96];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    for (int i = 0; i < name_count; i++) {
        if (strcmp(names[i], path) == 0) return names[i];
    }
    if (name_count == 32) return "/nonexistent/file";
    strcpy(names[name_count], path);
    return names[name_count++];
}

bool talk_write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file == NULL) return false;
    bool is_written = fputs(text, file) >= 0;
    return fclose(file) == 0 && is_written;
}
