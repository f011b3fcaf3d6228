/* The sparring partners that do not search: each looks at the board as it is.
 *
 * Chance is decided by the seed and the position, so that the same question always gets the same answer. Pure; any
 * thread. The game must not be over. */
#ifndef ROWAN_SPARRING_INSTINCT_H
#define ROWAN_SPARRING_INSTINCT_H

#include "rules/position.h"

/* Random numbers for this position. */
Rng instinct_rng(const Position *position, int64_t seed);

/* A cell that completes a line, else one that stops the other side from it, else MOVE_NONE. */
int instinct_win_or_block(const Position *position);

/* Any move. */
int instinct_random(const Position *position, int64_t seed);
/* Win, else block, else the centre, else a corner, else the first free cell. */
int instinct_rules(const Position *position);
/* Win, else block, else the cell whose lines have most, by the line counts of the textbook. */
int instinct_greedy(const Position *position);
/* Win or block, one after the other with two threats at once, else a cell near its last stone. */
int instinct_human(const Position *position, int64_t seed);

#endif
