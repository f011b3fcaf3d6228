/* Packs disjoint blocks of a library by simulated annealing.
 *
 * A packing costs what its lines left over want, less the cells left over: a line wants two cells, and more the fewer
 * it has left, because short lines are what makes the search of the rest fail. Of many packings the cheap ones are the
 * ones that hold. A Packing is working memory for one thread. */
#ifndef ROWAN_BLOCKS_BLOCK_PACKING_H
#define ROWAN_BLOCKS_BLOCK_PACKING_H

#include "base/rng.h"
#include "blocks/block_library.h"

/* What a line costs by the cells it has left, in tenths of a cell. */
enum { PACKING_TENTHS = 10 };
typedef struct {
    int16_t by_left[EDGE_MAX + 1];
} LineCosts;

/* The first of these costs is the one to compare packings by. With a single one, seeds find the same best packing again
 * and again; numbers beyond the last are variations at random. */
LineCosts packing_costs(int number, Rng *rng);

typedef struct {
    int steps;
    uint64_t seed;
    LineCosts costs;
    Watch *watch; /* NULL: none */
} PackEffort;

typedef struct Packing Packing;
/* NULL when memory is short. */
Packing *packing_new(void);
void packing_free(Packing *packing);

/* The cheapest packing that comes up becomes the picture. False when it is over before the end. */
bool packing_anneal(Packing *packing, const Lineup *lineup, const Library *library, const PackEffort *effort,
                    Picture *picture);

/* What a picture costs in a position. */
int packing_cost(const Picture *picture, const Lineup *lineup, const LineCosts *costs);

#endif
