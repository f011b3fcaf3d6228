/* The command line of the bench, parsed.
 *
 * Numbers that were not given are 0, and each mode has its own default for them. Text points into argv. Read-only once
 * parsed. */
#ifndef ROWAN_BENCH_MODES_BENCH_OPTIONS_H
#define ROWAN_BENCH_MODES_BENCH_OPTIONS_H

#include "common/command_line.h"
#include "harness/engine_runs.h"
#include "harness/results.h"
#include "rules/game.h"

extern const OptionHelp bench_options_help;

enum { BENCH_THREAD_COUNTS_MAX = 8 };

typedef struct {
    const char *mode; /* its name; NULL: the short version */
    int operand_count;
    const char *const *operands; /* what follows the mode; ends with NULL */

    int depth;
    int nodes;
    int seconds;
    int repeats;
    int rounds;
    int positions; /* of each game */
    int hash_mb;
    int thread_counts;
    int threads[BENCH_THREAD_COUNTS_MAX];
    bool has_game;
    Game game;                 /* of --game */
    const char *game_names[2]; /* its name; NULL */

    const char *file;   /* positions to measure on */
    const char *suites; /* the folder of positions with known values */
    const char *engine;
    char usual_engine[ENGINE_PATH_SIZE]; /* the rowan beside this program */
    const char *signature_file;
    bool compares_unlike; /* --force */
    bool writes_signature;

    ResultsFormat format;
    const char *svg_path; /* NULL: no plot is wanted */
} BenchOptions;

bool bench_options_parse(BenchOptions *options, char **argv, Reason *why);

/* NULL: all games. */
static inline const Game *bench_options_game(const BenchOptions *options) {
    return options->has_game ? &options->game : NULL;
}

/* The names of the games to measure: the operands, or that of --game, or else the usual ones. All end with NULL. */
const char *const *bench_options_games(const BenchOptions *options, const char *const usual[]);

/* The game of --game, or 4x4x4. */
const Game *bench_options_one_game(const BenchOptions *options);

/* The number that was given, or the default of the mode. */
static inline int bench_options_or(int given, int otherwise) {
    return given > 0 ? given : otherwise;
}

#endif
