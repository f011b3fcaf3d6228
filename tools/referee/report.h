/* The results of a tournament: standings, crosstable and sequential test, as text for people and as JSON.
 *
 * Games are added in the order of their numbers, so that the report does not depend on which of them ended first. It
 * belongs to one thread. */
#ifndef ROWAN_REFEREE_REPORT_H
#define ROWAN_REFEREE_REPORT_H

#include "referee/game_order.h"
#include "referee/tournament_settings.h"

typedef struct {
    Tally total;
    Tally as_side[2];
    int faults;
} Standing;

typedef struct {
    const Tournament *tournament;
    const GameOrder *order;   /* of its games */
    const Openings *openings; /* for the JSON */
    int games;                /* added so far */
    int planned;              /* games that are to be played here */
    Standing *standings;      /* of each engine */
    Tally *versus;            /* engine_count rows: each engine against each other, from the row's point of view */
    SprtState sprt;
} TournamentReport;

/* False when memory is short; report_free is due in any case. What it points to must outlive it. */
bool report_init(TournamentReport *report, const Tournament *tournament, const GameOrder *order,
                 const Openings *openings);
void report_free(TournamentReport *report);

/* Adds a game, the next in order. */
void report_add(TournamentReport *report, const FinishedGame *game);
/* By the sequential test. */
bool report_is_decided(const TournamentReport *report);
/* The results of an engine against another, from its own point of view. */
Tally *report_versus(const TournamentReport *report, int engine, int other);
bool report_is_match(const TournamentReport *report); /* between two engines */
/* The line about one game. */
void report_print_game(const TournamentReport *report, FILE *stream, const FinishedGame *game);
/* A progress_line on the terminal, with the time that is left if games go on as they did: for how long that was, and
 * how many there were before. */
void report_show_progress(const TournamentReport *report, double seconds, int games_before);
/* Standings, statistics of a match, sequential test; the final report of more than two engines also has a crosstable.
 */
void report_print(const TournamentReport *report, FILE *stream, bool is_final);
/* One line: whether the sequential test is decided, and how far it is. */
void report_print_verdict(const TournamentReport *report, FILE *stream);
/* What the columns and abbreviations in there mean: to be printed once, at the end. */
void report_print_legend(const TournamentReport *report, FILE *stream);

/* The files for programs. Replaces the whole file; `end` is the word for how the tournament ended. */
bool report_write_json(const TournamentReport *report, const char *path, const char *end, Reason *why);
/* The last positions of all games, one a line, for suites and analysis:
 *
 *     <position> ; game 3 ; result 1-0 ; ending line */
bool report_write_epd(const TournamentReport *report, const char *path, Reason *why);

#endif
