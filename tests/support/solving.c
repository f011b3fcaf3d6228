#include "support/solving.h"

static bool set_up_task(Task *task, const Game *game) {
    task->shape = shape_new(game);
    if (task->shape == NULL) return false;
    position_init(&task->position, &task->shape->grid);
    return true;
}

bool task_begin(Task *task, const char *game_text, const char *moves) {
    Game game;
    Reason why;
    return game_parse(word_of(game_text), &game, &why) && set_up_task(task, &game) &&
           position_play_all(&task->position, moves, &why);
}

bool task_begin_at(Task *task, const RefPosition *position) {
    char text[REF_POSITION_TEXT_SIZE];
    const char *cursor = ref_position_text(position, text);
    Diagram diagram;
    Reason why;
    return diagram_parse(&cursor, &diagram, &why) && set_up_task(task, &diagram.game) &&
           position_set_up(&task->position, &task->shape->grid, &diagram, &why);
}

void task_end(Task *task) {
    shape_free(task->shape);
}

Outcome task_solve(const Task *task, Means means, Proof *proof) {
    static const _Atomic bool never = false;
    SolverSpec spec = {.shape = task->shape, .board = &task->position.board, .hash_mb = means.hash_mb};
    SolveLimits limits = {.threads = means.threads, .node_limit = UINT64_MAX, .deadline_us = INT64_MAX, .stop = &never};
    StrategyEffort rounds = {.rounds = means.rounds, .extra_survivors = 8, .budget = 1};
    SolveResult result;
    Reason why;
    Solver *solver = solver_new(&spec);
    if (solver == NULL) return OUTCOME_NONE;
    solver_run(solver, &limits, &result);
    if (proof != NULL && !solver_proof(solver, &rounds, &limits, NULL, proof, &why)) *proof = (Proof){.count = -1};
    solver_free(solver);
    return result.value;
}
