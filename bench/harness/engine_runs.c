#include "harness/engine_runs.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "common/proc.h"
#include "harness/machine.h"

enum { PATIENCE_S = 300, COMMAND_SIZE = 2048 };

static Proc *start(const char *command, Reason *why) {
    const char *reason;
    char **argv = proc_split_command(command, &reason);
    if (argv == NULL) return refuse(why, "'%.100s': %s", command, reason), NULL;
    ProcSpec spec = {.argv = argv, .stderr_to = PROC_STDERR_NULL};
    ProcFailure failure;
    Proc *proc = proc_new(&spec, &failure);
    if (proc == NULL) {
        char text[PROC_TEXT_MAX];
        proc_failure_text(&failure, &spec, text, sizeof text);
        refuse(why, "%s", text);
    }
    free(argv);
    return proc;
}

void engine_runs_beside(const char *path, const char *program, char beside[ENGINE_PATH_SIZE]) {
    const char *slash = strrchr(path, '/');
    snprintf(beside, ENGINE_PATH_SIZE, "%.*s%s", slash != NULL ? (int)(slash + 1 - path) : 0, path, program);
}

bool engine_runs_command(const char *command, const char *mark, double *whole_s, double *marked_s, Reason *why) {
    int64_t ended_us = machine_ended_cpu_us();
    char how[PROC_TEXT_MAX];
    ProcLine line;
    Proc *proc = start(command, why);
    if (proc == NULL) return false;
    *marked_s = 0;
    proc_close_input(proc);
    while (proc_read_line(proc, PROC_FOREVER, &line) == PROC_OK) {
        if (strncmp(line.text, mark, strlen(mark)) == 0) *marked_s = (double)machine_child_cpu_us(proc_pid(proc)) / 1e6;
    }
    ProcEnd end = proc_stop(proc, 1000);
    proc_free(proc);
    *whole_s = (double)(machine_ended_cpu_us() - ended_us) / 1e6;
    proc_end_text(end, how, sizeof how);
    return (end.kind == PROC_EXITED && end.code == 0) || refuse(why, "'%.100s' %s", command, how);
}

static int64_t deadline(void) {
    return clock_now_us() + (int64_t)PATIENCE_S * 1000000;
}

bool engine_runs_refuse(const Client *client, Reason *why) {
    return refuse(why, "the engine: %.200s", client_reason(client));
}

static bool leave_out_proofs(Client *client) {
    return client_find_option(client, "UseProofs") == NULL ||
           client_set_option(client, "UseProofs", "false") == CLIENT_OK;
}

Client *engine_runs_client(const char *engine, Reason *why) {
    const char *reason;
    char **argv = proc_split_command(engine, &reason);
    if (argv == NULL) return refuse(why, "'%.100s': %s", engine, reason), NULL;
    /* A table of half the memory takes a busy machine a minute. */
    ClientSpec spec = {.process = {.argv = argv}, .setup_ms = PATIENCE_S * 1000};
    Client *client = client_new(&spec);
    bool fine = client != NULL
                    ? (client_start(client) == CLIENT_OK && leave_out_proofs(client)) || engine_runs_refuse(client, why)
                    : refuse(why, "not enough memory");
    free(argv);
    if (fine) return client;
    client_free(client);
    return NULL;
}

bool engine_runs_position(Client *client, const char *fen) {
    return client_new_game(client) == CLIENT_OK && client_position(client, fen, NULL) == CLIENT_OK &&
           client_ready(client) == CLIENT_OK;
}

/* "1234567 nodes 3000000 nps" */
static bool read_speed(const char *line, EngineSpeed *speed) {
    Word word[5];
    for (int i = 0; i < 4; i++) {
        if (!word_next(&line, &word[i])) return false;
    }
    return !word_next(&line, &word[4]) && word_to_number(word[0], 1, INT64_MAX, &speed->nodes) &&
           word_is(word[1], "nodes") && word_to_number(word[2], 1, INT64_MAX, &speed->nodes_per_second) &&
           word_is(word[3], "nps");
}

bool engine_runs_speed(const char *engine, int depth, EngineSpeed *speed, Reason *why) {
    char command[32];
    ProcLine line;
    Proc *proc = start(engine, why);
    if (proc == NULL) return false;
    int64_t deadline_us = deadline();
    snprintf(command, sizeof command, depth > 0 ? "bench %d" : "bench", depth);
    bool goes_on = proc_write_line(proc, command, deadline_us) == PROC_OK, has_speed = false;
    while (goes_on && !has_speed && proc_read_line(proc, deadline_us, &line) == PROC_OK) {
        has_speed = read_speed(line.text, speed);
    }
    if (goes_on && has_speed) proc_write_line(proc, "quit", deadline_us);
    proc_stop(proc, 1000);
    proc_free(proc);
    return has_speed || refuse(why, "'%.100s' does not answer bench with '<n> nodes <m> nps'", engine);
}

/* Instructions */

typedef enum { BY_PERF, BY_CALLGRIND, COUNTERS } Counter;

