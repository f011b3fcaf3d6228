#include "referee/stats.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"

static const double z95 = 1.959963984540054;
static const double nelo_unit = 347.43558552260146; /* 800 / log(10) */

enum { KINDS_MAX = 5 };

/* A distribution of results as fractions of the maximum: 0, 1/2, 1 for games; 0, 1/4, ..., 1 for pairs. */
typedef struct {
    int kinds;
    double count;
    double share[KINDS_MAX];
    double mean, variance; /* of one result */
    int games_each;
} ResultSample;

void stats_add_game(Tally *tally, Result result) {
    tally->losses += result == RESULT_LOSS;
    tally->draws += result == RESULT_DRAW;
    tally->wins += result == RESULT_WIN;
}

void stats_add_pair(Tally *tally, Result first, Result second) {
    tally->pairs[(int)first + (int)second]++;
    tally->split_pairs +=
        (first == RESULT_WIN && second == RESULT_LOSS) || (first == RESULT_LOSS && second == RESULT_WIN);
}

long stats_games(const Tally *tally) {
    return tally->wins + tally->draws + tally->losses;
}

double stats_points(const Tally *tally) {
    return (double)tally->wins + 0.5 * (double)tally->draws;
}

static double value_of(const ResultSample *sample, int kind) {
    return (double)kind / (sample->kinds - 1);
}

static void measure(ResultSample *sample) {
    sample->mean = sample->variance = 0;
    for (int i = 0; i < sample->kinds; i++) sample->mean += sample->share[i] * value_of(sample, i);
    for (int i = 0; i < sample->kinds; i++) {
        double deviation = value_of(sample, i) - sample->mean;
        sample->variance += sample->share[i] * deviation * deviation;
    }
}

/* A kind of result that was not seen counts as `prior`, because a test needs some variance. */
static ResultSample sample_of(const Tally *tally, double prior) {
    const long games[3] = {tally->losses, tally->draws, tally->wins};
    long pairs = 0;
    for (int i = 0; i < 5; i++) pairs += tally->pairs[i];
    const long *counts = pairs > 0 ? tally->pairs : games;
    ResultSample sample = {.kinds = pairs > 0 ? 5 : 3, .games_each = pairs > 0 ? 2 : 1};
    for (int i = 0; i < sample.kinds; i++) {
        sample.share[i] = counts[i] > 0 ? (double)counts[i] : prior;
        sample.count += sample.share[i];
    }
    if (sample.count == 0) return sample;
    for (int i = 0; i < sample.kinds; i++) sample.share[i] /= sample.count;
    measure(&sample);
    return sample;
}

double stats_elo_of_score(double score) {
    if (score <= stats_score_of_elo(-ELO_FAR)) return -ELO_FAR;
    if (score >= stats_score_of_elo(ELO_FAR)) return ELO_FAR;
    return 400 * log10(score / (1 - score));
}

double stats_score_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

/* All results were the same, so their spread says nothing about the next one. But an engine that gives another result
 * with probability q gives none in `count` with probability (1 - q)^count; below 2.5% we do not believe q. At worst the
 * other results are all losses, at best all wins. */
static Elo elo_of_equal_results(const ResultSample *sample) {
    double same = pow(0.025, 1 / sample->count);
    return (Elo){
        .kind = ELO_ALIKE,
        .elo = stats_elo_of_score(sample->mean),
        .low = stats_elo_of_score(same * sample->mean),
        .high = stats_elo_of_score(same * sample->mean + 1 - same),
    };
}

