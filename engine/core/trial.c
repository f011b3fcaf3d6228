#include "core/trial.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "core/root_moves.h"
#include "kernel/pool.h"

struct Trial {
    Geometry *geometry;
    Symmetries *symmetries;
    Pool *pool;
    Tt *tt;
    SearchShared shared;
    TrialResult *result; /* of the run under way */
    int64_t begun_us;
    int64_t begun_cpu_us;
    Grid grid;
};

Trial *trial_new(const Game *game, int hash_mb, int threads) {
    Trial *trial = calloc(1, sizeof *trial);
    if (trial == NULL) return NULL;
    trial->tt = tt_new((size_t)hash_mb);
    trial->geometry = geometry_new(game);
    if (trial->geometry != NULL) trial->symmetries = symmetries_new(trial->geometry);
    if (trial->symmetries != NULL) trial->pool = pool_new(trial->geometry, trial->symmetries, threads);
    if (trial->tt == NULL || trial->pool == NULL) {
        trial_free(trial);
        return NULL;
    }
    grid_init(&trial->grid, trial->geometry);
    return trial;
}

void trial_free(Trial *trial) {
    if (trial == NULL) return;
    pool_free(trial->pool);
    symmetries_free(trial->symmetries);
    geometry_free(trial->geometry);
    tt_free(trial->tt);
    free(trial);
}

const Grid *trial_grid(const Trial *trial) {
    return &trial->grid;
}

static int64_t cpu_now_us(void) {
    return (int64_t)((double)clock() * (1e6 / CLOCKS_PER_SEC));
}

static Effort effort_so_far(const Trial *trial) {
    return (Effort){.nodes = pool_nodes(trial->pool),
                    .time_us = clock_now_us() - trial->begun_us,
                    .cpu_us = cpu_now_us() - trial->begun_cpu_us};
}

static void note_depth(void *context, const SearchLine *line) {
    Trial *trial = context;
    TrialResult *result = trial->result;
    if (line->depth <= result->depth || line->depth > TRIAL_DEPTH_MAX) return;
    result->depth = line->depth;
    result->at_depth[line->depth] = effort_so_far(trial);
}

/* As the engine searches for a host that asks for one line and allows every move. */
static void list_root_moves(const Trial *trial, const Board *board, SearchJob *job) {
    Limits limits;
    Candidates candidates;
    limits_init(&limits);
    candidates_list(&candidates, &trial->grid, board, &limits);
    candidates_drop_mirrored(&candidates, board, trial->symmetries);
    job->free_choice = true;
    job->root_move_count = candidates.count;
    memcpy(job->root_moves, candidates.move, sizeof candidates.move[0] * (size_t)candidates.count);
}

static void set_up_job(Trial *trial, const Board *board, const TrialLimits *limits, SearchJob *job) {
    *job = (SearchJob){.root = placement_of_board(board),
                       .depth_limit = limits->depth,
                       .node_limit = limits->nodes,
                       .mate_limit = LIMIT_NONE,
                       .keep_going = limits->keep_going,
                       .multipv = 1,
                       .techniques = limits->techniques,
                       .shared = &trial->shared,
                       .report = note_depth,
                       .context = trial};
    list_root_moves(trial, board, job);
}

/* Everything as after the start of the program, but for the clock. */
static void begin(Trial *trial, const Board *board, const TrialLimits *limits, TrialResult *result, SearchJob *job) {
    *result = (TrialResult){.depth = 0};
    set_up_job(trial, board, limits, job);
    tt_clear(trial->tt);
    pool_clear(trial->pool);
    trial->result = result;
    trial->begun_us = clock_now_us();
    trial->begun_cpu_us = cpu_now_us();
    atomic_store(&trial->shared.stop, false);
    atomic_store(&trial->shared.start_us, trial->begun_us);
    atomic_store(&trial->shared.clock_is_on, true);
    trial->shared.budget = (Budget){.soft_us = limits->time_us, .hard_us = limits->time_us};
    trial->shared.tt = trial->tt;
}

void trial_run(Trial *trial, const Board *board, const TrialLimits *limits, TrialResult *result) {
    SearchJob job;
    begin(trial, board, limits, result, &job);
    pool_search(trial->pool, &job, &result->best);
    result->total = effort_so_far(trial);
}

bool trial_solve(Trial *trial, const Board *board, const TrialLimits *limits, TrialResult *result) {
    const Kernel *kernel = pool_kernel(trial->pool);
    SearchJob job;
    begin(trial, board, limits, result, &job);
    kernel->reset_nodes(pool_first(trial->pool));
    bool is_solved = kernel->solve(pool_first(trial->pool), &job, &result->best);
    result->total = effort_so_far(trial);
    return is_solved;
}
