/* The part of the solver for the rules that count points: the exact difference at the end, by search alone. */
#ifndef ROWAN_SOLVING_SOLVER_POINTS_H
#define ROWAN_SOLVING_SOLVER_POINTS_H

#include "solving/solver.h"

/* With one thread. */
void solver_points_run(const SolverSpec *spec, const SolveLimits *limits, SolveResult *result);

#endif
