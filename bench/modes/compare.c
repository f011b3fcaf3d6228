/* Which of two engines is faster: they run their own `bench` in turn, A B B A, so that a drift of the machine affects
 * both alike. */
#include <math.h>

#include "common/counter_line.h"
#include "harness/engine_runs.h"
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
    EngineSpeed speed;
    int64_t *nodes = &comparison->nodes[which];
    if (!engine_runs_speed(comparison->engine[which], comparison->depth, &speed, why)) return false;
    if (*nodes != 0 && *nodes != speed.nodes) {
        return refuse(why, "%c does not repeat itself: %lld nodes, then %lld", letters[which], (long long)*nodes,
                      (long long)speed.nodes);
    }
    *nodes = speed.nodes;
    sample_add(&comparison->speed[which], (double)speed.nodes_per_second);
    *log_speed = log((double)speed.nodes_per_second);
    return true;
}

static bool warm_up(Comparison *comparison, Reason *why) {
    double ignored;
    for (int i = 0; i < 2; i++) {
        if (!run_one(comparison, i, &ignored, why)) return false;
        comparison->speed[i].count = 0;
    }
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

static void print_engine(const Comparison *comparison, int which, Results *results) {
    const Sample *speed = &comparison->speed[which];
    double median = sample_median(speed);
    results_text(results, "%c", letters[which]);
    results_number(results, (double)comparison->nodes[which], 0);
    results_number(results, median, 0);
    results_number(results, median > 0 ? 100 * sample_mad(speed) / median : 0, 1);
    results_number(results, speed->count, 0);
    for (int i = 0; i < speed->count; i++) {
        if (!sample_is_outlier(speed, i)) continue;
        results_note(results, "outlier: run %d of %c at %.2f of its median speed", i + 1, letters[which],
                     speed->values[i] / median);
    }
}

static void print_engines(const Comparison *comparison, Results *results) {
    static const char *const columns[] = {"engine", "signature", "nodes/s", "MAD %", "runs", NULL};
    results_table(results, "compare", "Compare: the bench of two engines in turn, A B B A", columns);
    results_legend(results, "signature: nodes of the engine's own bench; nodes/s: median of the runs");
    results_legend(results, "MAD %: median absolute deviation of the runs, as a share of their median");
    for (int i = 0; i < 2; i++) print_engine(comparison, i, results);
}

static void print_verdict(const Comparison *comparison, Results *results) {
    static const char *const columns[] = {"A / B", "low", "high", "verdict", NULL};
    Interval interval = sample_mean_interval(&comparison->log_ratios);
    double low = exp(interval.low), high = exp(interval.high);
    results_table(results, "verdict", "Ratio of the speeds", columns);
    results_legend(results, "low, high: 95% interval, by bootstrap over the rounds");
    results_number(results, exp(interval.middle), 4);
    results_number(results, low, 4);
    results_number(results, high, 4);
    results_text(results, low > 1 ? "A is faster" : high < 1 ? "B is faster" : "no difference shown");
}

static bool check_options(const BenchOptions *options, int rounds, Reason *why) {
    if (options->operand_count != 2) return refuse(why, "compare needs two engines; see --help");
    return rounds >= SAMPLE_INTERVAL_MIN || refuse(why, "--rounds is at least %d", SAMPLE_INTERVAL_MIN);
}

ModeEnd mode_compare(const Bench *bench) {
    const BenchOptions *options = bench->options;
    int rounds = bench_options_or(options->rounds, 10);
    if (!check_options(options, rounds, bench->why)) return MODE_FAILED;
    Comparison comparison = {.engine = {options->operands[0], options->operands[1]}, .depth = options->depth};
    if (!warm_up(&comparison, bench->why)) return MODE_FAILED;
    bool are_alike = comparison.nodes[0] == comparison.nodes[1];
    bool has_verdict = are_alike || options->compares_unlike;
    for (int round = 1; round <= rounds && has_verdict; round++) {
        counter_line_write("compare: round %d of %d", round, rounds);
        if (!run_round(&comparison, bench->why)) return MODE_FAILED;
    }
    print_engines(&comparison, bench->results);
    if (!are_alike) results_note(bench->results, "the signatures differ: the engines do not search the same tree");
    if (has_verdict) {
        print_verdict(&comparison, bench->results);
        return MODE_FINE;
    }
    results_note(bench->results, "no verdict; --force compares their speeds anyway");
    return MODE_DIFFERS;
}
