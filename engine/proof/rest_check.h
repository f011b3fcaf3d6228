/* The checker's search of what no block and no pair of a picture takes (proof/blocks_check.h).
 *
 * What is left is a game of its own: lines cut down to the cells that are left. The attacker moves first and wants all
 * cells of a line; the defender wants a stone on every line. This search trusts nothing but that rule. */
#ifndef ROWAN_PROOF_REST_CHECK_H
#define ROWAN_PROOF_REST_CHECK_H

#include "proof/work.h"
#include "rules/geometry.h"

typedef struct {
    int cells; /* numbered from 0 */
    int lines;
    bool is_out[LINES_MAX];  /* a line that is no part of the game: it is stopped, or a block takes it */
    uint8_t size[LINES_MAX]; /* cells of each line */
    uint16_t cell[LINES_MAX][EDGE_MAX];
} CutLines;

/* What was found out about parts of games. Games that share a memory must be cut from the same lines, with the same
 * numbers of cells and lines: then a part is the same game wherever it comes up. For one thread. */
typedef struct RestMemory RestMemory;
/* For a board of so many cells and lines; NULL when memory is short. */
RestMemory *rest_memory_new(int cells, int lines);
void rest_memory_free(RestMemory *memory);

typedef enum { REST_HOLDS, REST_FAILS, REST_TOO_MUCH } RestVerdict;

/* Can the defender, moving second, get a stone on every line? REST_FAILS says that the attacker completes a line,
 * REST_TOO_MUCH that the work did not suffice to tell. Adds the positions looked at to *nodes. */
RestVerdict rest_check(const CutLines *game, RestMemory *memory, Work *work, uint64_t *nodes);

/* The attacker takes a cell of a game that REST_HOLDS was said of. *answer is then a cell that holds, or MOVE_NONE if
 * any will do. */
RestVerdict rest_check_answer(const CutLines *game, int attack, RestMemory *memory, Work *work, int *answer);

#endif
