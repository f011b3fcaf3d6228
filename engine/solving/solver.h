/* The value of a position, and under RULE_LINE a proof of it.
 *
 * Under RULE_LINE bounds come first, then provers for both sides in turn. A side wins if a prover shows it, and cannot
 * win if it is held by weight, pairing or blocks (solving/held.h), if its prover shows that it cannot, or, for O on
 * an empty board, because X could steal its strategy. If neither side can win, it is a draw. Under the rules that count
 * points it is a draw if pairs or blocks hold both sides; else the exact difference is searched for
 * (solver_points.c). A Solver belongs to one thread; the provers use others. */
#ifndef ROWAN_SOLVING_SOLVER_H
#define ROWAN_SOLVING_SOLVER_H

#include "job/prove_job.h"
#include "proof/proof.h"
#include "rules/shape.h"
#include "solving/held.h"
#include "solving/win_length.h"

typedef struct Solver Solver;

typedef struct {
    const Shape *shape;
    const Board *board;
    size_t hash_mb;
    uint64_t order_seed; /* for points: another order of moves, to check a result with; usually 0 */
} SolverSpec;

typedef enum {
    SOLVE_DONE,
    SOLVE_STOPPED,
    SOLVE_OUT_OF_TIME,
    SOLVE_OUT_OF_NODES,
    SOLVE_FULL,     /* the memory is used up */
    SOLVE_TOO_WIDE, /* points: too many cells are on open lines */
} SolveEnd;

/* Why the value is not known, for people; "" for SOLVE_DONE. */
const char *solve_end_text(SolveEnd end);

/* Why a side cannot win. */
typedef enum { HELD_NOT_KNOWN, HELD_BY_BOUND, HELD_BY_STEALING, HELD_BY_SEARCH } WhyHeld;

typedef struct {
    Outcome value; /* OUTCOME_NONE: not known */
    SolveEnd end;
    WhyHeld held[2];
    int move; /* that keeps the value; for lines, one that wins or that the draw takes; or MOVE_NONE */
    uint64_t nodes;
    uint64_t expansions;
    uint64_t positions;
    int lower, upper; /* points: proven bounds on the final difference, for the side to move */
    int live_cells;   /* points: empty cells on open lines */
    int line_length;  /* points: of a line of best play, as far as it matters */
    uint16_t line[CELLS_MAX];
} SolveResult;

/* How far it has come. */
typedef struct {
    uint64_t nodes;
    bool looks_for_blocks; /* and nothing else yet */
    Side attacker;         /* lines: whose win is being tried; */
    ProveProgress prover;  /* and how far that is. Its nodes are those of both sides */
    int lower, upper;      /* points: as in the result */
    int tree_moves;        /* a tree of moves that held the attacker: how many moves it has in the first position, */
    int tree_answered;     /* and how many of them are answered */
    int tree_pictures;     /* that were found */
    uint64_t check_steps;  /* the value is known; the check of its proof has taken so many. 0: not yet */
    bool looks_for_line;   /* all is known but the longest defence */
} SolveProgress;

typedef struct {
    int threads;
    uint64_t node_limit;
    int64_t deadline_us;
    const _Atomic bool *stop;
    void (*report)(void *context, const SolveProgress *progress); /* now and then; NULL: never */
    void *context;
} SolveLimits;

/* NULL when memory is short. What the spec points to must outlive the solver. */
Solver *solver_new(const SolverSpec *spec);
void solver_free(Solver *solver);

/* Running again goes on; for points, it starts again. */
void solver_run(Solver *solver, const SolveLimits *limits, SolveResult *result);

/* When the value is known: the proof of it, checked and ready to be written. False, with the reason, when there is none
 * that a file can hold, memory is short, or it was stopped. A stop while it is minimised ends only that: the proof is
 * as small as it is by then. `round` is told the number of entries after each round of minimising. */
bool solver_proof(Solver *solver, const StrategyEffort *effort, const SolveLimits *limits,
                  void (*round)(void *context, int round, int entries), Proof *proof, Reason *why);

/* After a win under RULE_LINE: how long it takes at most, and the line against the longest defence, by the strategy
 * that the prover has found. False if that is not known, or takes too long. */
bool solver_line(Solver *solver, const SolveLimits *limits, CourseLine *line);
/* After a draw: what holds each side; HELD_NOT: search does, or X could steal the strategy. */
const Held *solver_held(const Solver *solver);
/* The proof of a draw that pairs or blocks prove, as they were found: not checked once more. */
bool solver_draft(Solver *solver, Proof *proof);

/* The exact difference under the rules that count points, by search alone, with one thread: for solver_run. */
void solver_points_run(const SolverSpec *spec, const SolveLimits *limits, SolveResult *result);
/* The check of a proof before it is given away, which drops entries that no play reaches: for solver_hold. */
bool solver_check(Proof *proof, const SolveLimits *limits, uint64_t steps_max, bool ends_at_stop, Reason *why);

/* To hold one side is less than the value of a position, and all that a tree of moves against this side asks for. */
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
