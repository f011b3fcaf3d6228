/* Moves from proofs: the strategy for 4x4x4 that is built in, and one that a host may load from a file.
 *
 * In the positions of a strategy the book knows the move that wins. Between them the winner completes a line, plays
 * threats or blocks, as engine/proof says; the search finds those moves by itself. The proofs are taken on trust here:
 * the built-in one is verified by the tests, others by build/verify. For the engine's controlling thread. */
#ifndef ROWAN_CORE_BOOK_H
#define ROWAN_CORE_BOOK_H

#include "job/tt.h"
#include "proof/proof.h"

typedef struct Book Book;

/* With the built-in strategy. NULL when memory is short. */
Book *book_new(void);
void book_free(Book *book);
/* Loads a strategy beside the built-in one, in place of an earlier; an empty path only drops that. On failure the old
 * one stays. */
bool book_load(Book *book, const char *path, Reason *why);

/* The winning move, or MOVE_NONE. */
int book_move(const Book *book, const Grid *grid, const Symmetries *symmetries, const Board *board);
/* There is a strategy for this game and the side to move. */
bool book_covers(const Book *book, const Grid *grid, const Board *board);

#endif
