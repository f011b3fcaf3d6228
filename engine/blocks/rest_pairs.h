/* Pairs for all that blocks leave: a largest assignment of two cells of its own to every line. What it cannot serve is
 * the crux, which is searched (blocks/rest_search.c). */
#ifndef ROWAN_BLOCKS_REST_PAIRS_H
#define ROWAN_BLOCKS_REST_PAIRS_H

#include "blocks/rest_search.h"

/* Memory for the work; nothing in it needs to be set before. */
typedef struct {
    int16_t owner[CELLS_MAX]; /* the line that a cell is assigned to */
    bool is_dead[CELLS_MAX];  /* no cell can be had by way of this one */
    bool is_tried[CELLS_MAX];
    uint16_t trail[CELLS_MAX]; /* cells tried for one line */
    int tried;
} RestPairs;

/* Marks the lines of the crux. Returns how many cells lack; 0: there is no crux. */
int rest_pairs_find(RestPairs *pairs, const Rest *rest, bool is_in_crux[LINES_MAX]);

#endif
