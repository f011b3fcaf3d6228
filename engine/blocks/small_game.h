/* The game inside one block by brute force: at most SMALL_CELLS_MAX cells, sets of cells as bits.
 *
 * Exact. A SmallGame is working memory for one thread; it starts as zeros. */
#ifndef ROWAN_BLOCKS_SMALL_GAME_H
#define ROWAN_BLOCKS_SMALL_GAME_H

#include <stdbool.h>
#include <stdint.h>

enum { SMALL_CELLS_MAX = 20, SMALL_LINES_MAX = 24, SMALL_MEMO_BITS = 14 };

typedef struct {
    int lines;
    uint32_t line[SMALL_LINES_MAX];
    uint64_t run; /* games solved: what the memo has of others does not count; 0 before the first */
    uint64_t memo[1 << SMALL_MEMO_BITS]; /* the run, the stones of both sides, and whether it holds; 0: nothing */
} SmallGame;

/* Can the defender, moving second, get a stone on every line? */
bool small_game_holds(SmallGame *game, const uint32_t line[], int lines);

#endif
