/* Exact solving under the rules that count points, against the reference solver: through the kernels, which every size
 * class has its own of, and through the real program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "eval/forecast.h"
#include "greatest.h"
#include "kernel/pool.h"
#include "support/bridge.h"
#include "support/games.h"
#include "support/program_run.h"

/* What was the matter, shown with a failure. */
static char matter[REF_POSITION_TEXT_SIZE + 64];

/* A game with all that solving it takes. */
typedef struct {
    RefGame game;
    Shape *shape;
    Pool *pool;
    Tt *tt;
    SearchShared shared;
    SearchJob job;
    SearchLine line;
} Bench;

static bool bench_open(Bench *bench, const char *name, size_t hash_mb) {
    memset(bench, 0, sizeof *bench);
    if (!ref_game_init(&bench->game, name)) return false;
    bench->shape = shape_named(name);
    bench->pool = pool_new(bench->shape, 1);
    bench->tt = tt_new(hash_mb);
    Board empty;
    board_init(&empty);
    bench->job = search_job_for(&empty, &bench->shared);
    search_shared_start(&bench->shared, bench->tt, (Budget){INT64_MAX, INT64_MAX}, 0);
    return bench->pool != NULL && bench->tt != NULL;
}

static void bench_close(Bench *bench) {
    tt_free(bench->tt);
    pool_free(bench->pool);
    shape_free(bench->shape);
}

static bool bench_solve(Bench *bench, const RefPosition *position) {
    bench->job.root = placement_like(position);
    const Kernel *kernel = pool_kernel(bench->pool);
    kernel->reset_nodes(pool_first(bench->pool));
    ref_position_text(position, matter);
    return kernel->solve(pool_first(bench->pool), &bench->job, &bench->line);
}

/* The first move keeps the value, and the line is legal; if it goes to the end, it ends with the value. */
static enum greatest_test_res line_is_right(const RefPosition *position, const uint16_t moves[], int count, int value) {
    RefPosition at = *position;
    ASSERTm(matter, count > 0);
    for (int i = 0; i < count; i++) {
        ASSERTm(matter, ref_play(&at, moves[i]));
        RefValue after;
        if (i > 0) continue;
        ASSERTm(matter, ref_solve(&at, &after));
        ASSERT_EQ_FMTm(matter, value, -after.value, "%d");
    }
    if (!ref_is_over(&at)) PASS();
    int lead = ref_points(&at, 'x') - ref_points(&at, 'o');
    ASSERT_EQ_FMTm(matter, value, ref_side(position) == 'x' ? lead : -lead, "%d");
    PASS();
}

static enum greatest_test_res values_agree(const char *name, int empty, int positions) {
    static Bench bench;
    ASSERTm(name, bench_open(&bench, name, 1));
    for (int i = 0; i < positions; i++) {
        RefPosition position;
        RefValue expected;
        if (!ref_random_position(&position, &bench.game, bench.game.cell_count - empty, (uint64_t)i)) continue;
        ASSERT(ref_solve(&position, &expected));
        ASSERTm(name, bench_solve(&bench, &position));
        ASSERTm(matter, bench.line.proven);
        ASSERT_EQ_FMTm(matter, expected.value * VALUE_POINT, bench.line.value, "%d");
        CHECK_CALL(line_is_right(&position, bench.line.pv, bench.line.pv_length, expected.value));
    }
    bench_close(&bench);
    PASS();
}

TEST values_on_the_cube_of_three_are_those_of_the_reference(void) {
    static const char *const rules[] = {"score", "score2", "score3", "score4", "score6", "score10",
                                        "magic", "magic2", "magic3", "magic5", "magic10"};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        char name[REF_GAME_TEXT_SIZE];
        snprintf(name, sizeof name, "3x3x3:%s", rules[i]);
        CHECK_CALL(values_agree(name, 4, 10));
        CHECK_CALL(values_agree(name, 7, 30));
        CHECK_CALL(values_agree(name, 10, 20));
        CHECK_CALL(values_agree(name, 11, 5));
    }
    PASS();
}

