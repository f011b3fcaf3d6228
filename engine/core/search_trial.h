/* One search by itself, for measuring: no host and no options; any technique can be switched off.
 *
 * A Trial owns the geometry, the table and the workers of one game. Each run starts from an empty table and with
 * nothing learnt, so that with one thread and limits by depth or nodes its count of nodes depends on the position
 * alone. It belongs to one thread. */
#ifndef ROWAN_CORE_SEARCH_TRIAL_H
#define ROWAN_CORE_SEARCH_TRIAL_H

#include "kernel/kernel.h"
#include "rules/notation.h"

enum { TRIAL_DEPTH_MAX = 64 };

typedef struct Trial Trial;

typedef struct {
    Techniques techniques;
    int depth;       /* at most DEPTH_MAX */
    uint64_t nodes;  /* UINT64_MAX: no limit */
    int64_t time_us; /* INT64_MAX: no limit */
    bool keep_going; /* a proven value does not end it */
} TrialLimits;

/* What it took so far. */
typedef struct {
    uint64_t nodes;
    int64_t time_us;
    int64_t cpu_us; /* processor time of all threads: unlike the other, it does not grow when the machine is busy */
} Effort;

typedef struct {
    SearchLine best;
    Effort total;
    int depth;                            /* the last that was finished */
    Effort at_depth[TRIAL_DEPTH_MAX + 1]; /* from the start of the search to the end of each depth finished */
} TrialResult;

/* NULL when memory is short. */
Trial *trial_new(const Game *game, int hash_mb, int threads);
void trial_free(Trial *trial);
const Grid *trial_grid(const Trial *trial);

/* The game of the board must not be over. */
void trial_run(Trial *trial, const Board *board, const TrialLimits *limits, TrialResult *result);

/* Nodes per second of processor time. */
uint64_t effort_speed(Effort effort);

/* One of the positions that make the signature. */
typedef struct {
    int number; /* from 1 */
    int count;  /* of all positions */
    const char *fen;
    int depth;
    Effort effort;
} SignatureRow;

/* The engine's signature: the nodes that it takes to search a fixed set of positions, each to a fixed depth, with one
 * thread and a table of fixed size. It is the same on every machine and changes when the search does, so it tells
 * whether a change that should not matter really does not. Searches no position deeper than depth_max; tells about each
 * when it is done. False when memory is short. */
bool trial_signature(int depth_max, void (*each)(void *context, const SignatureRow *row), void *context, Effort *total);

#endif
