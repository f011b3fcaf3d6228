/* The search of what the blocks of a picture leave, for finding pictures and for playing by them.
 *
 * What is left is a game of its own: lines cut down to the cells that are left. The attacker moves first and wants all
 * cells of a line; the defender wants a stone on every line. This search is built for speed and shares no code with
 * that of the proof checker (proof/rest_check.h), which has the last word on every proof that is written. All memory is
 * taken at the start. A RestSearch belongs to one thread. */
#ifndef ROWAN_BLOCKS_REST_H
#define ROWAN_BLOCKS_REST_H

#include "base/watch.h"
#include "rules/geometry.h"
#include "rules/sets.h"

typedef struct {
    int cells; /* numbered from 0 */
    int lines;
    uint8_t size[LINES_MAX]; /* cells of each line */
    uint16_t cell[LINES_MAX][EDGE_MAX];
} Rest;

typedef struct {
    uint64_t nodes; /* that are left: each node takes one */
    Watch *watch;   /* NULL: none */
    int depth;      /* to begin with, in moves of the attacker; what fails goes deeper */
    CellSet used;   /* set by what holds: the cells that this rests on. Elsewhere the attacker may have stones more */
} RestEffort;

typedef struct RestSearch RestSearch;

/* NULL when memory is short. */
RestSearch *rest_search_new(void);
void rest_search_free(RestSearch *search);

/* The defender, moving second, gets a stone on every line. False also if the effort does not suffice to show it. The
 * depth of the effort is then the one that showed it: a search after an attack that begins with this depth finds the
 * answer soon. */
bool rest_search_holds(RestSearch *search, const Rest *rest, RestEffort *effort);

/* The same for the defender moving first. Returns the cell to take, or -1. Leaves `used` without a meaning. */
int rest_search_answer(RestSearch *search, const Rest *rest, RestEffort *effort);

/* How many cells a largest assignment of two cells of its own to every line lacks: 0 if pairs hold everything. */
int rest_search_lack(RestSearch *search, const Rest *rest);

#endif
