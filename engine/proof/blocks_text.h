/* One line of a proof by blocks as text: proof.h draws the kinds. Those of a tree of moves are in blocks_reader.c and
 * blocks_writer.c. */
#ifndef ROWAN_PROOF_BLOCKS_TEXT_H
#define ROWAN_PROOF_BLOCKS_TEXT_H

#include "proof/proof.h"

enum { ITEM_TEXT_SIZE = 16 + MOVE_TEXT_SIZE * (PROOF_MOVES_MAX + 2 * PROOF_BLOCK_LINES_MAX) };

/* The lines of a block, each by two of its cells, after a blank. */
void blocks_text_add_lines(Writer *writer, const Game *game, const ProofItem *item);
/* Cell by cell. */
void blocks_text_print(const Game *game, const ProofItem *item, char text[ITEM_TEXT_SIZE]);
/* What stands there must be cells of the game, in the right number; what they prove is not asked here. A block may
 * come with its number in the table, and without lines. */
bool blocks_text_parse(const Game *game, const char *text, ProofItem *item, Reason *why);

#endif
