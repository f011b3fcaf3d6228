#include "fake_engine/tricks.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_ODD = 3, ERROR_LINES = 40000 };

void trick_sleep_ms(long ms) {
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&left, &left) < 0 && errno == EINTR) {
    }
}

void trick_wait_at_gate(const char *path) {
    int fd = open(path, O_WRONLY | O_APPEND);
    if (fd < 0) return;
    if (write(fd, "!", 1) != 1) _exit(EXIT_ODD);
    close(fd);
    while (access(path, F_OK) == 0) trick_sleep_ms(5);
}

_Noreturn void trick_hang(long life_seconds) {
    alarm((unsigned)life_seconds);
    for (;;) pause();
}

_Noreturn void trick_hang_deaf(long life_seconds) {
    for (int i = 1; i < 32; i++) {
        if (i != SIGALRM) signal(i, SIG_IGN);
    }
    trick_hang(life_seconds);
}

_Noreturn void trick_crash(int signal_number) {
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
    _exit(EXIT_ODD);
}

void trick_put(const char *text, size_t length) {
    if (fwrite(text, 1, length, stdout) != length || fflush(stdout) != 0) _exit(EXIT_ODD);
}

_Noreturn void trick_flood(const char *text, size_t length) {
    for (;;) trick_put(text, length);
}

void trick_put_slowly(const char *text, long pause_ms) {
    for (; *text != '\0'; text++) {
        trick_put(text, 1);
        trick_sleep_ms(pause_ms);
    }
}

void trick_join_parents_group(void) {
    setpgid(0, getpgid(getppid()));
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
}

static _Noreturn void be_daemon(long life_seconds) {
    char life[32], *arguments[] = {"/bin/sleep", life, NULL}, *nothing[] = {NULL};
    snprintf(life, sizeof life, "%ld", life_seconds);
    if (fork() != 0) _exit(0);
    setsid();
    signal(SIGTERM, SIG_IGN);
    for (int fd = 0; fd < 3; fd++) close(fd);
    execve(arguments[0], arguments, nothing);
    _exit(EXIT_ODD);
}

long trick_start_child(ChildKind kind, long life_seconds) {
    pid_t pid = fork();
    if (pid != 0) {
        if (kind == CHILD_DAEMON) waitpid(pid, NULL, 0);
        return pid;
    }
    if (kind == CHILD_DAEMON) be_daemon(life_seconds);
    if (kind == CHILD_IN_SESSION) setsid();
    signal(SIGTERM, SIG_IGN);
    trick_hang(life_seconds);
}

void trick_flood_errors(void) {
    for (int i = 0; i < ERROR_LINES; i++) {
        fputs("this is a line of one hundred bytes on standard error, of which there are far too many, you see\n",
              stderr);
    }
}

void trick_write_escapes(void) {
    static const char escapes[] = "\033]0;owned\007\033[2J\033[31mred \x9b\x1b[H \0 end\n";
    trick_put("info string ", 12);
    trick_put(escapes, sizeof escapes - 1);
    fwrite(escapes, 1, sizeof escapes - 1, stderr);
}
