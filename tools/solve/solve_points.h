/* Solving for the tool `solve` under the rules that count points: the exact difference at the end. */
#ifndef ROWAN_SOLVE_SOLVE_POINTS_H
#define ROWAN_SOLVE_SOLVE_POINTS_H

#include <stdatomic.h>

#include "rules/notation.h"
#include "rules/symmetry.h"

typedef struct {
    const Geometry *geometry;
    const Symmetries *symmetries;
    const Grid *grid;
    const Board *board;
    int hash_mb;
    int64_t time_ms; /* 0: no limit */
    int order;       /* of moves: 1 the usual, any other another one */
    bool show_progress;
    const _Atomic bool *interrupted;
} DifferenceTask;

/* Prints the value, or why it is not known and the bounds that are. Returns the exit status: 0 if the value
 * is known, 1 if not. */
int difference_solve(const DifferenceTask *task);

#endif
