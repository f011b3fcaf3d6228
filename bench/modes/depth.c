/* Nodes and time to each depth, by game and number of threads; how much sooner several threads get there. */
#include <stdlib.h>

#include "common/progress_line.h"
#include "harness/sample.h"
#include "modes/game_group.h"
#include "modes/modes.h"

/* Times shorter than TIME_MIN_MS say nothing about threads. */
static const double TIME_MIN_MS = 10;

enum { POSITIONS_MAX = 256 };

/* The repeats of one position, merged: the median of the time to each depth. With several threads nodes vary too. */
typedef struct {
    int depth; /* reached in all repeats */
    double ms[TRIAL_DEPTH_MAX + 1];
    double nodes[TRIAL_DEPTH_MAX + 1];
} DepthTimes;

typedef struct {
    Sample ms, nodes;
} DepthSamples;

static void add_result(const GameGroup *group, const TrialResult *result, DepthSamples samples[], DepthTimes *times) {
    for (int depth = 1; depth <= times->depth; depth++) {
        Effort effort;
        if (!game_group_effort(result, depth, &effort)) times->depth = depth - 1;
        sample_add(&samples[depth].ms, (double)(group->threads == 1 ? effort.cpu_us : effort.time_us) / 1000);
        sample_add(&samples[depth].nodes, (double)effort.nodes);
    }
}

/* A warm-up that does not count, then the repeats. */
static bool measure_position(const Bench *bench, const GameGroup *group, int index, int depth, DepthTimes *times) {
    DepthSamples *samples = calloc(TRIAL_DEPTH_MAX + 1, sizeof *samples);
    if (samples == NULL) return refuse(bench->why, "not enough memory");
    TrialLimits limits = {.techniques = USE_ALL,
                          .depth = depth,
                          .nodes = UINT64_MAX,
                          .time_us = (int64_t)bench->options->limits.seconds * 1000000};
    int repeats = bench->options->limits.repeats;
    bool fine = true;
    times->depth = depth;
    for (int repeat = 0; fine && repeat <= repeats; repeat++) {
        TrialResult result;
        fine = game_group_search(group, index, &limits, &result, bench->why);
        if (fine && repeat > 0) add_result(group, &result, samples, times);
    }
    for (int at = 1; at <= times->depth; at++) {
        times->ms[at] = sample_median(&samples[at].ms);
        times->nodes[at] = sample_median(&samples[at].nodes);
    }
    free(samples);
    return fine;
}

static void print_times(const Bench *bench, const GameGroup *group, const DepthTimes times[], int depth) {
    char name[2 * GAME_NAME_SIZE];
    snprintf(name, sizeof name, group->threads > 1 ? "%s, %d threads" : "%s", group->game.text, group->threads);
    PlotCurve *curve = plot_curve(bench->plot, name);
    for (int at = 1; at <= depth; at++) {
        double ms = 0, nodes = 0;
        int reached = 0;
        for (int i = 0; i < group->count; i++) {
            if (times[i].depth < at) continue;
            reached++;
            ms += times[i].ms[at];
            nodes += times[i].nodes[at];
        }
        results_text(bench->results, "%s", group->game.text);
        results_number(bench->results, group->threads, 0);
        results_number(bench->results, at, 0);
        results_text(bench->results, "%d of %d", reached, group->count);
        results_number(bench->results, nodes, 0);
        results_number(bench->results, ms, 1);
        if (reached == group->count) plot_point(curve, at, nodes / group->count);
    }
}

/* How much sooner the same positions reach the same depth. */
static void compare_threads(const Bench *bench, const GameGroup *group, const DepthTimes one[],
                            const DepthTimes several[], int depth) {
    Sample ratios = {0};
    for (int i = 0; i < group->count; i++) {
        bool both_reach = one[i].depth >= depth && several[i].depth >= depth;
        if (both_reach && one[i].ms[depth] >= TIME_MIN_MS) {
            sample_add(&ratios, one[i].ms[depth] / several[i].ms[depth]);
        }
    }
    results_note(bench->results, "%s: %d threads reach depth %d %.2f times as fast as one (median of %d %s, MAD %.2f)",
                 group->game.text, group->threads, depth, sample_median(&ratios), ratios.count,
                 text_plural(ratios.count, "position", "positions"), sample_mad(&ratios));
}

static bool measure_group(const Bench *bench, const GameGroup *group, int depth, DepthTimes times[]) {
    for (int i = 0; i < group->count; i++) {
        progress_line_write("depth: %s, threads %d, position %d of %d", group->game.text, group->threads, i + 1,
                            group->count);
        if (!measure_position(bench, group, i, depth, &times[i])) return false;
    }
    print_times(bench, group, times, depth);
    return true;
}

static bool measure_game(const Bench *bench, const Suite *suite, int first, int depth) {
    const BenchOptions *options = bench->options;
    DepthTimes *one = calloc(POSITIONS_MAX, sizeof *one), *several = calloc(POSITIONS_MAX, sizeof *several);
    bool fine = (one != NULL && several != NULL) || refuse(bench->why, "not enough memory");
    for (int i = 0; fine && i < options->thread_counts; i++) {
        GameGroup group;
        fine = game_group_open(&group, bench, suite, first, options->threads[i]);
        if (!fine) break;
        if (group.count > POSITIONS_MAX) group.count = POSITIONS_MAX;
        fine = measure_group(bench, &group, depth, i == 0 ? one : several);
        if (fine && i > 0 && options->threads[0] == 1) compare_threads(bench, &group, one, several, depth);
        game_group_close(&group);
    }
    free(one);
    free(several);
    return fine;
}

static const TableHead table = {
    "depth",
    "Depth: nodes and time to reach each depth",
    {"game", "threads", "depth", "reached", "nodes", "time ms"},
    {"reached: positions that reached the depth in time; nodes and time are their sums",
     "time: processor time; with several threads, by the wall clock"},
};

ModeEnd mode_depth(const Bench *bench) {
    const BenchOptions *options = bench->options;
    Suite suite;
    int depth = options->limits.depth;
    if (depth > TRIAL_DEPTH_MAX) {
        refuse(bench->why, "--depth is at most %d for depth", TRIAL_DEPTH_MAX);
        return MODE_FAILED;
    }
    if (!suite_read(&suite, options->file, bench_options_game(options), bench->why)) return MODE_FAILED;
    bool fine = true;
    results_table(bench->results, &table);
    plot_axes(bench->plot, "Nodes against depth, by game", "depth in plies", "nodes for a position");
    bench->plot->y_is_logarithmic = true;
    for (int first = 0; fine && first < suite.count; first = suite_game_end(&suite, first)) {
        fine = measure_game(bench, &suite, first, depth);
    }
    suite_free(&suite);
    return fine ? MODE_FINE : MODE_FAILED;
}
