/* Moves from proofs: those for 4x4x4 and 4x4x4x4 that are built in, and one that a host may load from a file.
 *
 * In the positions of a strategy the book knows the move that wins, how long that takes at most, and the line in which
 * it takes longest. The decisive moves that an outline leaves out it finds. Between these positions the winner
 * completes a line, plays threats or blocks, as engine/proof says; the search finds the wins by itself. The proofs are
 * taken on trust here: the tests verify those that are built in, build/verify others. For one thread at a time. */
#ifndef ROWAN_SOLVING_PROOF_BOOK_H
#define ROWAN_SOLVING_PROOF_BOOK_H

#include "solving/win_length.h"

typedef struct Book Book;

/* With what is built in, which is read when it is first needed. NULL when memory is short. */
Book *book_new(void);
void book_free(Book *book);
/* Reads what is built in for this game, a millisecond's work, so that no search has to. */
void book_open(Book *book, const Game *game);
/* Loads a strategy or an outline beside what is built in, in place of an earlier; an empty path only drops that. On
 * failure the old one stays. */
bool book_load(Book *book, const char *path, Reason *why);

/* Where to look, and with whose help. */
typedef struct {
    const Shape *shape;
    const Kernel *kernel;
    Worker *worker; /* of that kernel, while nothing else is searched */
    const Board *board;
} BookQuery;

/* The winning move and what follows. False if no strategy has one, or threats alone win. */
bool book_find(Book *book, const BookQuery *query, CourseLine *line);
/* There is a strategy for this game and the side to move. */
bool book_covers(const Book *book, const Grid *grid, const Board *board);

#endif
