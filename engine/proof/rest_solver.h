/* The search behind proof/rest_check.h. It is compiled for two sizes of sets; the smaller is faster. */
#ifndef ROWAN_PROOF_REST_SOLVER_H
#define ROWAN_PROOF_REST_SOLVER_H

#include <stddef.h>

#include "proof/rest_check.h"

typedef struct {
    int set_size;      /* for boards with at most so many cells and lines */
    size_t entry_size; /* of the memory */
    /* As rest_check and rest_check_answer. */
    RestVerdict (*check)(const CutLines *game, RestMemory *memory, Work *work, uint64_t *nodes);
    RestVerdict (*answer)(const CutLines *game, int attack, RestMemory *memory, Work *work, int *answer);
} RestSolver;

extern const RestSolver rest_solver_small, rest_solver_large;

struct RestMemory {
    const RestSolver *solver;
    int bits;           /* there are 2^bits entries */
    uint64_t entries[]; /* zeros at first */
};

#endif
