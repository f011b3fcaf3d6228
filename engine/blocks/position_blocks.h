/* Blocks made for a position: fewer than the library has, but within a given amount of work.
 *
 * In each plane of the cube, any few of its rows and columns that are still open for the attacker are taken, and the
 * open diagonals; the block is made of the empty cells where they cross. Cells are taken out one by one as long as the
 * defender holds. With stones on the board few lines are open, and the games are small. */
#ifndef ROWAN_BLOCKS_POSITION_BLOCKS_H
#define ROWAN_BLOCKS_POSITION_BLOCKS_H

#include "blocks/library.h"

/* The blocks of a position of a game in three dimensions, largest gain first. Solving a small game takes a part of
 * *work, and no more is done than this allows. False when memory is short. */
bool position_blocks(Library *library, const Lineup *lineup, uint64_t *work);

/* Positions that follow each other have most planes in common, up to turning: a store keeps what was made in each. It
 * is for one game (all lines count), and belongs to one thread. NULL when memory is short. */
typedef struct PlaneStore PlaneStore;
PlaneStore *plane_store_new(void);
void plane_store_free(PlaneStore *store);
/* As position_blocks, however much work it takes. Before every plane is_over is asked (NULL: never), and ends it: the
 * planes that are left go without. */
bool position_blocks_kept(Library *library, const Lineup *lineup, PlaneStore *store,
                          bool (*is_over)(const void *context), const void *context);

#endif
