#include "referee/rating_fit.h"

#include <math.h>
#include <string.h>

static const double z95 = 1.959963984540054;
static const double elo_unit = 173.71779276130073; /* 400 / log(10): Elo for one unit of log-odds */

enum { STEPS_MAX = 200 };

typedef struct {
    int engines;
    const Tally *versus;
    double imagined;            /* drawn games of each engine against an imagined one */
    double rating[RATINGS_MAX]; /* in log-odds */
    double information[RATINGS_MAX][RATINGS_MAX];
    double spread[RATINGS_MAX][RATINGS_MAX]; /* of the results around what the ratings expect */
    double inverse[RATINGS_MAX][RATINGS_MAX];
} Fit;

static const Tally *between(const Fit *fit, int i, int j) {
    return &fit->versus[i * fit->engines + j];
}

static double expected(double difference) {
    return 1 / (1 + exp(-difference));
}

/* Does everybody have a chain of engines to everybody else, each of which scored against the next? */
static bool reaches_all(const Fit *fit, bool is_backward) {
    bool seen[RATINGS_MAX] = {true};
    int queue[RATINGS_MAX] = {0}, count = 1;
    for (int at = 0; at < count; at++) {
        for (int j = 0; j < fit->engines; j++) {
            const Tally *tally = is_backward ? between(fit, j, queue[at]) : between(fit, queue[at], j);
            if (seen[j] || stats_points(tally) == 0) continue;
            seen[j] = true;
            queue[count++] = j;
        }
    }
    return count == fit->engines;
}

/* The sum over results of the square of what they differ from the expected share: pairs as one result, because their
 * games depend on each other. */
static double squared_residuals(const Tally *tally, double share) {
    double games = (double)stats_games(tally), paired = 0, sum = 0;
    const long counts[3] = {tally->losses, tally->draws, tally->wins};
    for (int i = 0; i < 5; i++) {
        sum += (double)tally->pairs[i] * (0.5 * i - 2 * share) * (0.5 * i - 2 * share);
        paired += 2 * (double)tally->pairs[i];
    }
    for (int i = 0; i < 3; i++) {
        sum += (games - paired) / games * (double)counts[i] * (0.5 * i - share) * (0.5 * i - share);
    }
    /* Results that are all as expected have no spread; then there are too few of them to show it. */
    return sum > 1e-9 * games ? sum : games * share * (1 - share);
}

static void add_pairing(double matrix[RATINGS_MAX][RATINGS_MAX], int i, int j, double value) {
    matrix[i][i] += value;
    matrix[j][j] += value;
    matrix[i][j] -= value;
    matrix[j][i] -= value;
}

/* Fills in the matrices, and what each engine scored beyond what its rating expects. */
static void measure(Fit *fit, double surplus[RATINGS_MAX]) {
    memset(fit->information, 0, sizeof fit->information);
    memset(fit->spread, 0, sizeof fit->spread);
    for (int i = 0; i < fit->engines; i++) {
        double own = expected(fit->rating[i]);
        surplus[i] = fit->imagined * (0.5 - own);
        fit->information[i][i] += fit->imagined * own * (1 - own);
        fit->spread[i][i] += fit->imagined * 0.25;
    }
    for (int i = 0; i < fit->engines; i++) {
        for (int j = i + 1; j < fit->engines; j++) {
            const Tally *tally = between(fit, i, j);
            double games = (double)stats_games(tally), share = expected(fit->rating[i] - fit->rating[j]);
            if (games == 0) continue;
            surplus[i] += stats_points(tally) - games * share;
            surplus[j] -= stats_points(tally) - games * share;
            add_pairing(fit->information, i, j, games * share * (1 - share));
            add_pairing(fit->spread, i, j, squared_residuals(tally, share));
        }
    }
}

/* The information says nothing about the mean of all ratings, so a constant is added to it that fixes it. Gauss and
 * Jordan, with pivots. */
static void invert(Fit *fit) {
    static _Thread_local double work[RATINGS_MAX][2 * RATINGS_MAX];
    int n = fit->engines;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            work[i][j] = fit->information[i][j] + 1.0 / n;
            work[i][n + j] = i == j;
        }
    }
    for (int column = 0; column < n; column++) {
        int pivot = column;
        for (int i = column + 1; i < n; i++) {
            if (fabs(work[i][column]) > fabs(work[pivot][column])) pivot = i;
        }
        for (int j = 0; j < 2 * n; j++) {
            double swapped = work[column][j];
            work[column][j] = work[pivot][j];
            work[pivot][j] = swapped;
        }
        double scale = work[column][column];
        for (int j = 0; j < 2 * n; j++) work[column][j] /= scale;
        for (int i = 0; i < n; i++) {
            double factor = work[i][column];
            for (int j = 0; i != column && j < 2 * n; j++) work[i][j] -= factor * work[column][j];
        }
    }
    for (int i = 0; i < n; i++) memcpy(fit->inverse[i], &work[i][n], (size_t)n * sizeof work[i][0]);
}

/* Newton's method, with steps of at most one unit: the likelihood has a single maximum, but it may be flat far out. */
static void improve(Fit *fit) {
    double surplus[RATINGS_MAX];
    for (int step = 0; step < STEPS_MAX; step++) {
        double largest = 0, change[RATINGS_MAX] = {0};
        measure(fit, surplus);
        invert(fit);
        for (int i = 0; i < fit->engines; i++) {
            for (int j = 0; j < fit->engines; j++) change[i] += fit->inverse[i][j] * surplus[j];
            largest = fmax(largest, fabs(change[i]));
        }
        for (int i = 0; i < fit->engines; i++) fit->rating[i] += largest > 1 ? change[i] / largest : change[i];
        if (largest < 1e-10) return;
    }
}

/* inverse * spread * inverse, on its diagonal. */
static double variance_of(const Fit *fit, int engine) {
    double sum = 0;
    for (int i = 0; i < fit->engines; i++) {
        for (int j = 0; j < fit->engines; j++) {
            sum += fit->inverse[engine][i] * fit->spread[i][j] * fit->inverse[j][engine];
        }
    }
    return sum;
}

static double in_elo(double rating) {
    return fmax(-ELO_FAR, fmin(ELO_FAR, rating * elo_unit));
}

void rating_fit(RatingFit *result, const Tally *versus, int engines) {
    static _Thread_local Fit fit;
    double mean = 0, surplus[RATINGS_MAX];
    fit = (Fit){.engines = engines, .versus = versus};
    *result = (RatingFit){.has_imagined_draws = !reaches_all(&fit, false) || !reaches_all(&fit, true)};
    fit.imagined = result->has_imagined_draws ? 1 : 0;
    improve(&fit);
    measure(&fit, surplus);
    invert(&fit);
    for (int i = 0; i < engines; i++) mean += fit.rating[i] / engines;
    for (int i = 0; i < engines; i++) {
        double error = z95 * sqrt(fmax(0, variance_of(&fit, i)));
        bool is_known = false;
        for (int j = 0; j < engines; j++) is_known = is_known || stats_games(between(&fit, i, j)) > 0;
        result->ratings[i] = (Rating){in_elo(fit.rating[i] - mean), in_elo(fit.rating[i] - mean - error),
                                      in_elo(fit.rating[i] - mean + error), is_known};
    }
}