Elo stats_elo(const Tally *tally) {
    ResultSample sample = sample_of(tally, 0);
    double games = (double)stats_games(tally), points = stats_points(tally);
    if (games == 0) return (Elo){.kind = ELO_NONE};
    /* All games won: an engine that scores p wins them all with probability p^games. Below 5% we do not believe p. */
    double shutout = stats_elo_of_score(pow(0.05, 1 / games));
    if (points == games) return (Elo){.kind = ELO_AT_LEAST, .elo = ELO_FAR, .low = shutout, .high = ELO_FAR};
    if (points == 0) return (Elo){.kind = ELO_AT_MOST, .elo = -ELO_FAR, .low = -ELO_FAR, .high = -shutout};
    if (sample.variance == 0) return elo_of_equal_results(&sample);
    double error = z95 * sqrt(sample.variance / sample.count);
    double sigma = sqrt(sample.variance * sample.games_each);
    return (Elo){
        .kind = ELO_INTERVAL,
        .elo = stats_elo_of_score(sample.mean),
        .low = stats_elo_of_score(sample.mean - error),
        .high = stats_elo_of_score(sample.mean + error),
        .nelo = (sample.mean - 0.5) / sigma * nelo_unit,
        .nelo_error = error / sigma * nelo_unit,
    };
}

double stats_los(const Tally *tally) {
    ResultSample sample = sample_of(tally, 0);
    double decided = (double)(tally->wins + tally->losses);
    if (decided == 0) return 0.5;
    /* If all pairs ended alike they have no variance, and the games are used instead. */
    bool use_pairs = sample.games_each == 2 && sample.variance > 0;
    double z = use_pairs ? (sample.mean - 0.5) / sqrt(sample.variance / sample.count)
                         : (double)(tally->wins - tally->losses) / sqrt(decided);
    return 0.5 * (1 + erf(z / sqrt(2)));
}

enum { BOUND_SIZE = 24 };

static void print_bound(double bound, char text[BOUND_SIZE]) {
    if (bound <= -ELO_FAR || bound >= ELO_FAR) {
        snprintf(text, BOUND_SIZE, "open");
    } else {
        snprintf(text, BOUND_SIZE, "%+.1f", bound);
    }
}

void stats_print_elo_columns(const Elo *elo, char text[STATS_TEXT_SIZE], char interval[STATS_TEXT_SIZE]) {
    char low[BOUND_SIZE], high[BOUND_SIZE];
    text[0] = interval[0] = '\0';
    if (elo->kind == ELO_AT_LEAST) snprintf(text, STATS_TEXT_SIZE, "> %+.0f", elo->low);
    if (elo->kind == ELO_AT_MOST) snprintf(text, STATS_TEXT_SIZE, "< %+.0f", elo->high);
    if (elo->kind != ELO_INTERVAL && elo->kind != ELO_ALIKE) return;
    print_bound(elo->low, low);
    print_bound(elo->high, high);
    snprintf(text, STATS_TEXT_SIZE, "%+.1f", elo->elo);
    snprintf(interval, STATS_TEXT_SIZE, "[%s, %s]", low, high);
}

void stats_print_elo(const Elo *elo, char text[STATS_TEXT_SIZE]) {
    char value[STATS_TEXT_SIZE], interval[STATS_TEXT_SIZE];
    Writer writer = writer_on(text, STATS_TEXT_SIZE);
    stats_print_elo_columns(elo, value, interval);
    if (elo->kind == ELO_AT_LEAST || elo->kind == ELO_AT_MOST) {
        writer_add(&writer, "%s%s", elo->kind == ELO_AT_LEAST ? "above" : "below", value + 1);
    } else {
        writer_add(&writer, elo->kind == ELO_NONE ? "no games" : "%s %s", value, interval);
    }
}

/* The root x of the sum of p a / (1 + x a), which decreases between its poles; some a are negative, some positive. */
static double secular_root(const ResultSample *sample, const double a[KINDS_MAX]) {
    double smallest = a[0], largest = a[0];
    for (int i = 1; i < sample->kinds; i++) {
        smallest = fmin(smallest, a[i]);
        largest = fmax(largest, a[i]);
    }
    double low = -1 / largest, high = -1 / smallest;
    for (int step = 0; step < 200; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < sample->kinds; i++) sum += sample->share[i] * a[i] / (1 + x * a[i]);
        if (sum > 0) {
            low = x;
        } else {
            high = x;
        }
    }
    return (low + high) / 2;
}

