/* The board of every size class, against the reference: rules, counts of stones, perft, keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "rules/board.h"
#include "support/board_class.h"
#include "support/bridge.h"
#include "support/games.h"

/* Shown with a failure. */
static char where[160];

/* A game as the reference and as the engine have it, and which line of the one is which of the other. */
typedef struct {
    RefGame reference;
    Geometry *geometry;
    int engine_line[REF_MAX_LINES]; /* the engine's number of each line of the reference */
} GamePair;

static bool line_holds(const Geometry *geometry, int line, int cell) {
    for (int i = 0; i < geometry->n; i++) {
        if (geometry->line_cells[line][i] == cell) return true;
    }
    return false;
}

/* Two lines share at most one cell, so two cells name a line. */
static int find_line(const Geometry *geometry, const int cells[]) {
    for (int line = 0; line < geometry->lines; line++) {
        if (line_holds(geometry, line, cells[0]) && line_holds(geometry, line, cells[1])) return line;
    }
    abort();
}

static GamePair *game_pair_new(const char *name) {
    GamePair *pair = malloc(sizeof *pair);
    if (pair == NULL || !ref_game_init(&pair->reference, name)) abort();
    pair->geometry = geometry_named(name);
    for (int line = 0; line < pair->reference.line_count; line++) {
        pair->engine_line[line] = find_line(pair->geometry, pair->reference.line[line]);
    }
    return pair;
}

