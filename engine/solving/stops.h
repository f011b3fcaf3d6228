/* What stops each side from ever completing a line: its weight, a pairing, or a picture of blocks.
 *
 * If both sides are stopped the game is drawn, under every rule. Weight and pairing cost nothing; blocks are looked for
 * only on request, because that takes seconds. Belongs to one thread. */
#ifndef ROWAN_SOLVING_STOPS_H
#define ROWAN_SOLVING_STOPS_H

#include "blocks/finder.h"
#include "kernel/eval/pairing.h"
#include "proof/proof.h"
#include "rules/shape.h"

typedef enum { STOP_NONE, STOP_WEIGHT, STOP_PAIRING, STOP_BLOCKS } StopKind;

typedef struct {
    StopKind kind[2]; /* for each side: what stops it */
    Pairing pairing[2];
    Picture picture[2];
} Stops;

/* By weight and pairing. Points that a side has already are not looked at. */
void stops_find(Stops *stops, const Shape *shape, const Board *board);
/* There is a chance that blocks stop a side. */
bool stops_may_have_blocks(const Shape *shape, const Board *board);
/* By blocks, for the sides that nothing stops yet, where there is a chance: false if that is nowhere. *nodes is what
 * the searches took. */
bool stops_find_blocks(Stops *stops, const Shape *shape, const Board *board, const FinderEffort *limits,
                       uint64_t *nodes);
bool stops_both(const Stops *stops);

/* The proof that both sides are stopped, of the kind pairing if no blocks are needed, else blocks. Only its start is
 * filled in before. False when memory is short. */
bool stops_to_proof(const Stops *stops, const Shape *shape, const Board *board, Proof *proof);

/* The blocks of a picture, below the lines `against` that it is for. False when memory is short. */
bool stops_add_blocks(const Picture *picture, const Geometry *geometry, Proof *proof);

#endif
