/* Draw certificates by matching (Hales and Jewett 1963).
 *
 * If every line open for a side can be given two empty cells of its own, the other side can always hold it: whenever
 * the side takes a cell of a pair, the other takes its partner, and so has a stone on every line before it is full.
 * Found as a bipartite matching by augmenting paths, in which each line wants two cells. Where there is none, some
 * lines have too few cells between them (Hall 1935), and only a stone on one of these cells can mend it. */
#ifndef ROWAN_KERNEL_EVAL_PAIRING_H
#define ROWAN_KERNEL_EVAL_PAIRING_H

#include "rules/board.h"

enum { UNPAIRED = -1 };

typedef struct {
    int16_t owner[SIZE_CELLS]; /* the line that a cell is reserved for, or UNPAIRED */
    CellSet reserved;
    LineSet crowded; /* without a pairing: lines that have too few empty cells between them */
    CellSet scarce;  /* and these cells */
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

/* No cell for the line: it and all lines whose cells were tried for it have too few. */
static inline void pairing_fail(const Grid *grid, Pairing *pairing, CellSet empty, int line, CellSet tried) {
    CellSet cells = grid->line_cells[line];
    pairing->crowded = lines_none();
    lines_add(&pairing->crowded, line);
    while (!cells_is_empty(tried)) {
        int owner = pairing->owner[cells_take(&tried)];
        lines_add(&pairing->crowded, owner);
        cells = cells_or(cells, grid->line_cells[owner]);
    }
    pairing->scarce = cells_and(cells, empty);
}

static inline bool pairing_add(const Grid *grid, Pairing *pairing, CellSet empty, LineSet lines) {
    while (!lines_is_empty(lines)) {
        int line = lines_take(&lines);
        for (int wanted = 0; wanted < 2; wanted++) {
            CellSet tried = cells_none();
            if (pairing_augment(grid, pairing, empty, line, &tried)) continue;
            pairing_fail(grid, pairing, empty, line, tried);
            return false;
        }
    }
    return true;
}

/* True if there is a pairing for these lines, which are open for the side and not complete. It then proves that the
 * side can never complete one of them. The lines with fewest empty cells come first: where there is no pairing, that
 * shows soonest. */
static inline bool pairing_find_for(const Grid *grid, const Board *board, Side side, LineSet lines, Pairing *pairing) {
    CellSet empty = board_empty(grid, board);
    pairing->crowded = lines;
    pairing->scarce = empty;
    if (2 * lines_count(lines) > cells_count(empty)) return false;
    memset(pairing->owner, 0xFF, sizeof pairing->owner);
    pairing->reserved = cells_none();
    for (int stones = grid_n(grid) - 1; stones > 0; stones--) {
        LineSet fullest = lines_and(lines, board_lines_with(board, side, stones));
        if (!pairing_add(grid, pairing, empty, fullest)) return false;
        lines = lines_minus(lines, fullest);
    }
    return pairing_add(grid, pairing, empty, lines);
}

/* The same for all lines open for the side. */
static inline bool pairing_find(const Grid *grid, const Board *board, Side side, Pairing *pairing) {
    return pairing_find_for(grid, board, side, board_open_lines(grid, board, side), pairing);
}

/* The two cells that a line of the pairing has to itself. */
static inline void pairing_pair(const Grid *grid, const Pairing *pairing, int line, int pair[2]) {
    int found = 0;
    for (CellSet cells = grid->line_cells[line]; found < 2;) {
        int cell = cells_take(&cells);
        if (pairing->owner[cell] == line) pair[found++] = cell;
    }
}

/* Lines that had too few empty cells between them in some position. As long as enough of them are open they have in
 * others too, which shows at once that there is no pairing. */
typedef struct {
    LineSet lines;
    CellSet cells; /* all cells of these lines */
} Shortage;

static inline bool shortage_holds(const Shortage *shortage, LineSet open, CellSet empty) {
    return cells_count(cells_and(shortage->cells, empty)) < 2 * lines_count(lines_and(shortage->lines, open));
}

/* pairing_find for one position after another: looks at the last shortage first, and keeps a new one. */
static inline bool pairing_exists(const Grid *grid, const Board *board, Side side, Shortage *last) {
    Pairing pairing;
    LineSet open = board_open_lines(grid, board, side);
    if (shortage_holds(last, open, board_empty(grid, board))) return false;
    if (pairing_find_for(grid, board, side, open, &pairing)) return true;
    *last = (Shortage){pairing.crowded, cells_none()};
    for (LineSet left = pairing.crowded; !lines_is_empty(left);) {
        last->cells = cells_or(last->cells, grid->line_cells[lines_take(&left)]);
    }
    return false;
}

#endif
