/* Plays the games of a tournament, several at a time.
 *
 * Game threads, each with engine processes of its own, take the next game by its number, play it and hand it over. The
 * calling thread passes it to the collector. Game threads outlive their engines (see proc.h). */
#ifndef ROWAN_REFEREE_RUNNER_H
#define ROWAN_REFEREE_RUNNER_H

#include "common/cancel.h"
#include "referee/collector.h"

typedef struct {
    const Tournament *tournament;
    const Shape *shape;
    const Openings *openings;
    Collector *collector; /* the games that were played before are in place */
    Cancel *cancel;       /* ends all games; the runner asks for it itself when it has to stop */
} TournamentRun;

TournamentEnd runner_play(const TournamentRun *run, Reason *why);

#endif
