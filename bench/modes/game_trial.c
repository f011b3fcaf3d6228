#include "modes/game_trial.h"

enum { DEFAULT_HASH_MB = 64 };

bool game_trial_open(GameTrial *group, const Catalogue *catalogue, int first, int threads,
                     const BenchOptions *options) {
    int count = catalogue_game_end(catalogue, first) - first;
    *group = (GameTrial){.threads = threads,
                         .hash_mb = bench_options_or(options->hash_mb, DEFAULT_HASH_MB),
                         .count = count,
                         .positions = &catalogue->positions[first]};
    if (options->positions > 0 && options->positions < count) group->count = options->positions;
    const Game *game = &group->positions->setup.game;
    game_name(game, group->game);
    group->trial = trial_new(game, group->hash_mb, threads);
    return group->trial != NULL;
}

void game_trial_close(GameTrial *group) {
    trial_free(group->trial);
    group->trial = NULL;
}

bool game_trial_position(const GameTrial *group, int index, Position *position, Reason *why) {
    return position_set_up(position, trial_grid(group->trial), &group->positions[index].setup, why);
}

bool game_trial_search(const GameTrial *group, int index, const TrialLimits *limits, TrialResult *result, Reason *why) {
    Position position;
    if (!game_trial_position(group, index, &position, why)) return false;
    if (position_is_over(&position)) {
        return refuse(why, "the game is over in '%.150s'", group->positions[index].entry->fen);
    }
    trial_run(group->trial, &position.board, limits, result);
    return true;
}

bool game_trial_effort(const TrialResult *result, int depth, Effort *effort) {
    bool is_finished = depth <= result->depth, is_proven = result->best.proven;
    /* What is proven holds at any depth. */
    int counted = is_finished ? depth : result->depth;
    *effort = is_finished || is_proven ? result->at_depth[counted] : result->total;
    return is_finished || is_proven;
}

void game_trial_add(Effort *sum, Effort effort) {
    sum->nodes += effort.nodes;
    sum->time_us += effort.time_us;
    sum->cpu_us += effort.cpu_us;
}
