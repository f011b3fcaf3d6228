/* What each technique is worth: the nodes to each depth as techniques are added one by one, on the same positions. */
#include "base/clock.h"
#include "common/progress_line.h"
#include "common/textbook.h"
#include "modes/game_group.h"
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

/* What a rung took, in sum over all positions. Only depths that every position reached count. */
typedef struct {
    int depth; /* that all reached */
    Effort at_depth[LADDER_DEPTH_MAX + 1];
} RungEffort;

typedef struct {
    GameGroup group;
    int depth;
    int64_t time_us; /* for a position */
} Ladder;

/* The textbook searches do not deepen: each depth is a search of its own. */
static void search_by_textbook(const Ladder *ladder, const Rung *rung, const Position *position, RungEffort *sum) {
    int64_t begun_us = clock_now_us();
    for (int depth = 1; depth <= sum->depth; depth++) {
        Textbook textbook = {.grid = position->grid, .depth = depth, .deadline_us = begun_us + ladder->time_us};
        int64_t before_us = clock_cpu_us();
        rung->textbook(&textbook, &position->board);
        if (textbook.was_stopped) {
            sum->depth = depth - 1;
            return;
        }
        game_group_add(&sum->at_depth[depth], (Effort){.nodes = textbook.nodes, .cpu_us = clock_cpu_us() - before_us});
    }
}

static void search_by_engine(const Ladder *ladder, const Rung *rung, const Position *position, RungEffort *sum) {
    TrialLimits limits = {
        .techniques = rung->techniques, .depth = sum->depth, .nodes = UINT64_MAX, .time_us = ladder->time_us};
    TrialResult result;
    if (sum->depth == 0) return;
    trial_run(ladder->group.trial, &position->board, &limits, &result);
    for (int depth = 1; depth <= sum->depth; depth++) {
        Effort effort;
        if (!game_group_effort(&result, depth, &effort)) {
            sum->depth = depth - 1;
            return;
        }
        game_group_add(&sum->at_depth[depth], effort);
    }
}

static bool climb_rung(const Ladder *ladder, const Rung *rung, RungEffort *sum, Reason *why) {
    *sum = (RungEffort){.depth = ladder->depth};
    for (int i = 0; i < ladder->group.count; i++) {
        Position position;
        progress_line_write("ladder: %s, position %d of %d", rung->name, i + 1, ladder->group.count);
        if (!game_group_position(&ladder->group, i, &position, why)) return false;
        if (position_is_over(&position)) return refuse(why, "position %d is the end of a game", i + 1);
        if (rung->textbook != NULL) {
            search_by_textbook(ladder, rung, &position, sum);
        } else {
            search_by_engine(ladder, rung, &position, sum);
        }
    }
    return true;
}

static void print_nodes(const Ladder *ladder, const RungEffort efforts[RUNGS], const Bench *bench) {
    static const char *const all[] = {"technique", "depth 1", "depth 2", "depth 3", "depth 4", "depth 5",
                                      "depth 6",   "depth 7", "depth 8", "depth 9", "depth 10"};
    TableHead head = {.name = "nodes",
                      .title = "Ladder: nodes to each depth, average of the positions",
                      .legends = {"minimax, alpha-beta: textbook searches to a fixed depth",
                                  "the rest: the engine's search, which deepens; nodes of all depths up to this one",
                                  "once forced wins are seen, nodes of the search for them count, and late moves are "
                                  "reduced"}};
    Results *results = bench->results;
    for (int i = 0; i <= ladder->depth; i++) head.columns[i] = all[i];
    results_table(results, &head);
    results_summary(results, "%d positions", ladder->group.count);
    for (int i = 0; i < RUNGS; i++) {
        PlotCurve *curve = plot_curve(bench->plot, rungs[i].name);
        results_text(results, "%s", rungs[i].name);
        for (int depth = 1; depth <= ladder->depth; depth++) {
            double nodes = (double)efforts[i].at_depth[depth].nodes / ladder->group.count;
            if (depth > efforts[i].depth) {
                results_nothing(results);
            } else {
                results_number(results, nodes, 0);
                plot_point(curve, depth, nodes);
            }
        }
    }
}

