/* The games of a tournament, which end in any order, in the order of their numbers: nothing that is added up or printed
 * depends on which of them ended first.
 *
 * Owns the games. It belongs to one thread. Others may ask for a game that is not put in meanwhile. */
#ifndef ROWAN_REFEREE_GAME_ORDER_H
#define ROWAN_REFEREE_GAME_ORDER_H

#include "common/record.h"
#include "referee/schedule.h"

/* A game that is over: all that the referee keeps of it, from the thread that played it, or the record that it was read
 * from, to the last report. It owns its texts and does not change; only the text for the record goes once that is
 * written. It belongs to one thread at a time, and to the GameOrder in the end. */
typedef struct FinishedGame {
    int number; /* in the schedule, from 1 */
    int plies;
    Outcome outcome;
    Ending ending;
    char *reason;              /* how it ended, for people */
    char *final;               /* its last position */
    char *text;                /* for the record; NULL: it is there already */
    char *plain;               /* as plain PGN, if that is wanted, until it is written; else NULL */
    struct FinishedGame *next; /* on the way to the record */
} FinishedGame;

/* Without the text for the record. NULL when memory is short. */
FinishedGame *finished_game_new(const GameRecord *record, const Grid *grid, bool has_plain);
void finished_game_free(FinishedGame *game); /* NULL is fine */

typedef struct {
    const Schedule *schedule;
    FinishedGame **games; /* of the whole schedule, by number - 1; NULL: it has not ended */
    int upto;             /* all games up to this number are handed on, or are not ours */
    bool skips_gaps;      /* games that are not there are not waited for */
} GameOrder;

/* False when memory is short; game_order_free is due in any case. */
bool game_order_init(GameOrder *order, const Schedule *schedule);
void game_order_free(GameOrder *order);

/* Takes over a game that has ended. */
void game_order_put(GameOrder *order, FinishedGame *game);
/* Hands on the next game; NULL: it has not ended, or none is left. */
const FinishedGame *game_order_next(GameOrder *order);

/* NULL: it has not ended. */
const FinishedGame *game_order_at(const GameOrder *order, int number);
/* The plain PGN of a game, for the caller to free; NULL: it has none, or it was taken before. */
char *game_order_take_plain(GameOrder *order, int number);
/* All games that are ours are handed on. */
bool game_order_is_complete(const GameOrder *order);
/* Games that have ended but are not handed on: an earlier one is missing, or nobody asked for them. */
int game_order_pending(const GameOrder *order);

#endif
