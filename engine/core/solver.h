/* The value of a position, with a proof: bounds first, then provers for both sides in turn.
 *
 * Under RULE_LINE a side wins if a prover shows it, and cannot win if it is harmless by weight or pairing, if its
 * prover shows so, or, for O on an empty board, because X could steal its strategy. Two sides that cannot win make a
 * draw. For one thread; the provers use others. Rules that count points have their own solver. */
#ifndef ROWAN_CORE_SOLVER_H
#define ROWAN_CORE_SOLVER_H

#include "kernel/kernel.h"
#include "proof/proof.h"

typedef struct Solver Solver;

typedef struct {
    const Geometry *geometry;
    const Symmetries *symmetries;
    const Grid *grid;
    const Board *board;
    size_t hash_mb;
} SolverSpec;

typedef enum {
    SOLVE_DONE,
    SOLVE_STOPPED,
    SOLVE_OUT_OF_TIME,
    SOLVE_OUT_OF_NODES,
    SOLVE_FULL, /* the memory is used up */
} SolveEnd;

/* Why a side cannot win. */
typedef enum { HARMLESS_NOT_KNOWN, HARMLESS_BY_BOUND, HARMLESS_BY_STEALING, HARMLESS_BY_SEARCH } Harmless;

typedef struct {
    Outcome value; /* OUTCOME_NONE: not known */
    SolveEnd end;
    Harmless harmless[2];
    int move; /* that wins, or MOVE_NONE */
    uint64_t nodes;
    uint64_t expansions;
    uint64_t positions;
} SolveResult;

typedef struct {
    int threads;
    uint64_t node_limit;
    int64_t deadline_us;
    const _Atomic bool *stop;
    /* NULL: none. The nodes are those of both sides, the rest is the attacker's. */
    void (*report)(void *context, Side attacker, const ProveProgress *progress);
    void *context;
} SolveLimits;

/* NULL when memory is short. What the spec points to must outlive the solver. The rule must be RULE_LINE. */
Solver *solver_new(const SolverSpec *spec);
void solver_free(Solver *solver);

/* Running again goes on. */
void solver_run(Solver *solver, const SolveLimits *limits, SolveResult *result);

/* When the value is known: the proof of it, checked and ready to be written. False, with the reason, when there is none
 * that a file can hold, or memory is short. `round` is told the number of entries after each round of minimising. */
bool solver_proof(Solver *solver, const StrategyEffort *effort, const SolveLimits *limits,
                  void (*round)(void *context, int round, int entries), Proof *proof, Reason *why);

#endif
