/* A second checker of proofs by pairs and by blocks, in either form. It is written from tools/verify/PROOFS.md alone
 * and shares no code with engine/proof or engine/rules, so that a proof which both accept is wrong only if both are.
 * Small and plain rather than fast. For one thread. */
#ifndef ROWAN_REFERENCE_SECOND_CHECKER_H
#define ROWAN_REFERENCE_SECOND_CHECKER_H

#include "reference/proof_text.h"

typedef enum {
    SECOND_HOLDS,
    SECOND_REFUSED,
    SECOND_GIVEN_UP, /* too many nodes, or too little memory */
    SECOND_NOT_MINE  /* a proof of another kind, or of a board with more than 128 cells or lines */
} SecondVerdict;

/* *nodes are what it may look at, and then what it has left. The reason is for any verdict but SECOND_HOLDS. `progress`
 * is told after each picture how many are done, of how many; it may be NULL. */
SecondVerdict second_check(const char *text, size_t size, uint64_t *nodes, void (*progress)(int done, int all),
                           char why[REF_WHY_SIZE]);

#endif
