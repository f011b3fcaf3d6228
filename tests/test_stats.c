/* Elo, intervals and the sequential test, against published examples and the figures of another referee. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "greatest.h"
#include "referee/stats.h"

static Tally games(long wins, long draws, long losses) {
    return (Tally){.wins = wins, .draws = draws, .losses = losses};
}

/* Pairs by points: 0, 1/2, 1, 3/2, 2. The games are those that fit them with the fewest draws. */
static Tally pairs(long p0, long p1, long p2, long p3, long p4) {
    Tally tally = {.pairs = {p0, p1, p2, p3, p4}};
    tally.losses = 2 * p0 + p1 + p2;
    tally.draws = p1 + p3;
    tally.wins = 2 * p4 + p3 + p2;
    return tally;
}

static bool is_near(double value, double expected, double tolerance) {
    if (fabs(value - expected) <= tolerance) return true;
    printf("\n%g is not %g\n", value, expected);
    return false;
}

/* The table of expected scores that follows from Elo's logistic curve, as in Wikipedia, "Elo rating system", and in the
 * Chess Programming Wiki, "Match Statistics": 75% are 191, 90% are 382 points. */
TEST the_other_figures_of_a_match_are_those_of_fastchess(void) {
    /* Ptnml [13, 296, 560, 317, 14]: DrawRatio 46.67 %, PairsRatio 1.07. */
    Tally tally = pairs(13, 296, 560, 317, 14);
    char text[STATS_TEXT_SIZE];
    PairStats stats = stats_pairs(&tally);
    ASSERT_EQ(1200, stats.pairs);
    ASSERT(is_near(stats.draw_ratio, 0.4667, 0.0001));
    stats_print_ratio(stats.won, stats.lost, text);
    ASSERT_STR_EQ("1.07", text);
    stats_print_ratio(3, 0, text);
    ASSERT_STR_EQ("inf", text);
    stats_print_ratio(0, 0, text);
    ASSERT_STR_EQ("-", text);
    Tally drawn = games(1, 3, 0);
    ASSERT(is_near(stats_pairs(&drawn).draw_ratio, 0.75, 1e-9));
    PASS();
}

TEST even_pairs_are_told_apart(void) {
    Tally tally = {0};
    stats_add_pair(&tally, RESULT_WIN, RESULT_LOSS);
    stats_add_pair(&tally, RESULT_LOSS, RESULT_WIN);
    stats_add_pair(&tally, RESULT_DRAW, RESULT_DRAW);
    stats_add_pair(&tally, RESULT_WIN, RESULT_DRAW);
    PairStats stats = stats_pairs(&tally);
    ASSERT_EQ(2, stats.split);
    ASSERT_EQ(1, stats.drawn);
    ASSERT_EQ(1, stats.won);
    PASS();
}

TEST elo_follows_the_logistic_table(void) {
    ASSERT(is_near(stats_elo_of_score(0.50), 0, 1e-9));
    ASSERT(is_near(stats_elo_of_score(0.64), 100, 0.1));
    ASSERT(is_near(stats_elo_of_score(0.75), 190.85, 0.01));
    ASSERT(is_near(stats_elo_of_score(0.90), 381.70, 0.01));
    ASSERT(is_near(stats_elo_of_score(10.0 / 11), 400, 1e-9));
    ASSERT(is_near(stats_score_of_elo(200), 0.7597, 0.0001));
    ASSERT(is_near(stats_elo_of_score(stats_score_of_elo(-123.4)), -123.4, 1e-9));
    PASS();
}

/* Kai Laskos in the TalkChess thread "Calculating the LOS (likelihood of superiority) from results", January 2014: of
 * 38,946 games 5,975 were won and 6,077 lost; his formula, the one used here, gives 0.176414. */
TEST superiority_agrees_with_the_published_example(void) {
    Tally tally = games(5975, 26894, 6077);
    ASSERT(is_near(stats_los(&tally), 0.176414, 1e-6));
    PASS();
}

