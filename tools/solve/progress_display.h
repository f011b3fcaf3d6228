/* How far the solver has come, in a line on a terminal. The functions are for SolveLimits and solver_proof, with a
 * ProgressDisplay as their context. */
#ifndef ROWAN_SOLVE_PROGRESS_DISPLAY_H
#define ROWAN_SOLVE_PROGRESS_DISPLAY_H

#include "common/progress_line.h"
#include "solving/solver.h"

typedef struct {
    ProgressLine line;
    bool counts_points;
} ProgressDisplay;

/* A few times a second at most. */
void progress_display_show(void *context, const SolveProgress *progress);
void progress_display_show_round(void *context, int round, int entries);

#endif
