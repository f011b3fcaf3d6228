/* Exact solving under the rules that count points, against brute force: in every size class, and through the engine. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "greatest.h"
#include "kernel/eval/points_bounds.h"
#include "support/program_run.h"
#include "support/searcher.h"
#include "support/test_position.h"

/* Shown with a failure. */
static char where[REF_POSITION_TEXT_SIZE + 64];

static bool solve(Searcher *searcher, const RefPosition *position) {
    ref_position_text(position, where);
    return searcher_solve(searcher, position);
}

/* The first move keeps the value, and the line is legal; if it reaches the end of the game, it ends with the value. */
static enum greatest_test_res line_is_right(const RefPosition *position, const uint16_t moves[], int count, int value) {
    RefPosition at = *position;
    ASSERTm(where, count > 0);
    for (int i = 0; i < count; i++) {
        ASSERTm(where, ref_play(&at, moves[i]));
        RefValue after;
        if (i > 0) continue;
        ASSERTm(where, ref_solve(&at, &after));
        ASSERT_EQ_FMTm(where, value, -after.value, "%d");
    }
    if (!ref_is_over(&at)) PASS();
    int lead = ref_points(&at, 'x') - ref_points(&at, 'o');
    ASSERT_EQ_FMTm(where, value, ref_side(position) == 'x' ? lead : -lead, "%d");
    PASS();
}

static enum greatest_test_res values_agree(const char *name, int empty, int positions) {
    static RefGame game;
    ASSERTm(name, ref_game_init(&game, name));
    Searcher *searcher = searcher_new(name, 1, 1);
    for (int i = 0; i < positions; i++) {
        RefPosition position;
        RefValue expected;
        const SearchLine *line = &searcher->best;
        if (!ref_random_position(&position, &game, game.cell_count - empty, (uint64_t)i)) continue;
        ASSERT(ref_solve(&position, &expected));
        ASSERTm(name, solve(searcher, &position));
        ASSERTm(where, line->proven);
        ASSERT_EQ_FMTm(where, expected.value * VALUE_POINT, line->value, "%d");
        CHECK_CALL(line_is_right(&position, line->pv, line->pv_length, expected.value));
    }
    searcher_free(searcher);
    PASS();
}

TEST values_on_3x3x3_are_those_of_the_reference(const char *rule) {
    char name[REF_GAME_TEXT_SIZE];
    snprintf(name, sizeof name, "3x3x3:%.20s", rule);
    CHECK_CALL(values_agree(name, 4, 10));
    CHECK_CALL(values_agree(name, 7, 30));
    CHECK_CALL(values_agree(name, 10, 20));
    CHECK_CALL(values_agree(name, 11, 5));
    PASS();
}

TEST values_on_other_boards_are_those_of_the_reference(const char *name) {
    CHECK_CALL(values_agree(name, 7, 10));
    CHECK_CALL(values_agree(name, 9, 10));
    PASS();
}

TEST small_squares_are_solved_from_the_empty_board(void) {
    static const char *const drawn[] = {"3x3:score", "3x3:score1", "4x4:score", "5x5:score", "5x5:score2"};
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        RefGame game;
        RefPosition position;
        ASSERT(ref_game_init(&game, drawn[i]));
        ref_start(&position, &game);
        Searcher *searcher = searcher_new(drawn[i], 4, 1);
        ASSERTm(drawn[i], solve(searcher, &position));
        ASSERT_EQ_FMTm(drawn[i], 0, searcher->best.value, "%d");
        searcher_free(searcher);
    }
    PASS();
}

TEST another_move_order_and_table_size_give_the_same_value(const char *name) {
    Searcher *searchers[2] = {searcher_new(name, 16, 1), searcher_new(name, 1, 1)};
    RefGame game;
    ASSERT(ref_game_init(&game, name));
    searchers[1]->job.order_seed = 2;
    for (uint64_t seed = 0; seed < 6; seed++) {
        RefPosition position;
        ASSERT(ref_random_position(&position, &game, 27 - 16, seed));
        ASSERTm(name, solve(searchers[0], &position) && solve(searchers[1], &position));
        ASSERT_EQ_FMTm(where, searchers[0]->best.value, searchers[1]->best.value, "%d");
    }
    for (int i = 0; i < 2; i++) searcher_free(searchers[i]);
    PASS();
}

TEST solving_twice_takes_the_same_nodes(void) {
    RefGame game;
    RefPosition position;
    uint64_t nodes[2];
    ASSERT(ref_game_init(&game, "3x3x3:magic10"));
    ASSERT(ref_random_position(&position, &game, 27 - 17, 5));
    for (int run = 0; run < 2; run++) {
        Searcher *searcher = searcher_new("3x3x3:magic10", 4, 1);
        ASSERTm(where, solve(searcher, &position));
        nodes[run] = pool_nodes(searcher->pool);
        searcher_free(searcher);
    }
    ASSERT_EQ_FMT(nodes[0], nodes[1], "%" PRIu64);
    PASS();
}

