/* The openings of a tournament: read from a file, or random.
 *
 * Random openings are undecided, no two of them are the same up to the symmetries of the board, and they depend on the
 * seed alone: the first k are the same however many are asked for. Immutable once made; any number of threads may share
 * them. */
#ifndef ROWAN_REFEREE_OPENINGS_H
#define ROWAN_REFEREE_OPENINGS_H

#include "rules/position.h"
#include "rules/shape.h"

enum { OPENING_PLIES_ALL = -1 };

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

/* One opening per line: a position, a list of moves, or a position followed by the word `moves` and a list. Blank lines
 * and lines that begin with # are skipped. Only the first plies_max moves of each line are used. */
bool openings_load(Openings *openings, const char *path, const Grid *grid, int plies_max, Reason *why);

typedef struct {
    int plies;
    int count; /* there may be fewer of them */
    uint64_t seed;
} RandomOpenings;

bool openings_random(Openings *openings, const Shape *shape, const RandomOpenings *wanted, Reason *why);

void openings_shuffle(Openings *openings, uint64_t seed);
void openings_free(Openings *openings);

/* The position before the first move of the opening. */
void openings_start(const Opening *opening, const Grid *grid, Position *position);

#endif
