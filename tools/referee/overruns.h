/* Games lost on time, when they say more about the machine than about the engines.
 *
 * One engine that loses on time again and again has a fault. When different engines do so in the same stretch of games,
 * the machine is too busy for the margin, and the results mean little. Belongs to one thread. */
#ifndef ROWAN_REFEREE_OVERRUNS_H
#define ROWAN_REFEREE_OVERRUNS_H

#include "base/text.h"

enum { OVERRUNS_WINDOW = 10, OVERRUNS_MANY = 3 };

typedef struct {
    int losers[OVERRUNS_WINDOW]; /* of the last games, in a ring: engine + 1, or 0 if the game was not lost on time */
    int games;
    bool has_warned;
} Overruns;

/* Adds a game: the number of the engine that lost it on time, or -1. True, but only once, when OVERRUNS_MANY of the
 * last OVERRUNS_WINDOW games were lost on time, by more than one engine. Then the text is what to tell the user, with
 * the load of the machine where the system says it. */
bool overruns_add(Overruns *overruns, int loser, Reason *text);

#endif
