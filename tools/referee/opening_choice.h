/* The openings of a tournament: random, from a file, or the balanced ones of its game, as its options say. For the main
 * thread. */
#ifndef ROWAN_REFEREE_OPENING_CHOICE_H
#define ROWAN_REFEREE_OPENING_CHOICE_H

#include "referee/game_order.h"
#include "referee/tournament_settings.h"

enum { BALANCED_PATH_SIZE = 5000 };

/* Settles where the openings come from, and why; path has room for that of the balanced ones. Unless the options
 * choose, they are the balanced ones, where the game has some, or random. A record always says if they are balanced, so
 * one that does not choose has random ones. */
bool opening_choice_make(Tournament *tournament, const char *called, bool is_recorded, char path[BALANCED_PATH_SIZE],
                         Reason *why);
/* One line for people: which openings there are, and why. */
void opening_choice_print(const Tournament *tournament, FILE *stream);

/* Warns if there are fewer than the tournament needs. */
bool opening_choice_load(Openings *openings, const Tournament *tournament, const Shape *shape, Reason *why);

/* Is this game the one that the schedule has under its number? Draws the rounds that can be drawn, to know. */
bool opening_choice_fits(const GameRecord *record, const Tournament *tournament, const Openings *openings,
                         const GameOrder *order);

#endif
