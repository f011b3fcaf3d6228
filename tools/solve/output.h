/* What the solver found, for people, on standard output: the value, what it took, and how it comes about. */
#ifndef ROWAN_SOLVE_OUTPUT_H
#define ROWAN_SOLVE_OUTPUT_H

#include "proof/proof.h"
#include "solving/solver.h"

void output_value(const SolverSpec *spec, const SolveResult *result);
void output_effort(const SolveResult *result);
/* What the value took and, unless that is negative, the proof. */
void output_time(double seconds, double proof_seconds);

/* After a win, or where lines are points: a line of best play. Nothing if none is known. */
void output_line(Solver *solver, const SolverSpec *spec, const SolveResult *result, const SolveLimits *limits);
/* After a draw: what holds each side, and its picture if that is short or wanted. */
void output_draw(Solver *solver, const SolverSpec *spec, const SolveResult *result, bool with_picture);
/* After a proof that one side cannot win: its pairs or blocks on the board, many of them only if that is wanted; or how
 * many pictures there are. */
void output_hold(const Proof *proof, bool with_picture);

#endif
