/* Pictures: disjoint blocks that together with a search of what they leave hold one side for good.
 *
 * A block is a set of cells and some lines, cut down to these cells, such that the defender, moving second, gets a
 * stone on every cut line inside the block. proof/blocks_check.h says why a picture holds the attacker. A Lineup is the
 * position as a picture sees it: whose stones stop lines and whose do not. Plain data; any thread. */
#ifndef ROWAN_BLOCKS_PICTURE_H
#define ROWAN_BLOCKS_PICTURE_H

#include "blocks/rest_search.h"
#include "rules/board.h"

enum { BLOCK_CELLS_MAX = 16, BLOCK_LINES_MAX = 24, PICTURE_BLOCKS_MAX = 64 };

typedef struct {
    uint8_t cells, lines; /* how many */
    uint16_t cell[BLOCK_CELLS_MAX];
    uint16_t line[BLOCK_LINES_MAX];
} Block;

/* The game inside one block by brute force, exact: at most SMALL_CELLS_MAX cells, sets of cells as bits. Working memory
 * for one thread; it starts as zeros. */
enum { SMALL_CELLS_MAX = 20, SMALL_LINES_MAX = 24, SMALL_MEMO_BITS = 14 };

typedef struct {
    int lines;
    uint32_t line[SMALL_LINES_MAX];
    Watch *watch;
    bool is_spent; /* the time was over before the game was solved */
    uint64_t run;  /* games solved: what the memo has of others does not count; 0 before the first */
    uint64_t memo[1 << SMALL_MEMO_BITS]; /* the run, the stones of both sides, and whether it holds; 0: nothing */
} SmallGame;

/* Can the defender, moving second, get a stone on every line? False also if the watch (NULL: none) says that the time
 * is over. */
bool small_game_holds(SmallGame *game, const uint32_t line[], int lines, Watch *watch);

typedef struct {
    bool is_from_start; /* it is known to hold on the empty board */
    int depth;          /* within so many moves of the attacker the search of what is left was seen to hold, */
    uint64_t nodes;     /* which took so many nodes */
    const uint16_t *first_answers; /* by cell: what to answer a first attack there, outside the blocks; NULL: search */
    int count;
    Block block[PICTURE_BLOCKS_MAX];
} Picture;

typedef struct {
    const Geometry *geometry;
    bool is_empty[CELLS_MAX];
    bool is_attackers[CELLS_MAX];
    bool is_open[LINES_MAX]; /* no stone of the defender is on the line */
    const CellSet *settled;  /* stones of the attacker against which the picture is known to hold; NULL: not known */
} Lineup;

/* With nothing settled. */
void lineup_init(Lineup *lineup, const Geometry *geometry, const Board *board, Side attacker);
/* A stone of the defender on an empty cell. */
void lineup_defend(Lineup *lineup, int cell);
/* A stone of the attacker. */
void lineup_attack(Lineup *lineup, int cell);

/* The weight of each empty cell is that of the attacker's open lines through it, a line twice as much for each stone;
 * -1 for stones. A threat outweighs everything. */
void lineup_weigh(const Lineup *lineup, int64_t weight[CELLS_MAX]);
/* The heaviest of these cells, MOVE_NONE if there is none. */
int lineup_heaviest(const int64_t weight[CELLS_MAX], CellSet among);
/* Replies of the defender: the heaviest empty cells, at most `count`; only one if the attacker threatens to complete a
 * line. */
int lineup_replies(const Lineup *lineup, int count, int replies[]);

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
