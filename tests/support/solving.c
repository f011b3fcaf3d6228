#include "support/solving.h"

Outcome solve(const TestPosition *test, SolveMeans means, Proof *proof) {
    static const _Atomic bool never = false;
    SolverSpec spec = {.shape = test->shape, .board = &test->position.board, .hash_mb = means.hash_mb};
    SolveLimits limits = {.threads = means.threads, .node_limit = UINT64_MAX, .deadline_us = INT64_MAX, .stop = &never};
    StrategyEffort effort = {
        .rounds = means.rounds, .extra_survivors = 64, .budget = 6, .is_outline = means.is_outline};
    SolveResult result;
    Reason why;
    Solver *solver = solver_new(&spec);
    if (solver == NULL) return OUTCOME_NONE;
    solver_run(solver, &limits, &result);
    if (proof != NULL && !solver_proof(solver, &effort, &limits, NULL, proof, &why)) *proof = (Proof){.count = -1};
    solver_free(solver);
    return result.value;
}
