#include "ugi/query_lines.h"

#include "kernel/eval/pairing.h"

static const char *const side_words[] = {[SIDE_X] = "p1", [SIDE_O] = "p2"};

void query_lines_add_cells(const Position *position, CellSet cells, Writer *writer) {
    const char *space = "";
    while (!cells_is_empty(cells)) {
        char move[MOVE_TEXT_SIZE];
        notation_print_move(&position->grid->game, cells_take(&cells), move);
        writer_add(writer, "%s%s", space, move);
        space = " ";
    }
}

/* Each line after the word, where there is one; returns what must stand before the next line. */
static const char *add_lines(const Position *position, LineSet lines, const char *bar, const char *word,
                             Writer *writer) {
    while (!lines_is_empty(lines)) {
        writer_add(writer, "%s%s", bar, word);
        query_lines_add_cells(position, position->grid->line_cells[lines_take(&lines)], writer);
        bar = " | ";
    }
    return bar;
}

void query_lines_answer_line(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    const Board *board = &position->board;
    bool sides_differ = game_counts_points(&position->grid->game);
    int n = grid_n(position->grid);
    const char *bar = "";
    if (lines_is_empty(board_completed_lines(position->grid, board))) writer_add(writer, "none");
    bar = add_lines(position, board_lines_with(board, SIDE_X, n), bar, sides_differ ? "p1 " : "", writer);
    add_lines(position, board_lines_with(board, SIDE_O, n), bar, sides_differ ? "p2 " : "", writer);
}

void query_lines_answer(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    add_lines(position, position->grid->all_lines, "", "", writer);
}

void query_lines_answer_threats(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        CellSet cells = board_winning_cells(position->grid, &position->board, (Side)side);
        writer_add(writer, "%s%s ", side == SIDE_X ? "" : " | ", side_words[side]);
        if (position_is_over(position) || cells_is_empty(cells)) {
            writer_add(writer, "none");
        } else {
            query_lines_add_cells(position, cells, writer);
        }
    }
}

static void add_pairs(const Position *position, LineSet lines, const Pairing *pairing, Writer *writer) {
    const Grid *grid = position->grid;
    while (!lines_is_empty(lines)) {
        int pair[2];
        char first[MOVE_TEXT_SIZE], second[MOVE_TEXT_SIZE];
        pairing_pair(grid, pairing, lines_take(&lines), pair);
        notation_print_move(&grid->game, pair[0], first);
        notation_print_move(&grid->game, pair[1], second);
        writer_add(writer, " %s-%s", first, second);
    }
}

void query_lines_answer_pairing(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    const Grid *grid = position->grid;
    const Board *board = &position->board;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Pairing pairing;
        LineSet complete = board_lines_with(board, (Side)side, grid_n(grid));
        LineSet lines = lines_minus(board_open_lines(grid, board, (Side)side), complete);
        writer_add(writer, "%s%s", side == SIDE_X ? "" : " | ", side_words[side]);
        if (lines_is_empty(lines)) {
            writer_add(writer, " blocked");
        } else if (position_is_over(position) || !pairing_find_for(grid, board, (Side)side, lines, &pairing)) {
            writer_add(writer, " none");
        } else {
            add_pairs(position, lines, &pairing, writer);
        }
    }
}
