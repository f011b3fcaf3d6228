/* The library: every block that is worth having, wherever it fits.
 *
 * Blocks lie in planes of the cube, the diagonal ones included. In a plane of n x n cells, take any few rows and
 * columns: where they cross are the cells, and the lines are these rows and columns and both diagonals. Cells are taken
 * out one by one as long as the defender holds. What is left has a gain, 2 * lines - cells: as many cells are saved
 * compared with pairs. The best are nine lines on twelve cells (three rows, four columns) and ten on thirteen.
 *
 * Rows and columns that symmetries of the plane take to each other give the same blocks, so that few games are solved.
 * Blocks made for a position are fewer, but within a given amount of work: any few rows and columns of a plane that are
 * still open for the attacker, and the open diagonals, on the empty cells where they cross. With stones on the board
 * few lines are open, and the games are small. A Library belongs to whoever made it; any thread may read it. */
#ifndef ROWAN_BLOCKS_LIBRARY_H
#define ROWAN_BLOCKS_LIBRARY_H

#include "blocks/picture.h"

typedef struct {
    int count, capacity;
    Block *blocks; /* the largest gain first */
} Library;

static inline int library_gain(const Block *block) {
    return 2 * block->lines - block->cells;
}

/* Asked now and then: is it time to give up? */
typedef bool (*IsOver)(const void *context);

/* The blocks that hold in a position of a game in three dimensions, which takes a second or two. False when memory is
 * short, or when it was given up. */
bool library_init(Library *library, const Lineup *lineup, IsOver is_over, const void *context);
void library_release(Library *library);

/* Positions that follow each other have most planes in common, up to turning: a store keeps what was made in each. It
 * is for one game (all lines count), and belongs to one thread. NULL when memory is short. */
typedef struct PlaneStore PlaneStore;
PlaneStore *plane_store_new(void);
void plane_store_free(PlaneStore *store);

/* The blocks made for a position, largest gain first. Solving a small game takes a part of *work, and no more is done
 * than this allows. With a store (NULL: none) is_over is asked before every plane (NULL: never), and ends it: the
 * planes that are left go without. False when memory is short. */
bool library_for_position(Library *library, const Lineup *lineup, PlaneStore *store, uint64_t *work, IsOver is_over,
                          const void *context);

/* For whoever makes blocks in another way: adds one; and puts the largest gain first, blocks of the same gain as they
 * were added, so that the same pictures are found everywhere. Both are false when memory is short. */
bool library_add(Library *library, const Block *block);
bool library_sort(Library *library);

#endif
