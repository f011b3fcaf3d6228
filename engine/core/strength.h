/* How strong to play: what the options Level, UCI_LimitStrength and UCI_Elo leave of the search.
 *
 * Below full strength the engine looks a few plies ahead by the textbook or, higher up, with everything it knows at a
 * few nodes. UCI_Elo lies between two such steps most of the time: then the position and the seed decide which of the
 * two plays this move, so that a game can be repeated. Pure; any thread. */
#ifndef ROWAN_CORE_STRENGTH_H
#define ROWAN_CORE_STRENGTH_H

#include "core/options.h"
#include "job/search_job.h"

typedef struct {
    int depth;
    int root_moves; /* how many moves it considers, chosen at random beside those that win or block at once; where lines
                     * have three cells, all of them */
    Techniques techniques;
    uint64_t nodes; /* UINT64_MAX: no limit of its own */
    bool is_full;   /* nothing is held back, proofs included */
} Strength;

/* Nothing is held back: analysis is for people who want to know. */
Strength strength_full(void);
/* For the position with this key. */
Strength strength_of(const Settings *settings, uint64_t key);

#endif
