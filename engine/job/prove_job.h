/* What a prover is told and what it reports. A prover tries to prove that one side, the attacker, wins from a position
 * under RULE_LINE. */
#ifndef ROWAN_JOB_PROVE_JOB_H
#define ROWAN_JOB_PROVE_JOB_H

#include <stdatomic.h>

#include "rules/placement.h"

/* What it is made of is known only to the code of its size class. */
typedef struct Prover Prover;

typedef enum {
    PROVE_UNKNOWN, /* a limit or stop came first; running again goes on from there */
    PROVE_WON,     /* the attacker wins */
    PROVE_NOT_WON, /* the attacker cannot win */
    PROVE_FULL,    /* unknown, and no memory is left to go on */
} ProveStatus;

typedef struct {
    uint64_t expansions; /* positions whose moves were listed */
    uint64_t positions;  /* in the graph */
    uint64_t nodes;      /* of the searches for forced wins, and expansions */
    uint32_t proof_number, disproof_number;
    int full_permille;
} ProveProgress;

typedef struct {
    int threads;
    uint64_t expansion_limit; /* in all since the prover was made; UINT64_MAX: none */
    uint64_t node_limit;      /* in all since the prover was made; UINT64_MAX: none */
    int64_t deadline_us;      /* by clock_now_us; INT64_MAX: none */
    const _Atomic bool *stop;
    void (*report)(void *context, const ProveProgress *progress); /* now and then; NULL: never */
    void *context;
} ProveJob;

/* How hard to look for a strategy with few entries. */
typedef struct {
    int rounds;          /* 0: take the moves that are proven already */
    int extra_survivors; /* look at moves that leave the other side up to this many replies */
    int budget;          /* expansions for a move, as a multiple of what the present one costs in entries */
    bool is_outline;     /* decisive moves are not counted: whoever checks the proof finds them */
} StrategyEffort;

typedef struct {
    /* Canonical, not in order; the strategy wins from there within so many plies. */
    void (*entry)(void *context, const Placement *position, int move, int plies);
    void (*round)(void *context, int round, int entries); /* after each */
    void *context;
} StrategyListener;

#endif
