/* Canonical positions: of all images of a position under the plain symmetries of its board, the smallest.
 *
 * Strategies are written in canonical positions, so what makes and checks them keeps to the plain symmetries
 * (rules/symmetry.h) throughout. Where a position is looked at once, all symmetries count. Images are compared as
 * numbers in which cell c is worth 2^c: first the stones of X, then those of O. Whose move it is plays no part. Pure;
 * any thread. */
#ifndef ROWAN_RULES_CANONICAL_H
#define ROWAN_RULES_CANONICAL_H

#include "rules/board.h"
#include "rules/symmetry.h"

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
static inline bool canonical_keeps(const uint16_t image[], const CellSet stones[2]) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (CellSet left = stones[side]; !cells_is_empty(left);) {
            if (!cells_has(&stones[side], image[cells_take(&left)])) return false;
        }
    }
    return true;
}

/* Takes one of the cells above `highest`. */
static inline bool canonical_rises_above(CellSet cells, const uint16_t image[], int highest) {
    while (!cells_is_empty(cells)) {
        if (image[cells_take(&cells)] > highest) return true;
    }
    return false;
}

/* Among the first `count` symmetries. Sets canonical[] and returns the index of one that leads there. Most images are
 * larger by their highest stone of X alone, and need not be made. */
static inline int canonical_image_among(const Symmetries *symmetries, int count, const CellSet stones[2],
                                        CellSet canonical[2]) {
    int best = 0, highest = cells_last(&stones[SIDE_X]);
    canonical[SIDE_X] = stones[SIDE_X];
    canonical[SIDE_O] = stones[SIDE_O];
    for (int i = 1; i < count; i++) {
        const uint16_t *image = symmetry_row(symmetries, i);
        if (canonical_rises_above(stones[SIDE_X], image, highest)) continue;
        CellSet x = canonical_cells(stones[SIDE_X], image);
        int order = canonical_compare(x, canonical[SIDE_X]);
        if (order > 0) continue;
        CellSet o = canonical_cells(stones[SIDE_O], image);
        if (order == 0 && canonical_compare(o, canonical[SIDE_O]) >= 0) continue;
        canonical[SIDE_X] = x;
        canonical[SIDE_O] = o;
        highest = cells_last(&x);
        best = i;
    }
    return best;
}

/* Among the plain symmetries. */
static inline int canonical_image(const Symmetries *symmetries, const CellSet stones[2], CellSet canonical[2]) {
    return canonical_image_among(symmetries, symmetries->plain, stones, canonical);
}

/* Of the cells, one of each class under the plain symmetries that leave the stones where they are. */
static inline CellSet canonical_representatives(const Symmetries *symmetries, const CellSet stones[2], CellSet cells) {
    for (int i = 1; i < symmetries->plain; i++) {
        const uint16_t *image = symmetry_row(symmetries, i);
        if (!canonical_keeps(image, stones)) continue;
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
        const uint16_t *image = symmetry_row(symmetries, i);
        if (!canonical_keeps(image, stones)) continue;
        for (int cell = 0; cell < symmetries->cells; cell++) {
            if (image[cell] < first[cell]) first[cell] = image[cell];
        }
    }
}

/* The cell that the symmetry takes to `cell`. */
static inline int canonical_origin(const Symmetries *symmetries, int index, int cell) {
    const uint16_t *image = symmetry_row(symmetries, index);
    int origin = 0;
    while (image[origin] != cell) origin++;
    return origin;
}

#endif
