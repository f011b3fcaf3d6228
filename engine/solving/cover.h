/* Covers: a tree of moves above pictures of blocks that holds one side where no single picture does.
 *
 * In a position with the attacker to move, a reply of the defender and a picture are chosen. The picture answers every
 * move of the attacker after which, with the reply played, it holds: most of those that it has no cell for, and some
 * others. A few dozen replies and pictures answer all moves. A move that none answers may be followed by a cover of its
 * own, down to some levels. For one thread. */
#ifndef ROWAN_SOLVING_COVER_H
#define ROWAN_SOLVING_COVER_H

#include "blocks/library.h"
#include "proof/proof.h"
#include "rules/shape.h"

/* How far it has come. */
typedef struct {
    int moves, answered; /* of the attacker, in the first position */
    int pictures;
    uint64_t nodes;
} CoverProgress;

typedef struct {
    int levels;           /* of moves of the attacker, above the pictures */
    int runs, steps;      /* of annealing, for each position; how long each is */
    uint64_t check_nodes; /* of the search of what a picture leaves */
    IsOver is_over;       /* NULL: never */
    const void *context;
    CoverProgress *progress; /* kept up to date; NULL: nobody asks */
} CoverEffort;

/* Adds to a proof of the kind blocks what holds the attacker, who is to move on this board, after the moves in `path`,
 * which lead there from the start of the proof. False, with the proof as it was, if that was not found, it is over, or
 * memory is short. *nodes counts those of the searches. */
bool cover_find(const Shape *shape, const Board *board, Side attacker, const ProofItem *path, const CoverEffort *effort,
                Proof *proof, uint64_t *nodes);

#endif
