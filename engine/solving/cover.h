/* Covers: a tree of moves above pictures of blocks that holds one side where no single picture does.
 *
 * In a position with the attacker to move, its heaviest move gets a reply and a picture. The same reply and picture
 * answer every other move after which they hold: those that the picture does not rest on, and some others. So it goes
 * on until all moves are answered. A move that no picture answers, at a second try with other seeds either, is followed
 * by a cover of its own, down to some levels. For one thread. */
#ifndef ROWAN_SOLVING_COVER_H
#define ROWAN_SOLVING_COVER_H

#include "blocks/picture_finder.h"
#include "proof/proof.h"
#include "rules/shape.h"

/* How far it has come. */
typedef struct {
    int moves, answered; /* of the attacker, in the first position */
    int pictures;
    uint64_t nodes;
} CoverProgress;

typedef struct {
    int levels;              /* of moves of the attacker, above the pictures */
    FinderEffort finder;     /* for a reply and a picture after one move of the attacker */
    CoverProgress *progress; /* kept up to date; NULL: nobody asks */
} CoverEffort;

/* Adds to a proof of the kind blocks what holds the attacker, who is to move on this board, after the moves in `path`,
 * which lead there from the start of the proof. False, with the proof as it was, if that was not found, it is over, or
 * memory is short. *nodes counts those of the searches. */
bool cover_find(const Shape *shape, const Board *board, Side attacker, const ProofItem *path, const CoverEffort *effort,
                Proof *proof, uint64_t *nodes);

#endif
