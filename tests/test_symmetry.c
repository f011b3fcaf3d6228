/* The symmetries of boards, checked on the lines of the reference. */
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "reference/reference.h"
#include "support/bridge.h"

/* Good until another game is asked for. */
static const Symmetries *symmetries_of(const char *name) {
    Game game = game_named(name);
    return shape_of(&game)->symmetries;
}

TEST boards_have_the_known_number_of_symmetries(void) {
    static const struct {
        const char *game;
        int count;
        int plain; /* of them */
    } known[] = {
        {"3x3", 8, 8},         {"4x4", 32, 32},         {"5x5", 32, 32},       {"6x6", 192, 8},
        {"7x7", 192, 8},       {"15x15", 8, 8},         {"3x3x3", 48, 48},     {"4x4x4", 192, 192},
        {"5x5x5", 192, 192},   {"6x6x6", 1152, 48},     {"7x7x7", 1152, 48},   {"8x8x8", 48, 48},
        {"3x3x3x3", 384, 384}, {"4x4x4x4", 1536, 1536}, {"5x5:score", 32, 32}, {"4x4x4:score10", 192, 192},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ASSERT_EQ_FMTm(known[i].game, known[i].count, symmetries_of(known[i].game)->count, "%d");
        ASSERT_EQ_FMTm(known[i].game, known[i].plain, symmetries_of(known[i].game)->plain, "%d");
    }
    PASS();
}

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* A line is known by its first and last cell. */
static bool is_reference_line(const RefGame *game, const int sorted[]) {
    int low = 0, high = game->line_count;
    while (low < high) {
        int middle = (low + high) / 2;
        const int *line = game->line[middle];
        bool is_less = line[0] != sorted[0] ? line[0] < sorted[0] : line[game->n - 1] < sorted[game->n - 1];
        if (is_less) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < game->line_count && memcmp(game->line[low], sorted, sizeof(int) * (size_t)game->n) == 0;
}

static bool maps_lines_to_lines(const RefGame *game, const uint16_t image[]) {
    for (int line = 0; line < game->line_count; line++) {
        int mapped[REF_MAX_N];
        for (int i = 0; i < game->n; i++) mapped[i] = image[game->line[line][i]];
        qsort(mapped, (size_t)game->n, sizeof mapped[0], by_value);
        if (!is_reference_line(game, mapped)) return false;
    }
    return true;
}

static bool is_permutation(const uint16_t image[], int cells) {
    bool seen[REF_MAX_CELLS] = {false};
    for (int cell = 0; cell < cells; cell++) {
        if (image[cell] >= cells || seen[image[cell]]) return false;
        seen[image[cell]] = true;
    }
    return true;
}

TEST each_symmetry_maps_lines_to_lines(const char *name) {
    static RefGame game;
    ASSERT(ref_game_init(&game, name));
    const Symmetries *symmetries = symmetries_of(name);
    bool fine = symmetries->cells == game.cell_count;
    for (int i = 0; fine && i < symmetries->count; i++) {
        const uint16_t *row = symmetries_row(symmetries, i);
        fine = is_permutation(row, symmetries->cells) && maps_lines_to_lines(&game, row);
    }
    ASSERTm(name, fine);
    PASS();
}

TEST the_first_symmetry_is_the_identity(const char *name) {
    const Symmetries *symmetries = symmetries_of(name);
    bool fine = true;
    for (int cell = 0; cell < symmetries->cells; cell++) fine &= symmetries_row(symmetries, 0)[cell] == cell;
    ASSERTm(name, fine);
    PASS();
}

typedef struct {
    uint16_t image[REF_MAX_CELLS];
} Row;

static int by_row(const void *a, const void *b) {
    return memcmp(a, b, sizeof(Row));
}

static Row row_of(const Symmetries *symmetries, int index) {
    Row row = {{0}};
    memcpy(row.image, symmetries_row(symmetries, index), sizeof row.image[0] * (size_t)symmetries->cells);
    return row;
}

static Row composed(const Symmetries *symmetries, int first, int second) {
    Row row = {{0}};
    for (int cell = 0; cell < symmetries->cells; cell++) {
        row.image[cell] = symmetries_row(symmetries, second)[symmetries_row(symmetries, first)[cell]];
    }
    return row;
}

/* The first `count` of them. */
static Row *sorted_rows(const Symmetries *symmetries, int count) {
    Row *rows = malloc(sizeof *rows * (size_t)count);
    if (rows == NULL) abort();
    for (int i = 0; i < count; i++) rows[i] = row_of(symmetries, i);
    qsort(rows, (size_t)count, sizeof *rows, by_row);
    return rows;
}

/* Every pair of symmetries, or a sample where there are many. */
static bool are_closed_under_composition(const Symmetries *symmetries, int count, const Row *rows) {
    enum { PAIRS_MAX = 10000 };
    uint64_t seed = 1;
    int pairs = count * count <= PAIRS_MAX ? count * count : PAIRS_MAX;
    for (int i = 0; i < pairs; i++) {
        int pair = pairs == count * count ? i : ref_random(&seed, count * count);
        Row row = composed(symmetries, pair / count, pair % count);
        if (bsearch(&row, rows, (size_t)count, sizeof row, by_row) == NULL) return false;
    }
    return true;
}

static enum greatest_test_res check_group(const char *name, const Symmetries *symmetries, int count) {
    Row *rows = sorted_rows(symmetries, count);
    bool are_distinct = true;
    for (int i = 1; i < count; i++) are_distinct &= by_row(&rows[i - 1], &rows[i]) != 0;
    bool are_closed = are_closed_under_composition(symmetries, count, rows);
    free(rows);
    ASSERTm(name, are_distinct);
    ASSERTm(name, are_closed);
    PASS();
}

TEST symmetries_are_distinct_and_closed_under_composition(const char *name) {
    const Symmetries *symmetries = symmetries_of(name);
    CHECK_CALL(check_group(name, symmetries, symmetries->count));
    CHECK_CALL(check_group(name, symmetries, symmetries->plain));
    PASS();
}

/* Where a cell of a cube goes when its axes are permuted and some of them reflected. The plain symmetries are these. */
static int moved(const RefGame *game, int cell, const int axes[3], int reflected) {
    int image = 0, n = game->n;
    for (int axis = 2; axis >= 0; axis--) {
        int coordinate = ref_coordinate(game, cell, axes[axis]);
        image = image * n + ((reflected >> axis & 1) != 0 ? n - 1 - coordinate : coordinate);
    }
    return image;
}

static int geometric_symmetries_that_keep_lines(const RefGame *game) {
    static const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    int count = 0;
    for (int i = 0; i < 48; i++) {
        uint16_t image[REF_MAX_CELLS];
        for (int cell = 0; cell < game->cell_count; cell++) {
            image[cell] = (uint16_t)moved(game, cell, axes[i / 8], i % 8);
        }
        count += maps_lines_to_lines(game, image);
    }
    return count;
}

TEST magic_keeps_only_symmetries_that_map_counting_lines_to_counting_lines(const char *name) {
    static RefGame game;
    ASSERT(ref_game_init(&game, name));
    ASSERT_EQ_FMTm(name, geometric_symmetries_that_keep_lines(&game), symmetries_of(name)->plain, "%d");
    PASS();
}

SUITE(symmetry) {
    static const char *const games[] = {
        "3x3",   "4x4",     "5x5",     "6x6",         "15x15",       "3x3x3",       "4x4x4",         "5x5x5", "6x6x6",
        "8x8x8", "3x3x3x3", "4x4x4x4", "4x4x4:score", "3x3x3:magic", "5x5x5:magic", "7x7x7:magic10", "7x7",   "7x7x7"};
    RUN_TEST(boards_have_the_known_number_of_symmetries);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        RUN_TESTp(each_symmetry_maps_lines_to_lines, games[i]);
        RUN_TESTp(the_first_symmetry_is_the_identity, games[i]);
        RUN_TESTp(symmetries_are_distinct_and_closed_under_composition, games[i]);
    }
    RUN_TESTp(magic_keeps_only_symmetries_that_map_counting_lines_to_counting_lines, "3x3x3:magic");
    RUN_TESTp(magic_keeps_only_symmetries_that_map_counting_lines_to_counting_lines, "7x7x7:magic10");
}
