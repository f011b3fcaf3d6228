#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "rules/board.h"
#include "support/board_class.h"
#include "support/bridge.h"
#include "support/games.h"

const BoardClass *const board_classes[] = {
    &board_class_universal, &board_class_small, &board_class_qubic, &board_class_flat,
    &board_class_cube,      &board_class_large, &board_class_hyper, NULL,
};

bool board_class_fits(const BoardClass *class, const Geometry *geometry) {
    return geometry->cells <= class->cells_max && geometry->lines <= class->lines_max &&
           geometry->n >= class->edge_min && geometry->n <= class->edge_max;
}

/* Shown with a failure. */
static char where[160];

/* The same game in the engine's words and in the reference's. */
typedef struct {
    RefGame reference;
    Geometry *geometry;
    int engine_line[REF_MAX_LINES]; /* the engine's number of each line of the reference */
} Match;

static bool line_holds(const Geometry *geometry, int line, int cell) {
    for (int i = 0; i < geometry->n; i++) {
        if (geometry->line_cells[line][i] == cell) return true;
    }
    return false;
}

/* Two lines share at most one cell, so two cells in common make them one. */
static int find_line(const Geometry *geometry, const int cells[]) {
    for (int line = 0; line < geometry->lines; line++) {
        if (line_holds(geometry, line, cells[0]) && line_holds(geometry, line, cells[1])) return line;
    }
    abort();
}

static Match *match_new(const char *name) {
    Match *match = malloc(sizeof *match);
    if (match == NULL || !ref_game_init(&match->reference, name)) abort();
    match->geometry = geometry_named(name);
    for (int line = 0; line < match->reference.line_count; line++) {
        match->engine_line[line] = find_line(match->geometry, match->reference.line[line]);
    }
    return match;
}

static void match_free(Match *match) {
    geometry_free(match->geometry);
    free(match);
}

static int outcome_of(RefResult result) {
    return result == REF_P1WIN   ? OUTCOME_X_WINS
           : result == REF_P2WIN ? OUTCOME_O_WINS
           : result == REF_DRAW  ? OUTCOME_DRAW
                                 : OUTCOME_NONE;
}

static int stones_on(const RefPosition *position, int line, char side) {
    int stones = 0;
    for (int i = 0; i < position->game->n; i++) stones += position->cell[position->game->line[line][i]] == side;
    return stones;
}

/* Turn, outcome and points. */
static enum greatest_test_res compare_rules(const RefPosition *position, const Observation *seen) {
    int ply = position->game->cell_count - ref_empty_count(position);
    ASSERT_EQ_FMTm(where, ply, seen->ply, "%d");
    ASSERT_EQm(where, ref_side(position) == 'x' ? SIDE_X : SIDE_O, seen->to_move);
    ASSERT_EQ_FMTm(where, outcome_of(ref_result(position)), seen->outcome, "%d");
    ASSERT_EQ_FMTm(where, ref_points(position, 'x'), seen->points[SIDE_X], "%d");
    ASSERT_EQ_FMTm(where, ref_points(position, 'o'), seen->points[SIDE_O], "%d");
    ASSERT_EQm(where, ref_empty_count(position) == 0, seen->is_full);
    PASS();
}

