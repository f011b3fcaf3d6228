#include "harness/match_score.h"

#include <math.h>

/* The logarithm of the number of ways to choose so many of them. */
static double log_ways(int all, int chosen) {
    return lgamma(all + 1.0) - lgamma(chosen + 1.0) - lgamma(all - chosen + 1.0);
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

int match_score_games(const MatchScore *score) {
    return score->wins + score->draws + score->losses;
}

double match_score_points(const MatchScore *score) {
    return score->wins + score->draws / 2.0;
}

double match_score_drop_chance(const MatchScore *first, const MatchScore *second) {
    int wins = first->wins + second->wins, draws = first->draws + second->draws;
    int losses = first->losses + second->losses, games = match_score_games(second);
    int half_points = 2 * second->wins + second->draws;
    double all = log_ways(wins + draws + losses, games), chance = 0;
    for (int won = 0; won <= smaller(wins, games); won++) {
        for (int drawn = 0; drawn <= smaller(draws, games - won); drawn++) {
            int lost = games - won - drawn;
            if (lost > losses || 2 * won + drawn > half_points) continue;
            chance += exp(log_ways(wins, won) + log_ways(draws, drawn) + log_ways(losses, lost) - all);
        }
    }
    return fmin(chance, 1);
}
