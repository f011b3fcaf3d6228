/* A random legal move, for openings and positions that are the same on every machine. Any thread. */
#ifndef ROWAN_BENCH_HARNESS_RANDOM_MOVE_H
#define ROWAN_BENCH_HARNESS_RANDOM_MOVE_H

#include "base/rng.h"
#include "rules/position.h"

/* Its cell. The game must not be over. */
static inline int random_move(const Position *position, Rng *rng) {
    CellSet cells = board_empty(position->grid, &position->board);
    for (int skipped = rng_below(rng, cells_count(cells)); skipped > 0; skipped--) cells_take(&cells);
    return cells_first(&cells);
}

#endif
