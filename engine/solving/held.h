/* What holds each side from ever completing a line: its weight, a pairing, or a picture of blocks.
 *
 * If both sides are held the game is drawn, under every rule. Weight and pairing cost nothing; blocks are looked for
 * only on request, because that takes seconds. Belongs to one thread. */
#ifndef ROWAN_SOLVING_HELD_H
#define ROWAN_SOLVING_HELD_H

#include "blocks/picture_finder.h"
#include "kernel/eval/pairing.h"
#include "proof/proof.h"
#include "rules/shape.h"

typedef enum { HELD_NOT, HELD_BY_WEIGHT, HELD_BY_PAIRING, HELD_BY_BLOCKS } HeldBy;

typedef struct {
    HeldBy kind[2]; /* for each side: what holds it */
    Pairing pairing[2];
    Picture picture[2];
    int reply; /* with which the side to move keeps the other from completing a line, by blocks; MOVE_NONE: any move */
} Held;

/* By weight and pairing. Points that a side has already are not looked at. */
void held_find(Held *held, const Shape *shape, const Board *board);
/* There is a chance that blocks hold a side. */
bool held_may_have_blocks(const Shape *shape, const Board *board);
/* By blocks, for the sides that nothing holds yet, where there is a chance: false if that is nowhere. The side to move
 * may have to reply first. *nodes is what the searches took. */
bool held_find_blocks(Held *held, const Shape *shape, const Board *board, const RunsEffort *limits, uint64_t *nodes);
bool held_both(const Held *held);

/* The proof that both sides are held, of the kind pairing if no blocks are needed, else blocks. Only its start is
 * filled in before. False when memory is short. */
bool held_to_proof(const Held *held, const Shape *shape, const Board *board, Proof *proof);

/* What holds the side of a line `against`, below that line where the proof is by blocks. False when memory is short. */
bool held_add_side(const Held *held, const Shape *shape, const Board *board, const ProofItem *against, Proof *proof);
/* The blocks of a picture, below the lines `against` that it is for. False when memory is short. */
bool held_add_blocks(const Picture *picture, const Geometry *geometry, Proof *proof);

#endif
