#include "job/limits.h"

void limits_init(GoLimits *limits) {
    *limits = (GoLimits){.time_ms = {LIMIT_NONE, LIMIT_NONE},
                         .moves_to_go = LIMIT_NONE,
                         .movetime_ms = LIMIT_NONE,
                         .nodes = LIMIT_NONE,
                         .depth = LIMIT_NONE,
                         .mate = LIMIT_NONE};
}

bool limits_are_bounded(const GoLimits *limits, Side side) {
    if (limits->infinite || limits->ponder) return false;
    return limits->time_ms[side] != LIMIT_NONE || limits->movetime_ms != LIMIT_NONE || limits->nodes != LIMIT_NONE ||
           limits->depth != LIMIT_NONE || limits->mate != LIMIT_NONE || limits->prove;
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Games seldom fill the board; most are decided in the first half. */
static int64_t moves_expected(const GoLimits *limits, int empty_cells) {
    enum { FEWEST = 4, MOST = 24 };
    int64_t own_moves = most(FEWEST, least(MOST, empty_cells / 3));
    return limits->moves_to_go > 0 ? least(limits->moves_to_go, own_moves) : own_moves;
}

static Budget clock_budget(const GoLimits *limits, Side side, int empty_cells, int overhead_ms) {
    int64_t left_ms = most(1, limits->time_ms[side] - overhead_ms);
    int64_t share_ms = left_ms / moves_expected(limits, empty_cells) + limits->increment_ms[side] * 3 / 4;
    /* One move may take several shares, but never most of the clock. */
    int64_t hard_ms = limits->moves_to_go == 1 ? left_ms * 9 / 10 : most(1, left_ms * 2 / 5);
    hard_ms = least(hard_ms, share_ms * 4);
    int64_t soft_ms = least(share_ms * 3 / 5, hard_ms);
    return (Budget){most(500, soft_ms * 1000), most(1000, hard_ms * 1000)};
}

Budget limits_budget(const GoLimits *limits, Side side, int empty_cells, int overhead_ms) {
    Budget budget = {INT64_MAX, INT64_MAX};
    if (limits->infinite) return budget;
    if (limits->time_ms[side] != LIMIT_NONE) budget = clock_budget(limits, side, empty_cells, overhead_ms);
    if (limits->movetime_ms != LIMIT_NONE) {
        /* The answer should be there when the time is over, so the search ends a little before. */
        int64_t movetime_us = most(1, limits->movetime_ms) * 1000;
        movetime_us -= least(movetime_us / 20, 2000);
        if (limits->time_ms[side] == LIMIT_NONE) budget.soft_us = movetime_us;
        budget.hard_us = least(budget.hard_us, movetime_us);
    }
    return budget;
}
