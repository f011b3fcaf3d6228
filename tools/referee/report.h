/* The results of a tournament: standings, crosstable and sequential test, as text for people and as JSON.
 *
 * Games are added in the order of their numbers, so that the report does not depend on which of them ended first. It
 * belongs to one thread. */
#ifndef ROWAN_REFEREE_REPORT_H
#define ROWAN_REFEREE_REPORT_H

#include "referee/game_note.h"
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
    int games;                /* added so far */
    int upto;                 /* all games up to this number are added, or are not ours */
    int planned;              /* games that are to be played here */
    bool skips_gaps;          /* games that are not there are not waited for */
    GameResult *results;      /* of all games of the schedule, by number - 1 */
    GameNote *notes;          /* likewise, for the JSON and the EPD; NULL: neither is wanted */
    const Openings *openings; /* for the JSON; NULL: not known */
    Standing *standings;      /* of each engine */
    Tally *versus;            /* engine_count rows: each engine against each other, from the row's point of view */
    SprtState sprt;
} TournamentReport;

enum { PROGRESS_SIZE = 160 };

GameResult game_result_of(const GameRecord *record);

/* False when memory is short; report_free is due in any case. */
bool report_init(TournamentReport *report, const Tournament *tournament);
void report_free(TournamentReport *report);

/* Are the players of this game known? If not, the rounds that can be drawn by now are drawn. */
bool report_knows(const TournamentReport *report, int number);
/* Puts the result of a game in its place, and its note, which is taken over. */
void report_take(TournamentReport *report, int number, GameResult result, GameNote note);
/* The same for a game of a record. */
void report_take_record(TournamentReport *report, const GameRecord *record, const Grid *grid);

/* The number of the next game to add, 0: none is left. */
int report_next(const TournamentReport *report);
/* Adds that game, whose result is in place. */
void report_add(TournamentReport *report);
/* The results of an engine against another, from its own point of view. */
const Tally *report_versus(const TournamentReport *report, int engine, int other);
bool report_is_match(const TournamentReport *report); /* between two engines */
/* Games that are finished but not added: an earlier one is missing, or the tournament ended before them. */
int report_pending(const TournamentReport *report);

/* The line about one game. */
void report_print_game(const TournamentReport *report, FILE *stream, int number, const char *reason);
/* For how long games have been played, and how many there were before. */
typedef struct {
    double seconds;
    int games_before;
} ProgressTime;

/* A short line for the terminal, with the time that is left if games go on as they did. */
void report_print_progress(const TournamentReport *report, const ProgressTime *time, char text[PROGRESS_SIZE]);
/* Standings, statistics of a match, sequential test; the final report of more than two engines also has a crosstable.
 */
void report_print(const TournamentReport *report, FILE *stream, bool is_final);
/* What the abbreviations in there mean: to be printed once, at the end. */
void report_print_legend(const TournamentReport *report, FILE *stream);

/* Can that file be written, as far as one can tell beforehand? */
bool report_json_is_possible(const char *path, Reason *why);
/* Replaces the whole file; `end` is the word for how the tournament ended. */
bool report_write_json(const TournamentReport *report, const char *path, const char *end, Reason *why);

#endif
