/* What each technique is worth: the nodes to a depth as techniques are added one by one, on the same positions. */
#include <stdlib.h>

#include "base/clock.h"
#include "common/textbook.h"
#include "harness/catalogue.h"
#include "harness/progress.h"
#include "modes/modes.h"

enum { LADDER_DEPTH_MAX = 10, RUNGS = 6, ALPHABETA = 1 };

typedef struct {
    const char *name;
    TextbookChoice (*textbook)(Textbook *textbook, const Board *board); /* NULL: the engine's search with: */
    Techniques techniques;
} Rung;

static const Rung rungs[RUNGS] = {
    {"minimax", textbook_minimax, 0},
    {"alpha-beta", textbook_alphabeta, 0},
    {"plus ordering", NULL, USE_ORDER},
    {"plus table", NULL, USE_ORDER | USE_TABLE},
    {"plus forced wins", NULL, USE_ORDER | USE_TABLE | USE_THREATS},
    {"plus bounds", NULL, USE_ALL},
};

/* Sums over all positions; only depths that every position reached are of use. */
typedef struct {
    int depth; /* that all reached */
    Effort at_depth[LADDER_DEPTH_MAX + 1];
} Height;

typedef struct {
    Trial *trial;
    int count;
    const Specimen *specimens;
    int depth;
    int64_t time_us; /* for a position */
} Ladder;

static void add_effort(Effort *sum, Effort effort) {
    sum->nodes += effort.nodes;
    sum->time_us += effort.time_us;
    sum->cpu_us += effort.cpu_us;
}

/* The textbook searches have no deepening: each depth counts alone. */
static void climb_by_textbook(const Ladder *ladder, const Rung *rung, const Board *board, Height *height) {
    int64_t begun_us = clock_now_us();
    for (int depth = 1; depth <= height->depth; depth++) {
        Textbook textbook = {
            .grid = trial_grid(ladder->trial), .depth = depth, .deadline_us = begun_us + ladder->time_us};
        int64_t before_us = machine_cpu_us();
        rung->textbook(&textbook, board);
        if (textbook.was_stopped) {
            height->depth = depth - 1;
            return;
        }
        add_effort(&height->at_depth[depth], (Effort){.nodes = textbook.nodes, .cpu_us = machine_cpu_us() - before_us});
    }
}

static void climb_by_search(const Ladder *ladder, const Rung *rung, const Board *board, Height *height) {
    TrialLimits limits = {
        .techniques = rung->techniques, .depth = height->depth, .nodes = UINT64_MAX, .time_us = ladder->time_us};
    TrialResult result;
    if (height->depth == 0) return;
    trial_run(ladder->trial, board, &limits, &result);
    for (int depth = 1; depth <= height->depth; depth++) {
        Effort effort;
        if (!effort_to_depth(&result, depth, &effort)) {
            height->depth = depth - 1;
            return;
        }
        add_effort(&height->at_depth[depth], effort);
    }
}

static bool climb_rung(const Ladder *ladder, const Rung *rung, Height *height, Reason *why) {
    *height = (Height){.depth = ladder->depth};
    for (int i = 0; i < ladder->count; i++) {
        Board board;
        progress_show("ladder: %s, position %d of %d", rung->name, i + 1, ladder->count);
        if (!diagram_to_board(&ladder->specimens[i].diagram, trial_grid(ladder->trial), &board, why)) return false;
        if (rung->textbook != NULL) {
            climb_by_textbook(ladder, rung, &board, height);
        } else {
            climb_by_search(ladder, rung, &board, height);
        }
    }
    return true;
}

static void print_nodes(const Ladder *ladder, const Height heights[RUNGS], Results *results, Plot *plot) {
    static const char *const all[] = {"technique", "depth 1", "depth 2", "depth 3", "depth 4", "depth 5",
                                      "depth 6",   "depth 7", "depth 8", "depth 9", "depth 10"};
    const char *columns[LADDER_DEPTH_MAX + 2] = {NULL};
    char title[RESULTS_TEXT_SIZE];
    for (int i = 0; i <= ladder->depth; i++) columns[i] = all[i];
    snprintf(title, sizeof title, "Ladder: nodes to a depth, on average of %d positions", ladder->count);
    results_table(results, "nodes", title, columns);
    for (int i = 0; i < RUNGS; i++) {
        PlotCurve *curve = plot_curve(plot, rungs[i].name);
        results_text(results, "%s", rungs[i].name);
        for (int depth = 1; depth <= ladder->depth; depth++) {
            double nodes = (double)heights[i].at_depth[depth].nodes / ladder->count;
            if (depth > heights[i].depth) {
                results_nothing(results);
            } else {
                results_number(results, nodes, 0);
                plot_point(curve, depth, nodes);
            }
        }
    }
}

