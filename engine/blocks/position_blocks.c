#include "blocks/position_blocks.h"

#include <stdlib.h>

#include "blocks/small_game.h"
#include "rules/sets.h"

enum {
    EDGE_OF_PLANE_MAX = 8,
    PLANE_LINES_MAX = 2 * EDGE_OF_PLANE_MAX + 2,
    GRID_LINES_MIN = 3, /* rows, and columns */
    LEAST_GAIN = 1,
    SOLVE_WORK = 4, /* for each line of a small game that is solved */
};

/* The open lines of a plane: which lines of the board they are, and which empty cells of the plane they have, as bits.
 * Rows come first, then columns, then diagonals. */
typedef struct {
    uint16_t cell[EDGE_OF_PLANE_MAX * EDGE_OF_PLANE_MAX]; /* of the board */
    int rows, columns, lines;
    uint16_t line[PLANE_LINES_MAX];
    uint64_t cells[PLANE_LINES_MAX];
} OpenPlane;

typedef struct {
    const Lineup *lineup;
    Library *library;
    uint64_t *work;
    bool is_out_of_memory;
    SmallGame game;
} Maker;

/* The line of the plane that begins at this cell and goes on by this step; 1 if it is open, else 0. */
static int add_line(OpenPlane *plane, const Lineup *lineup, int from, int step) {
    int n = lineup->geometry->n;
    int line = geometry_line_through(lineup->geometry, plane->cell[from], plane->cell[from + step]);
    if (line < 0 || !lineup->is_open[line]) return 0;
    plane->line[plane->lines] = (uint16_t)line;
    plane->cells[plane->lines] = 0;
    for (int i = 0; i < n; i++) {
        int at = from + i * step;
        if (lineup->is_empty[plane->cell[at]]) plane->cells[plane->lines] |= UINT64_C(1) << at;
    }
    plane->lines++;
    return 1;
}

/* Plane 0 ... n-1 of an axis are parallel; n and n+1 are the diagonal planes through the axis. */
static void open_plane(OpenPlane *plane, const Lineup *lineup, int axis, int number) {
    int n = lineup->geometry->n;
    *plane = (OpenPlane){.lines = 0};
    for (int at = 0; at < n * n; at++) {
        int i = at % n, j = at / n;
        Coordinates place = {{0}};
        place.of[axis] = number < n ? number : j;
        place.of[(axis + 1) % 3] = i;
        place.of[(axis + 2) % 3] = number < n ? j : number == n ? i : n - 1 - i;
        plane->cell[at] = (uint16_t)geometry_cell(&lineup->geometry->game, place);
    }
    for (int j = 0; j < n; j++) plane->rows += add_line(plane, lineup, n * j, 1);
    for (int i = 0; i < n; i++) plane->columns += add_line(plane, lineup, i, n);
    add_line(plane, lineup, 0, n + 1);
    add_line(plane, lineup, n - 1, n - 1);
}

static bool is_held(Maker *maker, const OpenPlane *plane, uint64_t cells, uint32_t lines) {
    uint32_t cut[SMALL_LINES_MAX];
    int count = 0;
    for (; lines != 0; lines &= lines - 1) {
        uint64_t line = plane->cells[bits_first(lines)] & cells;
        if (bits_count(line) < 2) return false;
        cut[count] = 0;
        for (; line != 0; line &= line - 1) {
            cut[count] |= UINT32_C(1) << bits_count(cells & ((line & (~line + 1)) - 1));
        }
        count++;
    }
    uint64_t price = SOLVE_WORK * (uint64_t)count;
    *maker->work -= price < *maker->work ? price : *maker->work;
    return small_game_holds(&maker->game, cut, count);
}

/* Takes out cells as long as the defender holds, those on fewest lines first. */
static uint64_t shrink(Maker *maker, const OpenPlane *plane, uint64_t cells, uint32_t lines) {
    for (int on = 1; on <= 4; on++) {
        for (uint64_t left = cells; left != 0; left &= left - 1) {
            uint64_t cell = left & (~left + 1);
            int through = 0;
            for (uint32_t l = lines; l != 0; l &= l - 1) through += (plane->cells[bits_first(l)] & cell) != 0;
            if (through == on && is_held(maker, plane, cells & ~cell, lines)) cells &= ~cell;
        }
    }
    return cells;
}

static void add_block(Maker *maker, const OpenPlane *plane, uint64_t cells, uint32_t lines) {
    Block block = {.cells = 0};
    for (; cells != 0; cells &= cells - 1) block.cell[block.cells++] = plane->cell[bits_first(cells)];
    for (; lines != 0; lines &= lines - 1) block.line[block.lines++] = plane->line[bits_first(lines)];
    if (block_gain(&block) >= LEAST_GAIN && !library_add(maker->library, &block)) maker->is_out_of_memory = true;
}

/* Some rows and columns, as bits of the plane's lines, and the diagonals that have cells where they cross. */
static void try_lines(Maker *maker, const OpenPlane *plane, uint32_t rows, uint32_t columns) {
    uint64_t in_rows = 0, in_columns = 0;
    for (uint32_t left = rows; left != 0; left &= left - 1) in_rows |= plane->cells[bits_first(left)];
    for (uint32_t left = columns; left != 0; left &= left - 1) in_columns |= plane->cells[bits_first(left)];
    uint64_t cells = in_rows & in_columns;
    uint32_t lines = rows | columns;
    if (bits_count(cells) > BLOCK_CELLS_MAX) return;
    for (int i = plane->rows + plane->columns; i < plane->lines; i++) {
        if (bits_count(plane->cells[i] & cells) >= 2) lines |= UINT32_C(1) << i;
    }
    if (!is_held(maker, plane, cells, lines)) return;
    cells = shrink(maker, plane, cells, lines);
    add_block(maker, plane, cells, lines);
}

static void try_plane(Maker *maker, const OpenPlane *plane) {
    for (uint32_t rows = 1; rows < UINT32_C(1) << plane->rows; rows++) {
        if (bits_count(rows) < GRID_LINES_MIN) continue;
        for (uint32_t columns = 1; columns < UINT32_C(1) << plane->columns; columns++) {
            if (bits_count(columns) < GRID_LINES_MIN || *maker->work == 0) continue;
            try_lines(maker, plane, rows, columns << plane->rows);
        }
    }
}

bool position_blocks(Library *library, const Lineup *lineup, uint64_t *work) {
    *library = (Library){0};
    Maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL) return false;
    maker->lineup = lineup;
    maker->library = library;
    maker->work = work;
    for (int axis = 0; axis < 3; axis++) {
        for (int number = 0; number < lineup->geometry->n + 2; number++) {
            OpenPlane plane;
            open_plane(&plane, lineup, axis, number);
            try_plane(maker, &plane);
        }
    }
    library_sort(library);
    bool fine = !maker->is_out_of_memory;
    free(maker);
    if (!fine) library_release(library);
    return fine;
}
