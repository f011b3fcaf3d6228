/* What the referee is asked to do: its command line, parsed and checked.
 *
 * Text is kept as pointers into the arguments, which must outlive the Setup. Immutable once checked; any number of
 * threads may share it. */
#ifndef ROWAN_SETUP_H
#define ROWAN_SETUP_H

#include "openings.h"
#include "record.h"
#include "schedule.h"
#include "stats.h"

enum { ENGINES_MAX = 64, ENGINE_OPTIONS_MAX = 64, SETTINGS_MAX = 128, CONCURRENCY_MAX = 256 };

/* How long an engine may think; any combination. 0: no such limit. */
typedef struct {
    int session_moves; /* the clock gets session_ms again after so many moves; 0: never */
    int64_t session_ms;
    int64_t increment_ms;
    int64_t move_ms;
    int depth;
    int64_t nodes;
    int64_t margin_ms; /* so much beyond its time is forgiven */
} Control;

typedef struct {
    char *name;
    const char *value; /* NULL: a button */
} EngineOption;

typedef struct {
    char name[RECORD_NAME_SIZE];
    const char *command;
    const char *arguments; /* NULL: none */
    const char *dir;       /* NULL: ours */
    char **argv;           /* command and arguments, split */
    int option_count;
    EngineOption options[ENGINE_OPTIONS_MAX];
    Control control;
    int64_t start_ms, ping_ms, quit_ms;
    int64_t hang_ms; /* without a clock: from go to a hang; with one: the same, from the end of its time */
    int setting_count;
    const char *settings[SETTINGS_MAX]; /* as given: key=value */
} EngineSetup;

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
} Setup;

bool setup_init(Setup *setup);
void setup_free(Setup *setup);

/* Takes arguments, without the name of the program; may be called again for more, of which the later ones win. */
bool setup_parse(Setup *setup, int argc, char *const argv[], Reason *why);
/* Fills in what was left open and refuses what does not fit together. */
bool setup_check(Setup *setup, Reason *why);

/* "tc=40/60+0.5 depth=2" */
void control_print(const Control *control, char text[RECORD_CONTROL_SIZE]);
extern const char setup_help[];

#endif
