/* The crux of a rest: what is left when every line that can have two cells of its own has got them. Its search is
 * compiled for two sizes (blocks/rest_search.c); the smallest that the crux fits into is the fastest. */
#ifndef ROWAN_BLOCKS_CRUX_H
#define ROWAN_BLOCKS_CRUX_H

#include <stddef.h>

#include "blocks/rest.h"

typedef struct {
    int cells_max, lines_max;
    size_t memory; /* that a search needs; it starts as zeros */
    /* As rest_search_holds and rest_search_answer, for a crux that is not empty. */
    bool (*holds)(void *memory, const Rest *crux, RestEffort *effort);
    int (*answer)(void *memory, const Rest *crux, RestEffort *effort);
} CruxSize;

extern const CruxSize crux_small, crux_large;

/* Cells and lines of a crux are numbered from 0, so sets of them are small enough to be copied. Their size is one
 * machine word each, or what the macros say. */
#ifndef REST_CELL_WORDS
#define REST_CELL_WORDS 1
#define REST_LINE_WORDS 1
#endif

typedef struct {
    uint64_t word[REST_CELL_WORDS];
} RestCells;

typedef struct {
    uint64_t word[REST_LINE_WORDS];
} RestLines;

SETS(rest_cells, RestCells, REST_CELL_WORDS)
SETS(rest_lines, RestLines, REST_LINE_WORDS)

#endif
