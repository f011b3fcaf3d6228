/* The part of the solver that holds one side: shows that it can never complete a line, whatever the other side could
 * get. That is less than the value of a position, and all that a tree of moves against this side asks for. */
#ifndef ROWAN_SOLVING_SOLVER_HOLD_H
#define ROWAN_SOLVING_SOLVER_HOLD_H

#include "solving/solver.h"

typedef struct {
    Side attacker; /* the side that is to be held */
    int levels;    /* of a tree of moves above the pictures, counted in moves of the attacker; 0: no tree */
} HoldRequest;

/* By pairs or blocks in this position or, if the other side is to move, after one of its best moves; with a tree
 * (solving/cover.h) also after moves of both sides. The proof is checked and ready to be written. False, with the
 * reason, if none was found; where at most 20 cells are empty the reason may be that there is none: "X gets a line if O
 * only blocks". *nodes is what it took. For RULE_LINE; the game must not be over. */
bool solver_hold(const SolverSpec *spec, const HoldRequest *request, const SolveLimits *limits, Proof *proof,
                 uint64_t *nodes, Reason *why);

#endif
