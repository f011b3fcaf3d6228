/* A board drawn for people, each cell with a short text: layers side by side as far as there is room, blocks of layers
 * below each other. Prints to standard output. */
#ifndef ROWAN_COMMON_LABELS_H
#define ROWAN_COMMON_LABELS_H

#include "rules/position.h"

enum { LABEL_SIZE = 4 };

/* The text of every cell. */
typedef struct {
    char cell[CELLS_MAX][LABEL_SIZE];
} Labels;

/* x and o for stones, a dot for empty cells. */
void labels_of_stones(Labels *labels, const Game *game, const CellSet stones[2]);

/* The letter of the i-th pair or block, from 0: A to Z, then AA, AB and so on, without O and X, which look like
 * stones. */
void labels_letter(int index, char text[LABEL_SIZE]);

/* Gives an empty cell this letter, if it has none. A stone stays: it is no part of a pair or block. */
void labels_mark(Labels *labels, int cell, int index);

/* The cell `marked`, unless it is MOVE_NONE, stands in brackets. */
void labels_print(const Game *game, const Labels *labels, int marked);

#endif
