#include "sparring/instinct.h"

#include <stdlib.h>

#include "common/textbook.h"

Rng instinct_rng(const Position *position, int64_t seed) {
    Rng rng = {.state = (uint64_t)seed ^ position->board.key};
    rng_next(&rng);
    return rng;
}

static int pick(CellSet cells, Rng rng) {
    int skipped = rng_below(&rng, cells_count(cells));
    while (skipped-- > 0) cells_take(&cells);
    return cells_first(&cells);
}

int instinct_random(const Position *position, int64_t seed) {
    return pick(board_empty(position->grid, &position->board), instinct_rng(position, seed));
}

int instinct_win_or_block(const Position *position) {
    Side me = board_side(&position->board);
    CellSet cells = board_winning_cells(position->grid, &position->board, me);
    if (cells_is_empty(cells)) cells = board_winning_cells(position->grid, &position->board, side_other(me));
    return cells_is_empty(cells) ? MOVE_NONE : cells_first(&cells);
}

/* All coordinates in the middle: one cell for odd n, 2^d cells for even n. */
static bool is_central(const Game *game, int cell) {
    Coordinates at = geometry_coordinates(game, cell);
    for (int axis = 0; axis < game->d; axis++) {
        if (at.of[axis] != game->n / 2 && at.of[axis] != (game->n - 1) / 2) return false;
    }
    return true;
}

static bool is_corner(const Game *game, int cell) {
    Coordinates at = geometry_coordinates(game, cell);
    for (int axis = 0; axis < game->d; axis++) {
        if (at.of[axis] != 0 && at.of[axis] != game->n - 1) return false;
    }
    return true;
}

int instinct_rules(const Position *position) {
    const Grid *grid = position->grid;
    int forced = instinct_win_or_block(position);
    if (forced != MOVE_NONE) return forced;
    bool (*const wanted[])(const Game *, int) = {is_central, is_corner};
    CellSet empty = board_empty(grid, &position->board);
    for (int i = 0; i < 2; i++) {
        for (CellSet cells = empty; !cells_is_empty(cells);) {
            int cell = cells_take(&cells);
            if (wanted[i](&grid->game, cell)) return cell;
        }
    }
    return cells_first(&empty);
}

int instinct_greedy(const Position *position) {
    int forced = instinct_win_or_block(position), moves[SIZE_CELLS];
    if (forced != MOVE_NONE) return forced;
    textbook_promising(position->grid, &position->board, 1, moves);
    return moves[0];
}

/* A cell from which the side threatens to complete two lines, MOVE_NONE if there is none. */
static int double_threat(const Position *position, Side side) {
    const Grid *grid = position->grid;
    for (CellSet cells = board_empty(grid, &position->board); !cells_is_empty(cells);) {
        int cell = cells_take(&cells);
        Board next = position->board;
        board_put(grid, &next, side, cell);
        if (cells_count(board_winning_cells(grid, &next, side)) >= 2) return cell;
    }
    return MOVE_NONE;
}

/* In steps of a king. */
static int distance(const Game *game, int one, int other) {
    Coordinates from = geometry_coordinates(game, one), to = geometry_coordinates(game, other);
    int longest = 0;
    for (int axis = 0; axis < game->d; axis++) {
        int steps = abs(from.of[axis] - to.of[axis]);
        if (steps > longest) longest = steps;
    }
    return longest;
}

/* The cells of the set that are nearest to the cell. */
static CellSet nearest(const Game *game, CellSet cells, int cell) {
    CellSet found = cells_none();
    int least = game->n;
    while (!cells_is_empty(cells)) {
        int next = cells_take(&cells), steps = distance(game, next, cell);
        if (steps < least) found = cells_none();
        if (steps < least) least = steps;
        if (steps == least) cells_add(&found, next);
    }
    return found;
}

/* Where it played last: in a position that was set up, some stone of its own; without one, the middle of the board. */
static int last_stone(const Position *position) {
    CellSet own = position->board.stones[board_side(&position->board)];
    if (position->move_before != MOVE_NONE) return position->move_before;
    if (!cells_is_empty(own)) return cells_first(&own);
    Coordinates middle = {{0}};
    for (int axis = 0; axis < position->grid->game.d; axis++) middle.of[axis] = position->grid->n / 2;
    return geometry_cell(&position->grid->game, middle);
}

int instinct_human(const Position *position, int64_t seed) {
    const Grid *grid = position->grid;
    const Board *board = &position->board;
    Side me = board_side(board);
    int forced = instinct_win_or_block(position);
    if (forced == MOVE_NONE) forced = double_threat(position, me);
    if (forced == MOVE_NONE) forced = double_threat(position, side_other(me));
    if (forced != MOVE_NONE) return forced;
    CellSet cells = board_empty_cells_of(grid, board, board_open_lines(grid, board, me));
    if (cells_is_empty(cells)) cells = board_empty(grid, board);
    return pick(nearest(&grid->game, cells, last_stone(position)), instinct_rng(position, seed));
}
