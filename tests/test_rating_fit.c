/* Ratings of all engines together: the equations that define them, the likelihood itself, matches, and simulated
 * tournaments of known ratings. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "greatest.h"
#include "referee/rating_fit.h"

enum { ENGINES = 4 };

typedef struct {
    Tally versus[ENGINES * ENGINES];
} Results;

static void add_pair(Results *results, int engines, int i, int j, Result first, Result second) {
    Tally *own = &results->versus[i * engines + j], *other = &results->versus[j * engines + i];
    Result pair[2] = {first, second};
    for (int k = 0; k < 2; k++) {
        stats_add_game(own, pair[k]);
        stats_add_game(other, (Result)(RESULT_WIN - pair[k]));
    }
    stats_add_pair(own, first, second);
    stats_add_pair(other, (Result)(RESULT_WIN - first), (Result)(RESULT_WIN - second));
}

/* Two games that depend on each other, as if the opening favoured one side: the luck of the first is the bad luck of
 * the second. */
static void play_pair(Results *results, int i, int j, double difference, Rng *rng) {
    Result pair[2];
    double share = stats_score_of_elo(difference), draws = 0.3 * (1 - fabs(2 * share - 1));
    double random = (double)(rng_next(rng) >> 11) / 9007199254740992.0;
    for (int k = 0; k < 2; k++, random = 1 - random) {
        pair[k] = random < share - draws / 2 ? RESULT_WIN : random < share + draws / 2 ? RESULT_DRAW : RESULT_LOSS;
    }
    add_pair(results, ENGINES, i, j, pair[0], pair[1]);
}

/* Of so many pairs each against each. */
static void play_all(Results *results, const double elo[ENGINES], int pairs, Rng *rng) {
    memset(results, 0, sizeof *results);
    for (int i = 0; i < ENGINES; i++) {
        for (int j = i + 1; j < ENGINES; j++) {
            for (int k = 0; k < pairs; k++) play_pair(results, i, j, elo[i] - elo[j], rng);
        }
    }
}

static double likelihood(const Results *results, const double elo[ENGINES]) {
    double sum = 0;
    for (int i = 0; i < ENGINES; i++) {
        for (int j = 0; j < ENGINES; j++) {
            sum += stats_points(&results->versus[i * ENGINES + j]) * log(stats_score_of_elo(elo[i] - elo[j]));
        }
    }
    return sum;
}

TEST every_engine_is_expected_to_have_the_points_it_has(void) {
    static const double elo[ENGINES] = {120, 40, -30, -130};
    Results results;
    RatingFit fit;
    Rng rng = {.state = 7};
    play_all(&results, elo, 50, &rng);
    rating_fit(&fit, results.versus, ENGINES);
    ASSERT_FALSE(fit.has_imagined_draws);
    double mean = 0;
    for (int i = 0; i < ENGINES; i++) {
        double points = 0, expected = 0;
        for (int j = 0; j < ENGINES; j++) {
            const Tally *tally = &results.versus[i * ENGINES + j];
            points += stats_points(tally);
            expected += (double)stats_games(tally) * stats_score_of_elo(fit.ratings[i].elo - fit.ratings[j].elo);
        }
        ASSERT(fabs(points - expected) < 1e-6);
        mean += fit.ratings[i].elo;
    }
    ASSERT(fabs(mean) < 1e-6);
    PASS();
}

TEST no_other_ratings_make_the_results_more_likely(void) {
    static const double elo[ENGINES] = {0, 10, 90, -90};
    Results results;
    RatingFit fit;
    Rng rng = {.state = 3};
    play_all(&results, elo, 20, &rng);
    rating_fit(&fit, results.versus, ENGINES);
    double best[ENGINES];
    for (int i = 0; i < ENGINES; i++) best[i] = fit.ratings[i].elo;
    for (int trial = 0; trial < 1000; trial++) {
        double other[ENGINES];
        for (int i = 0; i < ENGINES; i++) other[i] = best[i] + rng_below(&rng, 21) - 10;
        ASSERT(likelihood(&results, other) <= likelihood(&results, best) + 1e-9);
    }
    PASS();
}

