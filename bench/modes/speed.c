/* Nodes per second, by game and number of threads; time and nodes to a depth. */
#include <stdlib.h>

#include "harness/catalogue.h"
#include "harness/progress.h"
#include "harness/runs.h"
#include "harness/sample.h"
#include "modes/modes.h"

bool effort_to_depth(const TrialResult *result, int depth, Effort *effort) {
    bool is_finished = depth <= result->depth, is_proven = result->best.proven;
    /* What is proven holds at any depth. The total has also what a lost position takes to find the best resistance. */
    int counted = is_finished ? depth : result->depth;
    *effort = is_finished || is_proven ? result->at_depth[counted] : result->total;
    return is_finished || is_proven;
}

/* A group of positions of one game, with the trial to search them. */
typedef struct {
    Trial *trial;
    int threads;
    int count;
    const Specimen *specimens;
    char game[GAME_NAME_SIZE];
} Group;

static bool group_open(Group *group, const Catalogue *catalogue, int first, int threads, const Request *request,
                       Reason *why) {
    int count = catalogue_game_end(catalogue, first) - first;
    *group = (Group){.threads = threads, .count = count, .specimens = &catalogue->specimens[first]};
    if (request->positions > 0 && request->positions < count) group->count = request->positions;
    game_name(&group->specimens->diagram.game, group->game);
    group->trial = trial_new(&group->specimens->diagram.game, chosen(request->hash_mb, 64), threads);
    return group->trial != NULL || refuse(why, "not enough memory");
}

static bool search_one(const Group *group, int index, const TrialLimits *limits, TrialResult *result, Reason *why) {
    Board board;
    if (!diagram_to_board(&group->specimens[index].diagram, trial_grid(group->trial), &board, why)) return false;
    trial_run(group->trial, &board, limits, result);
    return true;
}

static bool search_all(const Group *group, const TrialLimits *limits, Effort *sum, Reason *why) {
    *sum = (Effort){0};
    for (int i = 0; i < group->count; i++) {
        TrialResult result;
        if (!search_one(group, i, limits, &result, why)) return false;
        sum->nodes += result.total.nodes;
        sum->time_us += result.total.time_us;
        sum->cpu_us += result.total.cpu_us;
    }
    return true;
}

static double per_second(uint64_t nodes, int64_t us) {
    return (double)nodes * 1e6 / (double)(us > 0 ? us : 1);
}

static void name_outliers(const Sample *speeds, const Group *group, Results *results) {
    for (int i = 0; i < speeds->count; i++) {
        if (!sample_is_outlier(speeds, i)) continue;
        results_note(results, "outlier: %s, threads %d, repeat %d ran at %.2f of the median speed", group->game,
                     group->threads, i + 1, speeds->values[i] / sample_median(speeds));
    }
}

/* A warm-up that does not count, then the repeats. One thread is judged by processor time, which other programs on the
 * machine do not lengthen; several by the clock, as they must run at the same time to be of use. */
static bool measure_speed(const Group *group, const Request *request, Results *results, double *speed, Reason *why) {
    TrialLimits limits = {.techniques = USE_ALL,
                          .depth = DEPTH_MAX,
                          .nodes = (uint64_t)chosen(request->nodes, 100000),
                          .time_us = (int64_t)chosen(request->seconds, 1) * 1000000,
                          .keep_going = true};
    Sample by_cpu = {0}, by_clock = {0};
    Effort sum;
    int repeats = chosen(request->repeats, 5);
    machine_reset_peak();
    for (int repeat = 0; repeat <= repeats; repeat++) {
        progress_show("speed: %s, threads %d, repeat %d of %d", group->game, group->threads, repeat, repeats);
        if (!search_all(group, &limits, &sum, why)) return false;
        if (repeat == 0) continue;
        sample_add(&by_cpu, per_second(sum.nodes, sum.cpu_us));
        sample_add(&by_clock, per_second(sum.nodes, sum.time_us));
    }
    const Sample *speeds = group->threads == 1 ? &by_cpu : &by_clock;
    *speed = sample_median(speeds);
    results_text(results, "%s", group->game);
    results_number(results, group->threads, 0);
    results_number(results, group->count, 0);
    results_number(results, *speed, 0);
    results_number(results, *speed > 0 ? 100 * sample_mad(speeds) / *speed : 0, 1);
    results_number(results, sample_median(&by_clock), 0);
    results_number(results, (double)sum.nodes, 0);
    results_number(results, machine_peak_mib() - chosen(request->hash_mb, 64), 1);
    name_outliers(speeds, group, results);
    return true;
}

