/* Symmetries of a board: permutations of its cells that map every line to a line.
 *
 * Listed are the permutations of the axes with the reflections of each (8 for squares, 48 for cubes, 384 in four
 * dimensions); for n = 4 and 5 combined with the inner permutations of the coordinates 0..n-1 that commute with
 * reversal, applied to all axes at once (32, 192, 1536). For larger n the inner ones are left out. Immutable
 * once made. */
#ifndef ROWAN_RULES_SYMMETRY_H
#define ROWAN_RULES_SYMMETRY_H

#include <stdint.h>

#include "rules/geometry.h"

typedef struct {
    int count;
    int cells;
    uint16_t *image; /* count rows of `cells` entries; row 0 is the identity */
} Symmetries;

/* NULL when memory is short. */
Symmetries *symmetries_new(const Geometry *geometry);
void symmetries_free(Symmetries *symmetries);

/* The row of one symmetry: image[cell] is where it takes the cell. */
static inline const uint16_t *symmetry_row(const Symmetries *symmetries, int index) {
    return symmetries->image + (size_t)index * (size_t)symmetries->cells;
}

#endif
