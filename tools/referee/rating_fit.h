/* The ratings of all engines of a tournament together, from all their games: the most likely ones.
 *
 * The model is that of Elo: an engine that is rated d above another scores 1 / (1 + 10^(-d/400)) against it, a draw
 * being half a win. The ratings that make the results most likely are those with which each engine is expected to have
 * just the points that it has (Bradley and Terry 1952; Ordo finds the same ones). Their mean is 0. Intervals are those
 * of the normal distribution, with the spread that pairs of games really had ("sandwich": White 1982), because the two
 * games of a pair are not independent.
 *
 * Where an engine, or a group of them, won or lost all games against the rest, the most likely ratings are infinite.
 * Then every engine gets a drawn game against an imagined engine of rating 0, and the fit says so. Pure functions of
 * their arguments; any thread. */
#ifndef ROWAN_REFEREE_RATING_FIT_H
#define ROWAN_REFEREE_RATING_FIT_H

#include "referee/stats.h"

enum { RATINGS_MAX = 64 };

typedef struct {
    double elo, low, high; /* with the 95% interval */
    bool is_known;         /* it has played */
} Rating;

typedef struct {
    Rating ratings[RATINGS_MAX];
    bool has_imagined_draws;
} RatingFit;

/* versus[i * engines + j] are the results of engine i against engine j, from the point of view of i. */
void rating_fit(RatingFit *fit, const Tally *versus, int engines);

#endif
