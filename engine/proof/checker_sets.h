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

/* A loop over the elements of a set, which does not change meanwhile. It cannot be left by a break. */
#define SET_EACH(element, set)                                                                                         \
    for (int element##_word = 0; element##_word < SET_WORDS; element##_word++)                                         \
        for (uint64_t element##_bits = (set).word[element##_word]; element##_bits != 0;                                \
             element##_bits &= element##_bits - 1)                                                                     \
            for (int element = 64 * element##_word + sets_first_bit(element##_bits), element##_once = 1;               \
                 element##_once != 0; element##_once = 0)

#endif
