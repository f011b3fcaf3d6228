/* Positions of one game from a catalogue, with a trial to search them. The catalogue must outlive it. For one thread.
 */
#ifndef ROWAN_BENCH_MODES_GAME_TRIAL_H
#define ROWAN_BENCH_MODES_GAME_TRIAL_H

#include "core/trial.h"
#include "harness/catalogue.h"
#include "modes/bench_options.h"
#include "rules/position.h"

typedef struct {
    Trial *trial;
    int threads;
    int hash_mb;
    int count;
    const CataloguePosition *positions;
    char game[GAME_NAME_SIZE];
} GameTrial;

/* The game of the position at `first`, and as many of its positions as the options allow. False, and nothing to close,
 * if memory is short. */
bool game_trial_open(GameTrial *group, const Catalogue *catalogue, int first, int threads, const BenchOptions *options);
void game_trial_close(GameTrial *group);

/* False, with the reason, if no game could have led to the position. */
bool game_trial_position(const GameTrial *group, int index, Position *position, Reason *why);
/* The game must not be over there; if it is, that is the reason. */
bool game_trial_search(const GameTrial *group, int index, const TrialLimits *limits, TrialResult *result, Reason *why);

/* What it took to finish that depth, or to prove the value before. False if neither happened. */
bool game_trial_effort(const TrialResult *result, int depth, Effort *effort);
void game_trial_add(Effort *sum, Effort effort);

#endif