/* The expectations in app/tests/elo_test.cpp of fastchess. */
TEST intervals_agree_with_fastchess(void) {
    const struct {
        Tally tally;
        double elo, error, nelo, nelo_error;
    } known[] = {
        {games(136, 111, 96), 40.70, 30.43, 49.77, 36.77},
        {pairs(34, 54, 31 + 32, 64, 75), 55.58, 27.65, 57.94, 28.28},
        {pairs(332, 433, 457 + 41, 333, 334), -8.64, 10.33, -9.17, 10.96},
        {pairs(7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, -19.01, 2.65},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Elo elo = stats_elo(&known[i].tally);
        ASSERT_EQ(ELO_INTERVAL, elo.kind);
        ASSERT(is_near(elo.elo, known[i].elo, 0.01));
        ASSERT(is_near((elo.high - elo.low) / 2, known[i].error, 0.01));
        ASSERT(is_near(elo.nelo, known[i].nelo, 0.01));
        ASSERT(is_near(elo.nelo_error, known[i].nelo_error, 0.01));
    }
    Tally uneven = games(76, 123, 89), lost = games(34, 0, 356), tally = pairs(332, 433, 498, 333, 334);
    ASSERT(is_near(stats_elo(&uneven).nelo, -20.76, 0.01));
    ASSERT(is_near(stats_elo(&lost).nelo, -508.44, 0.01));
    ASSERT(is_near(stats_los(&tally), 0.0505, 0.0001));
    PASS();
}

/* The expectations in app/tests/sprt_test.cpp of fastchess, which are results of Fishtest runs. */
TEST sequential_test_agrees_with_fastchess(void) {
    const struct {
        SprtModel model;
        double elo0, elo1;
        Tally tally;
        double llr;
    } known[] = {
        {SPRT_NORMALISED, 0, 2, games(36433, 68692, 36027), 0.92},
        {SPRT_NORMALISED, -1.75, 0.25, games(10871, 20431, 10650), 2.30},
        {SPRT_LOGISTIC, 0.5, 2.5, games(21404, 40708, 21184), -1.57},
        {SPRT_LOGISTIC, 0, 2, games(57433, 106593, 57030), -2.59},
        {SPRT_NORMALISED, 0, 2, pairs(365, 16618, 36029 + 200, 16974, 390), 2.25},
        {SPRT_NORMALISED, -1.75, 0.25, pairs(127, 4883, 10311 + 401, 5150, 104), 3.01},
        {SPRT_LOGISTIC, 0.5, 2.5, pairs(223, 9863, 20279 + 1000, 10037, 246), -3.07},
        {SPRT_LOGISTIC, 0, 2, pairs(871, 26175, 55003 + 980, 26678, 821), -4.98},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Sprt sprt = {known[i].elo0, known[i].elo1, 0.05, 0.05, known[i].model};
        SprtState state = stats_sprt(&sprt, &known[i].tally);
        ASSERT(is_near(state.llr, known[i].llr, 0.01));
        ASSERT_EQ(known[i].llr > 2.944    ? SPRT_ACCEPTS_H1
                  : known[i].llr < -2.944 ? SPRT_ACCEPTS_H0
                                          : SPRT_GOES_ON,
                  state.verdict);
    }
    PASS();
}

/* Wald's bounds: log(19) either way for 5% and 5%. */
TEST sequential_test_stops_at_the_bounds_of_wald(void) {
    Sprt sprt = {0, 10, 0.05, 0.05, SPRT_LOGISTIC};
    Tally none = {0};
    SprtState state = stats_sprt(&sprt, &none);
    ASSERT(is_near(state.lower, -2.944439, 1e-6));
    ASSERT(is_near(state.upper, 2.944439, 1e-6));
    ASSERT(is_near(state.llr, 0, 1e-12));
    ASSERT_EQ(SPRT_GOES_ON, state.verdict);
    PASS();
}

/* The closed form LLR = N/2 log((v + (s-s0)^2) / (v + (s-s1)^2)) approximates the exact one for small differences (Van
 * den Bergh): worked by hand for 400 wins, 200 draws, 300 losses, elo0=0 elo1=10. s = 5/9, v = 0.1913580,
 * s1 = 0.5143872: 450 log(0.1944444 / 0.1930529) = 3.2321. */
TEST sequential_test_agrees_with_a_worked_example(void) {
    Sprt sprt = {0, 10, 0.05, 0.05, SPRT_LOGISTIC};
    Tally tally = games(400, 200, 300);
    ASSERT(is_near(stats_sprt(&sprt, &tally).llr, 3.2321, 0.02));
    PASS();
}

/* No results, shutouts, draws only, and everything near them: sensible text, never inf or nan. */
TEST no_result_prints_inf_or_nan(void) {
    for (int code = 0; code < 4 * 4 * 4 * 4; code++) {
        Tally tallies[] = {games(code % 4, code / 4 % 4, code / 16 % 4),
                           pairs(code % 4, code / 4 % 4, code / 16 % 4, code / 64 % 4, code % 3)};
        for (int i = 0; i < 2; i++) {
            char text[STATS_TEXT_SIZE];
            Elo elo = stats_elo(&tallies[i]);
            stats_print_elo(&elo, text);
            ASSERT(strstr(text, "inf") == NULL && strstr(text, "nan") == NULL && text[0] != '\0');
            double los = stats_los(&tallies[i]);
            ASSERT(los >= 0 && los <= 1);
            for (int model = SPRT_LOGISTIC; model <= SPRT_NORMALISED; model++) {
                Sprt sprt = {0, 10, 0.05, 0.05, (SprtModel)model};
                ASSERT(isfinite(stats_sprt(&sprt, &tallies[i]).llr));
            }
        }
    }
    PASS();
}

/* 10 wins of 10: below 74.1% the chance of that is under 5%. */
TEST shutouts_say_what_is_certain(void) {
    char text[STATS_TEXT_SIZE];
    Tally won = games(10, 0, 0), lost = games(0, 0, 10), none = {0}, drawn = games(0, 5, 0);
    Elo elo = stats_elo(&won);
    ASSERT_EQ(ELO_AT_LEAST, elo.kind);
    ASSERT(is_near(elo.low, stats_elo_of_score(0.7411), 0.1));
    stats_print_elo(&elo, text);
    ASSERT_STR_EQ("above +183", text);
    elo = stats_elo(&lost);
    stats_print_elo(&elo, text);
    ASSERT_STR_EQ("below -183", text);
    elo = stats_elo(&none);
    stats_print_elo(&elo, text);
    ASSERT_STR_EQ("no games", text);
    elo = stats_elo(&drawn);
    ASSERT_EQ(ELO_ALIKE, elo.kind);
    PASS();
}

/* Results without any spread: all pairs alike, one pair, one game. The estimate is that of the score by the logistic
 * curve; a score of 75% is +190.85. The interval is that of the binomial distribution, by hand: for 5 results
 * 0.025^(1/5) = 0.478176, so the score lies between 0.478176 * 0.75 and 1 - 0.478176 * 0.25, which are -101.0 and
 * +346.9; for one result 0.025 * 0.5 and 1 - 0.025 * 0.5, which are -759 and +759. */
TEST results_that_are_all_alike_have_their_elo_and_a_wide_interval(void) {
    const struct {
        Tally tally;
        double elo, low, high;
    } known[] = {
        {pairs(0, 0, 0, 5, 0), 190.85, -100.98, 346.87},   {pairs(0, 5, 0, 0, 0), -190.85, -346.87, 100.98},
        {pairs(0, 0, 5, 0, 0), 0, -201.11, 201.11},        {games(0, 5, 0), 0, -201.11, 201.11},
        {pairs(0, 0, 1, 0, 0), 0, -759.05, 759.05},        {games(0, 1, 0), 0, -759.05, 759.05},
        {pairs(0, 0, 0, 1, 0), 190.85, -687.51, 880.56},   {pairs(0, 0, 100, 0, 0), 0, -12.59, 12.59},
        {pairs(0, 0, 0, 1000, 0), 190.85, 188.30, 191.70},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char text[STATS_TEXT_SIZE];
        Elo elo = stats_elo(&known[i].tally);
        ASSERT(is_near(elo.elo, known[i].elo, 0.01));
        ASSERT(is_near(elo.low, known[i].low, 0.05));
        ASSERT(is_near(elo.high, known[i].high, 0.05));
        stats_print_elo(&elo, text);
        ASSERT(strchr(text, '[') != NULL);
    }
    /* One game won, one pair won: only a bound, which any engine that wins 5% of its games could reach. */
    Tally game = games(1, 0, 0), pair = pairs(0, 0, 0, 0, 1);
    ASSERT(is_near(stats_elo(&game).low, stats_elo_of_score(0.05), 0.01));
    ASSERT(is_near(stats_elo(&pair).low, stats_elo_of_score(0.2236), 0.1));
    PASS();
}

SUITE(stats) {
    RUN_TEST(the_other_figures_of_a_match_are_those_of_fastchess);
    RUN_TEST(even_pairs_are_told_apart);
    RUN_TEST(elo_follows_the_logistic_table);
    RUN_TEST(superiority_agrees_with_the_published_example);
    RUN_TEST(intervals_agree_with_fastchess);
    RUN_TEST(sequential_test_agrees_with_fastchess);
    RUN_TEST(sequential_test_stops_at_the_bounds_of_wald);
    RUN_TEST(sequential_test_agrees_with_a_worked_example);
    RUN_TEST(no_result_prints_inf_or_nan);
    RUN_TEST(shutouts_say_what_is_certain);
    RUN_TEST(results_that_are_all_alike_have_their_elo_and_a_wide_interval);
}
