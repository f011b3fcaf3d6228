/* A position in a game that is being played, and moves as people and programs write them.
 *
 * Here, and nowhere else, a move given as text is played or refused. The grid belongs to somebody else and must outlive
 * the position. */
#ifndef ROWAN_RULES_POSITION_H
#define ROWAN_RULES_POSITION_H

#include "base/rng.h"
#include "rules/notation.h"

typedef struct {
    const Grid *grid;
    Board board;
    int last_move;   /* MOVE_NONE before the first move */
    int move_before; /* the one before the last */
} Position;

/* The empty board. */
void position_init(Position *position, const Grid *grid);
/* A setup of the grid's game. A refused setup leaves the position as it was. */
bool position_set_up(Position *position, const Grid *grid, const Setup *setup, Reason *why);

/* The cell is empty; or the reason why not. */
bool position_is_free(const Position *position, int cell, Reason *why);
/* The cell is empty, and nobody has won or the board may still be filled; or the reason why not. */
bool position_allows(const Position *position, int cell, Reason *why);
bool position_play(Position *position, int cell, Reason *why);
/* A move as text, and several of them with spaces between, among which the word `moves` may stand. At the first move
 * that is refused the ones before it have been played. */
bool position_read_move(const Position *position, Word text, int *cell, Reason *why);
bool position_play_text(Position *position, Word text, Reason *why);
bool position_play_all(Position *position, const char *moves, Reason *why);

/* One of the empty cells; there must be one. */
int position_random_move(const Position *position, Rng *rng);

bool position_is_over(const Position *position);
/* Stones can still be placed: the game goes on, or it is a draw by the rule line and cells are empty. Others play such
 * games to the last cell. */
bool position_can_go_on(const Position *position);

#endif
