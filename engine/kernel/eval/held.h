/* A side is held when it can never complete a line, whatever it plays. Two certificates cost next to nothing. */
#ifndef ROWAN_KERNEL_EVAL_HELD_H
#define ROWAN_KERNEL_EVAL_HELD_H

#include "kernel/eval/eval.h"
#include "kernel/eval/pairing.h"

/* By its weight or by a pairing. */
static inline bool held_by_count(const Grid *grid, const Board *board, Side side) {
    Pairing pairing;
    Census census = census_take(grid, board);
    return census_side_is_held(grid, &census, side, board_side(board)) || pairing_find(grid, board, side, &pairing);
}

#endif