/* On positions of one game: the one asked for, else the first. */
static void note_instructions(const Request *request, const Catalogue *catalogue, Results *results) {
    enum { POSITIONS = 4 };
    const char *fens[POSITIONS], *how;
    char game[GAME_NAME_SIZE];
    int count = catalogue_game_end(catalogue, 0);
    double instructions;
    Reason why;
    if (count > POSITIONS) count = POSITIONS;
    for (int i = 0; i < count; i++) fens[i] = catalogue->specimens[i].entry->fen;
    game_name(&catalogue->specimens[0].diagram.game, game);
    progress_show("speed: instructions per node");
    if (instructions_per_node(request->engine, fens, count, &instructions, &how, &why)) {
        results_note(results, "instructions per node on %s: %.0f, counted by %s", game, instructions, how);
    } else {
        results_note(results, "instructions per node: left out, as %s", why.text);
    }
}

static bool speed_of_game(const Catalogue *catalogue, int first, const Request *request, Results *results, Plot *plot,
                          Reason *why) {
    char name[GAME_NAME_SIZE];
    game_name(&catalogue->specimens[first].diagram.game, name);
    PlotCurve *curve = plot_curve(plot, name);
    for (int i = 0; i < request->thread_counts; i++) {
        Group group;
        double speed = 0;
        bool fine = group_open(&group, catalogue, first, request->threads[i], request, why) &&
                    measure_speed(&group, request, results, &speed, why);
        trial_free(group.trial);
        if (!fine) return false;
        plot_point(curve, request->threads[i], speed);
    }
    return true;
}

ModeEnd mode_speed(const Request *request, Results *results, Plot *plot, Reason *why) {
    static const char *const columns[] = {"game",     "threads", "positions",        "nodes/s", "MAD %",
                                          "by clock", "nodes",   "beyond table MiB", NULL};
    Catalogue catalogue;
    bool fine = catalogue_read(&catalogue, request->file, request->only, why);
    if (!fine) return MODE_FAILED;
    results_table(results, "speed", "Speed: nodes per second (one thread: of processor time), median of the repeats",
                  columns);
    snprintf(plot->title, sizeof plot->title, "Speed against threads");
    plot->x_label = "threads";
    plot->y_label = "nodes per second";
    for (int first = 0; fine && first < catalogue.count; first = catalogue_game_end(&catalogue, first)) {
        fine = speed_of_game(&catalogue, first, request, results, plot, why);
    }
    if (fine) note_instructions(request, &catalogue, results);
    catalogue_free(&catalogue);
    return fine ? MODE_FINE : MODE_FAILED;
}

/* Depth */

enum { SPECIMENS_MAX = 256, LEAST_MS = 10 };

/* The repeats of one position, merged: the median of the time to each depth. With several threads nodes vary too. */
typedef struct {
    int depth; /* reached in all repeats */
    double ms[TRIAL_DEPTH_MAX + 1];
    double nodes[TRIAL_DEPTH_MAX + 1];
} Climb;

static bool climb(const Group *group, int index, int depth, const Request *request, Climb *merged, Reason *why) {
    Sample *samples = calloc(2 * (TRIAL_DEPTH_MAX + 1), sizeof *samples);
    if (samples == NULL) return refuse(why, "not enough memory");
    TrialLimits limits = {.techniques = USE_ALL,
                          .depth = depth,
                          .nodes = UINT64_MAX,
                          .time_us = (int64_t)chosen(request->seconds, 5) * 1000000};
    int repeats = chosen(request->repeats, 3);
    bool fine = true;
    merged->depth = depth;
    for (int repeat = 0; fine && repeat <= repeats; repeat++) {
        TrialResult result;
        fine = search_one(group, index, &limits, &result, why);
        for (int at = 1; fine && repeat > 0 && at <= merged->depth; at++) {
            Effort effort;
            if (!effort_to_depth(&result, at, &effort)) merged->depth = at - 1;
            sample_add(&samples[2 * at], (double)(group->threads == 1 ? effort.cpu_us : effort.time_us) / 1000);
            sample_add(&samples[2 * at + 1], (double)effort.nodes);
        }
    }
    for (int at = 1; at <= merged->depth; at++) {
        merged->ms[at] = sample_median(&samples[2 * at]);
        merged->nodes[at] = sample_median(&samples[2 * at + 1]);
    }
    free(samples);
    return fine;
}

