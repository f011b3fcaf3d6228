#include "blocks/library.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "blocks/small_game.h"

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
    FIRST_CAPACITY = 1 << 14,
};

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
    int count = 0;
    for (uint64_t left = lines; left != 0; left &= left - 1) {
        uint64_t line = builder->plane.line[sets_first_bit(left)] & cells;
        cut[count] = 0;
        for (; line != 0; line &= line - 1) {
            cut[count] |= UINT32_C(1) << sets_count_bits(cells & ((line & (~line + 1)) - 1));
        }
        if (sets_count_bits(cut[count++]) < 2) return false;
    }
    return small_game_holds(&builder->game, cut, count);
}

static bool is_known(const Builder *builder, Pattern pattern) {
    for (int i = 0; i < builder->count; i++) {
        if (builder->patterns[i].cells == pattern.cells && builder->patterns[i].lines == pattern.lines) return true;
    }
    return false;
}

static void add_pattern(Builder *builder, Pattern pattern) {
    if (builder->count == builder->capacity) {
        int capacity = builder->capacity == 0 ? 1024 : 2 * builder->capacity;
        Pattern *larger = realloc(builder->patterns, sizeof *larger * (size_t)capacity);
        builder->is_out_of_memory = builder->is_out_of_memory || larger == NULL;
        if (larger == NULL) return;
        builder->patterns = larger;
        builder->capacity = capacity;
    }
    builder->patterns[builder->count++] = pattern;
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
static void shrink(Builder *builder, Pattern pattern) {
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
    for (int i = 0; i < ORDERS && !builder->is_over(builder->context); i++) shrink(builder, grid);
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

bool library_add(Library *library, const Block *block) {
    if (library->count == library->capacity) {
        int capacity = library->capacity == 0 ? FIRST_CAPACITY : 2 * library->capacity;
        Block *larger = realloc(library->blocks, sizeof *larger * (size_t)capacity);
        if (larger == NULL) return false;
        library->blocks = larger;
        library->capacity = capacity;
    }
    library->blocks[library->count++] = *block;
    return true;
}

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

/* Plane 0 ... n-1 of an axis are parallel; n and n+1 are the diagonal planes through the axis. */
static void place_patterns(Builder *builder, int axis, int plane) {
    int n = builder->plane.n;
    uint16_t board_cell[PLANE_CELLS_MAX];
    for (int cell = 0; cell < n * n; cell++) {
        int i = cell % n, j = cell / n;
        Coordinates at = {{0}};
        at.of[axis] = plane < n ? plane : j;
        at.of[(axis + 1) % 3] = i;
        at.of[(axis + 2) % 3] = plane < n ? j : plane == n ? i : n - 1 - i;
        board_cell[cell] = (uint16_t)geometry_cell(&builder->lineup->geometry->game, at);
    }
    for (int i = 0; i < builder->count && !builder->is_over(builder->context); i++)
        add_placed(builder, builder->patterns[i], board_cell);
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

void library_release(Library *library) {
    free(library->blocks);
    *library = (Library){0};
}
