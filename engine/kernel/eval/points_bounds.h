/* Cheap proven bounds on the final difference, for any node of the search under the rules that count points. */
#ifndef ROWAN_KERNEL_EVAL_POINTS_BOUNDS_H
#define ROWAN_KERNEL_EVAL_POINTS_BOUNDS_H

#include "kernel/eval/cell_sums.h"
#include "kernel/eval/eval.h"
#include "kernel/eval/points_prospects.h"

/* Seen by the side to move, in points. */
typedef struct {
    int low, high;
} PointsBounds;

/* Potentials by the number of lines alone. Credit for threats (see points_prospects.h) is due only if nobody can end
 * the game.
 */
static inline Potentials points_bounds_potentials(const Grid *grid, const Census *census, Side side, bool credit) {
    Side other = side_other(side);
    int threat = grid_n(grid) - 1, mine = 0, theirs = 0;
    for (int stones = 0; stones <= threat; stones++) {
        mine += census->open[side][stones] << stones;
        theirs += census->open[other][stones] << stones;
    }
    if (!credit) return (Potentials){mine, theirs};
    return (Potentials){mine - (census->open[other][threat] << threat),
                        theirs - (census->open[side][threat] << threat)};
}

/* The pushes of all cells (see points_prospects.h), but only the largest of them. A line without a stone pushes both
 * sides. */
static inline Pushes points_bounds_pushes(const Grid *grid, const Board *board, bool credit) {
    Side side = board_side(board), other = side_other(side);
    int threat = grid_n(grid) - 1;
    CellSums mine, theirs;
    cell_sums_init(&mine, board_occupied(board));
    cell_sums_add(&mine, grid, board_untouched_lines(grid, board), 1);
    theirs = mine;
    for (int stones = 1; stones <= threat; stones++) {
        cell_sums_add(&mine, grid, board_lines_with(board, side, stones), 1 << stones);
        cell_sums_add(&theirs, grid, board_lines_with(board, other, stones), 1 << stones);
    }
    if (credit) {
        cell_sums_add(&mine, grid, board_threats(grid, board, other), 1 << threat);
        cell_sums_add(&theirs, grid, board_threats(grid, board, side), 1 << threat);
    }
    Pushes pushes = {.mine = cell_sums_largest(&mine), .theirs_first = cell_sums_take_largest(&theirs)};
    pushes.theirs_second = cell_sums_largest(&theirs);
    return pushes;
}

static inline int points_bounds_open_lines(const Grid *grid, const Census *census, Side side) {
    int open = 0;
    for (int stones = 0; stones < grid_n(grid); stones++) open += census->open[side][stones];
    return open;
}

/* The pushes of all cells are looked at only where they may matter: where the potentials alone do not lift the value
 * above alpha, or nearly hold it at beta. */
static inline PointsBounds points_bounds(const Grid *grid, const Board *board, const Census *census, int alpha,
                                         int beta) {
    Side side = board_side(board), other = side_other(side);
    int lead = board->points[side] - board->points[other], target = grid->game.target;
    int most_mine = points_bounds_open_lines(grid, census, side),
        most_theirs = points_bounds_open_lines(grid, census, other);
    bool credit =
        target == 0 || (board->points[side] + most_mine < target && board->points[other] + most_theirs < target);
    Potentials potentials = points_bounds_potentials(grid, census, side, credit);
    PointsBounds range = {lead - prospects_whole_points(grid, potentials.theirs), lead + most_mine};
    bool may_fail = (lead + prospects_whole_points(grid, potentials.mine)) * VALUE_POINT <= alpha;
    bool may_hold = (range.low + 1) * VALUE_POINT >= beta;
    if (!may_fail && !may_hold) return range;
    Pushes pushes = points_bounds_pushes(grid, board, credit);
    range.low = lead - prospects_most_for_other(grid, potentials, &pushes);
    range.high = lead + prospects_most_for_mover(grid, potentials, &pushes);
    return range;
}

#endif
