/* Sets of cells and of lines for the checker's search (proof/rest_solver.c), which is compiled once for each number of
 * words. */
#ifndef ROWAN_PROOF_CHECKER_SETS_H
#define ROWAN_PROOF_CHECKER_SETS_H

#include "rules/geometry.h"
#include "rules/sets.h"

#ifndef SET_WORDS
#define SET_WORDS 2
#endif

enum { SET_SIZE = 64 * SET_WORDS };

typedef struct {
    uint64_t word[SET_WORDS];
} Set;

SETS(set, Set, SET_WORDS)

#endif