static const struct {
    const char *name;
    const char *prefix;
} counters[COUNTERS] = {
    [BY_PERF] = {"perf", "perf stat --log-fd 1 -x , -e instructions:u"},
    [BY_CALLGRIND] = {"callgrind", "valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-fd=1"},
};

/* What to search under a counter. */
typedef struct {
    const char *engine;
    const char *const *fens;
    int count;
    int64_t nodes; /* for each position */
} CountedSearch;

typedef struct {
    int64_t nodes;
    int64_t instructions; /* -1: not counted */
} Count;

/* perf writes "123456,,instructions:u,..."; callgrind "==7== Collected : 123456". */
static void read_instructions(const char *line, Counter counter, Count *count) {
    const char *collected = strstr(line, "Collected : ");
    Word word = {line, strcspn(line, ",")};
    if (counter == BY_PERF && strstr(line, ",instructions") != NULL) {
        word_to_number(word, 0, INT64_MAX, &count->instructions);
    }
    if (counter == BY_CALLGRIND && collected != NULL) {
        collected += strlen("Collected : ");
        if (word_next(&collected, &word)) word_to_number(word, 0, INT64_MAX, &count->instructions);
    }
}

static int64_t nodes_of_info(const char *line) {
    const char *found = strstr(line, " nodes ");
    int64_t nodes = 0;
    Word word;
    if (strncmp(line, "info depth", 10) != 0 || found == NULL) return 0;
    found += strlen(" nodes ");
    if (word_next(&found, &word)) word_to_number(word, 0, INT64_MAX, &nodes);
    return nodes;
}

static bool send_search(Proc *proc, const CountedSearch *search, int64_t deadline_us) {
    char command[COMMAND_SIZE];
    bool fine = proc_write_line(proc, "setoption name Hash value 1", deadline_us) == PROC_OK;
    for (int i = 0; fine && i < search->count; i++) {
        snprintf(command, sizeof command, "position fen %s", search->fens[i]);
        fine = proc_write_line(proc, command, deadline_us) == PROC_OK;
        snprintf(command, sizeof command, "go nodes %" PRId64, search->nodes);
        fine = fine && proc_write_line(proc, command, deadline_us) == PROC_OK &&
               proc_write_line(proc, "wait", deadline_us) == PROC_OK;
    }
    return fine && proc_write_line(proc, "quit", deadline_us) == PROC_OK;
}

/* Reads to the end of the output: the counter prints after the engine has ended. */
static void read_counts(Proc *proc, Counter counter, int64_t deadline_us, Count *count) {
    int64_t last_nodes = 0;
    ProcLine line;
    while (proc_read_line(proc, deadline_us, &line) == PROC_OK) {
        int64_t nodes_so_far = nodes_of_info(line.text);
        if (nodes_so_far > 0) last_nodes = nodes_so_far;
        if (strncmp(line.text, "bestmove", 8) == 0) count->nodes += last_nodes;
        read_instructions(line.text, counter, count);
    }
}

static bool count_one(const CountedSearch *search, Counter counter, Count *count, Reason *why) {
    char command[COMMAND_SIZE];
    *count = (Count){.instructions = -1};
    if (snprintf(command, sizeof command, "%s %s", counters[counter].prefix, search->engine) >= COMMAND_SIZE) {
        return refuse(why, "the command of the engine is too long");
    }
    Proc *proc = start(command, why);
    if (proc == NULL) return false;
    int64_t deadline_us = deadline();
    if (send_search(proc, search, deadline_us)) read_counts(proc, counter, deadline_us, count);
    ProcEnd end = proc_stop(proc, 1000);
    proc_free(proc);
    if (end.kind == PROC_SIGNALLED && end.code == SIGILL) {
        return refuse(why, "%s does not know all instructions of this machine: build with ARCH=x86-64-v3",
                      counters[counter].name);
    }
    return count->instructions >= 0 || refuse(why, "%s does not work here", counters[counter].name);
}

/* The difference between two runs leaves out what starting takes. */
static bool count_difference(CountedSearch search, Counter counter, double *per_node, Reason *why) {
    enum { FEW = 1000, MANY = 10000 };
    Count few, many;
    search.nodes = FEW;
    if (!count_one(&search, counter, &few, why)) return false;
    search.nodes = MANY;
    if (!count_one(&search, counter, &many, why)) return false;
    if (many.nodes <= few.nodes) return refuse(why, "the engine searched no more nodes with a larger limit");
    *per_node = (double)(many.instructions - few.instructions) / (double)(many.nodes - few.nodes);
    return true;
}

bool engine_runs_instructions(const char *engine, const char *const fens[], int count, EngineInstructions *instructions,
                              Reason *why) {
    CountedSearch search = {.engine = engine, .fens = fens, .count = count};
    Reason reasons[COUNTERS];
    for (int i = 0; i < COUNTERS; i++) {
        instructions->counter = counters[i].name;
        if (count_difference(search, (Counter)i, &instructions->per_node, &reasons[i])) return true;
    }
    return refuse(why, "%.100s; %.100s", reasons[BY_PERF].text, reasons[BY_CALLGRIND].text);
}
