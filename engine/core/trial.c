#include "core/trial.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "core/answer.h"

struct Trial {
    Shape *shape;
    Pool *pool;
    Tt *tt;
    SearchShared shared;
    TrialResult *result; /* of the run under way */
    int64_t begun_us;
    int64_t begun_cpu_us;
};

Trial *trial_new(const Game *game, int hash_mb, int threads) {
    Trial *trial = calloc(1, sizeof *trial);
    if (trial == NULL) return NULL;
    trial->tt = tt_new((size_t)hash_mb);
    trial->shape = shape_new(game);
    if (trial->shape != NULL) trial->pool = pool_new(trial->shape, threads);
    if (trial->tt != NULL && trial->pool != NULL) {
        tt_populate(trial->tt, threads);
        return trial;
    }
    trial_free(trial);
    return NULL;
}

void trial_free(Trial *trial) {
    if (trial == NULL) return;
    pool_free(trial->pool);
    shape_free(trial->shape);
    tt_free(trial->tt);
    free(trial);
}

const Grid *trial_grid(const Trial *trial) {
    return &trial->shape->grid;
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

/* As the engine searches for a host that asks for one line and allows every move, but for its value alone. */
static void set_up(Trial *trial, const Board *board, const TrialLimits *limits, Question *question) {
    Position position = {.grid = &trial->shape->grid, .board = *board, .last_move = MOVE_NONE};
    GoLimits none;
    limits_init(&none);
    *question = (Question){
        .shape = trial->shape, .board = board, .job = search_job_for(board, &trial->shared), .takes_any_move = true};
    SearchJob *job = &question->job;
    job->depth_limit = limits->depth;
    job->node_limit = limits->nodes;
    job->keep_going = limits->keep_going;
    job->solves_points = true;
    job->techniques = limits->techniques;
    job->report = note_depth;
    job->context = trial;
    root_moves_list(&job->root_moves, &position, &none);
    root_moves_drop_mirrored(&job->root_moves, board, trial->shape->symmetries, &question->mirrors);
}

/* Everything as after the start of the program, but for the clock. */
static void begin(Trial *trial, const TrialLimits *limits, TrialResult *result) {
    *result = (TrialResult){.depth = 0};
    tt_clear(trial->tt);
    pool_clear(trial->pool);
    pool_reset_nodes(trial->pool);
    trial->result = result;
    trial->begun_us = clock_now_us();
    trial->begun_cpu_us = cpu_now_us();
    search_shared_start(&trial->shared, trial->tt, (Budget){limits->time_us, limits->time_us}, trial->begun_us);
}

void trial_run(Trial *trial, const Board *board, const TrialLimits *limits, TrialResult *result) {
    Question question;
    AnswerHelp help = {.pool = trial->pool};
    begin(trial, limits, result);
    set_up(trial, board, limits, &question);
    answer_find(&question, &help, &result->best);
    result->total = effort_so_far(trial);
}
