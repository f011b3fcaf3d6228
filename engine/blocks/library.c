#include "blocks/library.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum {
    PLANE_EDGE_MAX = 8,
    PLANE_CELLS_MAX = PLANE_EDGE_MAX * PLANE_EDGE_MAX,
    GRID_CELLS_MIN = 12, /* of the rows and columns to begin with */
    GRID_CELLS_MAX = SMALL_CELLS_MAX,
    GRID_CELLS_MAX_WIDE = 16, /* where there are many rows and columns to choose from: edge 7 and 8 */
    WIDE_EDGE = 7,
    PATTERN_CELLS_MAX = 15,
    GAIN_MIN = 6,
    ORDERS = 2,      /* in which cells are taken out */
    TURNS_MAX = 400, /* symmetries of a plane */
};

/* Blocks of any kind */

/* Room for one more; NULL when memory is short. */
static void *with_room(void *array, size_t size, int count, int *capacity) {
    if (count < *capacity) return array;
    int more = *capacity == 0 ? 1024 : 2 * *capacity;
    void *larger = realloc(array, size * (size_t)more);
    if (larger != NULL) *capacity = more;
    return larger;
}

bool library_add(Library *library, const Block *block) {
    Block *blocks = with_room(library->blocks, sizeof *blocks, library->count, &library->capacity);
    if (blocks == NULL) return false;
    library->blocks = blocks;
    blocks[library->count++] = *block;
    return true;
}

bool library_sort(Library *library) {
    enum { GAIN_MAX = 2 * BLOCK_LINES_MAX, GAINS = GAIN_MAX + BLOCK_CELLS_MAX + 1 };
    int next[GAINS + 1] = {0}; /* where the next block of a gain goes */
    if (library->count == 0) return true;
    Block *sorted = malloc(sizeof *sorted * (size_t)library->capacity);
    if (sorted == NULL) return false;
    for (int i = 0; i < library->count; i++) next[GAIN_MAX - library_gain(&library->blocks[i]) + 1]++;
    for (int gain = 1; gain < GAINS; gain++) next[gain] += next[gain - 1];
    for (int i = 0; i < library->count; i++) {
        sorted[next[GAIN_MAX - library_gain(&library->blocks[i])]++] = library->blocks[i];
    }
    free(library->blocks);
    library->blocks = sorted;
    return true;
}

void library_release(Library *library) {
    free(library->blocks);
    *library = (Library){0};
}

/* Lines, as bits, cut down to some cells of their plane, which are numbered from 0. Returns how many lines; -1 if one
 * of them has less than two of these cells. */
static int cut_lines(const uint64_t line_cells[], uint64_t lines, uint64_t cells, uint32_t cut[SMALL_LINES_MAX]) {
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

/* Plane 0 ... n-1 of an axis are parallel; n and n+1 are the diagonal planes through the axis. */
static uint16_t cell_in_plane(const Geometry *geometry, int axis, int plane, int i, int j) {
    int n = geometry->n;
    Coordinates at = {{0}};
    at.of[axis] = plane < n ? plane : j;
    at.of[(axis + 1) % 3] = i;
    at.of[(axis + 2) % 3] = plane < n ? j : plane == n ? i : n - 1 - i;
    return (uint16_t)geometry_cell(&geometry->game, at);
}

/* All blocks: patterns of an empty plane, wherever they fit */

/* A plane, and its lines: n rows, n columns and two diagonals, as plane cells i + n * j. */
typedef struct {
    int n, lines;
    uint64_t line[2 * PLANE_EDGE_MAX + 2];
    int turns;
    uint8_t turn[TURNS_MAX][PLANE_CELLS_MAX]; /* where each symmetry takes a cell */
} Plane;

typedef struct {
    uint64_t cells;
    uint64_t lines; /* bits in the order of Plane */
} Pattern;

typedef struct {
    Plane plane;
    const Lineup *lineup;
    Library *library;
    SmallGame game;
    Rng rng;
    Pattern *patterns; /* of a single plane */
    int count, capacity;
    bool is_out_of_memory;
    IsOver is_over;
    const void *context;
} Builder;

/* The plane and its symmetries */

static void init_lines(Plane *plane) {
    int n = plane->n;
    memset(plane->line, 0, sizeof plane->line);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            uint64_t cell = UINT64_C(1) << (i + n * j);
            plane->line[j] |= cell;
            plane->line[n + i] |= cell;
            if (i == j) plane->line[2 * n] |= cell;
            if (i + j == n - 1) plane->line[2 * n + 1] |= cell;
        }
    }
    plane->lines = 2 * n + 2;
}

