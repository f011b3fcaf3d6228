/* From the clock to the time for one move: never more than is left. */
#include <stdio.h>

#include "greatest.h"
#include "job/limits.h"

static char where[200];

static enum greatest_test_res check_budget(const GoLimits *limits, int empty, int overhead_ms) {
    Budget budget = limits_budget(limits, SIDE_X, empty, overhead_ms);
    int64_t left_us = (limits->time_ms[SIDE_X] - overhead_ms) * 1000;
    snprintf(where, sizeof where,
             "%lld ms, increment %lld, movestogo %d, %d empty, overhead %d: soft %lld hard %lld us",
             (long long)limits->time_ms[SIDE_X], (long long)limits->increment_ms[SIDE_X], limits->moves_to_go, empty,
             overhead_ms, (long long)budget.soft_us, (long long)budget.hard_us);
    ASSERTm(where, budget.soft_us > 0 && budget.soft_us <= budget.hard_us);
    ASSERTm(where, budget.hard_us <= (left_us > 1000 ? left_us : 1000));
    PASS();
}

TEST budgets_never_exceed_the_time_left(void) {
    static const int64_t times[] = {0, 1, 2, 5, 10, 11, 15, 50, 100, 999, 60000, 100000000, 1000000000000000};
    static const int64_t increments[] = {0, 1, 10, 5000, 1000000000000000};
    static const int moves[] = {LIMIT_NONE, 1, 2, 40, 1000000};
    static const int empties[] = {1, 2, 9, 64, 512};
    static const int overheads[] = {0, 10, 1000};
    for (int i = 0; i < 13 * 5 * 5 * 5 * 3; i++) {
        GoLimits limits;
        limits_init(&limits);
        limits.time_ms[SIDE_X] = times[i % 13];
        limits.increment_ms[SIDE_X] = increments[i / 13 % 5];
        limits.moves_to_go = moves[i / 65 % 5];
        CHECK_CALL(check_budget(&limits, empties[i / 325 % 5], overheads[i / 1625 % 3]));
    }
    PASS();
}

TEST movetime_is_used_but_not_exceeded(void) {
    GoLimits limits;
    limits_init(&limits);
    limits.movetime_ms = 250;
    Budget budget = limits_budget(&limits, SIDE_O, 64, 10);
    ASSERT(budget.hard_us <= 250000 && budget.hard_us >= 245000);
    ASSERT_EQ(budget.hard_us, budget.soft_us);
    limits.time_ms[SIDE_O] = 100;
    budget = limits_budget(&limits, SIDE_O, 64, 10);
    ASSERT(budget.hard_us <= 90000);
    PASS();
}

TEST without_a_time_limit_there_is_no_deadline(void) {
    GoLimits limits;
    limits_init(&limits);
    ASSERT_FALSE(limits_are_bounded(&limits, SIDE_X));
    limits.depth = 6;
    ASSERT(limits_are_bounded(&limits, SIDE_X));
    ASSERT_EQ(INT64_MAX, limits_budget(&limits, SIDE_X, 64, 10).hard_us);
    limits.time_ms[SIDE_X] = 1000;
    limits.infinite = true;
    ASSERT_FALSE(limits_are_bounded(&limits, SIDE_X));
    ASSERT_EQ(INT64_MAX, limits_budget(&limits, SIDE_X, 64, 10).hard_us);
    PASS();
}

SUITE(limits) {
    RUN_TEST(budgets_never_exceed_the_time_left);
    RUN_TEST(movetime_is_used_but_not_exceeded);
    RUN_TEST(without_a_time_limit_there_is_no_deadline);
}
