/* The results of a tournament: standings, crosstable and sequential test, as text for people and as JSON.
 *
 * Games are added in the order of their numbers, so that the report does not depend on which of them ended first. It
 * belongs to one thread. */
#ifndef ROWAN_REFEREE_REPORT_H
#define ROWAN_REFEREE_REPORT_H

#include "referee/tournament.h"

/* What is kept of every game. */
typedef struct {
    bool is_played;
    uint8_t outcome; /* an Outcome */
    uint8_t ending;  /* an Ending */
    uint16_t plies;
} GameResult;

typedef struct {
    Tally total;
    Tally as_side[2];
    int faults;
} Standing;

typedef struct {
    const Tournament *tournament;
    int games;           /* added so far */
    GameResult *results; /* of all games of the schedule, by number - 1 */
    Standing *standings; /* of each engine */
    Tally *versus;       /* engine_count rows: each engine against each other, from the row's point of view */
    SprtState sprt;
} TournamentReport;

enum { PROGRESS_SIZE = 160 };

GameResult game_result_of(const GameRecord *record);

/* False when memory is short; report_free is due in any case. */
bool report_init(TournamentReport *report, const Tournament *tournament);
void report_free(TournamentReport *report);

/* Adds game number report->games + 1, whose result is in place. */
void report_add(TournamentReport *report);
/* The results of an engine against another, from its own point of view. */
const Tally *report_versus(const TournamentReport *report, int engine, int other);
/* Games that are finished but not added: an earlier one is missing, or the tournament ended before them. */
int report_pending(const TournamentReport *report);

/* The line about one game. */
void report_print_game(const TournamentReport *report, FILE *stream, int number, const char *reason);
/* A short line for the terminal. */
void report_print_progress(const TournamentReport *report, double seconds, char text[PROGRESS_SIZE]);
/* Standings, crosstable if there are more than two engines, sequential test. */
void report_print(const TournamentReport *report, FILE *stream);
/* What the abbreviations in there mean: to be printed once, at the end. */
void report_print_legend(const TournamentReport *report, FILE *stream);

/* Can that file be written, as far as one can tell beforehand? */
bool report_json_is_possible(const char *path, Reason *why);
/* Replaces the whole file; `end` is the word for how the tournament ended. */
bool report_write_json(const TournamentReport *report, const char *path, const char *end, Reason *why);

#endif
