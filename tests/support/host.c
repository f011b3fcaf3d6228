#include "support/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "common/files.h"
#include "common/proc.h"
#include "support/programs.h"

enum { PATIENCE_MS = 30000, HEARD_SIZE = 20000 };

struct Host {
    Proc *proc;
    bool hears_activity;
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

Host *host_new(const char *first_input) {
    static char script[] = "cat \"$1\" - | \"$0\"";
    char path[PROGRAM_PATH_SIZE], file[512], sh[] = "sh", flag[] = "-c";
    program_path("rowan", path);
    snprintf(file, sizeof file, "%.500s", first_input != NULL ? first_input : "");
    char *direct[] = {path, NULL}, *piped[] = {sh, flag, script, path, file, NULL};
    ProcSpec spec = {.argv = first_input != NULL ? piped : direct};
    ProcFailure failure;
    Host *host = calloc(1, sizeof *host);
    if (host == NULL) abort();
    file_ignore_signals();
    host->proc = proc_new(&spec, &failure);
    if (host->proc == NULL) {
        fprintf(stderr, "cannot run %s; ROWAN_BIN says where the programs are\n", path);
        exit(EXIT_FAILURE);
    }
    return host;
}

void host_free(Host *host) {
    proc_free(host->proc);
    free(host);
}

static int64_t deadline(int64_t ms) {
    return clock_now_us() + ms * 1000;
}

void host_send(Host *host, const char *lines) {
    for (;;) {
        const char *end = strchr(lines, '\n');
        size_t length = end != NULL ? (size_t)(end - lines) : strlen(lines);
        char *line = malloc(length + 1);
        if (line == NULL) abort();
        memcpy(line, lines, length);
        line[length] = '\0';
        proc_write_line(host->proc, line, deadline(PATIENCE_MS));
        free(line);
        if (end == NULL) return;
        lines = end + 1;
    }
}

bool host_settle(Host *host, const char *lines) {
    host_send(host, lines);
    host_send(host, "isready");
    return host_waits_for(host, "readyok");
}

const char *host_line_within(Host *host, int64_t ms) {
    int64_t end = deadline(ms);
    do {
        ProcLine line;
        ProcResult result = proc_read_line(host->proc, end, &line);
        const char *text = result == PROC_OK ? line.text : result == PROC_TIMEOUT ? "(timeout)" : "(end)";
        snprintf(heard, sizeof heard, "%s", text);
    } while (!host->hears_activity && matches(heard, "info nodes * hashfull *"));
    return heard;
}

void host_hear_activity(Host *host) {
    host->hears_activity = true;
}

const char *host_line(Host *host) {
    return host_line_within(host, PATIENCE_MS);
}

const char *host_heard(void) {
    return heard;
}

bool host_hears(Host *host, const char *pattern) {
    return matches(host_line(host), pattern);
}

bool host_waits_for(Host *host, const char *pattern) {
    for (;;) {
        const char *line = host_line(host);
        if (matches(line, pattern)) return true;
        if (strcmp(line, "(timeout)") == 0 || strcmp(line, "(end)") == 0) return false;
    }
}

const char *host_query(Host *host, const char *what) {
    char line[64];
    snprintf(line, sizeof line, "query %s", what);
    host_send(host, line);
    return host_waits_for(host, "response *") ? heard + strlen("response ") : heard;
}

long host_search_nodes(Host *host, const char *go) {
    long nodes = -1;
    host_send(host, go);
    while (!matches(host_line(host), "bestmove *")) {
        const char *at = strstr(heard, " nodes ");
        if (at != NULL) nodes = strtol(at + strlen(" nodes "), NULL, 10);
        if (matches(heard, "(*)")) return -1;
    }
    return nodes;
}

void host_close_input(Host *host) {
    proc_close_input(host->proc);
}

int host_exit_status(Host *host) {
    ProcEnd end;
    if (!proc_wait(host->proc, deadline(PATIENCE_MS), &end)) return -1;
    return end.kind == PROC_EXITED ? end.code : -1;
}

void host_read_state(Host *host, EngineState *state) {
    static const char *const queries[] = {"fen", "game", "moves", "gameover", "p1turn", "result", "line", "score"};
    size_t length = 0;
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        length += (size_t)snprintf(state->text + length, sizeof state->text - length, "%s %s\n", queries[i],
                                   host_query(host, queries[i]));
        if (length >= sizeof state->text) abort();
    }
}

bool host_state_is(Host *host, const EngineState *before) {
    static EngineState now;
    host_read_state(host, &now);
    return strcmp(now.text, before->text) == 0;
}
