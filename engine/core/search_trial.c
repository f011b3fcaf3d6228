#include "core/search_trial.h"

#include <stdlib.h>

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

static Effort effort_so_far(const Trial *trial) {
    return (Effort){.nodes = pool_nodes(trial->pool),
                    .time_us = clock_now_us() - trial->begun_us,
                    .cpu_us = clock_cpu_us() - trial->begun_cpu_us};
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
    question_list_moves(&job->root_moves, &position, &none);
    question_drop_mirrored(&job->root_moves, board, trial->shape->symmetries, &question->mirrors);
}

/* Everything as after the start of the program, but for the clock. */
static void begin(Trial *trial, const TrialLimits *limits, TrialResult *result) {
    *result = (TrialResult){.depth = 0};
    tt_clear(trial->tt);
    pool_clear(trial->pool);
    pool_reset_nodes(trial->pool);
    trial->result = result;
    trial->begun_us = clock_now_us();
    trial->begun_cpu_us = clock_cpu_us();
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

/* The signature */

static const struct {
    const char *fen;
    int depth;
} positions[] = {
    {"x3/4/4/x2o//4/4/4/4//1o2/4/2o1/4//x2o/1x2/1xoo/o1xx x", 12},
    {"o3/4/4/4//1ox1/1xx1/1oxx/2o1//2x1/1o1x/4/4//3o/4/4/4 o", 12},
    {"4/4/4/4//4/4/1ox1/2o1//o2o/1ox1/xxo1/x2x//4/1x2/2o1/4 x", 11},
    {"1o2/4/3o/4//4/1x2/4/4//4/1xx1/1x1x/4//3o/3o/1o2/1x1o x", 13},
    {"4/4/4/x2o//4/3x/4/4//o3/xxo1/x1o1/x3//o3/4/1o2/4 x", 12},
    {"5o/5o/6/6/5o/5x//6/1o2x1/6/o5/4o1/6//6/4x1/6/6/3x2/6//6/2x3/6/6/6/6//6/4ox/6/6/1o4/6"
     "//xo1xxx/1x2xo/o3x1/3o2/o3x1/4ox o",
     8},
    {"xox2x/6/o5/6/6/x5//1o4/1x4/1o4/6/1o4/1o4//2x3/6/2o3/6/6/6//6/6/3o2/6/6/5o//6/6/6/6/2o3/6"
     "//2x2x/6/o1xx1x/5o/5x/5x o",
     8},
    {"x1o2/5/o1xx1/x4/x3x//5/5/5/1x3/5//5/5/2x2/5/5//5/ooxo1/2x2/oo1o1/o4//5/5/3o1/5/x4 o", 8},
    {"3/3/1xx//o2/2x/3//1x1/3/o1o o score", 10},
    {"x1o/o2/3//3/3/x1x//o2/1x1/3 o magic", 12},
    {"xo3/x2o1/3x1/3o1/1o2x x score", 9},
    {"1x3x5/11/1x9/3x4o2/2xo1o2oo1/4x1oo1x1/xo2x2xoo1/3o4o1x/5x2x2/2ox7/1x1o1o5 x score", 6},
    {"4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x", 9},
    {"3/3/3//3/3/3//3/3/3 x", 7},
    {"5/5/5/5/5//5/5/5/5/5//5/5/5/5/5//5/5/5/5/5//5/5/5/5/5 x", 7},
    {"3/3/3//3/3/3//3/3/3///3/3/3//3/1x1/3//3/3/3///3/3/3//3/3/3//3/3/3 o", 5},
};

enum { POSITIONS = sizeof positions / sizeof positions[0], HASH_MB = 16 };

uint64_t effort_speed(Effort effort) {
    return effort.nodes * 1000000 / (uint64_t)(effort.cpu_us > 0 ? effort.cpu_us : 1);
}

static bool search(const char *fen, int depth, Effort *effort) {
    Setup setup;
    Reason why;
    if (!setup_parse(&fen, &setup, &why)) return false;
    Trial *trial = trial_new(&setup.game, HASH_MB, 1);
    if (trial == NULL) return false;
    Board board;
    bool fine = setup_to_board(&setup, trial_grid(trial), &board, &why);
    TrialLimits limits = {.techniques = USE_ALL, .depth = depth, .nodes = UINT64_MAX, .time_us = INT64_MAX};
    TrialResult result;
    if (fine) trial_run(trial, &board, &limits, &result);
    if (fine) *effort = result.total;
    trial_free(trial);
    return fine;
}

bool trial_signature(int depth_max, void (*each)(void *context, const SignatureRow *row), void *context,
                     Effort *total) {
    *total = (Effort){0};
    for (int i = 0; i < POSITIONS; i++) {
        SignatureRow row = {.number = i + 1, .count = POSITIONS, .fen = positions[i].fen, .depth = positions[i].depth};
        if (row.depth > depth_max) row.depth = depth_max;
        if (!search(row.fen, row.depth, &row.effort)) return false;
        total->nodes += row.effort.nodes;
        total->time_us += row.effort.time_us;
        total->cpu_us += row.effort.cpu_us;
        each(context, &row);
    }
    return true;
}
