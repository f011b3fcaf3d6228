/* Draws that are built in: 6x6x6 and 7x7x7, each by one picture from the empty board (blocks/picture.h).
 *
 * The same picture stops both sides. As long as the engine answers inside the block where the other side has played, it
 * cannot lose, at any limit; and as long as the other side does the same, the draw is proven. The proofs are files as
 * build/solve writes them; the tests verify them. Pure; any thread. */
#ifndef ROWAN_CORE_DRAWS_H
#define ROWAN_CORE_DRAWS_H

#include "blocks/picture.h"
#include "job/search_job.h"
#include "rules/shape.h"

/* The picture of a game, if there is one. */
bool draws_picture(const Geometry *geometry, Picture *picture);

/* Leaves the job only root moves that hold the draw, where a picture is needed to know them, and says what is proven.
 */
void draws_guide(const Shape *shape, const Board *board, SearchJob *job);

#endif
