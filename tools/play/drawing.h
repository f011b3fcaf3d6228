/* A board drawn for people: layers side by side, columns lettered, rows numbered. The blocks of a 4D board go one below
 * the other.
 *
 *         layer a     layer b     layer c
 *         a b c       a b c       a b c
 *      1  . . .    1  . . .    1  . .>X     > the last move
 *      2  . O .    2  . . .    2  . . .     * the cells of a completed line
 *      3  . . .    3  . . .    3  . . .
 *
 * Colour replaces the marks: the last move is in reverse video, the line on green. Only prints; keeps no state. */
#ifndef ROWAN_PLAY_DRAWING_H
#define ROWAN_PLAY_DRAWING_H

#include <stdio.h>

#include "rules/position.h"

typedef struct {
    bool has_colour;
    int columns; /* the width of the screen: layers that do not fit go below; 0: no limit */
} DrawingStyle;

/* The stones, with the last move and the cells of `line` marked. */
void drawing_stones(FILE *out, DrawingStyle style, const Position *position, CellSet line);
/* A number in every cell. */
void drawing_numbers(FILE *out, DrawingStyle style, const Grid *grid, const int numbers[]);

#endif