static void print_climbs(const Group *group, const Climb climbs[], int depth, Results *results, PlotCurve *curve) {
    for (int at = 1; at <= depth; at++) {
        double ms = 0, nodes = 0;
        int reached = 0;
        for (int i = 0; i < group->count; i++) {
            if (climbs[i].depth < at) continue;
            reached++;
            ms += climbs[i].ms[at];
            nodes += climbs[i].nodes[at];
        }
        results_text(results, "%s", group->game);
        results_number(results, group->threads, 0);
        results_number(results, at, 0);
        results_text(results, "%d of %d", reached, group->count);
        results_number(results, nodes, 0);
        results_number(results, ms, 1);
        if (reached == group->count) plot_point(curve, at, nodes / group->count);
    }
}

/* How much sooner the same positions reach the same depth. What takes less than LEAST_MS says nothing. */
static void compare_threads(const Group *group, const Climb one[], const Climb many[], int depth, Results *results) {
    Sample ratios = {0};
    for (int i = 0; i < group->count; i++) {
        int at = one[i].depth < many[i].depth ? one[i].depth : many[i].depth;
        if (at == depth && one[i].ms[at] >= LEAST_MS) sample_add(&ratios, one[i].ms[at] / many[i].ms[at]);
    }
    results_note(results, "%s: %d threads reach depth %d %.2f times as fast as one (median of %d positions, MAD %.2f)",
                 group->game, group->threads, depth, sample_median(&ratios), ratios.count, sample_mad(&ratios));
}

static bool depth_of_game(const Catalogue *catalogue, int first, const Request *request, Results *results, Plot *plot,
                          Reason *why) {
    int depth = chosen(request->depth, 12);
    bool fine = true;
    Climb *climbs = calloc(2 * SPECIMENS_MAX, sizeof *climbs);
    if (climbs == NULL) return refuse(why, "not enough memory");
    for (int i = 0; fine && i < request->thread_counts; i++) {
        Group group;
        Climb *own = climbs + (i > 0 ? SPECIMENS_MAX : 0);
        fine = group_open(&group, catalogue, first, request->threads[i], request, why);
        if (fine && group.count > SPECIMENS_MAX) group.count = SPECIMENS_MAX;
        for (int j = 0; fine && j < group.count; j++) {
            progress_show("depth: %s, threads %d, position %d of %d", group.game, group.threads, j + 1, group.count);
            fine = climb(&group, j, depth, request, &own[j], why);
        }
        char name[2 * GAME_NAME_SIZE];
        snprintf(name, sizeof name, group.threads > 1 ? "%s, %d threads" : "%s", group.game, group.threads);
        if (fine) print_climbs(&group, own, depth, results, plot_curve(plot, name));
        if (fine && i > 0 && request->threads[0] == 1) compare_threads(&group, climbs, own, depth, results);
        trial_free(group.trial);
    }
    free(climbs);
    return fine;
}

ModeEnd mode_depth(const Request *request, Results *results, Plot *plot, Reason *why) {
    static const char *const columns[] = {"game", "threads", "depth", "reached", "nodes", "time ms", NULL};
    Catalogue catalogue;
    if (request->depth > TRIAL_DEPTH_MAX) {
        refuse(why, "the depth is at most %d", TRIAL_DEPTH_MAX);
        return MODE_FAILED;
    }
    bool fine = catalogue_read(&catalogue, request->file, request->only, why);
    if (!fine) return MODE_FAILED;
    results_table(results, "depth",
                  "Depth: nodes and time (one thread: processor time) over all positions that reach it", columns);
    snprintf(plot->title, sizeof plot->title, "Nodes against depth, by game");
    plot->x_label = "depth in plies";
    plot->y_label = "nodes for a position";
    plot->y_is_logarithmic = true;
    for (int first = 0; fine && first < catalogue.count; first = catalogue_game_end(&catalogue, first)) {
        fine = depth_of_game(&catalogue, first, request, results, plot, why);
    }
    catalogue_free(&catalogue);
    return fine ? MODE_FINE : MODE_FAILED;
}
