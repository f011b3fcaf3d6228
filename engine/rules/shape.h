/* Everything that a game is played on: its cells and lines, the same as sets, and its symmetries.
 *
 * Immutable once made; any number of threads may share it. The grid is one of the universal size class. */
#ifndef ROWAN_RULES_SHAPE_H
#define ROWAN_RULES_SHAPE_H

#include "rules/board.h"
#include "rules/symmetry_tables.h"

#ifndef SIZE_IS_UNIVERSAL
#error "a shape has the grid of the universal size class"
#endif

typedef struct {
    Geometry *geometry;
    Symmetries *symmetries;
    Grid grid;
} Shape;

/* NULL when memory is short. */
Shape *shape_new(const Game *game);
void shape_free(Shape *shape);

/* The same number for all positions that a symmetry maps to each other. */
uint64_t shape_position_key(const Shape *shape, const Board *board);

#endif