static void game_pair_free(GamePair *pair) {
    geometry_free(pair->geometry);
    free(pair);
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
static enum greatest_test_res compare_lines(const GamePair *pair, const RefPosition *position,
                                            const Observation *seen) {
    bool completes[2][REF_MAX_CELLS] = {{false}};
    bool all_dead = true;
    int n = pair->reference.n;
    for (int line = 0; line < pair->reference.line_count; line++) {
        int stones[2] = {stones_on(position, line, 'x'), stones_on(position, line, 'o')};
        int l = pair->engine_line[line];
        for (int side = 0; side < 2; side++) {
            bool is_open = stones[1 - side] == 0;
            bool is_threat = is_open && stones[side] == n - 1;
            ASSERT_EQ_FMTm(where, is_open ? stones[side] : 0, seen->alone[side][l], "%d");
            ASSERT_EQm(where, is_open, seen->is_open[side][l]);
            ASSERT_EQm(where, is_threat, seen->is_threat[side][l]);
            for (int i = 0; is_threat && i < n; i++) completes[side][pair->reference.line[line][i]] = true;
        }
        ASSERT_EQm(where, stones[0] == n || stones[1] == n, seen->is_complete[l]);
        all_dead = all_dead && stones[0] > 0 && stones[1] > 0;
    }
    ASSERT_EQm(where, all_dead, seen->all_lines_dead);
    for (int cell = 0; cell < pair->reference.cell_count; cell++) {
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

static enum greatest_test_res compare(const GamePair *pair, const RefPosition *position, const Observation *seen) {
    CHECK_CALL(compare_rules(position, seen));
    CHECK_CALL(compare_cells(position, seen));
    CHECK_CALL(compare_lines(pair, position, seen));
    PASS();
}

/* Plays one random game to its end, on a board of the class and on a universal one. */
static enum greatest_test_res play_game(const GamePair *pair, const BoardClass *class, ClassBoard *board,
                                        ClassBoard *universal, uint64_t seed) {
    RefPosition position;
    Observation seen, other;
    RandomPlay random = random_play(&pair->reference, seed);
    ref_start(&position, &pair->reference);
    class->restart(board);
    board_class_universal.restart(universal);
    class->observe(board, &seen);
    CHECK_CALL(compare(pair, &position, &seen));
    while (!ref_is_over(&position)) {
        int cell = random_move(&random, &position);
        ref_play(&position, cell);
        class->play(board, cell);
        board_class_universal.play(universal, cell);
        class->observe(board, &seen);
        CHECK_CALL(compare(pair, &position, &seen));
        board_class_universal.observe(universal, &other);
        ASSERTm(where, memcmp(&seen, &other, sizeof seen) == 0);
        class->observe_set_up(board, &other);
        ASSERTm(where, memcmp(&seen, &other, sizeof seen) == 0);
    }
    PASS();
}

static enum greatest_test_res play_games(const GamePair *pair, const BoardClass *class, const char *game) {
    ClassBoard *board = class->board_new(pair->geometry), *universal = board_class_universal.board_new(pair->geometry);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; i < samples_wanted() && result == GREATEST_TEST_RES_PASS; i++) {
        snprintf(where, sizeof where, "class %s, game %.60s, seed %d", class->name, game, i);
        result = play_game(pair, class, board, universal, (uint64_t)i);
    }
    class->board_free(board);
    board_class_universal.board_free(universal);
    return result;
}

TEST random_games_agree_with_the_reference(const char *game) {
    GamePair *pair = game_pair_new(game);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    int classes = 0;
    for (int i = 0; board_classes[i] != NULL && result == GREATEST_TEST_RES_PASS; i++) {
        if (!board_class_fits(board_classes[i], pair->geometry)) continue;
        result = play_games(pair, board_classes[i], game);
        classes++;
    }
    game_pair_free(pair);
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

static enum greatest_test_res compare_perft(const BoardClass *class, const ClassBoard *board,
                                            const RefPosition *position, const char *game) {
    for (int plies = 0; plies <= perft_depth(ref_empty_count(position)); plies++) {
        snprintf(where, sizeof where, "class %s, game %.60s, perft %d", class->name, game, plies);
        ASSERT_EQ_FMTm(where, (unsigned long long)ref_perft(position, plies),
                       (unsigned long long)class->perft(board, plies), "%llu");
    }
    PASS();
}

/* From the start, and from late positions, where some games end before the last ply. */
static enum greatest_test_res compare_perfts(const GamePair *pair, const BoardClass *class, const char *game) {
    ClassBoard *board = class->board_new(pair->geometry);
    RefPosition position;
    ref_start(&position, &pair->reference);
    enum greatest_test_res result = compare_perft(class, board, &position, game);
    for (uint64_t seed = 0; seed < 3 && result == GREATEST_TEST_RES_PASS; seed++) {
        RandomPlay random = random_play(&pair->reference, seed);
        ref_start(&position, &pair->reference);
        class->restart(board);
        while (!ref_is_over(&position) && ref_empty_count(&position) > 6) {
            int cell = random_move(&random, &position);
            ref_play(&position, cell);
            class->play(board, cell);
        }
        result = compare_perft(class, board, &position, game);
    }
    class->board_free(board);
    return result;
}

TEST perft_agrees_with_the_reference(const char *game) {
    GamePair *pair = game_pair_new(game);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; board_classes[i] != NULL && result == GREATEST_TEST_RES_PASS; i++) {
        if (board_class_fits(board_classes[i], pair->geometry)) result = compare_perfts(pair, board_classes[i], game);
    }
    game_pair_free(pair);
    return result;
}

/* Later plies differ from the usual counts: here a game is drawn as soon as all lines are dead. */
TEST perft_of_3x3_gives_the_known_counts(void) {
    static const uint64_t known[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176};
    GamePair *pair = game_pair_new("3x3");
    ClassBoard *board = board_class_universal.board_new(pair->geometry);
    bool agrees = true;
    for (int plies = 0; plies <= 7; plies++) agrees &= board_class_universal.perft(board, plies) == known[plies];
    board_class_universal.board_free(board);
    game_pair_free(pair);
    ASSERT(agrees);
    PASS();
}

enum { SEQUENCE_MAX = 40 };

/* The cells of a random sequence of moves, the turns alternating; returns its length. */
static int random_sequence(const GamePair *pair, uint64_t *seed, int sequence[SEQUENCE_MAX]) {
    bool taken[REF_MAX_CELLS] = {false};
    int cells = pair->reference.cell_count;
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

static uint64_t key_after(ClassBoard *board, const int sequence[], int length) {
    Observation seen;
    board_class_universal.restart(board);
    for (int i = 0; i < length; i++) board_class_universal.play(board, sequence[i]);
    board_class_universal.observe(board, &seen);
    return seen.key;
}

TEST transposed_moves_give_the_same_key(const char *game) {
    GamePair *pair = game_pair_new(game);
    ClassBoard *board = board_class_universal.board_new(pair->geometry);
    uint64_t seed = 1;
    bool all_equal = true;
    for (int i = 0; i < 200; i++) {
        int sequence[SEQUENCE_MAX];
        int length = random_sequence(pair, &seed, sequence);
        uint64_t key = key_after(board, sequence, length);
        transpose(sequence, length, &seed);
        all_equal &= key_after(board, sequence, length) == key;
    }
    board_class_universal.board_free(board);
    game_pair_free(pair);
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
static void fill_keyed(const GamePair *pair, ClassBoard *board, KeyedPosition keyed[], int count) {
    uint64_t seed = 2;
    Observation seen;
    for (int i = 0; i < count; i++) {
        int sequence[SEQUENCE_MAX];
        int length = random_sequence(pair, &seed, sequence);
        key_after(board, sequence, length);
        if (ref_random(&seed, 2) > 0) board_class_universal.pass(board);
        board_class_universal.observe(board, &seen);
        memset(&keyed[i], 0, sizeof keyed[i]);
        keyed[i].key = seen.key;
        keyed[i].side = seen.to_move == SIDE_X ? 'x' : 'o';
        for (int ply = 0; ply < length; ply++) keyed[i].cells[sequence[ply]] = ply % 2 == 0 ? 'x' : 'o';
    }
}

TEST different_positions_have_different_keys(const char *game) {
    enum { POSITIONS = 5000 };
    GamePair *pair = game_pair_new(game);
    ClassBoard *board = board_class_universal.board_new(pair->geometry);
    KeyedPosition *keyed = malloc(sizeof *keyed * POSITIONS);
    if (keyed == NULL) abort();
    fill_keyed(pair, board, keyed, POSITIONS);
    qsort(keyed, POSITIONS, sizeof *keyed, by_key);
    int clashes = 0;
    for (int i = 1; i < POSITIONS; i++) {
        bool same =
            keyed[i].side == keyed[i - 1].side && memcmp(keyed[i].cells, keyed[i - 1].cells, REF_MAX_CELLS) == 0;
        clashes += keyed[i].key == keyed[i - 1].key && !same;
    }
    free(keyed);
    board_class_universal.board_free(board);
    game_pair_free(pair);
    ASSERT_EQ_FMTm(game, 0, clashes, "%d");
    PASS();
}

TEST passing_twice_restores_the_key(void) {
    GamePair *pair = game_pair_new("4x4x4");
    ClassBoard *board = board_class_universal.board_new(pair->geometry);
    Observation before, between, after;
    board_class_universal.play(board, 5);
    board_class_universal.observe(board, &before);
    board_class_universal.pass(board);
    board_class_universal.observe(board, &between);
    board_class_universal.pass(board);
    board_class_universal.observe(board, &after);
    board_class_universal.board_free(board);
    game_pair_free(pair);
    ASSERT(before.key != between.key);
    ASSERT(before.key == after.key);
    ASSERT_EQ(SIDE_X, between.to_move);
    PASS();
}

SUITE(board) {
    static ListedGame games[GAMES_MAX];
    int count = games_all(games);
    for (int i = 0; i < count; i++) {
        RUN_TESTp(random_games_agree_with_the_reference, games[i].text);
        RUN_TESTp(perft_agrees_with_the_reference, games[i].text);
    }
    RUN_TEST(perft_of_3x3_gives_the_known_counts);
    static const char *const keyed[] = {"3x3", "15x15", "3x3x3:magic10", "4x4x4", "8x8x8", "4x4x4x4"};
    for (size_t i = 0; i < sizeof keyed / sizeof keyed[0]; i++) {
        RUN_TESTp(transposed_moves_give_the_same_key, keyed[i]);
        RUN_TESTp(different_positions_have_different_keys, keyed[i]);
    }
    RUN_TEST(passing_twice_restores_the_key);
}