static void add_turns(Plane *plane, const int permutation[]) {
    int n = plane->n;
    for (int kind = 0; kind < 4; kind++) {
        uint8_t *turn = plane->turn[plane->turns++];
        for (int cell = 0; cell < n * n; cell++) {
            int i = permutation[cell % n], j = permutation[cell / n];
            if ((kind & 1) != 0) i = n - 1 - i;
            turn[cell] = (uint8_t)((kind & 2) != 0 ? j + n * i : i + n * j);
        }
    }
}

/* Permutations that keep opposite coordinates opposite: pairs change places, and are turned round or not. */
static void add_permutations(Plane *plane, int permutation[], int pair, unsigned used) {
    int n = plane->n, pairs = n / 2;
    if (pair == pairs) {
        if (n % 2 == 1) permutation[n / 2] = n / 2;
        if (plane->turns + 4 <= TURNS_MAX) add_turns(plane, permutation);
        return;
    }
    for (int to = 0; to < 2 * pairs; to++) {
        int target = to < pairs ? to : n - 1 - (to - pairs);
        if ((used >> (to % pairs) & 1) != 0) continue;
        permutation[pair] = target;
        permutation[n - 1 - pair] = n - 1 - target;
        add_permutations(plane, permutation, pair + 1, used | 1u << (to % pairs));
    }
}

static uint64_t turned(const Plane *plane, int turn, uint64_t cells) {
    uint64_t image = 0;
    for (; cells != 0; cells &= cells - 1) image |= UINT64_C(1) << plane->turn[turn][sets_first_bit(cells)];
    return image;
}

/* Lines go where all their cells go. */
static uint64_t turned_lines(const Plane *plane, int turn, uint64_t lines) {
    uint64_t image = 0;
    for (; lines != 0; lines &= lines - 1) {
        uint64_t cells = turned(plane, turn, plane->line[sets_first_bit(lines)]);
        for (int i = 0; i < plane->lines; i++) {
            if (plane->line[i] == cells) image |= UINT64_C(1) << i;
        }
    }
    return image;
}

/* Patterns: blocks of an empty plane */

static bool pattern_holds(Builder *builder, uint64_t cells, uint64_t lines) {
    uint32_t cut[SMALL_LINES_MAX];
    int count = cut_lines(builder->plane.line, lines, cells, cut);
    return count >= 0 && small_game_holds(&builder->game, cut, count);
}

static bool is_known(const Builder *builder, Pattern pattern) {
    for (int i = 0; i < builder->count; i++) {
        if (builder->patterns[i].cells == pattern.cells && builder->patterns[i].lines == pattern.lines) return true;
    }
    return false;
}

static void add_pattern(Builder *builder, Pattern pattern) {
    Pattern *patterns = with_room(builder->patterns, sizeof *patterns, builder->count, &builder->capacity);
    builder->is_out_of_memory = builder->is_out_of_memory || patterns == NULL;
    if (patterns == NULL) return;
    builder->patterns = patterns;
    patterns[builder->count++] = pattern;
}

static void add_images(Builder *builder, Pattern pattern) {
    const Plane *plane = &builder->plane;
    if (is_known(builder, pattern)) return;
    int first = builder->count;
    for (int turn = 0; turn < plane->turns; turn++) {
        Pattern image = {turned(plane, turn, pattern.cells), turned_lines(plane, turn, pattern.lines)};
        bool is_new = true;
        for (int i = first; i < builder->count && is_new; i++) is_new = builder->patterns[i].cells != image.cells;
        if (is_new) add_pattern(builder, image);
    }
}

