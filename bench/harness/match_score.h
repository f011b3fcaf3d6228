/* Games won, drawn and lost by a player.
 *
 * Whether a drop in points between two players may be chance is an exact permutation test. If both were equally good,
 * the results of all their games could have come in any order. The chance is the share of the orders in which the
 * second player gets as few points as it did, or fewer. It is exact for few games too, and for players who won all of
 * theirs. Pure functions; any thread. */
#ifndef ROWAN_BENCH_HARNESS_MATCH_SCORE_H
#define ROWAN_BENCH_HARNESS_MATCH_SCORE_H

typedef struct {
    int wins, draws, losses;
} MatchScore;

int match_score_games(const MatchScore *score);
/* A draw is half a point. */
double match_score_points(const MatchScore *score);
/* From 0 to 1; 1 if neither has played. Small: the second player is worse than the first. */
double match_score_drop_chance(const MatchScore *first, const MatchScore *second);

#endif
