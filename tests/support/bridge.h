/* From names and positions of the reference to the games and boards of the engine. test_position.h builds on it. */
#ifndef ROWAN_TESTS_SUPPORT_BRIDGE_H
#define ROWAN_TESTS_SUPPORT_BRIDGE_H

#include "reference/reference.h"
#include "rules/placement.h"
#include "rules/shape.h"

/* A wrong name, or not enough memory, ends the program. */
Game game_named(const char *name);
Geometry *geometry_named(const char *name);
Shape *shape_named(const char *name);
/* The shape of a game, kept here until another game is asked for. For one thread. */
const Shape *shape_of(const Game *game);

/* The position of the reference; the grid must be of the same game. */
Placement placement_like(const RefPosition *position);
void board_like(const RefPosition *position, const Grid *grid, Board *board);

#endif
