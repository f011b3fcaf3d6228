#include "solving/solver.h"

#include "base/clock.h"
#include "kernel/eval/points_prospects.h"
#include "kernel/pool.h"

typedef struct {
    const SolveLimits *limits;
    Pool *pool;
    SearchShared shared;
    SolveResult *result;
    int64_t next_report_us;
} PointsRun;

static void note_bound(void *context, const SearchLine *line) {
    PointsRun *run = context;
    int *bound = line->bound == BOUND_LOWER ? &run->result->lower : &run->result->upper;
    *bound = line->value / VALUE_POINT;
}

static bool pulse(void *context, const SearchPlace *place) {
    (void)place;
    enum { REPORT_US = 200000 };
    PointsRun *run = context;
    const SolveLimits *limits = run->limits;
    int64_t now_us = clock_now_us();
    if (limits->report != NULL && now_us >= run->next_report_us) {
        SolveProgress progress = {
            .nodes = pool_nodes(run->pool), .lower = run->result->lower, .upper = run->result->upper};
        run->next_report_us = now_us + REPORT_US;
        limits->report(limits->context, &progress);
    }
    return atomic_load(limits->stop);
}

static Outcome outcome_of(int difference, Side side) {
    if (difference == 0) return OUTCOME_DRAW;
    return (difference > 0) == (side == SIDE_X) ? OUTCOME_X_WINS : OUTCOME_O_WINS;
}

static SolveEnd end_of(const PointsRun *run) {
    if (atomic_load(run->limits->stop)) return SOLVE_STOPPED;
    if (run->result->nodes >= run->limits->node_limit) return SOLVE_OUT_OF_NODES;
    return clock_now_us() >= run->limits->deadline_us ? SOLVE_OUT_OF_TIME : SOLVE_FULL;
}

static void search(PointsRun *run, const SolverSpec *spec) {
    SolveResult *result = run->result;
    SearchLine best;
    SearchJob job = search_job_for(spec->board, &run->shared);
    job.node_limit = run->limits->node_limit;
    job.order_seed = spec->order_seed;
    job.report = note_bound;
    job.pulse = pulse;
    job.context = run;
    bool is_solved = pool_kernel(run->pool)->solve(pool_first(run->pool), &job, &best);
    result->nodes = pool_nodes(run->pool);
    result->end = is_solved ? SOLVE_DONE : end_of(run);
    if (!is_solved) return;
    result->lower = result->upper = best.value / VALUE_POINT;
    result->value = outcome_of(best.value, board_side(spec->board));
    if (best.pv_length > 0) result->move = best.pv[0];
    result->line_length = best.pv_length;
    for (int i = 0; i < best.pv_length; i++) result->line[i] = best.pv[i];
}

void solver_points_run(const SolverSpec *spec, const SolveLimits *limits, SolveResult *result) {
    int lines = spec->shape->geometry->lines;
    Prospects prospects;
    prospects_of(&spec->shape->grid, spec->board, &prospects);
    *result = (SolveResult){.end = SOLVE_TOO_WIDE,
                            .move = MOVE_NONE,
                            .lower = -lines,
                            .upper = lines,
                            .live_cells = survey_live_cells(&spec->shape->grid, &prospects)};
    if (result->live_cells > SURVEY_CELLS_MAX) return;
    int64_t now_us = clock_now_us();
    int64_t left_us = limits->deadline_us == INT64_MAX ? INT64_MAX : limits->deadline_us - now_us;
    PointsRun run = {.limits = limits, .result = result, .pool = pool_new(spec->shape, 1)};
    Tt *tt = tt_new(spec->hash_mb);
    result->end = SOLVE_FULL;
    if (run.pool != NULL && tt != NULL) {
        search_shared_start(&run.shared, tt, (Budget){left_us, left_us}, now_us);
        search(&run, spec);
    }
    tt_free(tt);
    pool_free(run.pool);
}