/* Counts, open lines, threats and complete lines; collects the cells that complete a line. */
static enum greatest_test_res compare_lines(const Match *match, const RefPosition *position, const Observation *seen) {
    bool completes[2][REF_MAX_CELLS] = {{false}};
    bool all_dead = true;
    int n = match->reference.n;
    for (int line = 0; line < match->reference.line_count; line++) {
        int stones[2] = {stones_on(position, line, 'x'), stones_on(position, line, 'o')};
        int l = match->engine_line[line];
        for (int side = 0; side < 2; side++) {
            bool is_open = stones[1 - side] == 0;
            bool is_threat = is_open && stones[side] == n - 1;
            ASSERT_EQ_FMTm(where, is_open ? stones[side] : 0, seen->alone[side][l], "%d");
            ASSERT_EQm(where, is_open, seen->is_open[side][l]);
            ASSERT_EQm(where, is_threat, seen->is_threat[side][l]);
            for (int i = 0; is_threat && i < n; i++) completes[side][match->reference.line[line][i]] = true;
        }
        ASSERT_EQm(where, stones[0] == n || stones[1] == n, seen->is_complete[l]);
        all_dead = all_dead && stones[0] > 0 && stones[1] > 0;
    }
    ASSERT_EQm(where, all_dead, seen->all_lines_dead);
    for (int cell = 0; cell < match->reference.cell_count; cell++) {
        bool is_empty = position->cell[cell] == '.';
        ASSERT_EQm(where, completes[0][cell] && is_empty, seen->completes[0][cell]);
        ASSERT_EQm(where, completes[1][cell] && is_empty, seen->completes[1][cell]);
    }
    PASS();
}

static enum greatest_test_res compare_cells(const RefPosition *position, const Observation *seen) {
    for (int cell = 0; cell < CELLS_MAX; cell++) {
        char stone = cell < position->game->cell_count ? position->cell[cell] : '#';
        ASSERT_EQm(where, stone == 'x', seen->has_stone[SIDE_X][cell]);
        ASSERT_EQm(where, stone == 'o', seen->has_stone[SIDE_O][cell]);
        ASSERT_EQm(where, stone == '.', seen->is_empty[cell]);
    }
    PASS();
}

static enum greatest_test_res compare(const Match *match, const RefPosition *position, const Observation *seen) {
    CHECK_CALL(compare_rules(position, seen));
    CHECK_CALL(compare_cells(position, seen));
    CHECK_CALL(compare_lines(match, position, seen));
    PASS();
}

/* Plays one random game to its end on a table of the class and, beside it, on a universal one. */
static enum greatest_test_res play_game(const Match *match, const BoardClass *class, Table *table, Table *universal,
                                        uint64_t seed) {
    RefPosition position;
    Observation seen, other;
    RandomPlay random = random_play(&match->reference, seed);
    ref_start(&position, &match->reference);
    class->restart(table);
    board_class_universal.restart(universal);
    class->observe(table, &seen);
    CHECK_CALL(compare(match, &position, &seen));
    while (!ref_is_over(&position)) {
        int cell = random_move(&random, &position);
        ref_play(&position, cell);
        class->play(table, cell);
        board_class_universal.play(universal, cell);
        class->observe(table, &seen);
        CHECK_CALL(compare(match, &position, &seen));
        board_class_universal.observe(universal, &other);
        ASSERTm(where, memcmp(&seen, &other, sizeof seen) == 0);
        class->observe_set_up(table, &other);
        ASSERTm(where, memcmp(&seen, &other, sizeof seen) == 0);
    }
    PASS();
}

static enum greatest_test_res play_games(const Match *match, const BoardClass *class, const char *game) {
    Table *table = class->table_new(match->geometry), *universal = board_class_universal.table_new(match->geometry);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; i < samples_wanted() && result == GREATEST_TEST_RES_PASS; i++) {
        snprintf(where, sizeof where, "class %s, game %.60s, seed %d", class->name, game, i);
        result = play_game(match, class, table, universal, (uint64_t)i);
    }
    class->table_free(table);
    board_class_universal.table_free(universal);
    return result;
}

TEST random_games_agree_with_the_reference(const char *game) {
    Match *match = match_new(game);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    int classes = 0;
    for (int i = 0; board_classes[i] != NULL && result == GREATEST_TEST_RES_PASS; i++) {
        if (!board_class_fits(board_classes[i], match->geometry)) continue;
        result = play_games(match, board_classes[i], game);
        classes++;
    }
    match_free(match);
    CHECK_CALL(result);
    ASSERTm("no narrow size class fits the game", classes >= 2);
    PASS();
}

