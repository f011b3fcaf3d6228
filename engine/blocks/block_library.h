/* The library: every block that is worth having, wherever it fits.
 *
 * Blocks lie in planes of the cube, the diagonal ones included. In a plane of n x n cells, take any few rows and
 * columns: where they cross are the cells, and the lines are these rows and columns and both diagonals. Cells are taken
 * out one by one as long as the defender holds. What is left has a gain, 2 * lines - cells: as many cells are saved
 * compared with pairs. The best are nine lines on twelve cells (three rows, four columns) and ten on thirteen.
 *
 * Rows and columns that symmetries of the plane take to each other give the same blocks, so that few games are solved.
 * Where stones are on the board, blocks/plane_blocks.h makes better ones. A Library belongs to whoever made it; any
 * thread may read it. */
#ifndef ROWAN_BLOCKS_BLOCK_LIBRARY_H
#define ROWAN_BLOCKS_BLOCK_LIBRARY_H

#include "blocks/picture.h"

typedef struct {
    int count, capacity;
    Block *blocks; /* the largest gain first */
} Library;

static inline int library_gain(const Block *block) {
    return 2 * block->lines - block->cells;
}

/* The blocks that hold in a position of a game in three dimensions, which takes a second or two. False when memory is
 * short, or when it was given up. */
bool library_init(Library *library, const Lineup *lineup, Watch *watch);
void library_release(Library *library);

/* For whoever makes blocks in another way: adds one; and puts the largest gain first, blocks of the same gain as they
 * were added, so that the same pictures are found everywhere. Both are false when memory is short. */
bool library_add(Library *library, const Block *block);
bool library_sort(Library *library);

#endif
