/* Which of two engines is faster: their own benches in turn, A B B A, so that a drift of the machine hits both. */
#include <math.h>

#include "harness/progress.h"
#include "harness/runs.h"
#include "harness/sample.h"
#include "modes/modes.h"

static const char letters[2] = {'A', 'B'};

typedef struct {
    const char *engine[2];
    int depth;
    int64_t nodes[2]; /* the signatures; 0: not known yet */
    Sample speed[2];
    Sample log_ratios; /* of each round: A over B */
} Comparison;

static bool run_one(Comparison *comparison, int which, double *log_speed, Reason *why) {
    BenchRun run;
    if (!bench_run(comparison->engine[which], comparison->depth, &run, why)) return false;
    if (comparison->nodes[which] != 0 && comparison->nodes[which] != run.nodes) {
        return refuse(why, "%c has no signature: %lld nodes, then %lld", letters[which],
                      (long long)comparison->nodes[which], (long long)run.nodes);
    }
    comparison->nodes[which] = run.nodes;
    sample_add(&comparison->speed[which], (double)run.nodes_per_second);
    *log_speed = log((double)run.nodes_per_second);
    return true;
}

static bool run_round(Comparison *comparison, Reason *why) {
    static const int order[4] = {0, 1, 1, 0};
    double ratio = 0, log_speed = 0;
    for (int i = 0; i < 4; i++) {
        if (!run_one(comparison, order[i], &log_speed, why)) return false;
        ratio += order[i] == 0 ? log_speed / 2 : -log_speed / 2;
    }
    sample_add(&comparison->log_ratios, ratio);
    return true;
}

static void print_engines(const Comparison *comparison, Results *results) {
    static const char *const columns[] = {"engine", "signature", "nodes/s", "MAD %", "runs", NULL};
    results_table(results, "compare", "Compare: the bench of two engines, A B B A", columns);
    for (int i = 0; i < 2; i++) {
        double median = sample_median(&comparison->speed[i]);
        results_text(results, "%c", letters[i]);
        results_number(results, (double)comparison->nodes[i], 0);
        results_number(results, median, 0);
        results_number(results, median > 0 ? 100 * sample_mad(&comparison->speed[i]) / median : 0, 1);
        results_number(results, comparison->speed[i].count, 0);
        for (int j = 0; j < comparison->speed[i].count; j++) {
            if (!sample_is_outlier(&comparison->speed[i], j)) continue;
            results_note(results, "outlier: run %d of %c at %.2f of its median speed", j + 1, letters[i],
                         comparison->speed[i].values[j] / median);
        }
    }
}

static void print_verdict(const Comparison *comparison, Results *results) {
    static const char *const columns[] = {"A / B", "low", "high", "verdict", NULL};
    Interval interval = sample_mean_interval(&comparison->log_ratios);
    double low = exp(interval.low), high = exp(interval.high);
    results_table(results, "verdict", "Ratio of speeds, with its 95% interval by bootstrap over rounds", columns);
    results_number(results, exp(interval.middle), 4);
    results_number(results, low, 4);
    results_number(results, high, 4);
    results_text(results, low > 1 ? "A is faster" : high < 1 ? "B is faster" : "no difference shown");
}

ModeEnd mode_compare(const Request *request, Results *results, Plot *plot, Reason *why) {
    (void)plot;
    bool is_sensible = request->operand_count == 2 ? true : refuse(why, "compare wants two engines");
    int rounds = chosen(request->rounds, 10);
    if (rounds < SAMPLE_INTERVAL_MIN) is_sensible = refuse(why, "the fewest rounds are %d", SAMPLE_INTERVAL_MIN);
    if (!is_sensible) return MODE_FAILED;
    Comparison comparison = {.engine = {request->operands[0], request->operands[1]}, .depth = request->depth};
    double warm_up;
    for (int i = 0; i < 2; i++) {
        if (!run_one(&comparison, i, &warm_up, why)) return MODE_FAILED;
        comparison.speed[i].count = 0;
    }
    bool same = comparison.nodes[0] == comparison.nodes[1];
    for (int round = 1; round <= rounds && (same || request->force); round++) {
        progress_show("compare: round %d of %d", round, rounds);
        if (!run_round(&comparison, why)) return MODE_FAILED;
    }
    print_engines(&comparison, results);
    if (!same) results_note(results, "the signatures differ: these engines do not search alike");
    if (!same && !request->force) {
        results_note(results, "no verdict; --force compares their speeds all the same");
        return MODE_DIFFERS;
    }
    print_verdict(&comparison, results);
    return MODE_FINE;
}
