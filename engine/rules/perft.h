/* Counting move sequences: the classical test of the rules and of the speed of playing moves. */
#ifndef ROWAN_RULES_PERFT_H
#define ROWAN_RULES_PERFT_H

#include <stdatomic.h>

#include "rules/board.h"

/* The move sequences of exactly `plies` plies; a finished game goes no further. Gives up early once *stop is set. */
static inline uint64_t perft(const Grid *grid, const Board *board, int plies, const _Atomic bool *stop) {
    if (plies == 0) return 1;
    if (board_outcome(grid, board) != OUTCOME_NONE) return 0;
    CellSet moves = board_empty(grid, board);
    if (plies == 1) return (uint64_t)cells_count(moves);
    uint64_t sequences = 0;
    while (!cells_is_empty(moves) && !atomic_load_explicit(stop, memory_order_relaxed)) {
        Board next = *board;
        board_play(grid, &next, cells_take(&moves));
        sequences += perft(grid, &next, plies - 1, stop);
    }
    return sequences;
}

#endif
