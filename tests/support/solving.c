#include "support/solving.h"

static bool set_up_task(Task *task, const Game *game) {
    *task = (Task){.geometry = geometry_new(game)};
    task->symmetries = task->geometry != NULL ? symmetries_new(task->geometry) : NULL;
    if (task->symmetries == NULL) return false;
    grid_init(&task->grid, task->geometry);
    board_init(&task->board);
    return true;
}

bool task_begin(Task *task, const char *game_text, const char *moves) {
    Game game;
    Reason why;
    Word word;
    int cell;
    if (!game_parse(word_of(game_text), &game, &why) || !set_up_task(task, &game)) return false;
    while (word_next(&moves, &word)) {
        if (!move_parse(&game, word, &cell, &why)) return false;
        board_play(&task->grid, &task->board, cell);
    }
    return true;
}

bool task_begin_at(Task *task, const RefPosition *position) {
    char text[REF_POSITION_TEXT_SIZE];
    const char *cursor = ref_position_text(position, text);
    Diagram diagram;
    Reason why;
    return diagram_parse(&cursor, &diagram, &why) && set_up_task(task, &diagram.game) &&
           diagram_to_board(&diagram, &task->grid, &task->board, &why);
}

void task_end(Task *task) {
    symmetries_free(task->symmetries);
    geometry_free(task->geometry);
}

Outcome task_solve(const Task *task, Means means, Proof *proof) {
    static const _Atomic bool never = false;
    SolverSpec spec = {task->geometry, task->symmetries, &task->grid, &task->board, means.hash_mb};
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
