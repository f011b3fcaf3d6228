/* The tree of a proof that says what to play: a strategy, or a search. */
#ifndef ROWAN_VERIFY_EXPLAIN_MOVES_H
#define ROWAN_VERIFY_EXPLAIN_MOVES_H

#include "proof/player.h"
#include "verify/tree.h"

/* As many moves of the player deep. False, with the reason, if an answer could not be found. */
bool explain_moves(Tree *tree, const ProofPlayer *player, int depth, Reason *why);

#endif
