/* What fastchess and Fishtest print about a match beyond Elo, from the point of view of one engine.
 *
 * Pure functions of their arguments; any thread. */
#ifndef ROWAN_REFEREE_PAIR_STATS_H
#define ROWAN_REFEREE_PAIR_STATS_H

#include "referee/stats.h"

enum { RATIO_TEXT_SIZE = 24 };

typedef struct {
    long pairs;
    double draw_ratio; /* the share of pairs that ended 1-1, or of drawn games if there are no pairs */
    long won, lost;    /* pairs won and lost: 3/2 or 2 points, and 0 or 1/2 */
    long split, drawn; /* pairs that ended 1-1 by a win each, and by two draws */
} PairStats;

PairStats pair_stats(const Tally *tally);
/* "1.25"; "inf" if the second is 0, "-" if both are. */
void ratio_print(long first, long second, char text[RATIO_TEXT_SIZE]);

#endif
