#include "support/board_class.h"

#include <stdlib.h>

#include "rules/board.h"
#include "rules/perft.h"

struct Table {
    Grid grid;
    Board board;
};

static Table *table_new(const Geometry *geometry) {
    Table *table = malloc(sizeof *table);
    if (table == NULL) abort();
    grid_init(&table->grid, geometry);
    board_init(&table->board);
    return table;
}

static void table_free(Table *table) {
    free(table);
}

static void restart(Table *table) {
    board_init(&table->board);
}

static void play(Table *table, int cell) {
    board_play(&table->grid, &table->board, cell);
}

static void pass(Table *table) {
    board_pass(&table->grid, &table->board);
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

static void observe(const Table *table, Observation *seen) {
    see(&table->grid, &table->board, seen);
}

static void observe_set_up(const Table *table, Observation *seen) {
    Board board;
    board_set_up(&table->grid, &board, table->board.stones, board_side(&table->board));
    see(&table->grid, &board, seen);
}

static uint64_t count_sequences(const Table *table, int plies) {
    static const _Atomic bool stop = false;
    return perft(&table->grid, &table->board, plies, &stop);
}

#define JOINED(a, b)   a##b
#define CLASS_OF(name) JOINED(board_class_, name)
#define TEXT_OF(name)  #name
#define NAME_OF(name)  TEXT_OF(name)

const BoardClass CLASS_OF(SIZE_NAME) = {
    NAME_OF(SIZE_NAME), SIZE_CELLS, SIZE_LINES, SIZE_EDGE_MIN, SIZE_EDGE_MAX, table_new,
    table_free,         restart,    play,       pass,          observe,       observe_set_up,
    count_sequences,
};
