/* A draw that pairs or blocks prove, drawn on the board: the cells of each pair or block have its letter, the same that
 * verify gives it. Cells that nothing asks for are dots. */
#ifndef ROWAN_SOLVE_DRAWING_H
#define ROWAN_SOLVE_DRAWING_H

#include "proof/proof.h"

/* More parts than these are drawn only where somebody asks for it. */
enum { DRAWING_PARTS_UNASKED = 48 };

/* The most pairs or blocks with which a side is stopped. */
int drawing_parts(const Proof *proof);

/* Prints what stops each side to standard output, one picture for both where it is the same. Of a tree of moves only
 * the first picture against a side is drawn. */
void drawing_print(const Proof *proof);

#endif
