/* Plain UCT (Kocsis and Szepesvari 2006): a tree grown by one node for each playout, and random playouts.
 *
 * It knows the rules and nothing else, not even a line that can be completed now: what it sees comes from counting
 * results. The same seed gives the same search. Each search owns its tree; the stop flag may be set by any thread. */
#ifndef ROWAN_SPARRING_UCT_H
#define ROWAN_SPARRING_UCT_H

#include <stdatomic.h>

#include "rules/board.h"

typedef struct {
    const Grid *grid;
    int playouts_max;
    int64_t deadline_us;     /* 0: none */
    const atomic_bool *stop; /* NULL: none */
    Rng rng;
} UctTask;

typedef struct {
    int cell; /* the move with most playouts */
    int playouts;
    bool was_stopped;
} UctChoice;

/* The game must not be over. Without memory for the tree the answer is the first free cell, after no playout. */
UctChoice uct_search(const UctTask *task, const Board *board);

#endif
