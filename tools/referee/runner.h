/* Plays the games of a tournament, several at a time.
 *
 * Game threads, each with engine processes of its own, take the next game by its number, play it and hand it over. The
 * calling thread writes it to the record, then adds up and prints results in the order of their numbers: nothing that
 * is printed depends on which game ended first. Game threads outlive their engines (see proc.h). */
#ifndef ROWAN_REFEREE_RUNNER_H
#define ROWAN_REFEREE_RUNNER_H

#include "referee/record_file.h"
#include "referee/report.h"

typedef enum {
    RUNNER_DONE,
    RUNNER_DECIDED,       /* by the sequential test */
    RUNNER_FAULT,         /* a fault under --strict */
    RUNNER_STOPPED,       /* by a byte in cancel_fds from outside */
    RUNNER_NO_START,      /* an engine cannot be started: the reason says why */
    RUNNER_FAILED,        /* the referee itself cannot go on: likewise */
    RUNNER_OUTPUT_FAILED, /* standard output cannot be written */
} RunnerEnd;

typedef struct {
    const Tournament *tournament;
    const Shape *shape;
    const Openings *openings;
    TournamentReport *report; /* the results of games that were played before are in place */
    RecordFile *record;
    /* A pipe. A byte in it ends all games; the runner writes one itself when it has to stop. */
    int cancel_fds[2];
} TournamentRun;

RunnerEnd runner_play(const TournamentRun *run, Reason *why);

#endif
