#include "rules/shape.h"

#include <stdlib.h>

#include "rules/canonical.h"

Shape *shape_new(const Game *game) {
    Shape *shape = calloc(1, sizeof *shape);
    if (shape == NULL) return NULL;
    shape->geometry = geometry_new(game);
    if (shape->geometry != NULL) shape->symmetries = symmetries_new(shape->geometry);
    if (shape->symmetries == NULL) {
        shape_free(shape);
        return NULL;
    }
    grid_init(&shape->grid, shape->geometry);
    return shape;
}

void shape_free(Shape *shape) {
    if (shape == NULL) return;
    symmetries_free(shape->symmetries);
    geometry_free(shape->geometry);
    free(shape);
}

uint64_t shape_position_key(const Shape *shape, const Board *board) {
    CellSet canonical[2];
    canonical_image_among(shape->symmetries, shape->symmetries->count, board->stones, canonical);
    return board_key(&shape->grid, canonical, board_side(board));
}