/* Takes out cells in a random order, as long as the defender holds. */
static void shrink_pattern(Builder *builder, Pattern pattern) {
    int order[GRID_CELLS_MAX], count = 0;
    for (uint64_t left = pattern.cells; left != 0; left &= left - 1) {
        int at = rng_below(&builder->rng, ++count);
        order[count - 1] = order[at];
        order[at] = sets_first_bit(left);
    }
    for (int i = 0; i < count; i++) {
        uint64_t fewer = pattern.cells & ~(UINT64_C(1) << order[i]);
        if (pattern_holds(builder, fewer, pattern.lines)) pattern.cells = fewer;
    }
    int cells = sets_count_bits(pattern.cells), gain = 2 * sets_count_bits(pattern.lines) - cells;
    if (cells <= PATTERN_CELLS_MAX && gain >= GAIN_MIN) add_images(builder, pattern);
}

static uint64_t crossing(const Plane *plane, unsigned rows, unsigned columns) {
    uint64_t cells = 0;
    for (int cell = 0; cell < plane->n * plane->n; cell++) {
        bool is_in = (columns >> (cell % plane->n) & 1) != 0 && (rows >> (cell / plane->n) & 1) != 0;
        if (is_in) cells |= UINT64_C(1) << cell;
    }
    return cells;
}

static bool has_smaller_image(const Plane *plane, uint64_t cells) {
    for (int turn = 0; turn < plane->turns; turn++) {
        if (turned(plane, turn, cells) < cells) return true;
    }
    return false;
}

static void try_grid(Builder *builder, unsigned rows, unsigned columns) {
    const Plane *plane = &builder->plane;
    Pattern grid = {crossing(plane, rows, columns), rows | (uint64_t)columns << plane->n};
    for (int i = 2 * plane->n; i < plane->lines; i++) {
        if (sets_count_bits(plane->line[i] & grid.cells) >= 2) grid.lines |= UINT64_C(1) << i;
    }
    if (has_smaller_image(plane, grid.cells) || !pattern_holds(builder, grid.cells, grid.lines)) return;
    for (int i = 0; i < ORDERS && !builder->is_over(builder->context); i++) shrink_pattern(builder, grid);
}

static void find_patterns(Builder *builder) {
    unsigned all = 1u << builder->plane.n;
    int cells_max = builder->plane.n < WIDE_EDGE ? GRID_CELLS_MAX : GRID_CELLS_MAX_WIDE;
    for (unsigned rows = 1; rows < all; rows++) {
        for (unsigned columns = 1; columns < all; columns++) {
            int height = sets_count_bits(rows), width = sets_count_bits(columns), cells = height * width;
            if (builder->is_over(builder->context)) return;
            if (height < 3 || width < 3 || cells < GRID_CELLS_MIN || cells > cells_max) continue;
            try_grid(builder, rows, columns);
        }
    }
}

/* From patterns to blocks of the board */

/* The pattern on a plane of the board, without what stones have settled; blocks with stones of the attacker are solved
 * again. Lines that do not count in this game are left out, too. */
static void add_placed(Builder *builder, Pattern pattern, const uint16_t board_cell[PLANE_CELLS_MAX]) {
    const Lineup *lineup = builder->lineup;
    Block block = {.cells = 0};
    bool has_attacker = false;
    for (uint64_t left = pattern.cells; left != 0; left &= left - 1) {
        int cell = board_cell[sets_first_bit(left)];
        has_attacker = has_attacker || lineup->is_attackers[cell];
        if (lineup->is_empty[cell]) block.cell[block.cells++] = (uint16_t)cell;
    }
    for (uint64_t left = pattern.lines; left != 0; left &= left - 1) {
        uint64_t cells = builder->plane.line[sets_first_bit(left)];
        int one = sets_first_bit(cells), other = sets_first_bit(cells & (cells - 1));
        int line = geometry_line_through(lineup->geometry, board_cell[one], board_cell[other]);
        if (line >= 0 && lineup->is_open[line]) block.line[block.lines++] = (uint16_t)line;
    }
    if (library_gain(&block) < GAIN_MIN || (has_attacker && !block_is_held(&block, lineup))) return;
    if (!library_add(builder->library, &block)) builder->is_out_of_memory = true;
}

