/* A board drawn for people, each cell with a short text: layers side by side as far as there is room, blocks of layers
 * below each other. Columns are a, b, ... from left to right, rows 1, 2, ... from top to bottom. Pure; any thread. */
#ifndef ROWAN_RULES_DIAGRAM_H
#define ROWAN_RULES_DIAGRAM_H

#include "rules/board.h"

enum { LABEL_SIZE = 4, DIAGRAM_SIZE = 8 * CELLS_MAX + 4096 };

/* The text of every cell. */
typedef struct {
    char cell[CELLS_MAX][LABEL_SIZE];
} Labels;

/* x and o for stones, a dot for empty cells. */
void labels_of_stones(Labels *labels, const Game *game, const CellSet stones[2]);

/* As wide as `columns` of text allow. The cell `marked`, unless it is MOVE_NONE, stands in brackets. */
void diagram_print(const Game *game, const Labels *labels, int marked, int columns, char text[DIAGRAM_SIZE]);

#endif