/* As deep as the naive reference goes in reasonable time. */
static int perft_depth(int cells) {
    int depth = 0;
    for (double sequences = 1; depth < cells && sequences * (cells - depth) < 30000; depth++) {
        sequences *= cells - depth;
    }
    return depth;
}

static enum greatest_test_res compare_perft(const BoardClass *class, const Table *table, const RefPosition *position,
                                            const char *game) {
    for (int plies = 0; plies <= perft_depth(ref_empty_count(position)); plies++) {
        snprintf(where, sizeof where, "class %s, game %.60s, perft %d", class->name, game, plies);
        ASSERT_EQ_FMTm(where, (unsigned long long)ref_perft(position, plies),
                       (unsigned long long)class->perft(table, plies), "%llu");
    }
    PASS();
}

/* From the start, and from late positions, where games end within the count. */
static enum greatest_test_res compare_perfts(const Match *match, const BoardClass *class, const char *game) {
    Table *table = class->table_new(match->geometry);
    RefPosition position;
    ref_start(&position, &match->reference);
    enum greatest_test_res result = compare_perft(class, table, &position, game);
    for (uint64_t seed = 0; seed < 3 && result == GREATEST_TEST_RES_PASS; seed++) {
        RandomPlay random = random_play(&match->reference, seed);
        ref_start(&position, &match->reference);
        class->restart(table);
        while (!ref_is_over(&position) && ref_empty_count(&position) > 6) {
            int cell = random_move(&random, &position);
            ref_play(&position, cell);
            class->play(table, cell);
        }
        result = compare_perft(class, table, &position, game);
    }
    class->table_free(table);
    return result;
}

TEST perft_agrees_with_the_reference(const char *game) {
    Match *match = match_new(game);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; board_classes[i] != NULL && result == GREATEST_TEST_RES_PASS; i++) {
        if (board_class_fits(board_classes[i], match->geometry)) result = compare_perfts(match, board_classes[i], game);
    }
    match_free(match);
    return result;
}

/* Only up to the ply at which the last drawn games are over for us, though cells are empty. */
TEST perft_of_3x3_is_what_everybody_counts(void) {
    static const uint64_t known[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176};
    Match *match = match_new("3x3");
    Table *table = board_class_universal.table_new(match->geometry);
    bool agrees = true;
    for (int plies = 0; plies <= 7; plies++) agrees &= board_class_universal.perft(table, plies) == known[plies];
    board_class_universal.table_free(table);
    match_free(match);
    ASSERT(agrees);
    PASS();
}

enum { SEQUENCE_MAX = 40 };

/* The cells of a random sequence of moves, the turns alternating; returns its length. */
static int random_sequence(const Match *match, uint64_t *seed, int sequence[SEQUENCE_MAX]) {
    bool taken[REF_MAX_CELLS] = {false};
    int cells = match->reference.cell_count;
    int length = 1 + ref_random(seed, cells < SEQUENCE_MAX ? cells : SEQUENCE_MAX);
    for (int i = 0; i < length;) {
        int cell = ref_random(seed, cells);
        if (taken[cell]) continue;
        taken[cell] = true;
        sequence[i++] = cell;
    }
    return length;
}

/* Shuffles the moves of each side among themselves. */
static void transpose(int sequence[], int length, uint64_t *seed) {
    for (int i = length - 1; i >= 2; i--) {
        int j = i - 2 * ref_random(seed, i / 2 + 1);
        int swapped = sequence[i];
        sequence[i] = sequence[j];
        sequence[j] = swapped;
    }
}

static uint64_t key_after(Table *table, const int sequence[], int length) {
    Observation seen;
    board_class_universal.restart(table);
    for (int i = 0; i < length; i++) board_class_universal.play(table, sequence[i]);
    board_class_universal.observe(table, &seen);
    return seen.key;
}

