#include "rules/position.h"

void position_init(Position *position, const Grid *grid) {
    *position = (Position){.grid = grid, .last_move = MOVE_NONE, .move_before = MOVE_NONE};
    board_init(&position->board);
}

bool position_set_up(Position *position, const Grid *grid, const Setup *setup, Reason *why) {
    Board board;
    if (!setup_to_board(setup, grid, &board, why)) return false;
    *position = (Position){.grid = grid, .board = board, .last_move = MOVE_NONE, .move_before = MOVE_NONE};
    return true;
}

int position_random_move(const Position *position, Rng *rng) {
    CellSet cells = board_empty(position->grid, &position->board);
    for (int skipped = rng_below(rng, cells_count(cells)); skipped > 0; skipped--) cells_take(&cells);
    return cells_first(&cells);
}

bool position_is_over(const Position *position) {
    return board_outcome(position->grid, &position->board) != OUTCOME_NONE;
}

bool position_can_go_on(const Position *position) {
    if (!position_is_over(position)) return true;
    bool is_drawn = board_outcome(position->grid, &position->board) == OUTCOME_DRAW;
    bool has_room = !cells_is_empty(board_empty(position->grid, &position->board));
    return is_drawn && has_room && position->grid->game.rule == RULE_LINE;
}

bool position_is_free(const Position *position, int cell, Reason *why) {
    CellSet occupied = board_occupied(&position->board);
    if (!cells_has(&occupied, cell)) return true;
    return refuse(why, "%s is occupied", notation_move(&position->grid->game, cell).text);
}

bool position_allows(const Position *position, int cell, Reason *why) {
    if (!position_is_free(position, cell, why)) return false;
    if (position_can_go_on(position)) return true;
    return refuse(why, "%s comes after the end of the game", notation_move(&position->grid->game, cell).text);
}

bool position_play(Position *position, int cell, Reason *why) {
    if (!position_allows(position, cell, why)) return false;
    board_play(position->grid, &position->board, cell);
    position->move_before = position->last_move;
    position->last_move = cell;
    return true;
}

bool position_read_move(const Position *position, Word text, int *cell, Reason *why) {
    int read;
    if (!notation_parse_move(&position->grid->game, text, &read, why) || !position_allows(position, read, why))
        return false;
    *cell = read;
    return true;
}

bool position_play_text(Position *position, Word text, Reason *why) {
    int cell;
    return notation_parse_move(&position->grid->game, text, &cell, why) && position_play(position, cell, why);
}

bool position_play_all(Position *position, const char *moves, Reason *why) {
    Word word;
    while (word_next(&moves, &word)) {
        if (!word_is(word, "moves") && !position_play_text(position, word, why)) return false;
    }
    return true;
}
