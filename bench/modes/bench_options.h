/* The command line of the bench, parsed.
 *
 * Numbers that were not given are 0, and each mode has its own default for them. Text points into argv. Read-only once
 * parsed. */
#ifndef ROWAN_BENCH_MODES_BENCH_OPTIONS_H
#define ROWAN_BENCH_MODES_BENCH_OPTIONS_H

#include "harness/engine_runs.h"
#include "harness/results.h"
#include "rules/game.h"

extern const char bench_options_usage[];

enum { THREAD_COUNTS_MAX = 8, OPERANDS_MAX = 32 };

typedef struct {
    const char *mode; /* its name; NULL: the short version */
    int operand_count;
    const char *operands[OPERANDS_MAX]; /* what follows the mode */

    int depth;
    int nodes;
    int seconds;
    int repeats;
    int rounds;
    int positions; /* of each game */
    int hash_mb;
    int thread_counts;
    int threads[THREAD_COUNTS_MAX];
    bool has_game;
    Game game; /* of --game */

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

bool bench_options_parse(BenchOptions *options, int argc, char **argv, Reason *why);

/* NULL: all games. */
static inline const Game *bench_options_game(const BenchOptions *options) {
    return options->has_game ? &options->game : NULL;
}

/* The games to measure: the operands, or the one of --game, or else the usual ones, which end with NULL. Returns how
 * many; 0 with the reason if one of them is no game. */
int bench_options_games(const BenchOptions *options, const char *const usual[], Game games[OPERANDS_MAX], Reason *why);

/* The game of --game, or 4x4x4. */
const Game *bench_options_one_game(const BenchOptions *options);

/* The number that was given, or the default of the mode. */
static inline int bench_options_or(int given, int otherwise) {
    return given > 0 ? given : otherwise;
}

#endif
