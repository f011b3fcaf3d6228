#include "blocks/position_blocks.h"

#include <stdlib.h>
#include <string.h>

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

/* Cells and lines of an OpenPlane, as bits. */
typedef struct {
    uint64_t cells;
    uint32_t lines;
} PlaneBlock;

/* What was made in planes with these stones, attacker's and defender's, in the smallest of their eight images. */
typedef struct {
    uint64_t stones[2];
    int first, count; /* in the blocks of the store */
} KnownPlane;

struct PlaneStore {
    int planes, blocks, planes_capacity, blocks_capacity;
    KnownPlane *plane;
    PlaneBlock *block;
};

typedef struct {
    const Lineup *lineup;
    Library *library;
    PlaneStore *store; /* NULL: nothing is kept */
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

/* Plane 0 ... n-1 of an axis are parallel; n and n+1 are the diagonal planes through the axis. Turn 0 is the plane as
 * it is, 1 ... 7 are its other images. */
static void set_cells(OpenPlane *plane, const Geometry *geometry, int axis, int number, int turn) {
    int n = geometry->n;
    for (int at = 0; at < n * n; at++) {
        int i = (turn & 1) != 0 ? n - 1 - at % n : at % n, j = (turn & 2) != 0 ? n - 1 - at / n : at / n;
        int column = (turn & 4) != 0 ? j : i, row = (turn & 4) != 0 ? i : j;
        Coordinates place = {{0}};
        place.of[axis] = number < n ? number : row;
        place.of[(axis + 1) % 3] = column;
        place.of[(axis + 2) % 3] = number < n ? row : number == n ? column : n - 1 - column;
        plane->cell[at] = (uint16_t)geometry_cell(&geometry->game, place);
    }
}

static void open_plane(OpenPlane *plane, const Lineup *lineup, int axis, int number, int turn) {
    int n = lineup->geometry->n;
    *plane = (OpenPlane){.lines = 0};
    set_cells(plane, lineup->geometry, axis, number, turn);
    for (int j = 0; j < n; j++) plane->rows += add_line(plane, lineup, n * j, 1);
    for (int i = 0; i < n; i++) plane->columns += add_line(plane, lineup, i, n);
    add_line(plane, lineup, 0, n + 1);
    add_line(plane, lineup, n - 1, n - 1);
}

static bool is_held(Maker *maker, const OpenPlane *plane, uint64_t cells, uint32_t lines) {
    uint32_t cut[SMALL_LINES_MAX];
    int count = 0;
    for (; lines != 0; lines &= lines - 1) {
        uint64_t line = plane->cells[sets_first_bit(lines)] & cells;
        if (sets_count_bits(line) < 2) return false;
        cut[count] = 0;
        for (; line != 0; line &= line - 1) {
            cut[count] |= UINT32_C(1) << sets_count_bits(cells & ((line & (~line + 1)) - 1));
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
            for (uint32_t l = lines; l != 0; l &= l - 1) through += (plane->cells[sets_first_bit(l)] & cell) != 0;
            if (through == on && is_held(maker, plane, cells & ~cell, lines)) cells &= ~cell;
        }
    }
    return cells;
}

/* Room for one more; NULL when memory is short. */
static void *with_room(void *array, size_t size, int count, int *capacity) {
    if (count < *capacity) return array;
    int more = *capacity == 0 ? 256 : 2 * *capacity;
    void *larger = realloc(array, size * (size_t)more);
    if (larger != NULL) *capacity = more;
    return larger;
}

static bool store_block(PlaneStore *store, PlaneBlock block) {
    PlaneBlock *blocks = with_room(store->block, sizeof *blocks, store->blocks, &store->blocks_capacity);
    if (blocks == NULL) return false;
    store->block = blocks;
    blocks[store->blocks++] = block;
    return true;
}

static void add_block(Maker *maker, const OpenPlane *plane, uint64_t cells, uint32_t lines) {
    Block block = {.cells = 0};
    PlaneBlock in_plane = {cells, lines};
    for (; cells != 0; cells &= cells - 1) block.cell[block.cells++] = plane->cell[sets_first_bit(cells)];
    for (; lines != 0; lines &= lines - 1) block.line[block.lines++] = plane->line[sets_first_bit(lines)];
    if (library_gain(&block) < LEAST_GAIN) return;
    bool fine = library_add(maker->library, &block);
    if (fine && maker->store != NULL) fine = store_block(maker->store, in_plane);
    maker->is_out_of_memory = maker->is_out_of_memory || !fine;
}

/* Some rows and columns, as bits of the plane's lines, and the diagonals that have cells where they cross. */
static void try_lines(Maker *maker, const OpenPlane *plane, uint32_t rows, uint32_t columns) {
    uint64_t in_rows = 0, in_columns = 0;
    for (uint32_t left = rows; left != 0; left &= left - 1) in_rows |= plane->cells[sets_first_bit(left)];
    for (uint32_t left = columns; left != 0; left &= left - 1) in_columns |= plane->cells[sets_first_bit(left)];
    uint64_t cells = in_rows & in_columns;
    uint32_t lines = rows | columns;
    if (sets_count_bits(cells) > BLOCK_CELLS_MAX) return;
    for (int i = plane->rows + plane->columns; i < plane->lines; i++) {
        if (sets_count_bits(plane->cells[i] & cells) >= 2) lines |= UINT32_C(1) << i;
    }
    if (!is_held(maker, plane, cells, lines)) return;
    cells = shrink(maker, plane, cells, lines);
    add_block(maker, plane, cells, lines);
}

static void try_plane(Maker *maker, const OpenPlane *plane) {
    for (uint32_t rows = 1; rows < UINT32_C(1) << plane->rows; rows++) {
        if (sets_count_bits(rows) < GRID_LINES_MIN) continue;
        for (uint32_t columns = 1; columns < UINT32_C(1) << plane->columns; columns++) {
            if (sets_count_bits(columns) < GRID_LINES_MIN || *maker->work == 0) continue;
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
            open_plane(&plane, lineup, axis, number, 0);
            try_plane(maker, &plane);
        }
    }
    bool fine = library_sort(library) && !maker->is_out_of_memory;
    free(maker);
    if (!fine) library_release(library);
    return fine;
}

/* Blocks that are kept from position to position */

PlaneStore *plane_store_new(void) {
    return calloc(1, sizeof(PlaneStore));
}

void plane_store_free(PlaneStore *store) {
    if (store == NULL) return;
    free(store->plane);
    free(store->block);
    free(store);
}

static void stones_of(const OpenPlane *plane, const Lineup *lineup, uint64_t stones[2]) {
    int n = lineup->geometry->n;
    stones[0] = stones[1] = 0;
    for (int at = 0; at < n * n; at++) {
        int cell = plane->cell[at];
        if (!lineup->is_empty[cell]) stones[lineup->is_attackers[cell] ? 0 : 1] |= UINT64_C(1) << at;
    }
}

/* The turn that makes the stones the smallest numbers. */
static int smallest_turn(const Lineup *lineup, int axis, int number, uint64_t smallest[2]) {
    int best = 0;
    for (int turn = 0; turn < 8; turn++) {
        OpenPlane plane;
        uint64_t stones[2];
        set_cells(&plane, lineup->geometry, axis, number, turn);
        stones_of(&plane, lineup, stones);
        bool is_smaller = stones[0] != smallest[0] ? stones[0] < smallest[0] : stones[1] < smallest[1];
        if (turn > 0 && !is_smaller) continue;
        best = turn;
        memcpy(smallest, stones, sizeof stones);
    }
    return best;
}

static const KnownPlane *find_known(const PlaneStore *store, const uint64_t stones[2]) {
    for (int i = 0; i < store->planes; i++) {
        if (memcmp(store->plane[i].stones, stones, sizeof store->plane[i].stones) == 0) return &store->plane[i];
    }
    return NULL;
}

static void make_known(Maker *maker, const OpenPlane *plane, const uint64_t stones[2]) {
    PlaneStore *store = maker->store;
    KnownPlane known = {.stones = {stones[0], stones[1]}, .first = store->blocks};
    try_plane(maker, plane);
    known.count = store->blocks - known.first;
    KnownPlane *planes = with_room(store->plane, sizeof *planes, store->planes, &store->planes_capacity);
    maker->is_out_of_memory = maker->is_out_of_memory || planes == NULL;
    if (planes == NULL) return;
    store->plane = planes;
    planes[store->planes++] = known;
}

static void add_known(Maker *maker, const OpenPlane *plane, const KnownPlane *known) {
    PlaneStore *store = maker->store;
    maker->store = NULL; /* they are in it already */
    for (int i = 0; i < known->count; i++) {
        add_block(maker, plane, store->block[known->first + i].cells, store->block[known->first + i].lines);
    }
    maker->store = store;
}

bool position_blocks_kept(Library *library, const Lineup *lineup, PlaneStore *store,
                          bool (*is_over)(const void *context), const void *context) {
    uint64_t work = UINT64_MAX;
    *library = (Library){0};
    Maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL) return false;
    *maker = (Maker){.lineup = lineup, .library = library, .store = store, .work = &work};
    for (int axis = 0; axis < 3; axis++) {
        for (int number = 0; number < lineup->geometry->n + 2 && !maker->is_out_of_memory; number++) {
            OpenPlane plane;
            uint64_t stones[2];
            open_plane(&plane, lineup, axis, number, smallest_turn(lineup, axis, number, stones));
            const KnownPlane *known = find_known(store, stones);
            if (known != NULL) {
                add_known(maker, &plane, known);
            } else if (is_over == NULL || !is_over(context)) {
                make_known(maker, &plane, stones);
            }
        }
    }
    bool fine = library_sort(library) && !maker->is_out_of_memory;
    free(maker);
    if (!fine) library_release(library);
    return fine;
}
