/* What becomes of a game that has ended: it is written to the record at once and then, in the order of its number,
 * added to the report and printed.
 *
 * For the main thread. */
#ifndef ROWAN_REFEREE_COLLECTOR_H
#define ROWAN_REFEREE_COLLECTOR_H

#include "referee/overruns.h"
#include "referee/pgn_file.h"
#include "referee/record_file.h"
#include "referee/report.h"

typedef struct {
    GameOrder *order;
    TournamentReport *report;
    RecordFile *record;
    PgnFile *pgn;
    int64_t start_us;
    int games_before; /* that were played before, by a referee whose record we resume */
    Overruns overruns;
    bool is_over; /* games that end from now on are only recorded */
} Collector;

/* Creates the record, which begins with the arguments, or resumes one and takes its games, as the tournament says. */
bool collector_open_record(Collector *collector, char *const arguments[], Reason *why);
/* Adds up the games that were played before, which may have decided the tournament already. */
TournamentEnd collector_begin(Collector *collector, Reason *why);
/* Takes over a list of games. TOURNAMENT_DONE: the tournament goes on; else it ends here, perhaps with a reason. */
TournamentEnd collector_take(Collector *collector, FinishedGame *list, Reason *why);

#endif
