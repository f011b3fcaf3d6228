/* What a proof says and why it plays a move, for words about it. Pure; any thread. */
#ifndef ROWAN_VERIFY_WORDING_H
#define ROWAN_VERIFY_WORDING_H

#include "proof/player.h"

enum { WORDING_SIZE = 128 };

void wording_of_move(const Proof *proof, const ProofMove *move, char text[WORDING_SIZE]);

/* Which letter the i-th line of a proof has in its picture: its number among the pairs against the same side, or among
 * the blocks and pairs of its picture. */
int wording_letter(const Proof *proof, int item);

/* The proof says that the side cannot win. */
bool wording_claims(const Proof *proof, Side side);
/* How many pairs a proof by pairs has against the side. */
int wording_count_pairs(const Proof *proof, Side side);

/* A proof by blocks has a block or a pair: else all is left to searches. */
bool wording_has_parts(const Proof *proof);

#endif
