/* A number for every cell, made by lines: each adds its weight to its cells. That is a few additions for a line, and
 * costs nothing for lines that are dead. */
#ifndef ROWAN_KERNEL_EVAL_CELL_SUMS_H
#define ROWAN_KERNEL_EVAL_CELL_SUMS_H

#include <limits.h>

#include "rules/board.h"

typedef struct {
    int of[SIZE_CELLS];
} CellSums;

/* All sums 0, but for cells that are out: no weights make theirs more than 0. */
static inline void cell_sums_init(CellSums *sums, CellSet out) {
    enum { SUM_OUT = INT_MIN / 2 };
    memset(sums, 0, sizeof *sums);
    for (int i = 0; i < CELL_WORDS; i++) {
        for (uint64_t left = out.word[i]; left != 0; left &= left - 1) {
            sums->of[i * 64 + sets_first_bit(left)] = SUM_OUT;
        }
    }
}

/* A line's cells in two parts: the number of the first is a constant, so that the compiler unrolls their loop. */
static inline void cell_sums_add(CellSums *sums, const Grid *grid, LineSet lines, int weight) {
    for (int i = 0; i < LINE_WORDS; i++) {
        for (uint64_t left = lines.word[i]; left != 0; left &= left - 1) {
            const uint16_t *cells = grid->cells_along[i * 64 + sets_first_bit(left)];
            for (int k = 0; k < SIZE_EDGE_MIN; k++) sums->of[cells[k]] += weight;
            for (int k = SIZE_EDGE_MIN; k < grid_n(grid); k++) sums->of[cells[k]] += weight;
        }
    }
}

/* Or 0, if no sum is larger. */
static inline int cell_sums_largest(const CellSums *sums) {
    int largest = 0;
    for (int cell = 0; cell < SIZE_CELLS; cell++) largest = sums->of[cell] > largest ? sums->of[cell] : largest;
    return largest;
}

/* The same, and a cell that has it drops out. */
static inline int cell_sums_take_largest(CellSums *sums) {
    int largest = cell_sums_largest(sums), cell = 0;
    while (cell < SIZE_CELLS - 1 && sums->of[cell] != largest) cell++;
    sums->of[cell] = 0;
    return largest;
}

#endif
