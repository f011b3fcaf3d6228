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

/* For each cell the move that is searched in its place. */
typedef struct {
    uint16_t origin[CELLS_MAX];   /* MOVE_NONE where the cell is not among the moves */
    uint16_t symmetry[CELLS_MAX]; /* that takes the origin, and the line that begins with it, to this cell */
} Mirrors;

/* Keeps the first of each set of moves that a symmetry of the position maps onto each other. */
void root_moves_drop_mirrored(RootMoves *moves, const Board *board, const Symmetries *symmetries, Mirrors *mirrors);
/* Puts them into an order that depends on the seed and the position. */
void root_moves_shuffle(RootMoves *moves, const Board *board, uint64_t seed);
/* Keeps the first ones, and those that complete a line or stop one; of 0 just one, whatever it is. */
void root_moves_cut(RootMoves *moves, const Position *position, int kept);

#endif
