#include "play/history.h"

#include <assert.h>
#include <stdlib.h>

GameHistory *history_new(const Game *game, int max_plies) {
    GameHistory *history = calloc(1, sizeof *history);
    if (history == NULL) return NULL;
    history->shape = shape_new(game);
    if (history->shape == NULL) {
        free(history);
        return NULL;
    }
    Position empty;
    position_init(&empty, &history->shape->grid);
    history->max_plies = max_plies;
    history_begin(history, &empty);
    return history;
}

void history_free(GameHistory *history) {
    if (history == NULL) return;
    shape_free(history->shape);
    free(history);
}

void history_begin(GameHistory *history, const Position *start) {
    history->start = *start;
    history->position = *start;
    history->plies = 0;
    history->is_resigned = false;
}

/* For people: by coordinates and by number, and whose stone is in the way. */
static bool refuse_taken(const GameHistory *history, int cell, Reason *why) {
    bool is_x = cells_has(&history->position.board.stones[SIDE_X], cell);
    return refuse(why, "cell %d (%s) is taken by %c", cell + 1, notation_move(history_game(history), cell).text,
                  side_letter(is_x ? SIDE_X : SIDE_O));
}

bool history_play(GameHistory *history, int cell, Reason *why) {
    if (history_is_over(history)) return refuse(why, "the game is over");
    if (!position_is_free(&history->position, cell, why)) return refuse_taken(history, cell, why);
    if (!position_play(&history->position, cell, why)) return false;
    history->moves[history->plies++] = cell;
    return true;
}

void history_undo(GameHistory *history) {
    if (history->is_resigned) {
        history->is_resigned = false;
        return;
    }
    assert(history->plies > 0);
    Reason why;
    history->plies--;
    history->position = history->start;
    for (int i = 0; i < history->plies; i++) position_play(&history->position, history->moves[i], &why);
}

void history_resign(GameHistory *history) {
    history->is_resigned = true;
    history->resigned = history_side_to_move(history);
}

const Grid *history_grid(const GameHistory *history) {
    return &history->shape->grid;
}

const Game *history_game(const GameHistory *history) {
    return &history->shape->grid.game;
}

Side history_side_to_move(const GameHistory *history) {
    return board_side(&history->position.board);
}

HistoryEnd history_end(const GameHistory *history) {
    if (position_is_over(&history->position)) return HISTORY_DECIDED;
    if (history->is_resigned) return HISTORY_RESIGNED;
    if (history->max_plies > 0 && history->position.board.ply >= history->max_plies) return HISTORY_MAX_PLIES;
    return HISTORY_GOES_ON;
}

bool history_is_over(const GameHistory *history) {
    return history_end(history) != HISTORY_GOES_ON;
}

Outcome history_outcome(const GameHistory *history) {
    switch (history_end(history)) {
    case HISTORY_DECIDED:
        return board_outcome(history_grid(history), &history->position.board);
    case HISTORY_RESIGNED:
        return history->resigned == SIDE_X ? OUTCOME_O_WINS : OUTCOME_X_WINS;
    case HISTORY_MAX_PLIES:
        return OUTCOME_DRAW;
    default:
        return OUTCOME_NONE;
    }
}

CellSet history_last_lines(const GameHistory *history) {
    const Position *position = &history->position;
    const Grid *grid = position->grid;
    if (position->last_move == MOVE_NONE) return cells_none();
    Side mover = side_other(board_side(&position->board));
    LineSet lines = board_completed_through(grid, &position->board, mover, position->last_move);
    return grid_cells_of(grid, lines);
}

void history_print_moves(const GameHistory *history, char text[HISTORY_MOVES_SIZE]) {
    Writer writer = writer_on(text, HISTORY_MOVES_SIZE);
    for (int i = 0; i < history->plies; i++) {
        writer_add(&writer, "%s%s", i > 0 ? " " : "", notation_move(history_game(history), history->moves[i]).text);
    }
}
