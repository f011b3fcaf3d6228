/* The game inside one block by brute force, exact: at most SMALL_CELLS_MAX cells, sets of cells as bits. A SmallGame is
 * working memory for one thread; it starts as zeros. */
#ifndef ROWAN_BLOCKS_BLOCK_GAME_H
#define ROWAN_BLOCKS_BLOCK_GAME_H

#include "base/watch.h"

enum { SMALL_CELLS_MAX = 20, SMALL_LINES_MAX = 24, SMALL_MEMO_BITS = 14 };

typedef struct {
    int lines;
    uint32_t line[SMALL_LINES_MAX];
    Watch *watch;
    bool is_spent; /* the time was over before the game was solved */
    uint64_t run;  /* games solved: what the memo has of others does not count; 0 before the first */
    uint64_t memo[1 << SMALL_MEMO_BITS]; /* the run, the stones of both sides, and whether it holds; 0: nothing */
} SmallGame;

/* A new game; all that was known is of another. The watch (NULL: none) ends its searches. */
void small_game_set(SmallGame *game, const uint32_t line[], int lines, Watch *watch);
/* Can the defender get a stone on every line, after these stones and with the attacker to move? False also if the watch
 * says that the time is over. */
bool small_game_holds_with(SmallGame *game, uint32_t attackers, uint32_t defenders);
/* A new game, without stones. */
bool small_game_holds(SmallGame *game, const uint32_t line[], int lines, Watch *watch);

#endif
