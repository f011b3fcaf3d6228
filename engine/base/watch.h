/* How a thread that computes keeps to its time: whoever works counts steps, and every so many of them the watch asks
 * whether all is over, several times a millisecond, however long a step takes.
 *
 * Steps are what the work consists of, none of them much longer than a few microseconds: nodes of any search, moves of
 * annealing, cells given to lines. How many lie between two looks follows from how long the last ones took. A watch
 * belongs to one thread. */
#ifndef ROWAN_BASE_WATCH_H
#define ROWAN_BASE_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    bool (*is_over)(const void *context);
    const void *context;
    int64_t left;      /* steps until the next look; below 1: the next step looks */
    int64_t period;    /* from look to look */
    int64_t looked_us; /* when it last did */
} Watch;

/* The first look comes after that many steps. Instead of a watch that never ends anything there may be none (NULL). */
void watch_start(Watch *watch, bool (*is_over)(const void *context), const void *context, int64_t first);
/* Looks now: true if all is over. Then every step looks again until the watch is started anew. */
bool watch_look(Watch *watch);

/* Counts steps, and looks if it is time to. */
static inline bool watch_step(Watch *watch, int64_t steps) {
    return watch != NULL && (watch->left -= steps) <= 0 && watch_look(watch);
}

#endif
