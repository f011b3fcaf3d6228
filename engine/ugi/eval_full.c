#include "ugi/eval_full.h"

#include "kernel/eval/eval.h"

static int value_of(const Grid *grid, const Board *board) {
    Census census = census_take(grid, board);
    return eval(grid, board, &census);
}

/* An open line by its stones, as kernel/eval/eval.h has it. */
static int weight_of(const Grid *grid, int stones) {
    int missing = grid_n(grid) - stones;
    if (game_counts_points(&grid->game)) return VALUE_POINT >> missing;
    return missing <= 5 ? eval_line_race_weights(grid)->by_empty_cells[missing] : 1;
}

/* A part of the value: a count of each side and what one is worth. Returns what it is worth to the side. */
static int send_part(Output *output, const char *what, const int counts[2], int weight, Side side) {
    int value = (counts[side] - counts[side_other(side)]) * weight;
    if (counts[SIDE_X] + counts[SIDE_O] == 0 || weight == 0) return 0;
    output_send(output, "info string eval %s: p1 %d, p2 %d, each %d, value %d", what, counts[SIDE_X], counts[SIDE_O],
                weight, value);
    return value;
}

static int send_lines(const Grid *grid, const Census *census, Side side, Output *output) {
    int sum = 0;
    for (int stones = grid_n(grid) - 1; stones > 0; stones--) {
        char what[40];
        int counts[] = {census->open[SIDE_X][stones], census->open[SIDE_O][stones]};
        snprintf(what, sizeof what, "lines that lack %d", grid_n(grid) - stones);
        sum += send_part(output, what, counts, weight_of(grid, stones), side);
    }
    return sum;
}

static int send_rest(const Grid *grid, const Board *board, Side side, Output *output) {
    int points[] = {board->points[SIDE_X], board->points[SIDE_O]};
    if (game_counts_points(&grid->game)) return send_part(output, "points", points, VALUE_POINT, side);
    int weight = eval_line_race_weights(grid)->crossing;
    if (weight == 0) return 0;
    int counts[] = {eval_crossings(grid, board, SIDE_X), eval_crossings(grid, board, SIDE_O)};
    return send_part(output, "crossings", counts, weight, side);
}

/* What the position would be worth to the side to move after its stone there. */
static void send_cells(const Position *position, Output *output) {
    const Grid *grid = position->grid;
    char text[CELLS_MAX * (MOVE_TEXT_SIZE + 12)], move[MOVE_TEXT_SIZE];
    Writer writer = writer_on(text, sizeof text);
    for (CellSet empty = board_empty(grid, &position->board); !cells_is_empty(empty);) {
        int cell = cells_take(&empty);
        Board next = position->board;
        board_play(grid, &next, cell);
        notation_print_move(&grid->game, cell, move);
        bool wins = !game_counts_points(&grid->game) && next.points[board_side(&position->board)] > 0;
        if (wins) writer_add(&writer, " %s wins", move);
        if (!wins) writer_add(&writer, " %s %d", move, -value_of(grid, &next));
    }
    output_send(output, "info string eval cells%s", text);
}

void eval_full_send(const Position *position, Output *output) {
    const Grid *grid = position->grid;
    const Board *board = &position->board;
    Side side = board_side(board);
    Census census = census_take(grid, board);
    int sum = send_rest(grid, board, side, output) + send_lines(grid, &census, side, output);
    output_send(output, "info string eval the move: value %d", value_of(grid, board) - sum);
    send_cells(position, output);
}
