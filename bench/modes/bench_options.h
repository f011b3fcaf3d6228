/* The command line of the bench, parsed.
 *
 * Text points into argv. */
#ifndef ROWAN_BENCH_MODES_BENCH_OPTIONS_H
#define ROWAN_BENCH_MODES_BENCH_OPTIONS_H

#include "common/command_line.h"
#include "harness/engine_runs.h"
#include "harness/results.h"
#include "rules/game.h"

extern const OptionHelp bench_options_help;

#define BENCH_SIGNATURE_FILE "bench/signature"

enum { BENCH_THREAD_COUNTS_MAX = 8 };

/* How much to measure. Each mode has its own defaults; 0 is not given, or has no meaning for the mode. */
typedef struct {
    int depth;
    int nodes;
    int seconds;
    int repeats;
    int rounds;
    int positions; /* of each game; 0: all */
    int hash_mb;
} BenchLimits;

typedef struct {
    const char *mode; /* its name; NULL: the short version */
    int operand_count;
    const char *const *operands; /* what follows the mode; ends with NULL */

    BenchLimits limits;
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

/* The depth, or if none is given the deepest there is. */
int bench_limits_depth(const BenchLimits *limits);
/* Takes the defaults of a mode where nothing is given. */
void bench_limits_complete(BenchLimits *limits, const BenchLimits *defaults);
/* As options: "--nodes 10000 --hash 16". */
void bench_limits_print(const BenchLimits *limits, char text[RESULTS_TEXT_SIZE]);

#endif
