/* A game that is over: all that the referee keeps of it, from the thread that played it, or the record that it was read
 * from, to the last report.
 *
 * A finished game owns its texts and does not change; only the text for the record goes once that is written. It
 * belongs to one thread at a time, and to the GameOrder in the end. */
#ifndef ROWAN_REFEREE_FINISHED_GAME_H
#define ROWAN_REFEREE_FINISHED_GAME_H

#include "common/record.h"

typedef struct FinishedGame {
    int number; /* in the schedule, from 1 */
    int plies;
    Outcome outcome;
    Ending ending;
    char *reason;              /* how it ended, for people */
    char *final;               /* its last position */
    char *text;                /* for the record; NULL: it is there already */
    struct FinishedGame *next; /* on the way to the record */
} FinishedGame;

/* Without the text for the record. NULL when memory is short. */
FinishedGame *finished_game_new(const GameRecord *record, const Grid *grid);
void finished_game_free(FinishedGame *game); /* NULL is fine */

#endif
