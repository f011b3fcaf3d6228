/* Cells and lines of a game. What counts as a line is decided here and nowhere else.
 *
 * A cell is x + n*y + n^2*z + n^3*w. A line is n cells in a straight row through the whole board, each coordinate of
 * which rises, falls or stays constant; under the rule magic only the lines with the sum of the magic cube are kept.
 * Immutable once made; any number of threads may share it. */
#ifndef ROWAN_RULES_GEOMETRY_H
#define ROWAN_RULES_GEOMETRY_H

#include <stdint.h>

#include "rules/game.h"

enum {
    EDGE_MAX = 15,
    DIMENSIONS_MAX = 4,
    CELLS_MAX = 512,         /* 8x8x8 */
    LINES_MAX = 520,         /* 4x4x4x4 */
    LINES_PER_CELL_MAX = 40, /* the centre of 3x3x3x3 */
    MOVE_NONE = 0xFFFF,      /* where a cell is wanted and there is none */
};

typedef struct {
    Game game;
    int n;
    int cells;
    int lines;
    uint16_t line_cells[LINES_MAX][EDGE_MAX];
    uint8_t lines_through[CELLS_MAX]; /* how many; which: */
    uint16_t cell_lines[CELLS_MAX][LINES_PER_CELL_MAX];
} Geometry;

typedef struct {
    int of[DIMENSIONS_MAX]; /* x, y, z, w */
} Coordinates;

/* NULL when memory is short. */
Geometry *geometry_new(const Game *game);
void geometry_free(Geometry *geometry);

Coordinates geometry_coordinates(const Game *game, int cell);
int geometry_cell(const Game *game, Coordinates coordinates);

static inline bool geometry_line_has(const Geometry *geometry, int line, int cell) {
    for (int i = 0; i < geometry->n; i++) {
        if (geometry->line_cells[line][i] == cell) return true;
    }
    return false;
}

/* The one line through two different cells, or -1. */
int geometry_line_through(const Geometry *geometry, int one, int other);

#endif
