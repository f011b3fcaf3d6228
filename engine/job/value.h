/* Values of positions, always for the side to move.
 *
 *     -VALUE_WIN + p           the other side wins p plies from the root
 *     -VALUE_ESTIMATE_MAX ..   an estimate, roughly in hundredths of a line; under the rules that count
 *       VALUE_ESTIMATE_MAX     points, 100 times the final difference
 *     VALUE_WIN - p            the side to move wins p plies from the root
 *
 * Only RULE_LINE has wins by ply; under the other rules a difference says all. */
#ifndef ROWAN_JOB_VALUE_H
#define ROWAN_JOB_VALUE_H

#include <stdbool.h>

#include "rules/geometry.h"

enum {
    VALUE_DRAW = 0,
    VALUE_POINT = 100,
    VALUE_ESTIMATE_MAX = LINES_MAX * VALUE_POINT,
    VALUE_WIN = 100000,
    VALUE_WIN_MIN = VALUE_WIN - CELLS_MAX - 1, /* the slowest win */
    VALUE_INFINITE = 200000,
};

static inline int value_win_at(int ply) {
    return VALUE_WIN - ply;
}

static inline int value_loss_at(int ply) {
    return -VALUE_WIN + ply;
}

static inline bool value_is_win(int value) {
    return value >= VALUE_WIN_MIN;
}

static inline bool value_is_loss(int value) {
    return value <= -VALUE_WIN_MIN;
}

/* The winner's moves to the end, negative for the loser: what hosts know as mate N. */
static inline int value_mate_in(int value) {
    return value > 0 ? (VALUE_WIN - value + 1) / 2 : -(VALUE_WIN + value) / 2;
}

/* The table keeps wins as distances from the stored node, the search as distances from the root. */
static inline int value_to_table(int value, int ply) {
    return value_is_win(value) ? value + ply : value_is_loss(value) ? value - ply : value;
}

static inline int value_from_table(int value, int ply) {
    return value_is_win(value) ? value - ply : value_is_loss(value) ? value + ply : value;
}

#endif
