/* The game of point 3 of proofs by blocks (tools/verify/PROOFS.md), for a second checker: the attacker moves first and
 * wants all cells of a line, the defender a stone on each. Written from that description alone; it shares no code with
 * engine/proof. Sets are numbers of 128 bits, so boards with more cells or lines are not for it.
 *
 * For one thread. */
#ifndef ROWAN_REFERENCE_REST_GAME_H
#define ROWAN_REFERENCE_REST_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "reference/reference.h"

__extension__ typedef unsigned __int128 RefSet;

enum { REF_SET_SIZE = 128 };

static inline RefSet ref_set_of(int element) {
    return (RefSet)1 << element;
}

static inline int ref_set_count(RefSet set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* The smallest element of a set that has one. */
static inline int ref_set_first(RefSet set) {
    uint64_t low = (uint64_t)set;
    return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

typedef struct RestGame RestGame;

/* For a board of at most REF_SET_SIZE cells and lines; NULL when memory is short. */
RestGame *rest_game_new(const RefGame *game);
void rest_game_free(RestGame *rest);

typedef enum { REST_GAME_HELD, REST_GAME_LOST, REST_GAME_GIVEN_UP } RestGameResult;

/* Does the defender, moving second, get a stone on all of these lines, with these cells of them to play on? *nodes are
 * left to be looked at, and become fewer. */
RestGameResult rest_game_solve(RestGame *rest, RefSet lines, RefSet cells, uint64_t *nodes);

#endif
