#include "blocks/plane_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "blocks/plane.h"

enum {
    GRID_LINES_MIN = 3, /* rows, and columns */
    LEAST_GAIN = 1,
    LINES_OF_WORK = 3, /* of small games that are solved, for a unit of work */
    PLANE_STEPS = 16,  /* for the watch, where a plane is known */
    TURNS = 8,
    BOARD_PLANES_MAX = 3 * (PLANE_EDGE_MAX + 2),
    FIRST_CAPACITY = 1024,
    PLANES_MAX = 8192, /* with more than this the store starts anew */
};

/* Cells and lines of a plane, as bits. */
typedef struct {
    uint64_t cells;
    uint32_t lines;
} PlanePart;

/* The blocks of a plane with these empty cells and open lines, in the smallest of its eight images. */
typedef struct {
    PlanePart plane;
    int first, count; /* in the blocks of the store; -1: no plane is here */
} KnownPlane;

struct PlaneBlocks {
    int n, lines, board_planes;
    uint16_t cell[BOARD_PLANES_MAX][PLANE_CELLS_MAX];
    int16_t line[BOARD_PLANES_MAX][PLANE_LINES_MAX]; /* of the board; -1: it does not count in this game */
    uint64_t line_cells[PLANE_LINES_MAX];            /* of a plane */
    uint8_t turned_cell[TURNS][PLANE_CELLS_MAX];     /* where an image has what the plane has here */
    uint8_t turned_line[TURNS][PLANE_LINES_MAX];
    int planes, planes_capacity; /* a power of two, never full */
    KnownPlane *plane;
    int blocks, blocks_capacity;
    PlanePart *block;
    SmallGame game;
};

/* The planes of the board, and the turns of a plane */

static void set_board_plane(PlaneBlocks *store, const Geometry *geometry, int axis, int number) {
    int n = store->n, plane = store->board_planes++;
    for (int at = 0; at < n * n; at++) store->cell[plane][at] = plane_cell(geometry, axis, number, at % n, at / n);
    for (int i = 0; i < store->lines; i++) {
        uint64_t cells = store->line_cells[i];
        int one = sets_first_bit(cells), other = sets_first_bit(cells & (cells - 1));
        store->line[plane][i] =
            (int16_t)geometry_line_through(geometry, store->cell[plane][one], store->cell[plane][other]);
    }
}

static void set_turn(PlaneBlocks *store, int turn) {
    int n = store->n;
    for (int at = 0; at < n * n; at++) {
        int i = (turn & 1) != 0 ? n - 1 - at % n : at % n, j = (turn & 2) != 0 ? n - 1 - at / n : at / n;
        store->turned_cell[turn][at] = (uint8_t)((turn & 4) != 0 ? j + n * i : i + n * j);
    }
    for (int line = 0; line < store->lines; line++) {
        uint64_t image = 0;
        for (uint64_t left = store->line_cells[line]; left != 0; left &= left - 1)
            image |= UINT64_C(1) << store->turned_cell[turn][sets_first_bit(left)];
        for (int i = 0; i < store->lines; i++) {
            if (store->line_cells[i] == image) store->turned_line[turn][line] = (uint8_t)i;
        }
    }
}

/* Planes that are known */

