/* Pictures: disjoint blocks that together with a search of what they leave hold one side for good.
 *
 * A block is a set of cells and some lines, cut down to these cells, such that the defender, moving second, gets a
 * stone on every cut line inside the block. proof/blocks_check.h says why a picture holds the attacker. Plain data; any
 * thread. */
#ifndef ROWAN_BLOCKS_PICTURE_H
#define ROWAN_BLOCKS_PICTURE_H

#include "blocks/block_game.h"
#include "blocks/lineup.h"
#include "blocks/rest.h"

enum { BLOCK_CELLS_MAX = 16, BLOCK_LINES_MAX = 24, PICTURE_BLOCKS_MAX = 64 };

typedef struct {
    uint8_t cells, lines; /* how many */
    uint16_t cell[BLOCK_CELLS_MAX];
    uint16_t line[BLOCK_LINES_MAX];
} Block;

typedef struct {
    bool is_from_start; /* it is known to hold on the empty board */
    int depth;          /* within so many moves of the attacker the search of what is left was seen to hold, */
    uint64_t nodes;     /* which took so many nodes */
    const uint16_t *first_answers; /* by cell: what to answer a first attack there, outside the blocks; NULL: search */
    int count;
    Block block[PICTURE_BLOCKS_MAX];
} Picture;

/* What the blocks leave: open lines that no block takes, cut down to the empty cells outside the blocks. number[cell]
 * is the number of such a cell in *rest, or -1. */
void picture_rest(const Picture *picture, const Lineup *lineup, Rest *rest, int number[CELLS_MAX]);

/* What the blocks of a new picture leave is held by the defender, moving second; this also sets the picture's depth. */
bool picture_search_rest(Picture *picture, const Lineup *lineup, RestSearch *search, RestEffort *effort);

/* The defender, moving second, still holds this block. */
bool block_is_held(const Block *block, const Lineup *lineup, SmallGame *game, Watch *watch);

/* Working memory for looks at pictures, of one thread. NULL when memory is short. */
typedef struct {
    RestSearch *search;
    SmallGame game;
} PictureMemory;
PictureMemory *picture_memory_new(void);
void picture_memory_free(PictureMemory *memory);

/* The defender, moving second, still holds all blocks. */
bool picture_blocks_hold(const Picture *picture, const Lineup *lineup, SmallGame *game, Watch *watch);

/* The picture holds the attacker, who is to move. False also if finding out takes more than the effort, which is used
 * up on the way. Its depth is that of the picture, whatever the effort says. */
bool picture_holds(const Picture *picture, const Lineup *lineup, PictureMemory *memory, RestEffort *effort);

/* The moves of the defender after which the picture holds, with the attacker to move: all empty cells if it holds even
 * if the attacker is to move now; else at least one that mends it. Returns their number; 0 if the picture does not help
 * any more, or if finding out takes more than the effort. More moves than one are looked for as long as `spare` lets.
 */
int picture_safe_moves(const Picture *picture, const Lineup *lineup, PictureMemory *memory, RestEffort *effort,
                       Watch *spare, bool is_safe[CELLS_MAX]);

/* The cell outside the blocks where a stone of the defender helps most, at a glance; -1 if nothing is left there. */
int picture_heaviest_cell(const Picture *picture, const Lineup *lineup);

#endif
