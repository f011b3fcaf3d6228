/* Plays the games of a tournament, several at a time.
 *
 * Workers (threads, each with engine processes of its own) take the next game by its number, play it and hand it over;
 * the calling thread writes it to the record, and adds up and prints results in the order of their numbers. Nothing
 * that is printed depends on which game ended first. Workers outlive their engines (see proc.h). */
#ifndef ROWAN_REFEREE_RUNNER_H
#define ROWAN_REFEREE_RUNNER_H

#include "referee/record_file.h"
#include "referee/report.h"

typedef enum {
    RUN_DONE,
    RUN_DECIDED,  /* by the sequential test */
    RUN_FAULT,    /* a fault under --strict */
    RUN_STOPPED,  /* cancel_fds: somebody wants us to stop */
    RUN_NO_START, /* an engine cannot be started: the reason says why */
    RUN_FAILED,   /* something of ours went wrong: likewise */
    RUN_UNHEARD,  /* standard output cannot be written */
} RunEnd;

typedef struct {
    const TournamentSetup *setup;
    const Geometry *geometry;
    const Grid *grid;
    const Openings *openings;
    Report *report; /* results of games that were played before are in place */
    Ledger *ledger;
    /* A pipe. A byte in it ends all games; the runner also writes to it, for its own reasons. */
    int cancel_fds[2];
} Run;

RunEnd run_games(const Run *run, Reason *why);

#endif
