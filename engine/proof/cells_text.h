/* Sets of cells as text. A word is a cell or, with several letters or digits for an axis, all cells that have one of
 * each: `ab3c` is a3c and b3c, `ab12c` is a1c, b1c, a2c and b2c. Letters and digits rise. On boards with more than nine
 * rows a word has one number for an axis, as a number may take two digits.
 *
 * Pure; any thread. */
#ifndef ROWAN_PROOF_CELLS_TEXT_H
#define ROWAN_PROOF_CELLS_TEXT_H

#include "rules/notation.h"

enum { CELLS_TEXT_SIZE = CELLS_MAX * MOVE_TEXT_SIZE };

/* As few words as a simple rule finds, with the separator between them. The cells are different. */
void cells_text_print(const Game *game, const uint16_t cells[], int count, char separator, char text[CELLS_TEXT_SIZE]);
/* Adds the cells of one word, from the smallest on; refuses those that would be more than max. */
bool cells_text_parse(const Game *game, Word word, uint16_t cells[], int max, int *count, Reason *why);

#endif
