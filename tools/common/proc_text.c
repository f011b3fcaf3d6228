/* Commands to words, and ends of processes to words: the parts of proc.h that need no process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "common/os.h"
#include "common/proc.h"

static const char *const step_names[] = {
    [PROC_STEP_MEMORY] = "allocate memory for",
    [PROC_STEP_PIPES] = "open pipes for",
    [PROC_STEP_FORK] = "fork for",
    [PROC_STEP_GROUP] = "make a process group for",
    [PROC_STEP_REDIRECT] = "redirect",
    [PROC_STEP_ENTER] = "enter",
    [PROC_STEP_RUN] = "run",
};

/* Copies one word without its quotes, returns where the text goes on, or NULL when a quote stays open. */
static const char *copy_word(const char *from, char **to) {
    char quote = '\0';
    for (; *from != '\0' && (quote != '\0' || !text_is_space(*from)); from++) {
        if (quote != '\0' && *from == quote) {
            quote = '\0';
        } else if (quote == '\0' && (*from == '\'' || *from == '"')) {
            quote = *from;
        } else {
            if (quote != '\'' && proc_is_escape(from)) from++;
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

void proc_end_text(ProcEnd end, char *text, size_t size) {
    char crash[PROC_TEXT_MAX / 2];
    switch (end.kind) {
    case PROC_EXITED:
        snprintf(text, size, "exited with status %d", end.code);
        break;
    case PROC_SIGNALLED:
        proc_crash_text(end.code, crash, sizeof crash);
        snprintf(text, size, "killed by %s", crash);
        break;
    case PROC_VANISHED:
        snprintf(text, size, "ended in an unknown way");
        break;
    }
}

void proc_failure_text(const ProcFailure *failure, const ProcSpec *spec, char *text, size_t size) {
    char cause[PROC_TEXT_MAX];
    os_error_text(failure->error, cause, sizeof cause);
    const char *what = failure->step == PROC_STEP_ENTER ? spec->dir : spec->argv[0];
    snprintf(text, size, "cannot %s '%s': %s", step_names[failure->step], what, cause);
}
