/* The moves that a search looks at in its first ply. */
#ifndef ROWAN_CORE_ROOT_MOVES_H
#define ROWAN_CORE_ROOT_MOVES_H

#include "job/search_job.h"
#include "rules/position.h"
#include "rules/symmetry.h"

/* All legal moves, or those of `searchmoves`; none when the game is over. */
void root_moves_list(RootMoves *moves, const Position *position, const GoLimits *limits);
/* The move is not left out by `searchmoves`. */
bool root_moves_allow(const GoLimits *limits, int move);
/* Keeps one of each set of moves that a symmetry of the position maps onto each other. */
void root_moves_drop_mirrored(RootMoves *moves, const Board *board, const Symmetries *symmetries);
/* Puts them into an order that depends on the seed and the position, and keeps the first ones. */
void root_moves_shuffle(RootMoves *moves, const Board *board, uint64_t seed, int kept);

#endif