TEST values_on_other_boards_are_those_of_the_reference(void) {
    static const char *const names[] = {"3x3:score",   "3x3:score1",   "4x4:score",     "4x4:score2",   "5x5:score",
                                        "5x5:score2",  "9x9:score",    "4x4x4:score",   "4x4x4:score3", "5x5x5:magic",
                                        "6x6x6:score", "7x7x7:magic2", "3x3x3x3:score", "4x4x4x4:score"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        CHECK_CALL(values_agree(names[i], 7, 10));
        CHECK_CALL(values_agree(names[i], 9, 10));
    }
    PASS();
}

TEST small_squares_are_solved_whole(void) {
    static Bench bench;
    static const struct {
        const char *name;
        int value;
    } squares[] = {{"3x3:score", 0}, {"3x3:score1", 0}, {"4x4:score", 0}, {"5x5:score", 0}, {"5x5:score2", 0}};
    for (size_t i = 0; i < sizeof squares / sizeof squares[0]; i++) {
        RefPosition position;
        ASSERT(bench_open(&bench, squares[i].name, 4));
        ref_start(&position, &bench.game);
        ASSERTm(squares[i].name, bench_solve(&bench, &position));
        ASSERT_EQ_FMTm(squares[i].name, squares[i].value, bench.line.value, "%d");
        bench_close(&bench);
    }
    PASS();
}

TEST another_order_and_table_find_the_same_value(void) {
    static const char *const names[] = {"3x3x3:score", "3x3x3:score10", "3x3x3:magic", "3x3x3:magic10"};
    static Bench bench[2];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ASSERT(bench_open(&bench[0], names[i], 16) && bench_open(&bench[1], names[i], 1));
        bench[1].job.order_seed = 2;
        for (uint64_t seed = 0; seed < 6; seed++) {
            RefPosition position;
            ASSERT(ref_random_position(&position, &bench[0].game, 27 - 16, seed));
            ASSERTm(names[i], bench_solve(&bench[0], &position) && bench_solve(&bench[1], &position));
            ASSERT_EQ_FMTm(matter, bench[0].line.value, bench[1].line.value, "%d");
        }
        bench_close(&bench[0]);
        bench_close(&bench[1]);
    }
    PASS();
}

TEST solving_is_the_same_to_the_node_every_time(void) {
    static Bench bench;
    uint64_t nodes[2];
    for (int run = 0; run < 2; run++) {
        RefPosition position;
        ASSERT(bench_open(&bench, "3x3x3:magic10", 4));
        ASSERT(ref_random_position(&position, &bench.game, 27 - 17, 5));
        ASSERTm(matter, bench_solve(&bench, &position));
        nodes[run] = pool_nodes(bench.pool);
        bench_close(&bench);
    }
    ASSERT_EQ_FMT(nodes[0], nodes[1], "%lu");
    PASS();
}

TEST limits_end_solving(void) {
    static Bench bench;
    RefPosition position;
    ASSERT(bench_open(&bench, "3x3x3:score10", 4));
    ref_start(&position, &bench.game);
    bench.job.node_limit = 5000;
    ASSERT_FALSE(bench_solve(&bench, &position));
    ASSERT_FALSE(bench.line.proven);
    ASSERT_EQ_FMT((uint64_t)5000, pool_nodes(bench.pool), "%lu");
    bench.job.node_limit = UINT64_MAX;
    bench.shared.budget.hard_us = 20000;
    atomic_store(&bench.shared.start_us, clock_now_us());
    ASSERT_FALSE(bench_solve(&bench, &position));
    bench.shared.budget.hard_us = INT64_MAX;
    atomic_store(&bench.shared.stop, true);
    ASSERT_FALSE(bench_solve(&bench, &position));
    bench_close(&bench);
    PASS();
}

