/* Whether a drop in points between two players may be chance: an exact permutation test.
 *
 * If both players were equally good, the results of all their games could have come in any order. The chance is the
 * share of the orders in which the second player gets as few points as it did, or fewer. It is exact for few games too,
 * and for players who won all of theirs. Pure functions; any thread. */
#ifndef ROWAN_BENCH_HARNESS_DROP_TEST_H
#define ROWAN_BENCH_HARNESS_DROP_TEST_H

typedef struct {
    int wins, draws, losses;
} GameCounts;

/* From 0 to 1; 1 if neither has played. Small: the second player is worse than the first. */
double drop_test_chance(const GameCounts *first, const GameCounts *second);

#endif
