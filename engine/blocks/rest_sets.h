/* Sets of cells and of lines for the search of what blocks leave. It works on what pairs leave of the rest, whose cells
 * and lines are numbered from 0 (blocks/rest_search.c), so the sets are small enough to be copied. */
#ifndef ROWAN_BLOCKS_REST_SETS_H
#define ROWAN_BLOCKS_REST_SETS_H

#include "rules/sets.h"

enum {
    REST_CELL_WORDS = 3,
    REST_LINE_WORDS = 2,
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
