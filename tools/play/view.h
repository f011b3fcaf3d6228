/* What a person is shown of a game: the rules, the board with its cell numbers, the position, what an engine thinks of
 * it, and the result. Only prints; keeps no state.
 *
 * A board has its layers side by side, columns lettered, rows numbered. The blocks of a 4D board go one below the
 * other. Where the screen is too low for that, letters and numbers stand once.
 *
 *         layer a     layer b     layer c
 *         a b c       a b c       a b c
 *      1  . . .    1  . . .    1  . .>X     > the last move
 *      2  . O .    2  . . .    2  . . .     * the cells of a completed line
 *      3  . . .    3  . . .    3  . . .
 *
 * Colour replaces the marks: the last move is in reverse video, the line on green. */
#ifndef ROWAN_PLAY_VIEW_H
#define ROWAN_PLAY_VIEW_H

#include "common/client.h"
#include "play/history.h"
#include "play/terminal.h"

void view_rules(const Grid *grid);
/* The numbered board fits on the screen, below the rules. */
bool view_can_show_numbers(const Terminal *terminal, const Grid *grid);
/* The board with a number in every cell; under the rule magic, the magic cube too. */
void view_numbers(const Terminal *terminal, const Grid *grid);
enum { VIEW_COORDINATES_SIZE = 64 };
/* "b3c (column b, row 3, layer c)" */
void view_coordinates(const Game *game, int cell, char text[VIEW_COORDINATES_SIZE]);
/* "X played b3c (cell 43)"; nothing before the first move. */
void view_last_move(const Terminal *terminal, const GameHistory *history);
/* The board, with the last move and the lines it completed highlighted. Under rules that count points, also the points
 * and the cells of both sides. */
void view_position(const Terminal *terminal, const GameHistory *history);
/* "value +1.60 for X", or with moves to the end of the game "X wins in at most 3 moves". */
void view_add_value(Writer *text, Side side, bool is_mate, int64_t value);
/* "Rowan 1.0.0: value +1.60 for X, depth 16, line c2b a2b": as much of it as the engine gave. */
void view_answer(const char *engine, Side side, const ClientAnswer *answer);
/* How the game ended, in one to three lines; nothing while it goes on. */
void view_ending(const Terminal *terminal, const GameHistory *history);

#endif
