#include "support/board_class.h"

#include <stdlib.h>

#include "rules/board.h"
#include "rules/perft.h"

struct ClassBoard {
    Grid grid;
    Board board;
};

static ClassBoard *class_board_new(const Geometry *geometry) {
    ClassBoard *own = malloc(sizeof *own);
    if (own == NULL) abort();
    grid_init(&own->grid, geometry);
    board_init(&own->board);
    return own;
}

static void class_board_free(ClassBoard *own) {
    free(own);
}

static void restart(ClassBoard *own) {
    board_init(&own->board);
}

static void play(ClassBoard *own, int cell) {
    board_play(&own->grid, &own->board, cell);
}

static void pass(ClassBoard *own) {
    board_pass(&own->grid, &own->board);
}

static void see_cells(CellSet cells, bool seen[CELLS_MAX]) {
    while (!cells_is_empty(cells)) seen[cells_take(&cells)] = true;
}

static void see_lines(LineSet lines, bool seen[LINES_MAX]) {
    while (!lines_is_empty(lines)) seen[lines_take(&lines)] = true;
}

static void see_side(const Grid *grid, const Board *board, Side side, Observation *seen) {
    seen->points[side] = board->points[side];
    see_cells(board->stones[side], seen->has_stone[side]);
    see_cells(board_winning_cells(grid, board, side), seen->completes[side]);
    see_lines(board_open_lines(grid, board, side), seen->is_open[side]);
    see_lines(board_threats(grid, board, side), seen->is_threat[side]);
    for (int stones = 1; stones <= grid->n; stones++) {
        for (LineSet lines = board_lines_with(board, side, stones); !lines_is_empty(lines);) {
            seen->alone[side][lines_take(&lines)] += stones;
        }
    }
}

static void see(const Grid *grid, const Board *board, Observation *seen) {
    *seen = (Observation){.key = board->key, .to_move = board_side(board), .ply = board->ply};
    seen->outcome = (int)board_outcome(grid, board);
    seen->is_full = board_is_full(grid, board);
    seen->all_lines_dead = board_all_lines_dead(grid, board);
    see_cells(board_empty(grid, board), seen->is_empty);
    see_lines(board_completed_lines(grid, board), seen->is_complete);
    see_side(grid, board, SIDE_X, seen);
    see_side(grid, board, SIDE_O, seen);
}

static void observe(const ClassBoard *own, Observation *seen) {
    see(&own->grid, &own->board, seen);
}

static void observe_set_up(const ClassBoard *own, Observation *seen) {
    Board board;
    board_set_up(&own->grid, &board, own->board.stones, board_side(&own->board));
    see(&own->grid, &board, seen);
}

static uint64_t count_sequences(const ClassBoard *own, int plies) {
    static const _Atomic bool stop = false;
    return perft(&own->grid, &own->board, plies, &stop);
}

#define JOINED(a, b)   a##b
#define CLASS_OF(name) JOINED(board_class_, name)
#define TEXT_OF(name)  #name
#define NAME_OF(name)  TEXT_OF(name)

const BoardClass CLASS_OF(SIZE_NAME) = {
    .name = NAME_OF(SIZE_NAME),
    .cells_max = SIZE_CELLS,
    .lines_max = SIZE_LINES,
    .edge_min = SIZE_EDGE_MIN,
    .edge_max = SIZE_EDGE_MAX,
    .board_new = class_board_new,
    .board_free = class_board_free,
    .restart = restart,
    .play = play,
    .pass = pass,
    .observe = observe,
    .observe_set_up = observe_set_up,
    .perft = count_sequences,
};