static uint64_t hash_of(PlanePart plane) {
    uint64_t hash = (plane.cells ^ (uint64_t)plane.lines << 40) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* Where the plane is, or would be. */
static KnownPlane *plane_slot(const PlaneBlocks *store, PlanePart plane) {
    uint64_t mask = (uint64_t)store->planes_capacity - 1, at = hash_of(plane) & mask;
    for (;; at = (at + 1) & mask) {
        KnownPlane *known = &store->plane[at];
        if (known->first < 0 || (known->plane.cells == plane.cells && known->plane.lines == plane.lines)) return known;
    }
}

/* Makes room for one plane more; false when memory is short. */
static bool planes_grow(PlaneBlocks *store) {
    if (2 * store->planes < store->planes_capacity) return true;
    int capacity = store->planes_capacity == 0 ? FIRST_CAPACITY : 2 * store->planes_capacity;
    KnownPlane *old = store->plane, *larger = malloc(sizeof *larger * (size_t)capacity);
    if (larger == NULL) return false;
    int old_capacity = store->planes_capacity;
    store->plane = larger;
    store->planes_capacity = capacity;
    for (int i = 0; i < capacity; i++) larger[i].first = -1;
    for (int i = 0; i < old_capacity; i++) {
        if (old[i].first >= 0) *plane_slot(store, old[i].plane) = old[i];
    }
    free(old);
    return true;
}

/* The plane of the board as it is, in the smallest of its images; *turn leads there. */
static PlanePart smallest_image(const PlaneBlocks *store, const Lineup *lineup, int plane, int *turn) {
    PlanePart smallest = {UINT64_MAX, 0};
    for (int t = 0; t < TURNS; t++) {
        PlanePart image = {0, 0};
        for (int at = 0; at < store->n * store->n; at++) {
            uint64_t is_empty = lineup->is_empty[store->cell[plane][at]];
            image.cells |= is_empty << store->turned_cell[t][at];
        }
        for (int i = 0; i < store->lines; i++) {
            int line = store->line[plane][i];
            if (line >= 0 && lineup->is_open[line]) image.lines |= UINT32_C(1) << store->turned_line[t][i];
        }
        bool is_smaller = image.cells != smallest.cells ? image.cells < smallest.cells : image.lines < smallest.lines;
        if (t > 0 && !is_smaller) continue;
        smallest = image;
        *turn = t;
    }
    return smallest;
}

/* Making blocks */

typedef struct {
    PlaneBlocks *store;
    PlanePart plane; /* empty cells and open lines */
    int first;       /* of its blocks in the store */
    uint64_t *work;
    Watch *watch;
    bool is_out_of_memory, is_over;
} Maker;

static bool is_held(Maker *maker, PlanePart part) {
    uint32_t cut[SMALL_LINES_MAX];
    int count = plane_cut(maker->store->line_cells, part.lines, part.cells, cut);
    if (count < 0) return false;
    uint64_t price = ((uint64_t)count + LINES_OF_WORK - 1) / LINES_OF_WORK;
    *maker->work -= price < *maker->work ? price : *maker->work;
    bool holds = small_game_holds(&maker->store->game, cut, count, maker->watch);
    maker->is_over = maker->is_over || maker->store->game.is_spent || watch_step(maker->watch, 1);
    return holds && !maker->is_over;
}

/* Takes out cells as long as the defender holds, those on fewest lines first. */
static PlanePart shrink(Maker *maker, PlanePart part) {
    for (int on = 1; on <= 4; on++) {
        for (uint64_t left = part.cells; left != 0; left &= left - 1) {
            PlanePart smaller = {part.cells & ~(left & (~left + 1)), part.lines};
            int through = 0;
            for (uint32_t lines = part.lines; lines != 0; lines &= lines - 1)
                through += (maker->store->line_cells[sets_first_bit(lines)] & left & (~left + 1)) != 0;
            if (through == on && is_held(maker, smaller)) part = smaller;
        }
    }
    return part;
}

static void keep(Maker *maker, PlanePart block) {
    PlaneBlocks *store = maker->store;
    if (2 * sets_count_bits(block.lines) - sets_count_bits(block.cells) < LEAST_GAIN) return;
    for (int i = maker->first; i < store->blocks; i++) {
        if (store->block[i].cells == block.cells && store->block[i].lines == block.lines) return;
    }
    if (store->blocks == store->blocks_capacity) {
        int capacity = store->blocks == 0 ? FIRST_CAPACITY : 2 * store->blocks;
        PlanePart *larger = realloc(store->block, sizeof *larger * (size_t)capacity);
        maker->is_out_of_memory = larger == NULL;
        if (larger == NULL) return;
        store->block = larger;
        store->blocks_capacity = capacity;
    }
    store->block[store->blocks++] = block;
}

/* Some rows and columns, as bits, with any of the open diagonals. */
static void try_grid(Maker *maker, uint32_t rows, uint32_t columns) {
    const PlaneBlocks *store = maker->store;
    uint64_t in_rows = 0, in_columns = 0;
    uint32_t diagonals = maker->plane.lines >> (2 * store->n);
    for (uint32_t left = rows; left != 0; left &= left - 1) in_rows |= store->line_cells[sets_first_bit(left)];
    for (uint32_t left = columns; left != 0; left &= left - 1) in_columns |= store->line_cells[sets_first_bit(left)];
    uint64_t cells = in_rows & in_columns & maker->plane.cells;
    if (sets_count_bits(cells) > BLOCK_CELLS_MAX) return;
    for (uint32_t some = 0; some < 4 && !maker->is_out_of_memory && !maker->is_over; some++) {
        PlanePart part = {cells, rows | columns | some << (2 * store->n)};
        if ((some & ~diagonals) != 0) continue;
        bool holds = is_held(maker, part);
        if (!holds && some == 0) return;
        if (!holds) continue;
        part = shrink(maker, part);
        if (!maker->is_over) keep(maker, part);
    }
}

static void make_blocks(Maker *maker) {
    int n = maker->store->n;
    uint32_t all = (UINT32_C(1) << n) - 1, open_rows = maker->plane.lines & all,
             open_columns = maker->plane.lines >> n & all;
    for (uint32_t rows = open_rows; rows != 0; rows = (rows - 1) & open_rows) {
        if (sets_count_bits(rows) < GRID_LINES_MIN) continue;
        for (uint32_t columns = open_columns; columns != 0; columns = (columns - 1) & open_columns) {
            if (*maker->work == 0 || maker->is_out_of_memory || maker->is_over) return;
            if (sets_count_bits(columns) < GRID_LINES_MIN) continue;
            try_grid(maker, rows, columns << n);
        }
    }
}

/* The plane with its blocks, in `known`; it stays in the store unless there was not enough work for all of it. Blocks
 * that were made when all was over are forgotten. */
static bool make_plane(PlaneBlocks *store, PlanePart plane, uint64_t *work, Watch *watch, KnownPlane *known) {
    Maker maker = {.store = store, .plane = plane, .first = store->blocks, .work = work, .watch = watch};
    if (!planes_grow(store)) return false;
    make_blocks(&maker);
    if (maker.is_over) store->blocks = maker.first;
    *known = (KnownPlane){plane, maker.first, store->blocks - maker.first};
    bool is_whole = *work > 0 && !maker.is_over;
    if (is_whole) *plane_slot(store, plane) = *known;
    store->planes += is_whole;
    return !maker.is_out_of_memory;
}

/* The blocks of a position */

static bool add_blocks(const PlaneBlocks *store, const KnownPlane *known, int plane, int turn, Library *library) {
    uint16_t cell[PLANE_CELLS_MAX], line[PLANE_LINES_MAX];
    for (int at = 0; at < store->n * store->n; at++) cell[store->turned_cell[turn][at]] = store->cell[plane][at];
    for (int i = 0; i < store->lines; i++) line[store->turned_line[turn][i]] = (uint16_t)store->line[plane][i];
    for (int i = known->first; i < known->first + known->count; i++) {
        Block block = {.cells = 0};
        for (uint64_t left = store->block[i].cells; left != 0; left &= left - 1)
            block.cell[block.cells++] = cell[sets_first_bit(left)];
        for (uint32_t left = store->block[i].lines; left != 0; left &= left - 1)
            block.line[block.lines++] = line[sets_first_bit(left)];
        if (!library_add(library, &block)) return false;
    }
    return true;
}

void plane_blocks_clear(PlaneBlocks *store) {
    for (int i = 0; i < store->planes_capacity; i++) store->plane[i].first = -1;
    store->planes = store->blocks = 0;
}

bool plane_blocks_library(PlaneBlocks *store, const Lineup *lineup, uint64_t *work, Watch *watch, Library *library) {
    bool fine = true;
    if (store->planes > PLANES_MAX) plane_blocks_clear(store);
    library->count = 0;
    for (int plane = 0; plane < store->board_planes && fine; plane++) {
        int turn = 0;
        PlanePart image = smallest_image(store, lineup, plane, &turn);
        KnownPlane known = *plane_slot(store, image);
        if (watch_step(watch, PLANE_STEPS) || (known.first < 0 && *work == 0)) continue;
        if (known.first < 0) fine = make_plane(store, image, work, watch, &known);
        fine = fine && add_blocks(store, &known, plane, turn, library);
    }
    return fine && library_sort(library);
}

PlaneBlocks *plane_blocks_new(const Geometry *geometry) {
    PlaneBlocks *store = calloc(1, sizeof *store);
    if (store == NULL) return NULL;
    store->n = geometry->n;
    store->lines = plane_lines(geometry->n, store->line_cells);
    for (int turn = 0; turn < TURNS; turn++) set_turn(store, turn);
    for (int axis = 0; axis < 3; axis++) {
        for (int number = 0; number < geometry->n + 2; number++) set_board_plane(store, geometry, axis, number);
    }
    if (planes_grow(store)) return store;
    free(store);
    return NULL;
}

void plane_blocks_free(PlaneBlocks *store) {
    if (store == NULL) return;
    free(store->plane);
    free(store->block);
    free(store);
}
