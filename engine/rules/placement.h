/* Stones and the side to move as plain words, which code of every size class can read: bit c of the words is cell c.
 *
 * This is how positions cross the seam between size classes. Pure; any thread. */
#ifndef ROWAN_RULES_PLACEMENT_H
#define ROWAN_RULES_PLACEMENT_H

#include "rules/board.h"

typedef struct {
    uint64_t stones[2][CELLS_MAX / 64];
    Side to_move;
} Placement;

static inline Placement placement_of(const CellSet stones[2], Side to_move) {
    Placement placement = {.to_move = to_move};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        memcpy(placement.stones[side], stones[side].word, sizeof stones[side].word);
    }
    return placement;
}

static inline Placement placement_of_board(const Board *board) {
    return placement_of(board->stones, board_side(board));
}

/* All stones must be on cells of this size class. */
static inline void placement_stones(const Placement *placement, CellSet stones[2]) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        memcpy(stones[side].word, placement->stones[side], sizeof stones[side].word);
    }
}

static inline void placement_to_board(const Placement *placement, const Grid *grid, Board *board) {
    CellSet stones[2];
    placement_stones(placement, stones);
    board_set_up(grid, board, stones, placement->to_move);
}

#endif
