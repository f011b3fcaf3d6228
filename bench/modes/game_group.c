#include "modes/game_group.h"

bool game_group_open(GameGroup *group, const Bench *bench, const Suite *suite, int first, int threads) {
    const BenchOptions *options = bench->options;
    int count = suite_game_end(suite, first) - first;
    *group = (GameGroup){
        .threads = threads, .hash_mb = options->limits.hash_mb, .count = count, .positions = &suite->positions[first]};
    if (options->limits.positions > 0 && options->limits.positions < count) group->count = options->limits.positions;
    const Game *game = &group->positions->setup.game;
    group->game = game_name(game);
    group->trial = trial_new(game, group->hash_mb, threads);
    return group->trial != NULL || refuse(bench->why, "not enough memory");
}

void game_group_close(GameGroup *group) {
    trial_free(group->trial);
    group->trial = NULL;
}

bool game_group_position(const GameGroup *group, int index, Position *position, Reason *why) {
    return position_set_up(position, trial_grid(group->trial), &group->positions[index].setup, why);
}

bool game_group_search(const GameGroup *group, int index, const TrialLimits *limits, TrialResult *result, Reason *why) {
    Position position;
    if (!game_group_position(group, index, &position, why)) return false;
    if (position_is_over(&position)) {
        return refuse(why, "the game is over in '%.150s'", group->positions[index].fen);
    }
    trial_run(group->trial, &position.board, limits, result);
    return true;
}

bool game_group_effort(const TrialResult *result, int depth, Effort *effort) {
    bool is_finished = depth <= result->depth, is_proven = result->best.proven;
    /* What is proven holds at any depth. */
    int counted = is_finished ? depth : result->depth;
    *effort = is_finished || is_proven ? result->at_depth[counted] : result->total;
    return is_finished || is_proven;
}

void game_group_add(Effort *sum, Effort effort) {
    sum->nodes += effort.nodes;
    sum->time_us += effort.time_us;
    sum->cpu_us += effort.cpu_us;
}
