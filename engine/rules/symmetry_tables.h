/* Symmetries of a board: permutations of its cells that map every line to a line.
 *
 * Listed are the permutations of the axes with the reflections of each (8 for squares, 48 for cubes, 384 in four
 * dimensions); for n = 4 to 7 combined with the inner permutations of the coordinates 0..n-1 that commute with
 * reversal, applied to all axes at once (n = 4 and 5: 32, 192, 1536; n = 6 and 7: 192, 1152). For larger n the inner
 * ones are left out: 8x8x8 would have 9216.
 *
 * For n = 6 and 7 the permutations and reflections of the axes come first. They are a group of their own, the plain
 * symmetries: where every node of a search or a proof is looked at under all symmetries, only these are used. For other
 * n all are plain. Immutable once made. */
#ifndef ROWAN_RULES_SYMMETRY_TABLES_H
#define ROWAN_RULES_SYMMETRY_TABLES_H

#include <stdint.h>

#include "rules/geometry.h"

typedef struct {
    int count;
    int plain; /* the first of them */
    int cells;
    uint16_t *image; /* count rows of `cells` entries; row 0 is the identity */
    int blocks;
    uint16_t *images; /* the same by cells: in `blocks` blocks of symmetries; UINT16_MAX fills the last of them */
} Symmetries;

enum { SYMMETRY_BLOCK = 64 };

/* NULL when memory is short. */
Symmetries *symmetries_new(const Geometry *geometry);
void symmetries_free(Symmetries *symmetries);

/* The row of one symmetry: image[cell] is where it takes the cell. */
static inline const uint16_t *symmetries_row(const Symmetries *symmetries, int index) {
    return symmetries->image + (size_t)index * (size_t)symmetries->cells;
}

/* Where each symmetry of the block takes the cell. */
static inline const uint16_t *symmetries_images(const Symmetries *symmetries, int cell, int block) {
    return symmetries->images + (size_t)(cell * symmetries->blocks + block) * SYMMETRY_BLOCK;
}

#endif
