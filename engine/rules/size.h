/* The size class that this translation unit is compiled for.
 *
 * All code that touches a board exists once as text and is compiled for several classes of boards, so that sets of
 * cells and lines are a fixed number of machine words. Without the macros it is the universal class, in which every
 * board fits: the protocol, the tools and the tests use that one. kernel/kernel.c is compiled once for each of the
 * narrower classes. */
#ifndef ROWAN_RULES_SIZE_H
#define ROWAN_RULES_SIZE_H

#include "rules/geometry.h"

#ifndef SIZE_CELL_WORDS
#define SIZE_IS_UNIVERSAL
#define SIZE_CELL_WORDS 8
#define SIZE_LINE_WORDS 9
#define SIZE_EDGE_MAX   15
#define SIZE_EDGE_MIN   3
#endif

enum {
    CELL_WORDS = SIZE_CELL_WORDS,
    LINE_WORDS = SIZE_LINE_WORDS,
    COUNT_PLANES = SIZE_EDGE_MAX > 7 ? 4 : 3, /* bits for the number of stones on a line */
    SIZE_CELLS = CELL_WORDS * 64 < CELLS_MAX ? CELL_WORDS * 64 : CELLS_MAX,
    SIZE_LINES = LINE_WORDS * 64 < LINES_MAX ? LINE_WORDS * 64 : LINES_MAX,
};

#endif
