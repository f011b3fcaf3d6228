/* Random openings of a game, of various lengths: undecided, and no two of them the same up to symmetry. They depend on
 * the seed alone. For one thread. */
#ifndef ROWAN_BALANCE_CANDIDATES_H
#define ROWAN_BALANCE_CANDIDATES_H

#include "base/rng.h"
#include "rules/position.h"
#include "rules/shape.h"

enum { CANDIDATE_TEXT_SIZE = CELLS_MAX * (MOVE_TEXT_SIZE + 1) };

typedef struct {
    Position position;
    char moves[CANDIDATE_TEXT_SIZE]; /* from the empty board, with blanks between them */
} Candidate;

typedef struct {
    const Shape *shape;
    int plies_min, plies_max;
    Rng rng;
    int count, capacity;
    uint64_t *keys; /* of all candidates so far */
} Candidates;

/* The lengths suit the board. candidates_free when done, in any case. */
void candidates_init(Candidates *candidates, const Shape *shape, uint64_t seed);
/* False: there seem to be no more, or memory is short. */
bool candidates_next(Candidates *candidates, Candidate *candidate);
void candidates_free(Candidates *candidates);

#endif
