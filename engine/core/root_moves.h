/* The moves that a search looks at in its first ply. */
#ifndef ROWAN_CORE_ROOT_MOVES_H
#define ROWAN_CORE_ROOT_MOVES_H

#include "job/limits.h"
#include "rules/notation.h"
#include "rules/symmetry.h"

typedef struct {
    int count;
    uint16_t move[CELLS_MAX];
} Candidates;

/* All legal moves, or those of `searchmoves`; none when the game is over. */
void candidates_list(Candidates *candidates, const Grid *grid, const Board *board, const Limits *limits);
/* The move is not left out by `searchmoves`. */
bool candidates_allow(const Limits *limits, int move);
/* Keeps one of each set of moves that a symmetry of the position maps onto each other. */
void candidates_drop_mirrored(Candidates *candidates, const Board *board, const Symmetries *symmetries);
/* Puts them into an order that depends on the seed and the position, and keeps the first ones. */
void candidates_shuffle(Candidates *candidates, const Board *board, uint64_t seed, int kept);

#endif
