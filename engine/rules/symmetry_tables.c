#include "rules/symmetry_tables.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROWS_MAX = 1536,
    INNER_MAX = 24,
    INNER_EDGE_MIN = 4,
    INNER_EDGE_MAX = 7,
    PLAIN_EDGE_MIN = 6, /* from here on the plain symmetries are fewer than all */
};

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
    if (n < INNER_EDGE_MIN || n > INNER_EDGE_MAX) return 1;
    int count = 0;
    do {
        bool is_new = permutation.of[0] < permutation.of[n - 1];
        if (is_new && commutes_with_reversal(&permutation, n)) inner[count++] = permutation;
    } while (next_permutation(permutation.of, n));
    return count;
}

/* One symmetry: axis k of the image is axis axes[k], its coordinates permuted and perhaps reflected. */
typedef struct {
    int axes[DIMENSIONS_MAX];
    int reflected; /* a bit for each axis */
    Permutation inner;
} Recipe;

static void fill_row(const Game *game, const Recipe *recipe, int cells, uint16_t row[]) {
    int part[DIMENSIONS_MAX][EDGE_MAX] = {{0}}; /* what a coordinate on an axis adds to the cell it is taken to */
    int step = 1;
    for (int axis = 0; axis < game->d; axis++, step *= game->n) {
        for (int i = 0; i < game->n; i++) {
            int to = recipe->inner.of[i];
            part[recipe->axes[axis]][i] = step * ((recipe->reflected >> axis & 1) != 0 ? game->n - 1 - to : to);
        }
    }
    for (int cell = 0; cell < cells; cell++) {
        int image = 0;
        for (int axis = 0, left = cell; axis < game->d; axis++, left /= game->n) image += part[axis][left % game->n];
        row[cell] = (uint16_t)image;
    }
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

static void add_symmetry(Symmetries *symmetries, const Geometry *geometry, const Recipe *recipe) {
    uint16_t *row = symmetries->image + (size_t)symmetries->count * (size_t)symmetries->cells;
    fill_row(&geometry->game, recipe, symmetries->cells, row);
    if (geometry->game.rule != RULE_MAGIC || keeps_lines(geometry, row)) symmetries->count++;
}

/* With each of these inner permutations, for every way to permute and reflect the axes. */
static void add_symmetries(Symmetries *symmetries, const Geometry *geometry, const Permutation inner[], int count) {
    Recipe recipe = {.axes = {0, 1, 2, 3}};
    do {
        for (recipe.reflected = 0; recipe.reflected < 1 << geometry->game.d; recipe.reflected++) {
            for (int i = 0; i < count; i++) {
                recipe.inner = inner[i];
                add_symmetry(symmetries, geometry, &recipe);
            }
        }
    } while (next_permutation(recipe.axes, geometry->game.d));
}

/* False when memory is short. */
static bool add_images_by_cell(Symmetries *symmetries) {
    symmetries->blocks = (symmetries->count + SYMMETRY_BLOCK - 1) / SYMMETRY_BLOCK;
    size_t stride = (size_t)symmetries->blocks * SYMMETRY_BLOCK,
           bytes = sizeof(uint16_t) * stride * (size_t)symmetries->cells;
    symmetries->images = malloc(bytes);
    if (symmetries->images == NULL) return false;
    memset(symmetries->images, 0xFF, bytes);
    for (int i = 0; i < symmetries->count; i++) {
        const uint16_t *row = symmetries_row(symmetries, i);
        for (int cell = 0; cell < symmetries->cells; cell++)
            symmetries->images[(size_t)cell * stride + (size_t)i] = row[cell];
    }
    return true;
}

Symmetries *symmetries_new(const Geometry *geometry) {
    Permutation inner[INNER_MAX];
    int count = inner_permutations(geometry->n, inner);
    int plain = geometry->n < PLAIN_EDGE_MIN ? count : 1;
    Symmetries *symmetries = calloc(1, sizeof *symmetries);
    if (symmetries == NULL) return NULL;
    symmetries->cells = geometry->cells;
    symmetries->image = malloc(sizeof(uint16_t) * ROWS_MAX * (size_t)geometry->cells);
    if (symmetries->image != NULL) {
        add_symmetries(symmetries, geometry, inner, plain);
        symmetries->plain = symmetries->count;
        add_symmetries(symmetries, geometry, inner + plain, count - plain);
        if (add_images_by_cell(symmetries)) return symmetries;
    }
    symmetries_free(symmetries);
    return NULL;
}

void symmetries_free(Symmetries *symmetries) {
    if (symmetries == NULL) return;
    free(symmetries->image);
    free(symmetries->images);
    free(symmetries);
}