/* What a rung took at a depth that it reached, and that as a share of the nodes of alpha-beta. */
static void print_share(const Ladder *ladder, const Effort *effort, const Effort *alphabeta, Results *results) {
    double share = (double)effort->nodes / (double)alphabeta->nodes;
    results_number(results, (double)effort->nodes / ladder->group.count, 0);
    results_text(results, share < 1 ? "1/%.1f" : "%.1f", share < 1 ? 1 / share : share);
    results_number(results, (double)effort->cpu_us / 1000 / ladder->group.count, 2);
}

/* All at the last depth that alpha-beta reached. */
static void print_shares(const Ladder *ladder, const RungEffort efforts[RUNGS], Results *results) {
    static const TableHead table = {
        "shares",
        "Ladder: the same at the last depth that alpha-beta reached",
        {"technique", "depth", "nodes", "of alpha-beta", "cpu ms", "gave up"},
        {"depth: the last that all positions reached", "nodes, cpu (processor time): average per position",
         "of alpha-beta: nodes, as a share of those of alpha-beta"},
    };
    int depth = efforts[ALPHABETA].depth;
    results_table(results, &table);
    results_summary(results, "alpha-beta reached depth %d", depth);
    for (int i = 0; i < RUNGS; i++) {
        results_text(results, "%s", rungs[i].name);
        results_number(results, efforts[i].depth, 0);
        if (efforts[i].depth >= depth && depth > 0) {
            print_share(ladder, &efforts[i].at_depth[depth], &efforts[ALPHABETA].at_depth[depth], results);
        } else {
            for (int j = 0; j < 3; j++) results_nothing(results);
        }
        if (efforts[i].depth < ladder->depth) {
            results_text(results, "at depth %d after %.1f s", efforts[i].depth + 1, (double)ladder->time_us / 1e6);
        } else {
            results_text(results, "no");
        }
    }
}

static bool climb_all(const Ladder *ladder, const Bench *bench) {
    RungEffort efforts[RUNGS];
    for (int i = 0; i < RUNGS; i++) {
        if (!climb_rung(ladder, &rungs[i], &efforts[i], bench->why)) return false;
    }
    print_nodes(ladder, efforts, bench);
    print_shares(ladder, efforts, bench->results);
    return true;
}

static void describe_plot(const Ladder *ladder, Plot *plot) {
    char title[PLOT_TEXT_SIZE];
    snprintf(title, sizeof title, "What each technique is worth: nodes against depth on %s", ladder->group.game.text);
    plot_axes(plot, title, "depth in plies", "nodes");
    snprintf(plot->subtitle, sizeof plot->subtitle,
             "average of %d midgames; a curve ends where the search gave up after %.1f s a position",
             ladder->group.count, (double)ladder->time_us / 1e6);
    plot->y_is_logarithmic = true;
}

ModeEnd mode_ladder(const Bench *bench) {
    const BenchOptions *options = bench->options;
    Ladder ladder = {.depth = options->limits.depth};
    Suite suite;
    if (ladder.depth > LADDER_DEPTH_MAX) {
        refuse(bench->why, "--depth is at most %d for ladder", LADDER_DEPTH_MAX);
        return MODE_FAILED;
    }
    if (!suite_read(&suite, options->file, bench_options_one_game(options), bench->why)) return MODE_FAILED;
    bool fine = game_group_open(&ladder.group, bench, &suite, 0, 1);
    if (fine) {
        ladder.time_us = (int64_t)options->limits.seconds * 1000000 / ladder.group.count;
        describe_plot(&ladder, bench->plot);
        fine = climb_all(&ladder, bench);
        game_group_close(&ladder.group);
    }
    suite_free(&suite);
    return fine ? MODE_FINE : MODE_FAILED;
}
