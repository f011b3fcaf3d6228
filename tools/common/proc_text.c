/* Commands to words, and ends of processes to words: the parts of proc.h that need no process. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "common/proc.h"

/* Copies one word without its quotes, returns where the text goes on, or NULL when a quote stays open. */
static const char *copy_word(const char *from, char **to) {
    char quote = '\0';
    for (; *from != '\0' && (quote != '\0' || !text_is_space(*from)); from++) {
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
        while (text_is_space(*rest)) rest++;
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
