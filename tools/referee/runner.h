/* Plays the games of a tournament, several at a time.
 *
 * Game threads, each with engine processes of its own, take the next game by its number, play it and hand it over. The
 * calling thread passes it to the collector. Game threads outlive their engines (see proc.h). */
#ifndef ROWAN_REFEREE_RUNNER_H
#define ROWAN_REFEREE_RUNNER_H

#include "referee/collector.h"

typedef struct {
    const Tournament *tournament;
    const Shape *shape;
    const Openings *openings;
    Collector *collector; /* the games that were played before are in place */
    /* A pipe. A byte in it ends all games; the runner writes one itself when it has to stop. */
    int cancel_fds[2];
} TournamentRun;

TournamentEnd runner_play(const TournamentRun *run, Reason *why);

#endif
