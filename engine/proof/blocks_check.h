/* The check of a proof by blocks: neither side can ever complete a line.
 *
 * A picture holds one side, the attacker, in one position. The attacker's open lines are those without a stone of the
 * defender. A block is a set of cells and some of these lines, each cut down to the empty cells of the block, such that
 * the defender, moving second, gets a stone on every cut line by playing inside the block; a pair is a block of two
 * cells. The blocks and pairs of a picture have no cell in common. The open lines that none of them takes are cut down
 * to the empty cells outside all of them and make one last game, in which the defender must also hold, moving second.
 * Then the attacker is held for good: the defender answers every move in the part where it was made, and a move that
 * nothing asks for never harms.
 *
 * The moves of an `against` line lead from the position of the proof to the position of its picture, the side to move
 * first. Where a position has no picture of its own, the defender plays the one move that the proof has for it, and
 * every move of the attacker must be in the proof, or be the image of one under a symmetry of the board that keeps the
 * stones in place. A side that no line is against must be held by its weight. With `value no x` all of this is
 * asked of X alone.
 *
 * Blocks are solved by brute force, the rest by proof/rest_check.h. A check that takes too much work is given up. */
#ifndef ROWAN_PROOF_BLOCKS_CHECK_H
#define ROWAN_PROOF_BLOCKS_CHECK_H

#include "proof/proof.h"
#include "rules/shape.h"

/* The game must not be over. */
bool blocks_check(const Proof *proof, const Shape *shape, Work *work, ProofFindings *findings);

#endif
