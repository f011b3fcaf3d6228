/* Boards drawn on standard output, with letters for the parts of a proof. */
#ifndef ROWAN_COMMON_PROOF_LABELS_H
#define ROWAN_COMMON_PROOF_LABELS_H

#include "proof/proof.h"
#include "rules/diagram.h"

/* The letter of the i-th pair or block, from 0: A to Z, then AA, AB and so on, without O and X, which look like
 * stones. */
void proof_labels_letter(int index, char text[LABEL_SIZE]);

/* Gives an empty cell this letter, if it has none. A stone stays: it is no part of a pair or block. */
void proof_labels_mark(Labels *labels, int cell, int index);

/* Marks the pairs against a side, or the blocks and pairs of the first picture against it; returns how many. */
int proof_labels_mark_parts(Labels *labels, const Proof *proof, Side side);

/* The cell `marked`, unless it is MOVE_NONE, stands in brackets. */
void proof_labels_print(const Game *game, const Labels *labels, int marked);

#endif
