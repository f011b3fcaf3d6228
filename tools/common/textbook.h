/* The textbook searches: plain minimax and plain alpha-beta to a fixed depth, without table, deepening or threats.
 *
 * The sparring partners play with them, and they are the first rungs of the bench's ladder. They stay as simple as in a
 * textbook, because the worth of Rowan's own techniques is measured against them. A Textbook belongs to one thread;
 * only the stop flag may be set from another. */
#ifndef ROWAN_COMMON_TEXTBOOK_H
#define ROWAN_COMMON_TEXTBOOK_H

#include <stdatomic.h>

#include "rules/board.h"

enum {
    TEXTBOOK_WIN = 1000000,      /* a win now; each ply until then costs 1 */
    TEXTBOOK_WIN_MIN = 999000,   /* a value above this is a win */
    TEXTBOOK_INFINITE = 2000000, /* more than any value */
};

typedef struct {
    const Grid *grid;
    int depth;
    int top;             /* alpha-beta only: how many moves to keep at each node, by line counts; 0: all, unsorted */
    uint64_t nodes_max;  /* 0: none */
    int64_t deadline_us; /* 0: none */
    const atomic_bool *stop; /* NULL: none */
    uint64_t nodes;          /* positions reached, without the root */
    bool was_stopped;
} Textbook;

typedef struct {
    int cell;  /* MOVE_NONE: the game is over */
    int value; /* for the side to move */
} TextbookChoice;

/* The `top` moves on the best lines, by line counts, the best first and the first of equals before the others; returns
 * how many there are. */
int textbook_promising(const Grid *grid, const Board *board, int top, int moves[SIZE_CELLS]);

/* The best move at the full depth, the first of several equals. If stopped, the best of the root moves that were
 * finished. Both searches give the same value when top is 0. */
TextbookChoice textbook_minimax(Textbook *textbook, const Board *board);
TextbookChoice textbook_alphabeta(Textbook *textbook, const Board *board);

#endif
