/* Makes the balanced openings of bench/openings: random openings that a search values near even, and from which games
 * between equals go either way. bench/README.md is the manual. */
#include <stdlib.h>
#include <unistd.h>

#include "balance/trial.h"
#include "common/command_line.h"
#include "common/files.h"
#include "common/proc.h"
#include "common/sibling.h"

enum { EXIT_MADE, EXIT_NOT_MADE, EXIT_WRONG };

static const char usage[] =
    "usage: balance FOLDER GAME... [--engine COMMAND] [--wanted N] [--attempts N] [--seed N]\n"
    "\n"
    "Writes FOLDER/GAME.txt for each game: openings for the referee that give both sides a game.\n"
    "The same arguments and engine give the same files. Existing files are replaced once the new ones are whole.\n"
    "\n"
    "  --engine COMMAND  the engine to ask (rowan, beside this program)\n"
    "  --wanted N        openings for each game (200)\n"
    "  --attempts N      random openings to try for each game (20000)\n"
    "  --seed N          seed of the random openings (1)\n"
    "  -h, --help        show this text\n"
    "  --version         show the version\n"
    "\n"
    "Exit status: 0 all files are written, 1 an engine failed or a file could not be written, 2 wrong\n"
    "arguments.\n";

typedef struct {
    const char *folder, *engine;
    int wanted, attempts, seed;
    char **games; /* up to NULL */
} BalanceOptions;

static bool take_number(char *const *argument, int *number, Reason *why) {
    const char *text = argument[1] != NULL ? argument[1] : "";
    return word_to_int(word_of(text), 1, 1000000000, number) || refuse(why, "%s needs a number", argument[0]);
}

static bool take_option(BalanceOptions *options, char *const *argument, Reason *why) {
    if (strcmp(argument[0], "--engine") == 0) {
        options->engine = argument[1];
        return argument[1] != NULL || refuse(why, "--engine needs a command");
    }
    if (strcmp(argument[0], "--wanted") == 0) return take_number(argument, &options->wanted, why);
    if (strcmp(argument[0], "--attempts") == 0) return take_number(argument, &options->attempts, why);
    if (strcmp(argument[0], "--seed") == 0) return take_number(argument, &options->seed, why);
    return refuse(why, "unknown option '%.60s'; see --help", argument[0]);
}

/* The games stay where they are in argv, moved together to its beginning. */
static bool parse(BalanceOptions *options, char **argv, Reason *why) {
    int words = 0;
    for (int i = 1; argv[i] != NULL; i++) {
        if (argv[i][0] != '-') {
            argv[words++] = argv[i];
            continue;
        }
        if (!take_option(options, &argv[i], why)) return false;
        i++;
    }
    argv[words] = NULL;
    options->folder = argv[0];
    options->games = argv + 1;
    return words >= 2 || refuse(why, "a folder or a game is missing; see --help");
}

static void print_header(FILE *file, const char *name, const Game *game, const Client *engine) {
    fprintf(file, "# %s: balanced openings, one a line, for build/referee --balanced or --openings\n", name);
    fprintf(file, "# Made by build/balance with %s. A search of %d nodes values each between -%d and %d;\n",
            client_engine_name(engine), trial_search_nodes(game), game_counts_points(game) ? EVEN_POINTS_CP : EVEN_CP,
            game_counts_points(game) ? EVEN_POINTS_CP : EVEN_CP);
    fprintf(file,
            "# in %d games at %d to %d nodes a move, in which each side has twice the nodes of the other in turn,\n",
            2 * PAIRS, trial_play_nodes(game), 2 * PAIRS * trial_play_nodes(game));
    fprintf(file, "# X scores %d%% to %d%%. No two are the same up to symmetry.\n", SHARE_MIN, SHARE_MAX);
}

/* False: an engine failed. */
static bool find_openings(FILE *file, const BalanceOptions *options, const Shape *shape, Trial *trial, int found[2],
                          Reason *why) {
    Candidates candidates;
    static Candidate candidate;
    bool is_fine = true;
    found[0] = found[1] = 0;
    candidates_init(&candidates, shape, (uint64_t)options->seed);
    while (is_fine && found[0] < options->wanted && found[1] < options->attempts &&
           candidates_next(&candidates, &candidate)) {
        bool is_balanced;
        TrialResult result;
        is_fine = trial_run(trial, &candidate, &is_balanced, &result, why);
        found[1]++;
        if (!is_fine || !is_balanced) continue;
        fprintf(file, "%s\n", candidate.moves);
        found[0]++;
    }
    candidates_free(&candidates);
    return is_fine;
}

/* Into a file that takes the place of the old one when it is whole. */
static bool write_openings(const BalanceOptions *options, const Shape *shape, Trial *trial, const char *path,
                           Reason *why) {
    char name[GAME_NAME_SIZE];
    int found[2];
    char *written = file_new_beside(path);
    FILE *file = written != NULL ? fopen(written, "w") : NULL;
    bool is_fine = file != NULL || refuse_errno(why, "cannot write '%.100s'", path);
    if (is_fine) {
        game_name(&shape->grid.game, name);
        print_header(file, name, &shape->grid.game, trial->engines[SIDE_X]);
        is_fine = find_openings(file, options, shape, trial, found, why);
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
    Trial trial = {0};
    if (!game_parse(word_of(name), &game, why)) return false;
    Shape *shape = shape_new(&game);
    if (shape == NULL) return refuse(why, "not enough memory");
    bool is_fine = trial_open(&trial, &game, options->engine, why) && write_openings(options, shape, &trial, path, why);
    trial_close(&trial);
    shape_free(shape);
    return is_fine;
}

int main(int argc, char **argv) {
    Reason why;
    int status;
    char engine[SIBLING_COMMAND_SIZE];
    if (command_line_answers(argc, argv, "balance", usage, EXIT_NOT_MADE, &status)) return status;
    sibling_command(argv[0], "rowan", engine);
    BalanceOptions options = {.engine = engine, .wanted = 200, .attempts = 20000, .seed = 1};
    proc_ignore_sigpipe();
    if (!parse(&options, argv, &why)) {
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
