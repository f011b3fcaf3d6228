/* Runs of an engine as a program of its own: its command `bench`, and searches under a counter of instructions. */
#ifndef ROWAN_BENCH_HARNESS_RUNS_H
#define ROWAN_BENCH_HARNESS_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

typedef struct {
    int64_t nodes;
    int64_t nodes_per_second;
} BenchRun;

/* Starts the engine, sends `bench DEPTH` (0: without a depth) and reads its last line. */
bool bench_run(const char *engine, int depth, BenchRun *run, Reason *why);

/* The instructions that the engine takes for a node, on average of some positions, counted by perf or else by
 * callgrind; *how says by which. False, with the reason, where there is neither. */
bool instructions_per_node(const char *engine, const char *const fens[], int count, double *instructions,
                           const char **how, Reason *why);

#endif
