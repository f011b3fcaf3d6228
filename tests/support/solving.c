#include "support/solving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool check_both_ways(const Proof *proof, ProofFindings *findings) {
    ProofFindings plainly;
    Work work = {.steps_max = UINT64_MAX};
    bool holds = proof_check(proof, findings);
    if (!proof_has_entries(proof) || findings->verdict == PROOF_TOO_MUCH) return holds;
    proof_check_plainly(proof, &work, &plainly);
    if (plainly.verdict == findings->verdict && strcmp(plainly.why.text, findings->why.text) == 0 &&
        (!holds || plainly.moves_found == findings->moves_found))
        return holds;
    fprintf(stderr, "the checker says '%s' and, plainly, '%s'\n", findings->why.text, plainly.why.text);
    abort();
}
