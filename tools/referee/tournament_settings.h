/* A tournament as it was asked for: engines, game, schedule, openings, adjudication, files.
 *
 * Text is kept as pointers into the command line, which must outlive the Tournament. Immutable once checked; any number
 * of threads may share it. */
#ifndef ROWAN_REFEREE_TOURNAMENT_SETTINGS_H
#define ROWAN_REFEREE_TOURNAMENT_SETTINGS_H

#include "referee/affinity.h"
#include "referee/engine_config.h"
#include "referee/openings.h"
#include "referee/schedule.h"
#include "referee/stats.h"

enum {
    ENGINES_MAX = 64,
    CONCURRENCY_MAX = 256,
    GAMES_DEFAULT = 2,
    OPENING_PLIES_DEFAULT = 4,
    REPORT_EVERY_DEFAULT = -1,
};

/* A game ends early when both engines' scores agree for a number of moves in a row. */
typedef struct {
    int moves; /* 0: never */
    int64_t score_cp;
    int from_ply; /* not before this ply */
} Adjudication;

typedef struct {
    int engine_count;
    EngineConfig *engines; /* ENGINES_MAX of them */
    EngineConfig each;
    const char *engines_path; /* where conf= finds engines; NULL: the usual file */
    Game game;
    Schedule schedule;
    bool has_format;
    const char *openings_path; /* NULL: random openings */
    bool is_balanced;          /* openings_path is to be that of the balanced openings */
    bool is_random;
    const char *openings_cause; /* why they are used, for people */
    OpeningOrder order;
    int plies; /* of random openings, or taken from each line of a file; OPENING_PLIES_ALL: not given */
    int64_t seed;
    int concurrency;
    CpuList cpus; /* of the games */
    bool is_strict;
    int wait_ms;   /* between two games of a game thread */
    int max_plies; /* 0: no limit */
    Adjudication draw, resign;
    bool has_sprt;
    Sprt sprt;
    bool is_open; /* it is played until the test decides: nobody knows how many games there will be */
    const char *record_path, *json_path, *log_path, *resume_path, *epd_path, *pgn_path; /* NULL: none */
    const char *check_command; /* an engine to test instead of a tournament; NULL: none */
    char *const *merge_paths;  /* parts to put together, merge_count of them; NULL: none */
    int merge_count;
    bool allows_gaps;         /* among them games may be missing */
    bool is_verdict;          /* only say whether the test is decided */
    const char *event, *site; /* for the record; "": not known */
    bool is_detailed;         /* the record has all that the engines say about their moves */
    int report_every; /* games between two printed standings; 0: only at the end; REPORT_EVERY_DEFAULT: not given */
    bool is_quiet;
    bool is_lenient;    /* play on with engines that are not ready, or refuse options, at their first start */
    bool is_continuing; /* go on with the record, if it is there */
    bool is_trusting;   /* run what a record says without asking */
} Tournament;

/* How it ended. */
typedef enum {
    TOURNAMENT_DONE,
    TOURNAMENT_DECIDED,       /* by the sequential test */
    TOURNAMENT_FAULT,         /* a fault under --strict */
    TOURNAMENT_STOPPED,       /* by a signal */
    TOURNAMENT_NO_START,      /* an engine cannot be started: the reason says why */
    TOURNAMENT_FAILED,        /* the referee itself cannot go on, for the reason given */
    TOURNAMENT_OUTPUT_FAILED, /* standard output cannot be written */
} TournamentEnd;

/* Everything at its default, no engines yet. False when memory is short. */
bool tournament_init(Tournament *tournament);
void tournament_free(Tournament *tournament);

/* Games between two printed standings, 0: none. By default a tenth of the tournament, but at least 20 games; under
 * --quiet none; 100 games if nobody knows how many there will be. */
int tournament_report_every(const Tournament *tournament, int games);

/* Where results are printed for people: standard output, or standard error if that is for the JSON. */
FILE *tournament_stream(const Tournament *tournament);
/* A JSON path of "-". */
bool tournament_prints_json(const Tournament *tournament);

/* Fills in what was left open and refuses what does not fit together. */
bool tournament_check(Tournament *tournament, Reason *why);
/* What cannot be written is found before the first game, not after the last. */
bool tournament_check_paths(const Tournament *tournament, Reason *why);

#endif
