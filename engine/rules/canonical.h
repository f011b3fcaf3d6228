/* Canonical positions: of all images of a position under the plain symmetries of its board, the smallest.
 *
 * Strategies are written in canonical positions, so what makes and checks them keeps to the plain symmetries
 * (rules/symmetry_tables.h) throughout. Where a position is looked at once, all symmetries count. Images are compared
 * as numbers in which cell c is worth 2^c: first the stones of X, then those of O. Whose move it is plays no part.
 * Pure; any thread. */
#ifndef ROWAN_RULES_CANONICAL_H
#define ROWAN_RULES_CANONICAL_H

#include "rules/board.h"
#include "rules/symmetry_tables.h"

/* Below, at or above 0 as a is the smaller, equal or larger number. */
static inline int canonical_compare(CellSet a, CellSet b) {
    for (int i = CELL_WORDS - 1; i >= 0; i--) {
        if (a.word[i] != b.word[i]) return a.word[i] < b.word[i] ? -1 : 1;
    }
    return 0;
}

static inline CellSet canonical_cells(CellSet cells, const uint16_t image[]) {
    CellSet mapped = cells_none();
    while (!cells_is_empty(cells)) cells_add(&mapped, image[cells_take(&cells)]);
    return mapped;
}

/* Every stone is taken to a stone of the same side. */
static inline bool canonical_keeps(const Symmetries *symmetries, int index, const CellSet stones[2]) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (CellSet left = stones[side]; !cells_is_empty(left);) {
            int image = symmetries_images(symmetries, cells_take(&left), 0)[index];
            if (!cells_has(&stones[side], image)) return false;
        }
    }
    return true;
}

/* The smallest image so far. */
typedef struct {
    CellSet stones[2];
    int symmetry; /* that leads there */
    int highest;  /* stone of X, or 0 */
} CanonicalBest;

static inline int canonical_highest(CellSet cells) {
    return cells_is_empty(cells) ? 0 : cells_last(&cells);
}

static inline void canonical_try(const Symmetries *symmetries, int index, const CellSet stones[2],
                                 CanonicalBest *best) {
    const uint16_t *image = symmetries_row(symmetries, index);
    CellSet x = canonical_cells(stones[SIDE_X], image);
    int order = canonical_compare(x, best->stones[SIDE_X]);
    if (order > 0) return;
    CellSet o = canonical_cells(stones[SIDE_O], image);
    if (order == 0 && canonical_compare(o, best->stones[SIDE_O]) >= 0) return;
    *best = (CanonicalBest){{x, o}, index, canonical_highest(x)};
}

/* Most images are larger by their highest stone of X alone, which is found for a block of symmetries at once. */
static inline void canonical_try_block(const Symmetries *symmetries, int count, int block, const CellSet stones[2],
                                       CanonicalBest *best) {
    uint16_t highest[SYMMETRY_BLOCK] = {0}, lowest = UINT16_MAX;
    for (CellSet left = stones[SIDE_X]; !cells_is_empty(left);) {
        const uint16_t *images = symmetries_images(symmetries, cells_take(&left), block);
        for (int i = 0; i < SYMMETRY_BLOCK; i++) highest[i] = images[i] > highest[i] ? images[i] : highest[i];
    }
    for (int i = 0; i < SYMMETRY_BLOCK; i++) lowest = highest[i] < lowest ? highest[i] : lowest;
    if (lowest > best->highest) return;
    for (int i = 0, index = block * SYMMETRY_BLOCK; i < SYMMETRY_BLOCK && index < count; i++, index++) {
        if (highest[i] <= best->highest) canonical_try(symmetries, index, stones, best);
    }
}

/* Among the first `count` symmetries. Sets canonical[] and returns the index of one that leads there. */
static inline int canonical_image_among(const Symmetries *symmetries, int count, const CellSet stones[2],
                                        CellSet canonical[2]) {
    CanonicalBest best = {{stones[SIDE_X], stones[SIDE_O]}, 0, canonical_highest(stones[SIDE_X])};
    for (int block = 0; block * SYMMETRY_BLOCK < count; block++) {
        canonical_try_block(symmetries, count, block, stones, &best);
    }
    canonical[SIDE_X] = best.stones[SIDE_X];
    canonical[SIDE_O] = best.stones[SIDE_O];
    return best.symmetry;
}

/* Among the plain symmetries. */
static inline int canonical_image(const Symmetries *symmetries, const CellSet stones[2], CellSet canonical[2]) {
    return canonical_image_among(symmetries, symmetries->plain, stones, canonical);
}

/* Of the cells, one of each class under the plain symmetries that leave the stones where they are. */
static inline CellSet canonical_representatives(const Symmetries *symmetries, const CellSet stones[2], CellSet cells) {
    for (int i = 1; i < symmetries->plain; i++) {
        if (!canonical_keeps(symmetries, i, stones)) continue;
        const uint16_t *image = symmetries_row(symmetries, i);
        for (CellSet left = cells; !cells_is_empty(left);) {
            int cell = cells_take(&left);
            if (image[cell] > cell) cells_remove(&cells, image[cell]);
        }
    }
    return cells;
}

/* For every cell the first of its class under all symmetries that leave the stones where they are. */
static inline void canonical_classes(const Symmetries *symmetries, const CellSet stones[2],
                                     uint16_t first[SIZE_CELLS]) {
    for (int cell = 0; cell < symmetries->cells; cell++) first[cell] = (uint16_t)cell;
    for (int i = 1; i < symmetries->count; i++) {
        if (!canonical_keeps(symmetries, i, stones)) continue;
        const uint16_t *image = symmetries_row(symmetries, i);
        for (int cell = 0; cell < symmetries->cells; cell++) {
            if (image[cell] < first[cell]) first[cell] = image[cell];
        }
    }
}

/* The cell that the symmetry takes to `cell`. */
static inline int canonical_origin(const Symmetries *symmetries, int index, int cell) {
    const uint16_t *image = symmetries_row(symmetries, index);
    int origin = 0;
    while (image[origin] != cell) origin++;
    return origin;
}

#endif