/* Shares are of alpha-beta, at the last depth that it reached. */
static void print_shares(const Ladder *ladder, const Height heights[RUNGS], Results *results) {
    static const char *const columns[] = {"technique", "depth", "nodes", "of alpha-beta", "cpu ms", "gave up", NULL};
    int depth = heights[ALPHABETA].depth;
    char title[RESULTS_TEXT_SIZE];
    snprintf(title, sizeof title, "Ladder: the same at depth %d, the last that alpha-beta reached", depth);
    results_table(results, "shares", title, columns);
    double whole = (double)heights[ALPHABETA].at_depth[depth].nodes;
    for (int i = 0; i < RUNGS; i++) {
        const Effort *effort = &heights[i].at_depth[depth];
        bool is_there = heights[i].depth >= depth && depth > 0;
        results_text(results, "%s", rungs[i].name);
        results_number(results, heights[i].depth, 0);
        if (is_there) {
            double share = (double)effort->nodes / whole;
            results_number(results, (double)effort->nodes / ladder->count, 0);
            results_text(results, share < 1 ? "1/%.1f" : "%.1f", share < 1 ? 1 / share : share);
            results_number(results, (double)effort->cpu_us / 1000 / ladder->count, 2);
        } else {
            for (int j = 0; j < 3; j++) results_nothing(results);
        }
        if (heights[i].depth < ladder->depth) {
            results_text(results, "at depth %d after %.1f s", heights[i].depth + 1, (double)ladder->time_us / 1e6);
        } else {
            results_text(results, "no");
        }
    }
}

static bool climb_all(const Ladder *ladder, Results *results, Plot *plot, Reason *why) {
    Height heights[RUNGS];
    for (int i = 0; i < RUNGS; i++) {
        if (!climb_rung(ladder, &rungs[i], &heights[i], why)) return false;
    }
    print_nodes(ladder, heights, results, plot);
    print_shares(ladder, heights, results);
    results_note(results,
                 "minimax and alpha-beta are the textbook's, to a fixed depth; from ordering on it is the engine's "
                 "deepening search, all depths up to this one counted");
    results_note(results,
                 "late moves are reduced once forced wins are seen; nodes of the search for forced wins count");
    return true;
}

static void describe_plot(const Ladder *ladder, const char *game, Plot *plot) {
    snprintf(plot->title, sizeof plot->title, "What each technique is worth: nodes against depth on %s", game);
    snprintf(plot->subtitle, sizeof plot->subtitle,
             "average of %d midgames; a curve ends where the search gave up after %.1f s a position", ladder->count,
             (double)ladder->time_us / 1e6);
    plot->x_label = "depth in plies";
    plot->y_label = "nodes";
    plot->y_is_logarithmic = true;
}

ModeEnd mode_ladder(const Request *request, Results *results, Plot *plot, Reason *why) {
    static const Game qubic = {.n = 4, .d = 3, .rule = RULE_LINE};
    const Game *game = request->only != NULL ? request->only : &qubic;
    Catalogue catalogue;
    char name[GAME_NAME_SIZE];
    if (request->depth > LADDER_DEPTH_MAX) {
        refuse(why, "the depth is at most %d", LADDER_DEPTH_MAX);
        return MODE_FAILED;
    }
    if (!catalogue_read(&catalogue, request->file, game, why)) return MODE_FAILED;
    int count = request->positions > 0 && request->positions < catalogue.count ? request->positions : catalogue.count;
    Ladder ladder = {.trial = trial_new(game, chosen(request->hash_mb, 64), 1),
                     .count = count,
                     .specimens = catalogue.specimens,
                     .depth = chosen(request->depth, 8),
                     .time_us = (int64_t)chosen(request->seconds, 60) * 1000000 / count};
    game_name(game, name);
    describe_plot(&ladder, name, plot);
    bool fine = ladder.trial != NULL ? climb_all(&ladder, results, plot, why) : refuse(why, "not enough memory");
    trial_free(ladder.trial);
    catalogue_free(&catalogue);
    return fine ? MODE_FINE : MODE_FAILED;
}
