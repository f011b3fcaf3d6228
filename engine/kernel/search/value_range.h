/* A range that the value of a node provably lies in, from bounds that cost little. */
#ifndef ROWAN_KERNEL_SEARCH_VALUE_RANGE_H
#define ROWAN_KERNEL_SEARCH_VALUE_RANGE_H

#include "kernel/eval/pairing.h"
#include "kernel/eval/points_bounds.h"

typedef struct {
    int low, high;
} Range;

/* What is asked of a node: its value within the window from alpha to beta, looking `depth` plies ahead. */
typedef struct {
    int alpha, beta;
    int depth; /* plies still to be looked at; below 1 the node is a leaf */
    int ply;   /* from the root */
} Window;

static inline Range range_any(void) {
    return (Range){-VALUE_INFINITE, VALUE_INFINITE};
}

static inline int range_clamp(Range range, int value) {
    return value < range.low ? range.low : value > range.high ? range.high : value;
}

/* Who cannot complete a line any more cannot win; if neither can, it is a draw. */
static inline Range range_of_line_race(const Grid *grid, const Board *board, const Census *census) {
    Side side = board_side(board), other = side_other(side);
    Range range = range_any();
    if (census_side_is_held(grid, census, other, side)) range.low = VALUE_DRAW;
    if (census_side_is_held(grid, census, side, side)) range.high = VALUE_DRAW;
    return range;
}

static inline Range range_of(const Grid *grid, const Board *board, const Census *census, Window window) {
    if (!game_counts_points(&grid->game)) return range_of_line_race(grid, board, census);
    PointsBounds points = points_bounds(grid, board, census, window.alpha, window.beta);
    return (Range){points.low * VALUE_POINT, points.high * VALUE_POINT};
}

/* Sharpens the range by pairings. They cost more than a census, so only those are looked for that can end the node, and
 * only where that saves much. Those of each side in the position before are mended. */
static inline void range_pair(Range *range, const Grid *grid, const Board *board, Window window, Pairing pairings[2]) {
    enum { PAIRING_DEPTH = 4 };
    if (game_counts_points(&grid->game) || (window.depth < PAIRING_DEPTH && window.ply > 1)) return;
    Side side = board_side(board), other = side_other(side);
    bool low_is_useless = window.alpha >= VALUE_DRAW, high_is_useless = window.beta <= VALUE_DRAW;
    if (range->low < VALUE_DRAW && !low_is_useless && pairing_exists(grid, board, other, &pairings[other])) {
        range->low = VALUE_DRAW;
    }
    if (range->high > VALUE_DRAW && !high_is_useless && pairing_exists(grid, board, side, &pairings[side])) {
        range->high = VALUE_DRAW;
    }
}

#endif
