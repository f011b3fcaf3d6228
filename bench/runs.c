#include "runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "modes.h"
#include "proc.h"

enum { PATIENCE_S = 300, COMMAND_SIZE = 2048, WORDS_MAX = 32 };

/* "1234567 nodes 3000000 nps" */
static bool read_speed(const char *line, BenchRun *run) {
    Word word[5];
    for (int i = 0; i < 4; i++) {
        if (!word_next(&line, &word[i])) return false;
    }
    return !word_next(&line, &word[4]) && word_to_number(word[0], 1, INT64_MAX, &run->nodes) &&
           word_is(word[1], "nodes") && word_to_number(word[2], 1, INT64_MAX, &run->nodes_per_second) &&
           word_is(word[3], "nps");
}

/* perf: "123456,,instructions:u,..."; callgrind: "==7== Collected : 123456" */
static void read_count(const char *line, Counter counter, BenchRun *run) {
    const char *collected = strstr(line, "Collected : ");
    Word word;
    if (counter == COUNT_BY_CALLGRIND && collected != NULL) {
        collected += strlen("Collected : ");
        if (word_next(&collected, &word)) word_to_number(word, 0, INT64_MAX, &run->instructions);
    }
    if (counter == COUNT_BY_PERF && strstr(line, "instructions") != NULL) {
        word = (Word){line, strcspn(line, ",")};
        word_to_number(word, 0, INT64_MAX, &run->instructions);
    }
}

static bool converse(Proc *proc, int depth, Counter counter, BenchRun *run) {
    char command[32];
    int64_t deadline_us = clock_now_us() + (int64_t)PATIENCE_S * 1000000;
    bool has_speed = false;
    ProcLine line;
    snprintf(command, sizeof command, depth > 0 ? "bench %d" : "bench", depth);
    if (proc_write_line(proc, command, deadline_us) != PROC_OK) return false;
    if (proc_write_line(proc, "quit", deadline_us) != PROC_OK) return false;
    *run = (BenchRun){.instructions = -1};
    /* The counters speak after the engine has left. */
    while (proc_read_line(proc, deadline_us, &line) == PROC_OK) {
        has_speed = read_speed(line.text, run) || has_speed;
        read_count(line.text, counter, run);
    }
    return has_speed;
}

bool bench_run(const char *engine, int depth, Counter counter, BenchRun *run, Reason *why) {
    static const char *const prefixes[] = {
        "",
        "perf stat --log-fd 1 -x , -e instructions:u ",
        "valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-fd=1 ",
    };
    char command[COMMAND_SIZE];
    const char *reason;
    if (snprintf(command, sizeof command, "%s%s", prefixes[counter], engine) >= COMMAND_SIZE) {
        return refuse(why, "the command is too long");
    }
    char **argv = proc_split_command(command, &reason);
    if (argv == NULL) return refuse(why, "'%.100s': %s", command, reason);
    ProcSpec spec = {.argv = argv, .stderr_to = PROC_STDERR_NULL};
    ProcFailure failure;
    Proc *proc = proc_new(&spec, &failure);
    bool fine = false;
    if (proc == NULL) {
        char text[PROC_TEXT_MAX];
        proc_failure_text(&failure, &spec, text, sizeof text);
        refuse(why, "%s", text);
    } else {
        fine = converse(proc, depth, counter, run);
        if (!fine) refuse(why, "'%.150s' has not answered bench with '<n> nodes <m> nps'", engine);
        proc_stop(proc, 1000);
    }
    proc_free(proc);
    free(argv);
    return fine;
}

/* The difference of two runs of different depth leaves out what the start of the program takes. */
static bool count_instructions(const char *engine, Counter counter, double *instructions, Reason *why) {
    enum { SHALLOW = 2, DEEP = 6 };
    BenchRun shallow, deep;
    if (!bench_run(engine, SHALLOW, counter, &shallow, why) || !bench_run(engine, DEEP, counter, &deep, why))
        return false;
    if (shallow.instructions < 0 || deep.instructions < 0) return refuse(why, "it does not count here");
    if (deep.nodes <= shallow.nodes) return refuse(why, "no more nodes at a larger depth");
    *instructions = (double)(deep.instructions - shallow.instructions) / (double)(deep.nodes - shallow.nodes);
    return true;
}

bool instructions_per_node(const char *engine, double *instructions, char how[MACHINE_TEXT_SIZE], Reason *why) {
    Reason by_perf, by_callgrind;
    snprintf(how, MACHINE_TEXT_SIZE, "counted by perf");
    if (count_instructions(engine, COUNT_BY_PERF, instructions, &by_perf)) return true;
    snprintf(how, MACHINE_TEXT_SIZE, "counted by callgrind");
    if (count_instructions(engine, COUNT_BY_CALLGRIND, instructions, &by_callgrind)) return true;
    return refuse(why, "perf: %.90s; callgrind: %.90s", by_perf.text, by_callgrind.text);
}
