#include "talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "proc.h"

enum { PATIENCE_MS = 30000, HEARD_SIZE = 20000 };

struct Talk {
    Proc *proc;
};

static char heard[HEARD_SIZE];

bool matches(const char *text, const char *pattern) {
    for (; *pattern != '\0'; pattern++, text++) {
        if (*pattern == '*') {
            for (;; text++) {
                if (matches(text, pattern + 1)) return true;
                if (*text == '\0') return false;
            }
        }
        if (*text != *pattern) return false;
    }
    return *text == '\0';
}

static void program_path(char path[512]) {
    const char *directory = getenv("ROWAN_BIN");
    snprintf(path, 512, "%.500s/rowan", directory != NULL ? directory : "build");
}

Talk *talk_new(const char *first_input) {
    static char script[] = "cat \"$1\" - | \"$0\"";
    char path[512], file[512], sh[] = "sh", flag[] = "-c";
    program_path(path);
    snprintf(file, sizeof file, "%.500s", first_input != NULL ? first_input : "");
    char *direct[] = {path, NULL}, *piped[] = {sh, flag, script, path, file, NULL};
    ProcSpec spec = {.argv = first_input != NULL ? piped : direct};
    ProcFailure failure;
    Talk *talk = calloc(1, sizeof *talk);
    if (talk == NULL) abort();
    proc_ignore_sigpipe();
    talk->proc = proc_new(&spec, &failure);
    if (talk->proc == NULL) {
        fprintf(stderr, "cannot run %s; ROWAN_BIN says where the programs are\n", path);
        exit(EXIT_FAILURE);
    }
    return talk;
}

void talk_free(Talk *talk) {
    proc_free(talk->proc);
    free(talk);
}

static int64_t deadline(int64_t ms) {
    return clock_now_us() + ms * 1000;
}

void talk_send(Talk *talk, const char *lines) {
    for (;;) {
        const char *end = strchr(lines, '\n');
        size_t length = end != NULL ? (size_t)(end - lines) : strlen(lines);
        char *line = malloc(length + 1);
        if (line == NULL) abort();
        memcpy(line, lines, length);
        line[length] = '\0';
        proc_write_line(talk->proc, line, deadline(PATIENCE_MS));
        free(line);
        if (end == NULL) return;
        lines = end + 1;
    }
}

bool talk_settle(Talk *talk, const char *lines) {
    talk_send(talk, lines);
    talk_send(talk, "isready");
    return talk_waits_for(talk, "readyok");
}

const char *talk_line_within(Talk *talk, int64_t ms) {
    ProcLine line;
    ProcResult result = proc_read_line(talk->proc, deadline(ms), &line);
    const char *text = result == PROC_OK ? line.text : result == PROC_TIMEOUT ? "(timeout)" : "(end)";
    snprintf(heard, sizeof heard, "%s", text);
    return heard;
}

const char *talk_line(Talk *talk) {
    return talk_line_within(talk, PATIENCE_MS);
}

const char *talk_heard(void) {
    return heard;
}

bool talk_hears(Talk *talk, const char *pattern) {
    return matches(talk_line(talk), pattern);
}

bool talk_waits_for(Talk *talk, const char *pattern) {
    for (;;) {
        const char *line = talk_line(talk);
        if (matches(line, pattern)) return true;
        if (strcmp(line, "(timeout)") == 0 || strcmp(line, "(end)") == 0) return false;
    }
}

const char *talk_query(Talk *talk, const char *what) {
    char line[64];
    snprintf(line, sizeof line, "query %s", what);
    talk_send(talk, line);
    return talk_waits_for(talk, "response *") ? heard + strlen("response ") : heard;
}

void talk_close_input(Talk *talk) {
    proc_close_input(talk->proc);
}

int talk_exit_status(Talk *talk) {
    ProcEnd end;
    if (!proc_wait(talk->proc, deadline(PATIENCE_MS), &end)) return -1;
    return end.kind == PROC_EXITED ? end.code : -1;
}

void state_of(Talk *talk, State *state) {
    static const char *const queries[] = {"fen", "game", "moves", "gameover", "p1turn", "result", "line", "score"};
    size_t length = 0;
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        length += (size_t)snprintf(state->text + length, sizeof state->text - length, "%s %s\n", queries[i],
                                   talk_query(talk, queries[i]));
        if (length >= sizeof state->text) abort();
    }
}

bool state_is(Talk *talk, const State *before) {
    static State now;
    state_of(talk, &now);
    return strcmp(now.text, before->text) == 0;
}

BytesFile bytes_file_new(const char *bytes, size_t length) {
    BytesFile file = {"/tmp/rowan-test-XXXXXX"};
    int descriptor = mkstemp(file.path);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (stream == NULL || fwrite(bytes, 1, length, stream) != length || fclose(stream) != 0) abort();
    return file;
}

void bytes_file_free(BytesFile *file) {
    unlink(file->path);
}
