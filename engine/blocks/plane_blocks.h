/* Blocks made for a position, plane by plane, and kept.
 *
 * Where the attacker may still complete lines of a plane, take any few of its open rows and columns, and any of its
 * open diagonals: the cells are the empty ones where rows and columns cross, and they are taken out one by one as long
 * as the defender holds. What can be made depends on the empty cells and the open lines of the plane alone, up to
 * turning it, and positions that follow each other have most planes in common: so all that was made is kept. A
 * PlaneBlocks is for one game and belongs to one thread. */
#ifndef ROWAN_BLOCKS_PLANE_BLOCKS_H
#define ROWAN_BLOCKS_PLANE_BLOCKS_H

#include "blocks/block_library.h"

typedef struct PlaneBlocks PlaneBlocks;

/* For a game in three dimensions. NULL when memory is short. */
PlaneBlocks *plane_blocks_new(const Geometry *geometry);
void plane_blocks_free(PlaneBlocks *store);
/* Takes out all blocks. */
void plane_blocks_clear(PlaneBlocks *store);

/* The blocks of a position, largest gain first. Solving a small game takes a part of *work, and no more is done than
 * this allows. The watch (NULL: none) ends it: the planes that are left go without. False when memory is short. */
bool plane_blocks_library(PlaneBlocks *store, const Lineup *lineup, uint64_t *work, Watch *watch, Library *library);

#endif
