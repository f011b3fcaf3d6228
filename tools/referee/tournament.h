/* What the referee is asked to do: its command line, parsed and checked.
 *
 * Text is kept as pointers into the arguments, which must outlive the TournamentSetup. Immutable once checked; any
 * number of threads may share it. */
#ifndef ROWAN_REFEREE_TOURNAMENT_H
#define ROWAN_REFEREE_TOURNAMENT_H

#include <stdio.h>

#include "referee/contestant.h"
#include "referee/openings.h"
#include "referee/schedule.h"
#include "referee/stats.h"

enum { ENGINES_MAX = 64, CONCURRENCY_MAX = 256 };

/* Adjudication by agreed scores: both sides for so many moves in a row. */
typedef struct {
    int moves; /* 0: off */
    int64_t score_cp;
    int from_ply; /* not before so many plies */
} Agreement;

typedef struct {
    int engine_count;
    EngineSetup *engines; /* ENGINES_MAX of them */
    EngineSetup each;
    Game game;
    Schedule schedule;
    bool has_format;
    const char *openings_path; /* NULL: random ones */
    OpeningOrder order;
    int plies; /* -1: not given */
    int64_t seed;
    int concurrency;
    bool is_strict;
    int max_plies; /* 0: none */
    Agreement draw, resign;
    bool has_sprt;
    Sprt sprt;
    const char *record_path, *json_path, *log_path, *resume_path;
    int report_every; /* games between two standings; 0: only the last */
    bool is_quiet;
    bool wants_help;
} TournamentSetup;

bool setup_init(TournamentSetup *setup);
void setup_free(TournamentSetup *setup);

/* Takes arguments, without the name of the program; may be called again for more, of which the later ones win. */
bool setup_parse(TournamentSetup *setup, int argc, char *const argv[], Reason *why);
/* Fills in what was left open and refuses what does not fit together. */
bool setup_check(TournamentSetup *setup, Reason *why);

void setup_print_help(FILE *out);

#endif
