/* One search by itself, for measuring: no host and no options; any technique can be switched off.
 *
 * A Trial owns the geometry, the table and the workers of one game. Each run starts from an empty table and with
 * nothing learnt, so that with one thread and limits by depth or nodes its count of nodes depends on the position
 * alone. It belongs to one thread. */
#ifndef ROWAN_CORE_TRIAL_H
#define ROWAN_CORE_TRIAL_H

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

#endif
