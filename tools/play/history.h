/* One game: where it began, the moves since, and how it ended.
 *
 * Judges by engine/rules alone. Owns its shape; `position` is always the start with all moves played. Besides the
 * rules, a game ends when a side resigns, and as a draw after max_plies plies. One thread. */
#ifndef ROWAN_PLAY_HISTORY_H
#define ROWAN_PLAY_HISTORY_H

#include "rules/position.h"
#include "rules/shape.h"

typedef enum { HISTORY_GOES_ON, HISTORY_DECIDED, HISTORY_RESIGNED, HISTORY_MAX_PLIES } HistoryEnd;

typedef struct {
    Shape *shape;
    Position start;
    Position position;
    int moves[CELLS_MAX];
    int plies;     /* moves played since the start */
    int max_plies; /* 0: no limit. Counts all stones on the board, those of the start too. */
    bool is_resigned;
    Side resigned; /* the side that gave up */
} GameHistory;

enum { HISTORY_MOVES_SIZE = CELLS_MAX * MOVE_TEXT_SIZE };

/* The empty board. NULL when memory is short. */
GameHistory *history_new(const Game *game, int max_plies);
void history_free(GameHistory *history);

/* Begins again from a position on the grid of this history. */
void history_begin(GameHistory *history, const Position *start);
/* Refused unless the cell is free and the game goes on. */
bool history_play(GameHistory *history, int cell, Reason *why);
/* Takes back the resignation, or else the last move; there must be one. */
void history_undo(GameHistory *history);
/* The side to move gives up. */
void history_resign(GameHistory *history);

const Grid *history_grid(const GameHistory *history);
const Game *history_game(const GameHistory *history);
Side history_side_to_move(const GameHistory *history);

HistoryEnd history_end(const GameHistory *history);
bool history_is_over(const GameHistory *history);
Outcome history_outcome(const GameHistory *history);
/* The cells of the lines that the last move completed. */
CellSet history_last_lines(const GameHistory *history);
/* "b3c a1a d4d" */
void history_print_moves(const GameHistory *history, char text[HISTORY_MOVES_SIZE]);

#endif