TEST two_engines_have_the_ratings_of_their_match(void) {
    Results results = {0};
    RatingFit fit;
    for (int i = 0; i < 60; i++) add_pair(&results, 2, 0, 1, RESULT_WIN, i % 3 == 0 ? RESULT_WIN : RESULT_LOSS);
    for (int i = 0; i < 20; i++) add_pair(&results, 2, 0, 1, RESULT_DRAW, RESULT_DRAW);
    rating_fit(&fit, results.versus, 2);
    Elo elo = stats_elo(&results.versus[1]);
    ASSERT(fabs(fit.ratings[0].elo - fit.ratings[1].elo - elo.elo) < 1e-6);
    /* The mean is fixed, so each rating has half the error of the difference. */
    ASSERT(fabs((fit.ratings[0].high - fit.ratings[0].low) - (elo.high - elo.low) / 2) < 1.5);
    PASS();
}

/* The engines of a gauntlet never meet, but all of them met the first. */
TEST engines_that_never_met_are_compared_through_a_third(void) {
    Results results = {0};
    RatingFit fit;
    for (int i = 0; i < 40; i++) {
        add_pair(&results, ENGINES, 0, 1, i % 4 == 0 ? RESULT_LOSS : RESULT_WIN, RESULT_DRAW);
        add_pair(&results, ENGINES, 0, 2, RESULT_LOSS, i % 4 == 0 ? RESULT_WIN : RESULT_DRAW);
        add_pair(&results, ENGINES, 0, 3, RESULT_WIN, RESULT_LOSS);
    }
    rating_fit(&fit, results.versus, ENGINES);
    double first = stats_points(&results.versus[1]) / 80, second = stats_points(&results.versus[2]) / 80;
    ASSERT(fabs(fit.ratings[0].elo - fit.ratings[1].elo - stats_elo_of_score(first)) < 1e-6);
    ASSERT(fabs(fit.ratings[2].elo - fit.ratings[1].elo - stats_elo_of_score(first) + stats_elo_of_score(second)) <
           1e-6);
    ASSERT(fabs(fit.ratings[0].elo - fit.ratings[3].elo) < 1e-6);
    PASS();
}

/* 95% of the intervals hold the truth, although the games of a pair depend on each other. */
TEST intervals_hold_the_truth_as_often_as_they_say(void) {
    static const double elo[ENGINES] = {60, 20, -10, -70};
    enum { TOURNAMENTS = 400 };
    int held = 0;
    Rng rng = {.state = 11};
    for (int i = 0; i < TOURNAMENTS; i++) {
        Results results;
        RatingFit fit;
        play_all(&results, elo, 30, &rng);
        rating_fit(&fit, results.versus, ENGINES);
        for (int k = 0; k < ENGINES; k++) held += fit.ratings[k].low <= elo[k] && elo[k] <= fit.ratings[k].high;
    }
    ASSERT_IN_RANGE(0.95, (double)held / (TOURNAMENTS * ENGINES), 0.025);
    PASS();
}

TEST who_won_everything_has_a_finite_rating(void) {
    Results results = {0};
    RatingFit fit;
    for (int i = 0; i < 10; i++) add_pair(&results, ENGINES, 0, 1, RESULT_WIN, RESULT_WIN);
    for (int i = 0; i < 10; i++) add_pair(&results, ENGINES, 1, 2, RESULT_WIN, RESULT_LOSS);
    rating_fit(&fit, results.versus, ENGINES);
    ASSERT(fit.has_imagined_draws);
    ASSERT(fit.ratings[0].elo > fit.ratings[1].elo + 100 && fit.ratings[0].elo < ELO_FAR);
    ASSERT(fit.ratings[0].is_known && !fit.ratings[3].is_known);
    for (int i = 0; i < ENGINES; i++) ASSERT(isfinite(fit.ratings[i].low) && isfinite(fit.ratings[i].high));
    PASS();
}

SUITE(ratings) {
    RUN_TEST(every_engine_is_expected_to_have_the_points_it_has);
    RUN_TEST(no_other_ratings_make_the_results_more_likely);
    RUN_TEST(two_engines_have_the_ratings_of_their_match);
    RUN_TEST(engines_that_never_met_are_compared_through_a_third);
    RUN_TEST(intervals_hold_the_truth_as_often_as_they_say);
    RUN_TEST(who_won_everything_has_a_finite_rating);
}
