#include "support/bridge.h"

#include <stdlib.h>

Game game_named(const char *name) {
    Game game;
    Reason why;
    if (!game_parse(word_of(name), &game, &why)) abort();
    return game;
}

Geometry *geometry_named(const char *name) {
    Game game = game_named(name);
    Geometry *geometry = geometry_new(&game);
    if (geometry == NULL) abort();
    return geometry;
}

Shape *shape_named(const char *name) {
    Game game = game_named(name);
    Shape *shape = shape_new(&game);
    if (shape == NULL) abort();
    return shape;
}

const Shape *shape_of(const Game *game) {
    static Shape *kept;
    if (kept != NULL && game_equal(&kept->grid.game, game)) return kept;
    shape_free(kept);
    kept = shape_new(game);
    if (kept == NULL) abort();
    return kept;
}

Placement placement_like(const RefPosition *position) {
    Placement placement = {.to_move = ref_side(position) == 'x' ? SIDE_X : SIDE_O};
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        int side = position->cell[cell] == 'o';
        if (position->cell[cell] != '.') placement.stones[side][cell / 64] |= UINT64_C(1) << (cell % 64);
    }
    return placement;
}

void board_like(const RefPosition *position, const Grid *grid, Board *board) {
    Placement placement = placement_like(position);
    placement_to_board(&placement, grid, board);
}
