/* Finds a picture that holds a side: blocks by simulated annealing, what they leave by search.
 *
 * Annealing packs disjoint blocks of the library. Its cost is what would still be lacking if every line left over
 * wanted two cells, plus a penalty for lines with few cells left: these are what makes the search fail. A packing that
 * is cold is handed to blocks/rest_search.h, with a limit on its nodes; if that fails, the next run has another seed.
 * The proof checker shares no code with any of this. For rule and position it does not matter who is to move: the
 * attacker moves first. */
#ifndef ROWAN_BLOCKS_FINDER_H
#define ROWAN_BLOCKS_FINDER_H

#include <stdatomic.h>

#include "blocks/library.h"

typedef struct {
    int threads;
    int runs;             /* of annealing, at most, by all threads together */
    int steps;            /* of each */
    uint64_t check_nodes; /* that the check of what is left may take */
    uint64_t seed;
    int64_t deadline_us;
    const _Atomic bool *stop;
    void (*pulse)(void *context); /* many times a second, in the thread of the caller; NULL: never */
    void *context;
} FinderEffort;

/* True if a picture was found; *nodes counts those of all searches. With one thread the outcome depends on the position
 * and the effort alone. */
bool finder_run(const Lineup *lineup, const FinderEffort *effort, Picture *picture, uint64_t *nodes);

typedef struct {
    int steps; /* of annealing */
    uint64_t seed;
    IsOver is_over;
    const void *context;
} PackEffort;

/* A single run with the blocks of a library: annealing, then the search of what is left. */
bool finder_pack(const Lineup *lineup, const Library *library, const PackEffort *effort, RestSearch *search,
                 RestEffort *rest_effort, Picture *picture);

typedef struct {
    uint64_t work; /* that is left, about a microsecond each */
    int lack_max;  /* give up at once if pairs alone lack more cells than this */
    IsOver is_over;
    const void *context;
} WorkEffort;

/* The same for a position in the middle of the game, with blocks made for it (blocks/library.h), on one thread
 * and with no more than this work. The outcome depends on the position and the work alone, unless it is over before. */
bool finder_try(const Lineup *lineup, WorkEffort *effort, Picture *picture);

#endif
