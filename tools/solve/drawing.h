/* A draw that pairs or blocks prove, drawn on the board: the cells of each pair or block have its letter.
 *
 * Stones are x and o, as `d` draws them, so these are no letters; cells that nothing asks for are dots. */
#ifndef ROWAN_SOLVE_DRAWING_H
#define ROWAN_SOLVE_DRAWING_H

#include <stdio.h>

#include "proof/proof.h"

/* The most pairs or blocks with which a side is stopped. */
int drawing_parts(const Proof *proof);
/* Up to so many parts have one letter each; more of them have two. */
int drawing_letters(void);

/* What stops each side, one picture for both where it is the same. Of a tree of moves only the first picture against a
 * side is drawn. Layers stand side by side as far as so many columns allow. */
void drawing_print(const Proof *proof, int columns, FILE *stream);

#endif
