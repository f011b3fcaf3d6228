/* Moves and positions as text.
 *
 *     move        letter and number alternating by axis: b3 (2D), b3c (3D), b3c1 (4D), counted from a and 1
 *     position    <cells> <side> [<rule>]: x fastest; x, o, or a number for a run of empty cells; / between rows,
 *                 // between layers, /// between blocks; the shape gives the game: xo1/3/1x1 o
 *
 * Uses the universal board, so it is for the protocol, the tools and the tests, not for the search. */
#ifndef ROWAN_RULES_NOTATION_H
#define ROWAN_RULES_NOTATION_H

#include "rules/board.h"

#ifndef SIZE_IS_UNIVERSAL
#error "notation works on the universal board only"
#endif

enum {
    MOVE_TEXT_SIZE = 12,
    POSITION_TEXT_SIZE = 2 * CELLS_MAX + 64,
};

typedef struct {
    char text[MOVE_TEXT_SIZE];
} MoveText;

MoveText notation_move(const Game *game, int cell);
/* Whether the cell is free is not asked here. */
bool notation_parse_move(const Game *game, Word text, int *cell, Reason *why);

/* What a position's text says, before any rule is applied. */
typedef struct {
    Game game;
    CellSet stones[2];
    Side to_move;
} Setup;

/* Reads <cells> <side> [<rule>] from *cursor and stops before the word "moves" or at the end of the text. */
bool setup_parse(const char **cursor, Setup *setup, Reason *why);
/* Sets the setup up on a grid of its game, unless no game could have led to it. */
bool setup_to_board(const Setup *setup, const Grid *grid, Board *board, Reason *why);
Setup setup_of_board(const Grid *grid, const Board *board);
/* With the rule always given. */
void setup_print(const Setup *setup, char text[POSITION_TEXT_SIZE]);
void notation_print_position(const Grid *grid, const Board *board, char text[POSITION_TEXT_SIZE]);

#endif