static void place_patterns(Builder *builder, int axis, int plane) {
    int n = builder->plane.n;
    uint16_t board_cell[PLANE_CELLS_MAX];
    for (int cell = 0; cell < n * n; cell++)
        board_cell[cell] = cell_in_plane(builder->lineup->geometry, axis, plane, cell % n, cell / n);
    for (int i = 0; i < builder->count && !builder->is_over(builder->context); i++)
        add_placed(builder, builder->patterns[i], board_cell);
}

static void build(Builder *builder) {
    int n = builder->plane.n, permutation[PLANE_EDGE_MAX];
    init_lines(&builder->plane);
    add_permutations(&builder->plane, permutation, 0, 0);
    find_patterns(builder);
    for (int axis = 0; axis < 3; axis++) {
        for (int plane = 0; plane < n + 2; plane++) place_patterns(builder, axis, plane);
    }
    if (!library_sort(builder->library)) builder->is_out_of_memory = true;
}

bool library_init(Library *library, const Lineup *lineup, IsOver is_over, const void *context) {
    *library = (Library){0};
    Builder *builder = calloc(1, sizeof *builder);
    if (builder == NULL) return false;
    builder->plane.n = lineup->geometry->n;
    builder->lineup = lineup;
    builder->library = library;
    builder->is_over = is_over;
    builder->context = context;
    build(builder);
    bool fine = !builder->is_out_of_memory && !is_over(context);
    free(builder->patterns);
    free(builder);
    if (!fine) library_release(library);
    return fine;
}

/* Blocks made for a position */

enum {
    PLANE_LINES_MAX = 2 * PLANE_EDGE_MAX + 2,
    GRID_LINES_MIN = 3, /* rows, and columns */
    LEAST_GAIN = 1,
    SOLVE_WORK = 4, /* for each line of a small game that is solved */
};

/* The open lines of a plane: which lines of the board they are, and which empty cells of the plane they have, as bits.
 * Rows come first, then columns, then diagonals. */
typedef struct {
    uint16_t cell[PLANE_CELLS_MAX]; /* of the board */
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

/* Turn 0 is the plane as it is, 1 ... 7 are its other images. */
static void set_cells(OpenPlane *plane, const Geometry *geometry, int axis, int number, int turn) {
    int n = geometry->n;
    for (int at = 0; at < n * n; at++) {
        int i = (turn & 1) != 0 ? n - 1 - at % n : at % n, j = (turn & 2) != 0 ? n - 1 - at / n : at / n;
        bool is_swapped = (turn & 4) != 0;
        plane->cell[at] = cell_in_plane(geometry, axis, number, is_swapped ? j : i, is_swapped ? i : j);
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
    int count = cut_lines(plane->cells, lines, cells, cut);
    if (count < 0) return false;
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
    int first = store->blocks;
    try_plane(maker, plane);
    KnownPlane *planes = with_room(store->plane, sizeof *planes, store->planes, &store->planes_capacity);
    maker->is_out_of_memory = maker->is_out_of_memory || planes == NULL;
    if (planes == NULL) return;
    store->plane = planes;
    planes[store->planes++] = (KnownPlane){{stones[0], stones[1]}, first, store->blocks - first};
}

static void add_known(Maker *maker, const OpenPlane *plane, const KnownPlane *known) {
    PlaneStore *store = maker->store;
    maker->store = NULL; /* they are in it already */
    for (int i = 0; i < known->count; i++) {
        add_block(maker, plane, store->block[known->first + i].cells, store->block[known->first + i].lines);
    }
    maker->store = store;
}

bool library_for_position(Library *library, const Lineup *lineup, PlaneStore *store, uint64_t *work, IsOver is_over,
                          const void *context) {
    *library = (Library){0};
    Maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL) return false;
    *maker = (Maker){.lineup = lineup, .library = library, .store = store, .work = work};
    for (int axis = 0; axis < 3; axis++) {
        for (int number = 0; number < lineup->geometry->n + 2 && !maker->is_out_of_memory; number++) {
            OpenPlane plane;
            uint64_t stones[2];
            open_plane(&plane, lineup, axis, number, store != NULL ? smallest_turn(lineup, axis, number, stones) : 0);
            const KnownPlane *known = store != NULL ? find_known(store, stones) : NULL;
            if (known != NULL) {
                add_known(maker, &plane, known);
            } else if (store == NULL) {
                try_plane(maker, &plane);
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
