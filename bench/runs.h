/* Runs of an engine's command `bench`, under a counter of instructions or alone. */
#ifndef ROWAN_RUNS_H
#define ROWAN_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "text.h"

typedef struct {
    int64_t nodes;
    int64_t nodes_per_second;
    int64_t instructions; /* -1: not counted */
} BenchRun;

typedef enum { COUNT_NOTHING, COUNT_BY_PERF, COUNT_BY_CALLGRIND } Counter;

/* Starts the engine, sends `bench DEPTH` (0: without a depth) and waits for its last line. */
bool bench_run(const char *engine, int depth, Counter counter, BenchRun *run, Reason *why);

#endif
