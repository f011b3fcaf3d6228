/* The positions of one game in a suite, with what searches them. The suite must outlive it. For one thread. */
#ifndef ROWAN_BENCH_MODES_GAME_GROUP_H
#define ROWAN_BENCH_MODES_GAME_GROUP_H

#include "core/search_trial.h"
#include "harness/suite.h"
#include "modes/modes.h"
#include "rules/position.h"

typedef struct {
    Trial *trial;
    int threads;
    int hash_mb;
    int count;
    const SuitePosition *positions;
    GameName game;
} GameGroup;

/* The game of the position at `first`, and as many of its positions as the options allow. False, and nothing to close,
 * if memory is short, which is the reason. */
bool game_group_open(GameGroup *group, const Bench *bench, const Suite *suite, int first, int threads);
void game_group_close(GameGroup *group);

/* False, with the reason, if no game could have led to the position. */
bool game_group_position(const GameGroup *group, int index, Position *position, Reason *why);
/* The game must not be over there; if it is, that is the reason. */
bool game_group_search(const GameGroup *group, int index, const TrialLimits *limits, TrialResult *result, Reason *why);

/* What it took to finish that depth, or to prove the value before. False if neither happened. */
bool game_group_effort(const TrialResult *result, int depth, Effort *effort);
void game_group_add(Effort *sum, Effort effort);

#endif
