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

void board_like(const RefPosition *position, const Grid *grid, Board *board) {
    CellSet stones[2] = {cells_none(), cells_none()};
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (position->cell[cell] != '.') cells_add(&stones[position->cell[cell] == 'o'], cell);
    }
    board_set_up(grid, board, stones, ref_side(position) == 'x' ? SIDE_X : SIDE_O);
}
