/* Makes the balanced openings of bench/openings: random openings that a search values near even, and from which games
 * between equals go either way. bench/README.md is the manual. */
#include <stdlib.h>
#include <unistd.h>

#include "balance/openings.h"
#include "common/command_line.h"
#include "common/files.h"
#include "common/proc.h"
#include "common/sibling.h"

enum { EXIT_MADE, EXIT_NOT_MADE, EXIT_WRONG };

enum { ENGINE, WANTED, ATTEMPTS, SEED, OPTIONS };

enum { NUMBER_MAX = 1000000000 };

static const OptionRow rows[OPTIONS + 1] = {
    [ENGINE] = {"--engine", OPTION_PATH, 0, "COMMAND", "the engine to ask (rowan, beside this program)"},
    [WANTED] = {"--wanted", OPTION_NUMBER, NUMBER_MAX, "N", "openings for each game (200)"},
    [ATTEMPTS] = {"--attempts", OPTION_NUMBER, NUMBER_MAX, "N", "random openings to try for each game (20000)"},
    [SEED] = {"--seed", OPTION_NUMBER, NUMBER_MAX, "N", "seed of the random openings (1)"},
};

static const OptionHelp help = {
    "balance",
    "usage: balance FOLDER GAME ... [options]\n"
    "\n"
    "Writes FOLDER/GAME.txt for each game: openings for the referee that give both\n"
    "sides a game. The same arguments and engine give the same files. Existing files\n"
    "are replaced once the new ones are whole.\n",
    rows,
    "Exit status: 0 all files are written, 1 an engine failed or a file could not be\n"
    "written, 2 wrong arguments.\n",
};

typedef struct {
    const char *folder, *engine;
    int wanted, attempts, seed;
    char **games; /* up to NULL */
} BalanceOptions;

static bool parse(BalanceOptions *options, char **argv, const char *engine, Reason *why) {
    const char *value[OPTIONS] = {NULL}, *apart;
    if (!command_line_parse(rows, argv, value, &apart, why)) return false;
    *options = (BalanceOptions){.folder = argv[0],
                                .engine = value[ENGINE] != NULL ? value[ENGINE] : engine,
                                .wanted = command_line_number(value[WANTED], 200),
                                .attempts = command_line_number(value[ATTEMPTS], 20000),
                                .seed = command_line_number(value[SEED], 1),
                                .games = argv + 1};
    return (argv[0] != NULL && argv[1] != NULL) || refuse(why, "a folder or a game is missing; see --help");
}

static void print_header(FILE *file, const Game *game, const Client *engine) {
    fprintf(file, "# %s: balanced openings, one a line, for build/referee --balanced or --openings\n",
            game_name(game).text);
    fprintf(file, "# Made by build/balance with %s. A search of %d nodes values each between -%d and %d;\n",
            client_engine_name(engine), judge_search_nodes(game),
            game_counts_points(game) ? JUDGE_EVEN_POINTS_CP : JUDGE_EVEN_CP,
            game_counts_points(game) ? JUDGE_EVEN_POINTS_CP : JUDGE_EVEN_CP);
    fprintf(file,
            "# in %d games at %d to %d nodes a move, in which each side has twice the nodes of the other in turn,\n",
            2 * JUDGE_PAIRS, judge_play_nodes(game), 2 * JUDGE_PAIRS * judge_play_nodes(game));
    fprintf(file, "# X scores %d%% to %d%%. No two are the same up to symmetry.\n", JUDGE_SHARE_MIN, JUDGE_SHARE_MAX);
}

/* False: an engine failed. */
static bool find_openings(FILE *file, const BalanceOptions *options, const Shape *shape, Judge *judge, int found[2],
                          Reason *why) {
    Candidates candidates;
    static Candidate candidate;
    bool is_fine = true;
    found[0] = found[1] = 0;
    candidates_init(&candidates, shape, (uint64_t)options->seed);
    while (is_fine && found[0] < options->wanted && found[1] < options->attempts &&
           candidates_next(&candidates, &candidate)) {
        bool is_balanced;
        is_fine = judge_opening(judge, &candidate, &is_balanced, why);
        found[1]++;
        if (!is_fine || !is_balanced) continue;
        fprintf(file, "%s\n", candidate.moves);
        found[0]++;
    }
    candidates_free(&candidates);
    return is_fine;
}

/* Into a file that takes the place of the old one when it is whole. */
static bool write_openings(const BalanceOptions *options, const Shape *shape, Judge *judge, const char *path,
                           Reason *why) {
    int found[2];
    char *written = file_new_beside(path);
    FILE *file = written != NULL ? fopen(written, "w") : NULL;
    bool is_fine = file != NULL || refuse_errno(why, "cannot write '%.100s'", path);
    if (is_fine) {
        print_header(file, &shape->grid.game, judge->engines[SIDE_X]);
        is_fine = find_openings(file, options, shape, judge, found, why);
        fprintf(file, "# %d of %d random openings\n", found[0], found[1]);
    }
    bool is_whole = file != NULL && file_close(file) && is_fine;
    if (written != NULL && !file_replace(path, written, is_whole) && is_fine) {
        is_fine = refuse_errno(why, "cannot write '%.100s'", path);
    }
    if (is_fine) printf("%s: %d of %d random openings are balanced\n", path, found[0], found[1]);
    fflush(stdout);
    return is_fine;
}

static bool make_openings(const BalanceOptions *options, const char *name, const char *path, Reason *why) {
    Game game;
    Judge judge = {0};
    if (!game_parse(word_of(name), &game, why)) return false;
    Shape *shape = shape_new(&game);
    if (shape == NULL) return refuse(why, "not enough memory");
    bool is_fine = judge_open(&judge, &game, options->engine, why) && write_openings(options, shape, &judge, path, why);
    judge_close(&judge);
    shape_free(shape);
    return is_fine;
}

int main(int argc, char **argv) {
    BalanceOptions options;
    Reason why;
    int status;
    char engine[SIBLING_COMMAND_SIZE];
    if (command_line_answers_with(&help, argc, argv, EXIT_NOT_MADE, &status)) return status;
    sibling_command(argv[0], "rowan", engine);
    file_ignore_signals();
    if (!parse(&options, argv + 1, engine, &why)) {
        fprintf(stderr, "balance: %s\n", why.text);
        return EXIT_WRONG;
    }
    for (char **game = options.games; *game != NULL; game++) {
        char path[1024];
        snprintf(path, sizeof path, "%.800s/%.100s.txt", options.folder, *game);
        char *colon = strchr(path + strlen(options.folder), ':');
        if (colon != NULL) *colon = '-';
        if (make_openings(&options, *game, path, &why)) continue;
        fprintf(stderr, "balance: %.100s: %s\n", *game, why.text);
        return EXIT_NOT_MADE;
    }
    return file_close_stdout("balance", EXIT_MADE, EXIT_NOT_MADE);
}