/* Of the distributions p' for which the sum of p' a is 0, the one that makes the sample most likely. */
static ResultSample most_likely(const ResultSample *sample, const double a[KINDS_MAX]) {
    ResultSample likely = *sample;
    double x = secular_root(sample, a);
    for (int i = 0; i < sample->kinds; i++) likely.share[i] = sample->share[i] / (1 + x * a[i]);
    measure(&likely);
    return likely;
}

static ResultSample most_likely_with_mean(const ResultSample *sample, double mean) {
    double a[KINDS_MAX];
    for (int i = 0; i < sample->kinds; i++) a[i] = value_of(sample, i) - mean;
    return most_likely(sample, a);
}

/* The same for (mean - 1/2) / sigma = t. This condition is not linear, so it is solved tangent by tangent. */
static ResultSample most_likely_with_t(const ResultSample *sample, double t) {
    ResultSample likely = *sample;
    for (int i = 0; i < sample->kinds; i++) likely.share[i] = 1.0 / sample->kinds;
    measure(&likely);
    for (int step = 0; step < 10; step++) {
        double sigma = sqrt(likely.variance), a[KINDS_MAX];
        for (int i = 0; i < sample->kinds; i++) {
            double z = (likely.mean - value_of(sample, i)) / sigma;
            a[i] = value_of(sample, i) - 0.5 - t * sigma * (1 + z * z) / 2;
        }
        likely = most_likely(sample, a);
    }
    return likely;
}

static ResultSample most_likely_with(const Sprt *sprt, double elo, const ResultSample *sample) {
    if (sprt->model == SPRT_LOGISTIC) return most_likely_with_mean(sample, stats_score_of_elo(elo));
    return most_likely_with_t(sample, elo / nelo_unit * sqrt(sample->games_each));
}

SprtState stats_sprt(const Sprt *sprt, const Tally *tally) {
    SprtState state = {
        .lower = log(sprt->beta / (1 - sprt->alpha)),
        .upper = log((1 - sprt->beta) / sprt->alpha),
    };
    if (stats_games(tally) == 0) return state;
    ResultSample sample = sample_of(tally, 1e-3);
    ResultSample h0 = most_likely_with(sprt, sprt->elo0, &sample), h1 = most_likely_with(sprt, sprt->elo1, &sample);
    for (int i = 0; i < sample.kinds; i++) {
        state.llr += sample.count * sample.share[i] * log(h1.share[i] / h0.share[i]);
    }
    if (state.llr <= state.lower) state.verdict = SPRT_ACCEPTS_H0;
    if (state.llr >= state.upper) state.verdict = SPRT_ACCEPTS_H1;
    return state;
}

PairStats stats_pairs(const Tally *tally) {
    PairStats stats = {
        .won = tally->pairs[3] + tally->pairs[4],
        .lost = tally->pairs[0] + tally->pairs[1],
        .split = tally->split_pairs,
        .drawn = tally->pairs[2] - tally->split_pairs,
    };
    stats.pairs = stats.won + stats.lost + tally->pairs[2];
    long games = stats_games(tally);
    if (stats.pairs > 0) {
        stats.draw_ratio = (double)tally->pairs[2] / (double)stats.pairs;
    } else if (games > 0) {
        stats.draw_ratio = (double)tally->draws / (double)games;
    }
    return stats;
}

void stats_print_ratio(long first, long second, char text[STATS_TEXT_SIZE]) {
    if (first == 0 && second == 0) {
        snprintf(text, STATS_TEXT_SIZE, "-");
    } else if (second == 0) {
        snprintf(text, STATS_TEXT_SIZE, "inf");
    } else {
        snprintf(text, STATS_TEXT_SIZE, "%.2f", (double)first / (double)second);
    }
}
