/* The textbook searches: plain minimax and plain alpha-beta to a fixed depth, without table, deepening or threats.
 *
 * They are the sparring partners' strength and the first rungs of the bench's ladder, so they stay as simple as a
 * textbook has them: what Rowan's own techniques are worth is measured against these. A Textbook belongs to one
 * thread; only the stop flag may be set from another. */
#ifndef ROWAN_COMMON_TEXTBOOK_H
#define ROWAN_COMMON_TEXTBOOK_H

#include <stdatomic.h>

#include "rules/board.h"

enum {
    TEXTBOOK_WIN = 1000000,      /* less the plies to it */
    TEXTBOOK_WIN_MIN = 999000,   /* beyond this a value is a win */
    TEXTBOOK_INFINITE = 2000000, /* more than any value */
};

typedef struct {
    const Grid *grid;
    int depth;
    int top;             /* alpha-beta only: the moves kept at each node, best line counts first; 0: all, unsorted */
    uint64_t nodes_max;  /* 0: none */
    int64_t deadline_us; /* 0: none */
    const atomic_bool *stop; /* NULL: none */
    uint64_t nodes;          /* counted: every position played to, the root not */
    bool was_stopped;
} Textbook;

typedef struct {
    int cell;  /* -1: the game is over */
    int value; /* for the side to move */
} TextbookChoice;

/* For the side to move, in centipoints. Under line: 4^(k-1) for each line with k stones of one side alone. Under score
 * and magic: 100 a point, and up to 50 for a line on its way. */
int textbook_evaluate(const Grid *grid, const Board *board);

/* The best move at the full depth, the first one among equals; on a stop, the best of the root moves that were
 * finished. The values of both searches are the same when top is 0. */
TextbookChoice textbook_minimax(Textbook *textbook, const Board *board);
TextbookChoice textbook_alphabeta(Textbook *textbook, const Board *board);

#endif
