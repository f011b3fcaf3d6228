/* A tournament as it was asked for: engines, game, schedule, openings, adjudication, files.
 *
 * Text is kept as pointers into the command line, which must outlive the Tournament. Immutable once checked; any number
 * of threads may share it. */
#ifndef ROWAN_REFEREE_TOURNAMENT_H
#define ROWAN_REFEREE_TOURNAMENT_H

#include "referee/engine_config.h"
#include "referee/openings.h"
#include "referee/schedule.h"
#include "referee/stats.h"

enum {
    ENGINES_MAX = 64,
    CONCURRENCY_MAX = 256,
    GAMES_DEFAULT = 2,
    OPENING_PLIES_DEFAULT = 4,
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
    Game game;
    Schedule schedule;
    bool has_format;
    const char *openings_path; /* NULL: random openings */
    OpeningOrder order;
    int plies; /* of random openings, or taken from each line of a file; OPENING_PLIES_ALL: not given */
    int64_t seed;
    int concurrency;
    bool is_strict;
    int max_plies; /* 0: no limit */
    Adjudication draw, resign;
    bool has_sprt;
    Sprt sprt;
    const char *record_path, *json_path, *log_path, *resume_path; /* NULL: none */
    int report_every; /* games between two printed standings; 0: only at the end */
    bool is_quiet;
} Tournament;

/* Everything at its default, no engines yet. False when memory is short. */
bool tournament_init(Tournament *tournament);
void tournament_free(Tournament *tournament);

/* Fills in what was left open and refuses what does not fit together. */
bool tournament_check(Tournament *tournament, Reason *why);

#endif
