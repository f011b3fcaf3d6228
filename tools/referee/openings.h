/* The openings of a tournament: from a file, or random ones.
 *
 * Random openings are distinct up to the symmetries of the board, undecided, and depend on the seed alone: the first k
 * of them are the same however many are asked for. Immutable once made; any number of threads may share them. */
#ifndef ROWAN_REFEREE_OPENINGS_H
#define ROWAN_REFEREE_OPENINGS_H

#include "rules/notation.h"

typedef struct {
    char *start; /* a position as text; NULL: the empty board */
    int plies;   /* moves from the start */
    uint16_t *cells;
} Opening;

typedef struct {
    int count;
    Opening *list;
    bool was_exhausted; /* there are no more distinct random openings than these */
} Openings;

typedef enum { ORDER_SEQUENTIAL, ORDER_RANDOM } OpeningOrder;

/* One opening a line: a position, a list of moves, or a position followed by the word moves and a list. Blank lines
 * and those that begin with # are skipped. Of the moves, only the first plies_max are taken (-1: all). */
bool openings_load(Openings *openings, const char *path, const Grid *grid, int plies_max, Reason *why);
/* Up to `wanted` of them; fewer if there are no more. */
bool openings_random(Openings *openings, const Geometry *geometry, const Grid *grid, int plies, int wanted,
                     uint64_t seed, Reason *why);
/* The position that the opening leads to. */
void opening_set_up(const Opening *opening, const Grid *grid, Board *board);
void openings_shuffle(Openings *openings, uint64_t seed);
void openings_free(Openings *openings);

#endif
