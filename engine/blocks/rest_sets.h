/* Sets of cells and of lines for the search of what blocks leave. It works on what pairs leave of the rest, whose cells
 * and lines are numbered from 0, so the sets are small enough to be copied. Their size is one machine word each, or
 * what the macros say. */
#ifndef ROWAN_BLOCKS_REST_SETS_H
#define ROWAN_BLOCKS_REST_SETS_H

#include "rules/sets.h"

#ifndef REST_CELL_WORDS
#define REST_CELL_WORDS 1
#define REST_LINE_WORDS 1
#endif

enum {
    REST_CELLS_MAX = 64 * REST_CELL_WORDS,
    REST_LINES_MAX = 64 * REST_LINE_WORDS,
};

typedef struct {
    uint64_t word[REST_CELL_WORDS];
} RestCells;

typedef struct {
    uint64_t word[REST_LINE_WORDS];
} RestLines;

SETS(rest_cells, RestCells, REST_CELL_WORDS)
SETS(rest_lines, RestLines, REST_LINE_WORDS)

#endif
