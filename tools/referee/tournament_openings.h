/* The openings of a tournament: from a file or random, as its options say. For the main thread. */
#ifndef ROWAN_REFEREE_TOURNAMENT_OPENINGS_H
#define ROWAN_REFEREE_TOURNAMENT_OPENINGS_H

#include "common/record.h"
#include "referee/tournament.h"

/* Warns if there are fewer than the tournament needs. */
bool tournament_openings(Openings *openings, const Tournament *tournament, const Shape *shape, Reason *why);

/* Is this game the one that the schedule has under its number? */
bool recorded_game_fits(const GameRecord *record, const Tournament *tournament, const Openings *openings);

#endif
