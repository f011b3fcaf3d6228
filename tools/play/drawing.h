/* A board drawn for people: layers side by side, columns lettered, rows numbered; blocks of a 4D board below each
 * other.
 *
 *         layer a     layer b     layer c
 *         a b c       a b c       a b c
 *      1  . . .    1  . . .    1  . .>X     > the last move
 *      2  . O .    2  . . .    2  . . .     * the cells of a line
 *      3  . . .    3  . . .    3  . . .
 *
 * In colour the marks are left out: the last move is reversed, the line on green. */
#ifndef ROWAN_PLAY_DRAWING_H
#define ROWAN_PLAY_DRAWING_H

#include <stdio.h>

#include "rules/board.h"

typedef struct {
    bool has_colour;
    int columns; /* layers that do not fit into this width go below; 0: any width */
} DrawingStyle;

enum { DRAWING_NO_CELL = -1 };

/* The stones; `last` is a cell or DRAWING_NO_CELL, `line` the cells to show as a line. */
void drawing_stones(FILE *out, DrawingStyle style, const Grid *grid, const Board *board, int last, CellSet line);
/* A number in every cell. */
void drawing_numbers(FILE *out, DrawingStyle style, const Grid *grid, const int numbers[]);

#endif