/* The bounds of every node, whatever the window. */
TEST forecasts_hold(void) {
    static const char *const names[] = {"3x3x3:score", "3x3x3:score10", "3x3x3:score3", "3x3x3:magic4", "4x4:score",
                                        "5x5:score2",  "4x4x4:score",   "4x4x4:score2", "5x5x5:magic"};
    static Grid grid;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        RefGame game;
        ASSERT(ref_game_init(&game, names[i]));
        Geometry *geometry = geometry_named(names[i]);
        grid_init(&grid, geometry);
        for (int k = 0; k < 60; k++) {
            RefPosition position;
            RefValue value;
            if (!ref_random_position(&position, &game, game.cell_count - 1 - k % 9, (uint64_t)k)) continue;
            ASSERT(ref_solve(&position, &value));
            Board board;
            board_like(&position, &grid, &board);
            Census census = census_take(&grid, &board);
            ref_position_text(&position, matter);
            for (int alpha = -600; alpha <= 600; alpha += 50) {
                Forecast range = forecast(&grid, &board, &census, alpha, alpha + 1);
                ASSERTm(matter, range.low <= value.value && value.value <= range.high);
            }
        }
        geometry_free(geometry);
    }
    PASS();
}

/* The number after the last occurrence of a word, or -1000000. */
static int number_after_last(const char *text, const char *word) {
    const char *found = NULL;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) found = at;
    return found != NULL ? (int)strtol(found + strlen(word), NULL, 10) : -1000000;
}

static enum greatest_test_res engine_is_exact(const char *name, int empty, uint64_t seed) {
    RefGame game;
    RefPosition position;
    RefValue value;
    char fen[REF_POSITION_TEXT_SIZE], input[REF_POSITION_TEXT_SIZE + 128], move[REF_MOVE_TEXT_SIZE] = "";
    ASSERT(ref_game_init(&game, name));
    ASSERT(ref_random_position(&position, &game, game.cell_count - empty, seed));
    ASSERT(ref_solve(&position, &value));
    snprintf(matter, sizeof matter, "%s", ref_position_text(&position, fen));
    snprintf(input, sizeof input, "position fen %s\ngo nodes 200000\n", fen);
    int status = -1;
    char *text = program_run("rowan", input, &status);
    ASSERT(text != NULL);
    ASSERT_EQ(0, status);
    ASSERT_EQ_FMTm(matter, value.value * VALUE_POINT, number_after_last(text, "score cp "), "%d");
    ASSERTm(matter, strstr(text, "info string proven") != NULL);
    const char *best = strstr(text, "bestmove ");
    ASSERTm(matter, best != NULL && sscanf(best, "bestmove %15s", move) == 1);
    uint16_t moves[] = {(uint16_t)ref_move_from_text(&game, move)};
    CHECK_CALL(line_is_right(&position, moves, 1, value.value));
    free(text);
    PASS();
}

TEST the_engine_answers_exactly(void) {
    static const char *const names[] = {"3x3x3:score", "3x3x3:score10", "3x3x3:magic", "3x3x3:magic10",
                                        "4x4x4:score", "5x5:score",     "4x4:score2",  "3x3x3:score4"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (uint64_t seed = 1; seed <= 3; seed++) CHECK_CALL(engine_is_exact(names[i], 11, seed));
    }
    PASS();
}

SUITE(exact) {
    RUN_TEST(values_on_the_cube_of_three_are_those_of_the_reference);
    RUN_TEST(values_on_other_boards_are_those_of_the_reference);
    RUN_TEST(small_squares_are_solved_whole);
    RUN_TEST(another_order_and_table_find_the_same_value);
    RUN_TEST(solving_is_the_same_to_the_node_every_time);
    RUN_TEST(limits_end_solving);
    RUN_TEST(forecasts_hold);
    RUN_TEST(the_engine_answers_exactly);
}
