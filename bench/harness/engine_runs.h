/* Runs of an engine as a program of its own: its command `bench`, searches under a counter of instructions, and a
 * conversation; and runs of the programs beside it. For one thread. */
#ifndef ROWAN_BENCH_HARNESS_ENGINE_RUNS_H
#define ROWAN_BENCH_HARNESS_ENGINE_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "common/client.h"

enum { ENGINE_PATH_SIZE = 1024 };

/* The path of a program in the same folder: those of one build are together. */
void engine_runs_beside(const char *path, const char *program, char beside[ENGINE_PATH_SIZE]);

/* Runs a command to its end, however long that takes. Seconds of processor time, user and system: of the whole, and
 * before it printed a line that begins with the mark (0: it did not). False if its exit status is not 0. */
bool engine_runs_command(const char *command, const char *mark, double *whole_s, double *marked_s, Reason *why);

/* The engine, started, to be talked to and freed. It does not use its built-in proofs, which would answer without a
 * search. NULL with the reason. */
Client *engine_runs_client(const char *engine, Reason *why);
/* A new game, set up: the next search begins with an empty table. */
bool engine_runs_position(Client *client, const char *fen);
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
