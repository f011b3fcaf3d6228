#include "blocks/block_library.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "blocks/plane.h"

enum {
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

/* All blocks: patterns of an empty plane, wherever they fit */

/* A plane, and its lines: n rows, n columns and two diagonals, as plane cells i + n * j. */
typedef struct {
    int n, lines;
    uint64_t line[PLANE_LINES_MAX];
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
    Watch *watch;
} Builder;

/* The plane and its symmetries */

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
    int count = plane_cut(builder->plane.line, lines, cells, cut);
    return count >= 0 && small_game_holds(&builder->game, cut, count, builder->watch);
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
    for (int i = 0; i < ORDERS && !watch_step(builder->watch, 1); i++) shrink_pattern(builder, grid);
}

static void find_patterns(Builder *builder) {
    unsigned all = 1u << builder->plane.n;
    int cells_max = builder->plane.n < WIDE_EDGE ? GRID_CELLS_MAX : GRID_CELLS_MAX_WIDE;
    for (unsigned rows = 1; rows < all; rows++) {
        for (unsigned columns = 1; columns < all; columns++) {
            int height = sets_count_bits(rows), width = sets_count_bits(columns), cells = height * width;
            if (watch_step(builder->watch, 1)) return;
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
    if (library_gain(&block) < GAIN_MIN ||
        (has_attacker && !block_is_held(&block, lineup, &builder->game, builder->watch)))
        return;
    if (!library_add(builder->library, &block)) builder->is_out_of_memory = true;
}

static void place_patterns(Builder *builder, int axis, int plane) {
    int n = builder->plane.n;
    uint16_t board_cell[PLANE_CELLS_MAX];
    for (int cell = 0; cell < n * n; cell++)
        board_cell[cell] = plane_cell(builder->lineup->geometry, axis, plane, cell % n, cell / n);
    for (int i = 0; i < builder->count && !watch_step(builder->watch, 1); i++)
        add_placed(builder, builder->patterns[i], board_cell);
}

static void build(Builder *builder) {
    int n = builder->plane.n, permutation[PLANE_EDGE_MAX];
    builder->plane.lines = plane_lines(builder->plane.n, builder->plane.line);
    add_permutations(&builder->plane, permutation, 0, 0);
    find_patterns(builder);
    for (int axis = 0; axis < 3; axis++) {
        for (int plane = 0; plane < n + 2; plane++) place_patterns(builder, axis, plane);
    }
    if (!library_sort(builder->library)) builder->is_out_of_memory = true;
}

bool library_init(Library *library, const Lineup *lineup, Watch *watch) {
    *library = (Library){0};
    Builder *builder = calloc(1, sizeof *builder);
    if (builder == NULL) return false;
    builder->plane.n = lineup->geometry->n;
    builder->lineup = lineup;
    builder->library = library;
    builder->watch = watch;
    build(builder);
    bool fine = !builder->is_out_of_memory && !watch_look(watch);
    free(builder->patterns);
    free(builder);
    if (!fine) library_release(library);
    return fine;
}
