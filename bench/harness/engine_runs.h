/* Runs of an engine as a program of its own: its command `bench`, searches under a counter of instructions, and a
 * conversation. For one thread. */
#ifndef ROWAN_BENCH_HARNESS_ENGINE_RUNS_H
#define ROWAN_BENCH_HARNESS_ENGINE_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "common/client.h"

/* The engine, started, to be talked to and freed. It does not use its built-in proofs, which would answer without a
 * search. NULL with the reason. */
Client *engine_runs_client(const char *engine, Reason *why);
/* Why the conversation broke off; false. */
bool engine_runs_refuse(const Client *client, Reason *why);

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
