/* The checker's search of what no block and no pair of a picture takes (proof/blocks_check.h).
 *
 * What is left is a game of its own: lines cut down to the cells that are left. The attacker moves first and wants all
 * cells of a line; the defender wants a stone on every line. This search trusts nothing but that rule. It gives up when
 * the budget of nodes is spent. */
#ifndef ROWAN_PROOF_REST_CHECK_H
#define ROWAN_PROOF_REST_CHECK_H

#include "rules/geometry.h"

typedef struct {
    int cells; /* numbered from 0 */
    int lines;
    uint8_t size[LINES_MAX]; /* cells of each line */
    uint16_t cell[LINES_MAX][EDGE_MAX];
} CutLines;

typedef enum { REST_HOLDS, REST_FAILS, REST_TOO_MUCH, REST_NO_MEMORY } RestVerdict;

typedef struct {
    uint64_t nodes;                       /* that are left: each node takes one */
    bool (*is_over)(const void *context); /* asked now and then: give up? NULL: never */
    const void *context;
} RestBudget;

/* Can the defender, moving second, get a stone on every line? REST_FAILS says that the attacker completes a line,
 * REST_TOO_MUCH that the budget did not suffice. */
RestVerdict rest_check(const CutLines *game, RestBudget *budget);

#endif
