/* Planes of a cube, and the game inside a part of one. Planes 0 ... n-1 of an axis are parallel; n and n+1 are the
 * diagonal planes through the axis. The lines of a plane are n rows, n columns and two diagonals; its cells are
 * numbered i + n * j. */
#ifndef ROWAN_BLOCKS_PLANE_H
#define ROWAN_BLOCKS_PLANE_H

#include "blocks/picture.h"

enum {
    PLANE_EDGE_MAX = 8,
    PLANE_CELLS_MAX = PLANE_EDGE_MAX * PLANE_EDGE_MAX,
    PLANE_LINES_MAX = 2 * PLANE_EDGE_MAX + 2,
};

/* The cell of the board. */
static inline uint16_t plane_cell(const Geometry *geometry, int axis, int plane, int i, int j) {
    int n = geometry->n;
    Coordinates at = {{0}};
    at.of[axis] = plane < n ? plane : j;
    at.of[(axis + 1) % 3] = i;
    at.of[(axis + 2) % 3] = plane < n ? j : plane == n ? i : n - 1 - i;
    return (uint16_t)geometry_cell(&geometry->game, at);
}

/* The cells of each line, as bits. Returns how many lines there are. */
static inline int plane_lines(int n, uint64_t line[PLANE_LINES_MAX]) {
    for (int i = 0; i < PLANE_LINES_MAX; i++) line[i] = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            uint64_t cell = UINT64_C(1) << (i + n * j);
            line[j] |= cell;
            line[n + i] |= cell;
            if (i == j) line[2 * n] |= cell;
            if (i + j == n - 1) line[2 * n + 1] |= cell;
        }
    }
    return 2 * n + 2;
}

/* Lines, as bits, cut down to some cells of their plane, which are numbered from 0. Returns how many lines; -1 if one
 * of them has less than two of these cells. */
static inline int plane_cut(const uint64_t line_cells[], uint64_t lines, uint64_t cells,
                            uint32_t cut[SMALL_LINES_MAX]) {
    int count = 0;
    for (; lines != 0; lines &= lines - 1) {
        uint64_t line = line_cells[sets_first_bit(lines)] & cells;
        if (sets_count_bits(line) < 2) return -1;
        cut[count] = 0;
        for (; line != 0; line &= line - 1) {
            cut[count] |= UINT32_C(1) << sets_count_bits(cells & ((line & (~line + 1)) - 1));
        }
        count++;
    }
    return count;
}

#endif
