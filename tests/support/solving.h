/* The solver, run on test positions without limits. */
#ifndef ROWAN_TESTS_SUPPORT_SOLVING_H
#define ROWAN_TESTS_SUPPORT_SOLVING_H

#include "solving/solver.h"
#include "support/test_position.h"

typedef struct {
    size_t hash_mb;
    int threads;
    int rounds; /* of minimising the proof */
    bool is_outline;
} SolveMeans;

/* The value, and its proof unless that is NULL; proof->count is -1 when there is none. */
Outcome solve(const TestPosition *test, SolveMeans means, Proof *proof);

/* The verdict of the checker, in both its ways: the program ends if the plain way has another one. */
bool check_both_ways(const Proof *proof, ProofFindings *findings);

#endif
