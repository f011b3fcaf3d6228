/* How a proof plays: the moves by which it keeps its promise, found by the rules of the checker alone.
 *
 * A proof of a win plays the winner. A proof of a draw plays either side and never lets the other complete a line, or,
 * if it is one by search, never lets it win. The proof must hold: proof_check has said so. For one thread. */
#ifndef ROWAN_PROOF_PLAYER_H
#define ROWAN_PROOF_PLAYER_H

#include "proof/proof.h"
#include "rules/shape.h"

/* Why the proof plays a move. */
typedef enum {
    MOVE_COMPLETES, /* it completes a line */
    MOVE_FORCES,    /* threats alone win from here on */
    MOVE_BLOCKS,    /* it stops the only threat */
    MOVE_LISTED,    /* the file gives it for this position */
    MOVE_DECIDES,   /* threats and blocks win after every reply to it */
    MOVE_SEARCHED,  /* a search of all moves finds none better */
    MOVE_PAIR,      /* the other cell of the pair that was played on */
    MOVE_IN_BLOCK,  /* the answer inside the block that was played on */
    MOVE_IN_REST,   /* the answer to a move outside all blocks */
    MOVE_HEAVIEST,  /* it takes most from the weight of the other side's lines */
    MOVE_FREE       /* nothing needs an answer */
} ProofMoveKind;

typedef struct {
    ProofMoveKind kind;
    int cell;
    int item; /* from 0: the entry, pair or item of the proof; for MOVE_LISTED, MOVE_PAIR and MOVE_IN_BLOCK */
} ProofMove;

typedef struct {
    const Proof *proof;
    const Shape *shape; /* of the proof's game */
    Side side;          /* that the proof plays */
    uint64_t steps_max; /* for one move */
} ProofPlayer;

/* The side that the proof can play: the winner, or either. */
bool proof_player_can_play(const Proof *proof, Side side);

/* The answer after these moves from the position of the proof; the player's side is to move and the game is not over.
 * False, with the reason, if memory or steps do not suffice. */
bool proof_player_move(const ProofPlayer *player, const uint16_t moves[], int count, ProofMove *move, Reason *why);

/* The parts of it that are elsewhere: in strategy_check.c and proof_check.c, beside the checks that they follow, and in
 * player_blocks.c, where MOVE_FREE and MOVE_HEAVIEST come without a cell. */
bool player_strategy_move(const ProofPlayer *player, const Board *board, ProofMove *move, Reason *why);
bool player_search_move(const ProofPlayer *player, const Board *board, ProofMove *move, Reason *why);
bool player_blocks_move(const ProofPlayer *player, const uint16_t moves[], int count, ProofMove *move, Reason *why);

#endif
