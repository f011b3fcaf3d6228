/* A position drawn for people: layers side by side, blocks of layers below each other, the last move in brackets. */
#ifndef ROWAN_PICTURE_H
#define ROWAN_PICTURE_H

#include "notation.h"

enum { PICTURE_SIZE = 16384, NO_LAST_MOVE = -1 };

/* Lines of text, each ended by a newline. */
void picture_print(const Grid *grid, const Board *board, int last_move, char text[PICTURE_SIZE]);

#endif
