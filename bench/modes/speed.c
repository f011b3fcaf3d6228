/* Nodes per second, by game and number of threads. */
#include "common/progress_line.h"
#include "harness/engine_runs.h"
#include "harness/sample.h"
#include "modes/game_group.h"
#include "modes/modes.h"

static bool search_all(const GameGroup *group, const TrialLimits *limits, Effort *sum, Reason *why) {
    *sum = (Effort){0};
    for (int i = 0; i < group->count; i++) {
        TrialResult result;
        if (!game_group_search(group, i, limits, &result, why)) return false;
        game_group_add(sum, result.total);
    }
    return true;
}

static double per_second(uint64_t nodes, int64_t us) {
    return (double)nodes * 1e6 / (double)(us > 0 ? us : 1);
}

/* The speeds of the repeats, and the nodes of the last one. */
typedef struct {
    Sample by_cpu, by_clock;
    uint64_t nodes;
} Speeds;

/* A warm-up that does not count, then the repeats. */
static bool measure(const GameGroup *group, const BenchOptions *options, Speeds *speeds, Reason *why) {
    TrialLimits limits = {.techniques = USE_ALL,
                          .depth = DEPTH_MAX,
                          .nodes = (uint64_t)options->limits.nodes,
                          .time_us = (int64_t)options->limits.seconds * 1000000,
                          .keep_going = true};
    int repeats = options->limits.repeats;
    Effort sum;
    machine_reset_peak();
    for (int repeat = 0; repeat <= repeats; repeat++) {
        progress_line_write("speed: %s, threads %d, repeat %d of %d", group->game.text, group->threads, repeat,
                            repeats);
        if (!search_all(group, &limits, &sum, why)) return false;
        if (repeat == 0) continue;
        sample_add(&speeds->by_cpu, per_second(sum.nodes, sum.cpu_us));
        sample_add(&speeds->by_clock, per_second(sum.nodes, sum.time_us));
        speeds->nodes = sum.nodes;
    }
    return true;
}

static void name_outliers(const Sample *speeds, const GameGroup *group, Results *results) {
    for (int i = 0; i < speeds->count; i++) {
        if (!sample_is_outlier(speeds, i)) continue;
        results_note(results, "outlier: %s, threads %d, repeat %d ran at %.2f of the median speed", group->game.text,
                     group->threads, i + 1, speeds->values[i] / sample_median(speeds));
    }
}

/* One thread is judged by processor time, which other programs on the machine hardly affect; several by the clock, as
 * they must run at the same time to be of use. */
static const Sample *judged(const GameGroup *group, const Speeds *speeds) {
    return group->threads == 1 ? &speeds->by_cpu : &speeds->by_clock;
}

/* Returns the median. */
static double print_speeds(const GameGroup *group, const Speeds *speeds, Results *results) {
    const Sample *sample = judged(group, speeds);
    double median = sample_median(sample);
    results_text(results, "%s", group->game.text);
    results_number(results, group->threads, 0);
    results_number(results, group->count, 0);
    results_number(results, median, 0);
    results_number(results, median > 0 ? 100 * sample_mad(sample) / median : 0, 1);
    results_number(results, sample_median(&speeds->by_clock), 0);
    results_number(results, (double)speeds->nodes, 0);
    results_number(results, machine_peak_mib() - group->hash_mb, 1);
    name_outliers(sample, group, results);
    return median;
}

static bool measure_threads(const Bench *bench, const Suite *suite, int first, int threads, PlotCurve *curve) {
    GameGroup group;
    Speeds speeds = {.nodes = 0};
    if (!game_group_open(&group, bench, suite, first, threads)) return false;
    bool fine = measure(&group, bench->options, &speeds, bench->why);
    if (fine) plot_point(curve, threads, print_speeds(&group, &speeds, bench->results));
    if (fine && first == 0 && threads == bench->options->threads[0]) {
        results_summary(bench->results, "to quote: %s, %d %s, %.2f million nodes/s", group.game.text, threads,
                        text_plural(threads, "thread", "threads"), sample_median(judged(&group, &speeds)) / 1e6);
    }
    game_group_close(&group);
    return fine;
}

static bool measure_game(const Bench *bench, const Suite *suite, int first) {
    PlotCurve *curve = plot_curve(bench->plot, game_name(&suite->positions[first].setup.game).text);
    for (int i = 0; i < bench->options->thread_counts; i++) {
        if (!measure_threads(bench, suite, first, bench->options->threads[i], curve)) return false;
    }
    return true;
}

/* On positions of one game: the one asked for, or else the first. */
static void note_instructions(const Bench *bench, const Suite *suite) {
    enum { POSITIONS_MAX = 4 };
    const char *fens[POSITIONS_MAX];
    int count = suite_game_end(suite, 0);
    EngineInstructions instructions;
    Reason why;
    if (count > POSITIONS_MAX) count = POSITIONS_MAX;
    for (int i = 0; i < count; i++) fens[i] = suite->positions[i].fen;
    progress_line_write("speed: instructions per node");
    if (engine_runs_instructions(bench->options->engine, fens, count, &instructions, &why)) {
        results_note(bench->results, "instructions per node on %s: %.0f, counted by %s",
                     game_name(&suite->positions[0].setup.game).text, instructions.per_node, instructions.counter);
    } else {
        results_note(bench->results, "instructions per node: not counted: %s", why.text);
    }
}

static const TableHead table = {
    "speed",
    "Speed: nodes per second, median of the repeats",
    {"game", "threads", "positions", "nodes/s", "MAD %", "by clock", "nodes", "beyond table MiB"},
    {"nodes/s: per second of processor time; with several threads, of the wall clock",
     "MAD %: median absolute deviation of the repeats, as a share of their median",
     "by clock: nodes per second of the wall clock", "beyond table MiB: peak memory of the bench without the table"},
};

ModeEnd mode_speed(const Bench *bench) {
    Suite suite;
    const BenchOptions *options = bench->options;
    if (!suite_read(&suite, options->file, bench_options_game(options), bench->why)) return MODE_FAILED;
    bool fine = true;
    results_table(bench->results, &table);
    plot_axes(bench->plot, "Speed against threads", "threads", "nodes per second");
    for (int first = 0; fine && first < suite.count; first = suite_game_end(&suite, first)) {
        fine = measure_game(bench, &suite, first);
    }
    if (fine) note_instructions(bench, &suite);
    suite_free(&suite);
    return fine ? MODE_FINE : MODE_FAILED;
}