TEST transposed_moves_give_the_same_key(const char *game) {
    Match *match = match_new(game);
    Table *table = board_class_universal.table_new(match->geometry);
    uint64_t seed = 1;
    bool all_equal = true;
    for (int i = 0; i < 200; i++) {
        int sequence[SEQUENCE_MAX];
        int length = random_sequence(match, &seed, sequence);
        uint64_t key = key_after(table, sequence, length);
        transpose(sequence, length, &seed);
        all_equal &= key_after(table, sequence, length) == key;
    }
    board_class_universal.table_free(table);
    match_free(match);
    ASSERTm(game, all_equal);
    PASS();
}

typedef struct {
    uint64_t key;
    char cells[REF_MAX_CELLS];
    char side;
} KeyedPosition;

static int by_key(const void *a, const void *b) {
    const KeyedPosition *left = a, *right = b;
    return left->key < right->key ? -1 : left->key > right->key;
}

/* Fills `keyed` with positions of random sequences, each with either side to move. */
static void fill_keyed(const Match *match, Table *table, KeyedPosition keyed[], int count) {
    uint64_t seed = 2;
    Observation seen;
    for (int i = 0; i < count; i++) {
        int sequence[SEQUENCE_MAX];
        int length = random_sequence(match, &seed, sequence);
        key_after(table, sequence, length);
        if (ref_random(&seed, 2) > 0) board_class_universal.pass(table);
        board_class_universal.observe(table, &seen);
        memset(&keyed[i], 0, sizeof keyed[i]);
        keyed[i].key = seen.key;
        keyed[i].side = seen.to_move == SIDE_X ? 'x' : 'o';
        for (int ply = 0; ply < length; ply++) keyed[i].cells[sequence[ply]] = ply % 2 == 0 ? 'x' : 'o';
    }
}

TEST different_positions_have_different_keys(const char *game) {
    enum { POSITIONS = 5000 };
    Match *match = match_new(game);
    Table *table = board_class_universal.table_new(match->geometry);
    KeyedPosition *keyed = malloc(sizeof *keyed * POSITIONS);
    if (keyed == NULL) abort();
    fill_keyed(match, table, keyed, POSITIONS);
    qsort(keyed, POSITIONS, sizeof *keyed, by_key);
    int clashes = 0;
    for (int i = 1; i < POSITIONS; i++) {
        bool same =
            keyed[i].side == keyed[i - 1].side && memcmp(keyed[i].cells, keyed[i - 1].cells, REF_MAX_CELLS) == 0;
        clashes += keyed[i].key == keyed[i - 1].key && !same;
    }
    free(keyed);
    board_class_universal.table_free(table);
    match_free(match);
    ASSERT_EQ_FMTm(game, 0, clashes, "%d");
    PASS();
}

TEST passing_twice_restores_the_key(void) {
    Match *match = match_new("4x4x4");
    Table *table = board_class_universal.table_new(match->geometry);
    Observation before, between, after;
    board_class_universal.play(table, 5);
    board_class_universal.observe(table, &before);
    board_class_universal.pass(table);
    board_class_universal.observe(table, &between);
    board_class_universal.pass(table);
    board_class_universal.observe(table, &after);
    board_class_universal.table_free(table);
    match_free(match);
    ASSERT(before.key != between.key);
    ASSERT(before.key == after.key);
    ASSERT_EQ(SIDE_X, between.to_move);
    PASS();
}

SUITE(board) {
    static GameName games[GAMES_MAX];
    int count = games_all(games);
    for (int i = 0; i < count; i++) {
        RUN_TESTp(random_games_agree_with_the_reference, games[i].text);
        RUN_TESTp(perft_agrees_with_the_reference, games[i].text);
    }
    RUN_TEST(perft_of_3x3_is_what_everybody_counts);
    static const char *const keyed[] = {"3x3", "15x15", "3x3x3:magic10", "4x4x4", "8x8x8", "4x4x4x4"};
    for (size_t i = 0; i < sizeof keyed / sizeof keyed[0]; i++) {
        RUN_TESTp(transposed_moves_give_the_same_key, keyed[i]);
        RUN_TESTp(different_positions_have_different_keys, keyed[i]);
    }
    RUN_TEST(passing_twice_restores_the_key);
}
