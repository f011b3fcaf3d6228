/* Draw certificates by matching (Hales and Jewett 1963).
 *
 * If every line open for a side can be given two empty cells of its own, the other side can always hold it: whenever
 * the side takes a cell of a pair, the other takes its partner, and so has a stone on every line before it is full.
 * Found as a bipartite matching by augmenting paths, in which each line wants two cells. Where there is none, some
 * lines have too few cells between them (Hall 1935), and only a stone on one of these cells can mend it. */
#ifndef ROWAN_KERNEL_EVAL_PAIRING_H
#define ROWAN_KERNEL_EVAL_PAIRING_H

#include "rules/board.h"

/* One that is all zero is empty and may be mended. */
typedef struct {
    int16_t owner[SIZE_CELLS]; /* the line that a reserved cell is for */
    CellSet reserved;
    LineSet begun, done; /* lines with at least one cell of their own, and with two */
    LineSet crowded;     /* when there last was no pairing: lines that had too few empty cells between them */
    CellSet scarce;      /* all cells of these lines */
} Pairing;

/* Looks for a free cell for the line, moving other lines to other cells where that helps. */
static inline bool pairing_augment(const Grid *grid, Pairing *pairing, CellSet empty, int line, CellSet *tried) {
    CellSet candidates = cells_minus(cells_and(grid->line_cells[line], empty), *tried);
    CellSet free_cells = cells_minus(candidates, pairing->reserved);
    if (!cells_is_empty(free_cells)) {
        int cell = cells_first(&free_cells);
        cells_add(&pairing->reserved, cell);
        pairing->owner[cell] = (int16_t)line;
        return true;
    }
    while (!cells_is_empty(candidates)) {
        int cell = cells_take(&candidates);
        if (pairing->owner[cell] == line || cells_has(tried, cell)) continue;
        cells_add(tried, cell);
        if (pairing_augment(grid, pairing, empty, pairing->owner[cell], tried)) {
            pairing->owner[cell] = (int16_t)line;
            return true;
        }
    }
    return false;
}

/* Keeps lines that have too few empty cells between them. */
static inline void pairing_fail(const Grid *grid, Pairing *pairing, LineSet crowded) {
    pairing->crowded = crowded;
    pairing->scarce = grid_cells_of(grid, crowded);
}

/* As long as enough of them are open they have too few in other positions too: there is no pairing. */
static inline bool pairing_still_fails(const Pairing *pairing, LineSet lines, CellSet empty) {
    return cells_count(cells_and(pairing->scarce, empty)) < 2 * lines_count(lines_and(pairing->crowded, lines));
}

/* One more cell for the line. Where there is none, it and all lines whose cells were tried for it have too few. */
static inline bool pairing_extend(const Grid *grid, Pairing *pairing, CellSet empty, int line) {
    CellSet tried = cells_none();
    if (pairing_augment(grid, pairing, empty, line, &tried)) {
        lines_add(lines_has(&pairing->begun, line) ? &pairing->done : &pairing->begun, line);
        return true;
    }
    LineSet crowded = lines_none();
    lines_add(&crowded, line);
    while (!cells_is_empty(tried)) lines_add(&crowded, pairing->owner[cells_take(&tried)]);
    pairing_fail(grid, pairing, crowded);
    return false;
}

static inline bool pairing_add(const Grid *grid, Pairing *pairing, CellSet empty, LineSet lines) {
    while (!lines_is_empty(lines)) {
        int line = lines_take(&lines);
        while (!lines_has(&pairing->done, line)) {
            if (!pairing_extend(grid, pairing, empty, line)) return false;
        }
    }
    return true;
}

static inline void pairing_release(Pairing *pairing, int cell) {
    int line = pairing->owner[cell];
    cells_remove(&pairing->reserved, cell);
    lines_remove(lines_has(&pairing->done, line) ? &pairing->done : &pairing->begun, line);
}

/* Gives back cells that are not empty, and those of all other lines. */
static inline void pairing_keep(const Grid *grid, Pairing *pairing, CellSet empty, LineSet lines) {
    CellSet filled = cells_minus(pairing->reserved, empty);
    while (!cells_is_empty(filled)) pairing_release(pairing, cells_take(&filled));
    LineSet others = lines_minus(pairing->begun, lines);
    while (!lines_is_empty(others)) {
        int line = lines_take(&others);
        for (CellSet cells = cells_and(grid->line_cells[line], pairing->reserved); !cells_is_empty(cells);) {
            int cell = cells_take(&cells);
            if (pairing->owner[cell] == line) pairing_release(pairing, cell);
        }
    }
}

/* Makes a pairing for these lines, which are open for the side and not complete, from that of any other position. True
 * if there is one: it then proves that the side can never complete one of them. The lines with fewest empty cells come
 * first: where there is no pairing, that shows soonest. */
static inline bool pairing_mend(const Grid *grid, const Board *board, Side side, LineSet lines, Pairing *pairing) {
    CellSet empty = board_empty(grid, board);
    if (2 * lines_count(lines) > cells_count(empty)) {
        pairing_fail(grid, pairing, lines);
        return false;
    }
    pairing_keep(grid, pairing, empty, lines);
    LineSet left = lines_minus(lines, pairing->done);
    for (int stones = grid_n(grid) - 1; stones > 0 && !lines_is_empty(left); stones--) {
        LineSet fullest = lines_and(left, board_lines_with(board, side, stones));
        if (!pairing_add(grid, pairing, empty, fullest)) return false;
        left = lines_minus(left, fullest);
    }
    return pairing_add(grid, pairing, empty, left);
}

/* The same from nothing. */
static inline bool pairing_find_for(const Grid *grid, const Board *board, Side side, LineSet lines, Pairing *pairing) {
    memset(pairing, 0, sizeof *pairing);
    return pairing_mend(grid, board, side, lines, pairing);
}

/* And for all lines open for the side. */
static inline bool pairing_find(const Grid *grid, const Board *board, Side side, Pairing *pairing) {
    return pairing_find_for(grid, board, side, board_open_lines(grid, board, side), pairing);
}

/* The two cells that a line of the pairing has to itself. */
static inline void pairing_pair(const Grid *grid, const Pairing *pairing, int line, int pair[2]) {
    int found = 0;
    for (CellSet cells = cells_and(grid->line_cells[line], pairing->reserved); found < 2;) {
        int cell = cells_take(&cells);
        if (pairing->owner[cell] == line) pair[found++] = cell;
    }
}

/* pairing_find for one position after another, with the pairing of the one before. Whether there is one does not depend
 * on that. */
static inline bool pairing_exists(const Grid *grid, const Board *board, Side side, Pairing *last) {
    LineSet open = board_open_lines(grid, board, side);
    if (pairing_still_fails(last, open, board_empty(grid, board))) return false;
    return pairing_mend(grid, board, side, open, last);
}

#endif
