#include "rules/symmetry.h"

#include <stdlib.h>

enum { ROWS_MAX = 1536, INNER_MAX = 8 };

typedef struct {
    int of[EDGE_MAX];
} Permutation;

static bool next_permutation(int values[], int count) {
    int i = count - 2;
    while (i >= 0 && values[i] > values[i + 1]) i--;
    if (i < 0) return false;
    int j = count - 1;
    while (values[j] < values[i]) j--;
    int swapped = values[i];
    values[i] = values[j];
    values[j] = swapped;
    for (int a = i + 1, b = count - 1; a < b; a++, b--) {
        swapped = values[a];
        values[a] = values[b];
        values[b] = swapped;
    }
    return true;
}

static bool commutes_with_reversal(const Permutation *permutation, int n) {
    for (int i = 0; i < n; i++) {
        if (permutation->of[n - 1 - i] != n - 1 - permutation->of[i]) return false;
    }
    return true;
}

/* Reversal itself is a reflection of all axes, so of a permutation and its reverse one is enough. */
static int inner_permutations(int n, Permutation inner[INNER_MAX]) {
    Permutation permutation = {{0}};
    for (int i = 0; i < n; i++) permutation.of[i] = i;
    inner[0] = permutation;
    if (n != 4 && n != 5) return 1;
    int count = 0;
    do {
        bool is_new = permutation.of[0] < permutation.of[n - 1];
        if (is_new && commutes_with_reversal(&permutation, n)) inner[count++] = permutation;
    } while (next_permutation(permutation.of, n));
    return count;
}

static int image_of(const Game *game, int cell, const int axes[], int reflected, const Permutation *inner) {
    Coordinates from = geometry_coordinates(game, cell), to = {{0}};
    for (int axis = 0; axis < game->d; axis++) {
        int coordinate = inner->of[from.of[axes[axis]]];
        to.of[axis] = (reflected >> axis & 1) != 0 ? game->n - 1 - coordinate : coordinate;
    }
    return geometry_cell(game, to);
}

static bool is_line(const Geometry *geometry, const uint16_t image[], const uint16_t cells[]) {
    bool in_image[CELLS_MAX] = {false};
    for (int i = 0; i < geometry->n; i++) in_image[image[cells[i]]] = true;
    int first = image[cells[0]];
    for (int k = 0; k < geometry->lines_through[first]; k++) {
        const uint16_t *line = geometry->line_cells[geometry->cell_lines[first][k]];
        int common = 0;
        for (int i = 0; i < geometry->n; i++) common += in_image[line[i]];
        if (common == geometry->n) return true;
    }
    return false;
}

/* Not all symmetries of the cube keep the set of lines that count under the rule magic. */
static bool keeps_lines(const Geometry *geometry, const uint16_t image[]) {
    for (int line = 0; line < geometry->lines; line++) {
        if (!is_line(geometry, image, geometry->line_cells[line])) return false;
    }
    return true;
}

static void add_symmetry(Symmetries *symmetries, const Geometry *geometry, const int axes[], int reflected,
                         const Permutation *inner) {
    uint16_t *row = symmetries->image + (size_t)symmetries->count * (size_t)symmetries->cells;
    for (int cell = 0; cell < symmetries->cells; cell++) {
        row[cell] = (uint16_t)image_of(&geometry->game, cell, axes, reflected, inner);
    }
    if (geometry->game.rule != RULE_MAGIC || keeps_lines(geometry, row)) symmetries->count++;
}

Symmetries *symmetries_new(const Geometry *geometry) {
    int d = geometry->game.d;
    Permutation inner[INNER_MAX];
    int inner_count = inner_permutations(geometry->n, inner);
    int axes[DIMENSIONS_MAX] = {0, 1, 2, 3};
    Symmetries *symmetries = calloc(1, sizeof *symmetries);
    if (symmetries == NULL) return NULL;
    symmetries->cells = geometry->cells;
    symmetries->image = malloc(sizeof(uint16_t) * ROWS_MAX * (size_t)geometry->cells);
    if (symmetries->image == NULL) {
        free(symmetries);
        return NULL;
    }
    do {
        for (int reflected = 0; reflected < 1 << d; reflected++) {
            for (int i = 0; i < inner_count; i++) add_symmetry(symmetries, geometry, axes, reflected, &inner[i]);
        }
    } while (next_permutation(axes, d));
    return symmetries;
}

void symmetries_free(Symmetries *symmetries) {
    if (symmetries == NULL) return;
    free(symmetries->image);
    free(symmetries);
}
