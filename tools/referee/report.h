/* What a tournament has come to: standing, crosstable, sequential test, as text for people and as JSON.
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
    const TournamentSetup *setup;
    int games;           /* added so far */
    GameResult *results; /* of all games of the schedule, by number - 1 */
    Standing *standings; /* of each engine */
    Tally *versus;       /* engine_count rows: each engine against each, from the view of the row */
    SprtState sprt;
} Report;

bool report_init(Report *report, const TournamentSetup *setup);
void report_free(Report *report);

/* Adds game number report->games + 1, whose result is in place. */
void report_add(Report *report);

/* The line about one game. */
void report_print_game(const Report *report, FILE *stream, int number, const char *reason);
/* A short line for the terminal. */
void report_print_progress(const Report *report, double seconds, char text[160]);
/* Standing, crosstable for more than two engines, test. */
void report_print(const Report *report, FILE *stream);
/* Whether that file can be written, as far as one can tell before. */
bool report_json_is_possible(const char *path, Reason *why);
/* Replaces the file as a whole; `end` says how the tournament ended. */
bool report_write_json(const Report *report, const char *path, const char *end, Reason *why);

#endif