TEST limits_and_stop_end_solving(void) {
    RefGame game;
    RefPosition position;
    Searcher *searcher = searcher_new("3x3x3:score10", 4, 1);
    SearchShared *shared = &searcher->shared;
    ASSERT(ref_game_init(&game, "3x3x3:score10"));
    ref_start(&position, &game);
    searcher->job.node_limit = 5000;
    ASSERT_FALSE(solve(searcher, &position));
    ASSERT_FALSE(searcher->best.proven);
    ASSERT_EQ_FMT((uint64_t)5000, pool_nodes(searcher->pool), "%" PRIu64);
    searcher->job.node_limit = UINT64_MAX;
    shared->budget.hard_us = 20000;
    atomic_store(&shared->start_us, clock_now_us());
    ASSERT_FALSE(solve(searcher, &position));
    shared->budget.hard_us = INT64_MAX;
    atomic_store(&shared->stop, true);
    ASSERT_FALSE(solve(searcher, &position));
    searcher_free(searcher);
    PASS();
}

/* Bounds on the final difference, from the points that can still be made, whatever the window of the search. */
TEST forecasts_contain_the_true_value(const char *name) {
    TestPosition *test = test_position_new(name);
    for (int k = 0; k < 60; k++) {
        RefValue value;
        if (!test_position_set_random(test, test->game.cell_count - 1 - k % 9, (uint64_t)k)) continue;
        const Position *position = &test->position;
        ASSERT(ref_solve(&test->reference, &value));
        Census census = census_take(position->grid, &position->board);
        for (int alpha = -600; alpha <= 600; alpha += 50) {
            PointsBounds range = points_bounds(position->grid, &position->board, &census, alpha, alpha + 1);
            ASSERTm(test->text, range.low <= value.value && value.value <= range.high);
        }
    }
    test_position_free(test);
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
    snprintf(where, sizeof where, "%s", ref_position_text(&position, fen));
    snprintf(input, sizeof input, "position fen %s\ngo nodes 200000\n", fen);
    int status = -1;
    char *text = program_run("rowan", input, &status);
    ASSERT(text != NULL);
    ASSERT_EQ(0, status);
    ASSERT_EQ_FMTm(where, value.value * VALUE_POINT, number_after_last(text, "score cp "), "%d");
    ASSERTm(where, strstr(text, "info string proven") != NULL);
    const char *best = strstr(text, "bestmove ");
    ASSERTm(where, best != NULL && sscanf(best, "bestmove %15s", move) == 1);
    uint16_t moves[] = {(uint16_t)ref_move_from_text(&game, move)};
    CHECK_CALL(line_is_right(&position, moves, 1, value.value));
    free(text);
    PASS();
}

TEST the_engine_answers_with_the_exact_value(const char *name) {
    for (uint64_t seed = 1; seed <= 3; seed++) CHECK_CALL(engine_is_exact(name, 11, seed));
    PASS();
}

SUITE(exact) {
    static const char *const rules[] = {"score", "score2", "score3", "score4", "score6", "score10",
                                        "magic", "magic2", "magic3", "magic5", "magic10"};
    for (int i = 0; i < 11; i++) RUN_TESTp(values_on_3x3x3_are_those_of_the_reference, rules[i]);
    static const char *const others[] = {"3x3:score",   "3x3:score1",   "4x4:score",     "4x4:score2",   "5x5:score",
                                         "5x5:score2",  "9x9:score",    "4x4x4:score",   "4x4x4:score3", "5x5x5:magic",
                                         "6x6x6:score", "7x7x7:magic2", "3x3x3x3:score", "4x4x4x4:score"};
    for (int i = 0; i < 14; i++) RUN_TESTp(values_on_other_boards_are_those_of_the_reference, others[i]);
    RUN_TEST(small_squares_are_solved_from_the_empty_board);
    static const char *const reordered[] = {"3x3x3:score", "3x3x3:score10", "3x3x3:magic", "3x3x3:magic10"};
    for (int i = 0; i < 4; i++) RUN_TESTp(another_move_order_and_table_size_give_the_same_value, reordered[i]);
    RUN_TEST(solving_twice_takes_the_same_nodes);
    RUN_TEST(limits_and_stop_end_solving);
    static const char *const forecasts[] = {"3x3x3:score", "3x3x3:score10", "3x3x3:score3", "3x3x3:magic4", "4x4:score",
                                            "5x5:score2",  "4x4x4:score",   "4x4x4:score2", "5x5x5:magic"};
    for (int i = 0; i < 9; i++) RUN_TESTp(forecasts_contain_the_true_value, forecasts[i]);
    static const char *const played[] = {"3x3x3:score", "3x3x3:score10", "3x3x3:magic", "3x3x3:magic10",
                                         "4x4x4:score", "5x5:score",     "4x4:score2",  "3x3x3:score4"};
    for (int i = 0; i < 8; i++) RUN_TESTp(the_engine_answers_with_the_exact_value, played[i]);
}
