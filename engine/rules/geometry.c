#include "rules/geometry.h"

#include <stdlib.h>

#include "rules/magic.h"

Coordinates geometry_coordinates(const Game *game, int cell) {
    Coordinates coordinates = {{0}};
    for (int axis = 0; axis < game->d; axis++) {
        coordinates.of[axis] = cell % game->n;
        cell /= game->n;
    }
    return coordinates;
}

int geometry_cell(const Game *game, Coordinates coordinates) {
    int cell = 0;
    for (int axis = game->d - 1; axis >= 0; axis--) cell = cell * game->n + coordinates.of[axis];
    return cell;
}

/* A direction is -1, 0 or 1 along every axis; of it and its opposite, only the one whose first step is forward. */
static Coordinates direction_of(int index, int d) {
    Coordinates direction = {{0}};
    for (int axis = 0; axis < d; axis++) {
        direction.of[axis] = index % 3 - 1;
        index /= 3;
    }
    return direction;
}

static bool is_forward(Coordinates direction, int d) {
    for (int axis = 0; axis < d; axis++) {
        if (direction.of[axis] != 0) return direction.of[axis] > 0;
    }
    return false;
}

/* A whole line leads through the board from here: moving axes start at the edge they move away from. */
static bool starts_line(const Game *game, Coordinates from, Coordinates direction) {
    for (int axis = 0; axis < game->d; axis++) {
        if (direction.of[axis] > 0 && from.of[axis] != 0) return false;
        if (direction.of[axis] < 0 && from.of[axis] != game->n - 1) return false;
    }
    return true;
}

static void fill_line(const Game *game, Coordinates from, Coordinates direction, uint16_t line[EDGE_MAX]) {
    for (int i = 0; i < game->n; i++) {
        line[i] = (uint16_t)geometry_cell(game, from);
        for (int axis = 0; axis < game->d; axis++) from.of[axis] += direction.of[axis];
    }
}

static void add_lines_along(Geometry *geometry, Coordinates direction) {
    for (int cell = 0; cell < geometry->cells; cell++) {
        Coordinates from = geometry_coordinates(&geometry->game, cell);
        if (!starts_line(&geometry->game, from, direction)) continue;
        fill_line(&geometry->game, from, direction, geometry->line_cells[geometry->lines++]);
    }
}

static void keep_magic_lines(Geometry *geometry) {
    int cube[CELLS_MAX];
    magic_cube(geometry->n, cube);
    int kept = 0;
    for (int line = 0; line < geometry->lines; line++) {
        int sum = 0;
        for (int i = 0; i < geometry->n; i++) sum += cube[geometry->line_cells[line][i]];
        if (sum != magic_constant(geometry->n)) continue;
        for (int i = 0; i < geometry->n; i++) geometry->line_cells[kept][i] = geometry->line_cells[line][i];
        kept++;
    }
    geometry->lines = kept;
}

static void index_lines_by_cell(Geometry *geometry) {
    for (int line = 0; line < geometry->lines; line++) {
        for (int i = 0; i < geometry->n; i++) {
            int cell = geometry->line_cells[line][i];
            geometry->cell_lines[cell][geometry->lines_through[cell]++] = (uint16_t)line;
        }
    }
}

Geometry *geometry_new(const Game *game) {
    Geometry *geometry = calloc(1, sizeof *geometry);
    if (geometry == NULL) return NULL;
    geometry->game = *game;
    geometry->n = game->n;
    geometry->cells = game_cells(game);
    int directions = 1;
    for (int axis = 0; axis < game->d; axis++) directions *= 3;
    for (int i = 0; i < directions; i++) {
        Coordinates direction = direction_of(i, game->d);
        if (is_forward(direction, game->d)) add_lines_along(geometry, direction);
    }
    if (game->rule == RULE_MAGIC) keep_magic_lines(geometry);
    index_lines_by_cell(geometry);
    return geometry;
}

int geometry_line_through(const Geometry *geometry, int one, int other) {
    for (int i = 0; i < geometry->lines_through[one] && one != other; i++) {
        if (geometry_line_has(geometry, geometry->cell_lines[one][i], other)) return geometry->cell_lines[one][i];
    }
    return -1;
}

void geometry_free(Geometry *geometry) {
    free(geometry);
}
