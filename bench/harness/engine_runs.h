/* Runs of an engine as a program of its own: its command `bench`, and searches under a counter of instructions.
 *
 * Each call starts the engine, waits for it and ends it. For one thread. */
#ifndef ROWAN_BENCH_HARNESS_ENGINE_RUNS_H
#define ROWAN_BENCH_HARNESS_ENGINE_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

typedef struct {
    int64_t nodes;
    int64_t nodes_per_second;
} EngineSpeed;

/* What the engine answers to `bench DEPTH` (0: to `bench`). */
bool engine_runs_speed(const char *engine, int depth, EngineSpeed *speed, Reason *why);

typedef struct {
    double per_node;
    const char *counter; /* perf or callgrind, whichever works here */
} EngineInstructions;

/* The instructions that the engine takes per node, on average over these positions. */
bool engine_runs_instructions(const char *engine, const char *const fens[], int count, EngineInstructions *instructions,
                              Reason *why);

#endif
