/* Cells and lines, against the reference and the known formula. */
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "support/bridge.h"
#include "support/games.h"

TEST boards_have_the_known_number_of_lines(void) {
    static const struct {
        const char *game;
        int lines;
    } known[] = {
        {"3x3", 8},       {"5x5", 12},         {"11x11", 24},       {"3x3x3", 49},        {"3x3x3:score10", 49},
        {"4x4x4", 76},    {"5x5x5", 109},      {"6x6x6", 148},      {"8x8x8", 244},       {"3x3x3x3", 272},
        {"4x4x4x4", 520}, {"3x3x3:magic", 37}, {"5x5x5:magic", 83}, {"7x7x7:magic", 155}, {"7x7x7", 193},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Geometry *geometry = geometry_named(known[i].game);
        int lines = geometry->lines;
        geometry_free(geometry);
        ASSERT_EQ_FMTm(known[i].game, known[i].lines, lines, "%d");
    }
    PASS();
}

static int power(int base, int exponent) {
    int result = 1;
    for (int i = 0; i < exponent; i++) result *= base;
    return result;
}

TEST the_number_of_lines_follows_the_formula(const char *name) {
    Geometry *geometry = geometry_named(name);
    Game game = geometry->game;
    int lines = geometry->lines, cells = geometry->cells;
    geometry_free(geometry);
    ASSERT_EQ_FMTm(name, power(game.n, game.d), cells, "%d");
    if (game.rule != RULE_MAGIC) {
        ASSERT_EQ_FMTm(name, (power(game.n + 2, game.d) - power(game.n, game.d)) / 2, lines, "%d");
    }
    PASS();
}

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static int by_cells(const void *a, const void *b) {
    const int *left = a, *right = b;
    for (int i = 0; i < REF_MAX_N; i++) {
        if (left[i] != right[i]) return left[i] - right[i];
    }
    return 0;
}

typedef int SortedLines[REF_MAX_LINES][REF_MAX_N];

TEST the_lines_are_those_of_the_reference(const char *name) {
    static SortedLines ours, theirs;
    static RefGame reference;
    ASSERT(ref_game_init(&reference, name));
    memset(ours, 0, sizeof ours);
    memset(theirs, 0, sizeof theirs);
    Geometry *geometry = geometry_named(name);
    int lines = geometry->lines, n = geometry->n;
    for (int line = 0; line < lines; line++) {
        for (int i = 0; i < n; i++) ours[line][i] = geometry->line_cells[line][i];
        qsort(ours[line], (size_t)n, sizeof ours[line][0], by_value);
    }
    geometry_free(geometry);
    ASSERT_EQ_FMTm(name, reference.line_count, lines, "%d");
    for (int line = 0; line < lines; line++) memcpy(theirs[line], reference.line[line], sizeof(int) * (size_t)n);
    qsort(ours, (size_t)lines, sizeof ours[0], by_cells);
    qsort(theirs, (size_t)lines, sizeof theirs[0], by_cells);
    ASSERT_MEM_EQm(name, theirs, ours, sizeof ours);
    PASS();
}

static bool line_holds(const Geometry *geometry, int line, int cell) {
    for (int i = 0; i < geometry->n; i++) {
        if (geometry->line_cells[line][i] == cell) return true;
    }
    return false;
}

static bool cells_know_their_lines(const Geometry *geometry) {
    int incidences = 0;
    for (int cell = 0; cell < geometry->cells; cell++) {
        for (int k = 0; k < geometry->lines_through[cell]; k++) {
            if (k > 0 && geometry->cell_lines[cell][k] <= geometry->cell_lines[cell][k - 1]) return false;
            if (!line_holds(geometry, geometry->cell_lines[cell][k], cell)) return false;
            incidences++;
        }
    }
    return incidences == geometry->lines * geometry->n;
}

TEST every_cell_lists_exactly_its_lines(const char *name) {
    Geometry *geometry = geometry_named(name);
    bool agree = cells_know_their_lines(geometry);
    geometry_free(geometry);
    ASSERTm(name, agree);
    PASS();
}

/* Pairs of cells that a line of the reference joins, each way round, and that geometry joins by a line with both. */
TEST two_cells_have_the_line_of_the_reference(const char *name) {
    static bool is_joined[REF_MAX_CELLS][REF_MAX_CELLS];
    static RefGame reference;
    ASSERT(ref_game_init(&reference, name));
    memset(is_joined, 0, sizeof is_joined);
    for (int line = 0; line < reference.line_count; line++) {
        const int *cell = reference.line[line];
        for (int i = 0; i < reference.n * reference.n; i++) {
            if (i / reference.n != i % reference.n) is_joined[cell[i / reference.n]][cell[i % reference.n]] = true;
        }
    }
    Geometry *geometry = geometry_named(name);
    bool agree = true;
    for (int one = 0; one < geometry->cells && agree; one++) {
        for (int other = 0; other < geometry->cells && agree; other++) {
            int line = geometry_line_through(geometry, one, other);
            bool has_both = line >= 0 && line_holds(geometry, line, one) && line_holds(geometry, line, other);
            agree = is_joined[one][other] ? has_both : line == -1;
        }
    }
    geometry_free(geometry);
    ASSERTm(name, agree);
    PASS();
}

TEST coordinates_convert_to_cells_and_back(const char *name) {
    Game game = game_named(name);
    RefGame reference;
    ASSERT(ref_game_init(&reference, name));
    for (int cell = 0; cell < game_cells(&game); cell++) {
        Coordinates at = geometry_coordinates(&game, cell);
        for (int axis = 0; axis < game.d; axis++) {
            ASSERT_EQ_FMTm(name, ref_coordinate(&reference, cell, axis), at.of[axis], "%d");
        }
        ASSERT_EQ_FMTm(name, cell, geometry_cell(&game, at), "%d");
    }
    PASS();
}

SUITE(geometry) {
    static ListedGame games[GAMES_MAX];
    int count = games_all(games);
    RUN_TEST(boards_have_the_known_number_of_lines);
    for (int i = 0; i < count; i++) {
        RUN_TESTp(the_number_of_lines_follows_the_formula, games[i].text);
        RUN_TESTp(the_lines_are_those_of_the_reference, games[i].text);
        RUN_TESTp(every_cell_lists_exactly_its_lines, games[i].text);
        RUN_TESTp(two_cells_have_the_line_of_the_reference, games[i].text);
        RUN_TESTp(coordinates_convert_to_cells_and_back, games[i].text);
    }
}
