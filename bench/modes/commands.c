/* What a person waits for: the whole commands `solve GAME`, `solve GAME --proof FILE` and `verify FILE`. */
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/files.h"
#include "common/progress_line.h"
#include "harness/engine_runs.h"
#include "harness/sample.h"
#include "modes/modes.h"

/* Solved within seconds; others only if they are asked for. */
static const char *const usual[] = {"3x3x3", "4x4x4", "5x5", "6x6x6", "7x7x7", "8x8x8", NULL};

enum { SOLVE, PROVE, VERIFY, COMMANDS };

static bool measure_game(const Bench *bench, const char *game, const char *proof) {
    char solve[ENGINE_PATH_SIZE], verify[ENGINE_PATH_SIZE], commands[COMMANDS][3 * ENGINE_PATH_SIZE];
    int repeats = bench->options->limits.repeats;
    Sample whole_s[COMMANDS] = {{0}}, value_s[COMMANDS] = {{0}};
    struct stat about;
    engine_runs_beside(bench->options->engine, "solve", solve);
    engine_runs_beside(bench->options->engine, "verify", verify);
    snprintf(commands[SOLVE], sizeof commands[SOLVE], "%s %.60s", solve, game);
    snprintf(commands[PROVE], sizeof commands[PROVE], "%s %.60s --proof \"%s\"", solve, game, proof);
    snprintf(commands[VERIFY], sizeof commands[VERIFY], "%s \"%s\"", verify, proof);
    for (int i = 0; i < COMMANDS * repeats; i++) {
        double whole, value;
        progress_line_write("commands: %s, run %d of %d", game, i / COMMANDS + 1, repeats);
        if (!engine_runs_command(commands[i % COMMANDS], "time ", &whole, &value, bench->why)) return false;
        sample_add(&whole_s[i % COMMANDS], whole);
        sample_add(&value_s[i % COMMANDS], value);
    }
    results_text(bench->results, "%s", game);
    results_number(bench->results, repeats, 0);
    for (int i = 0; i < COMMANDS; i++) {
        results_number(bench->results, sample_median(&whole_s[i]), 3);
        if (i != VERIFY) results_number(bench->results, sample_median(&value_s[i]), 3);
    }
    results_number(bench->results, stat(proof, &about) == 0 ? (double)about.st_size : (double)NAN, 0);
    return true;
}

static const TableHead table = {
    "commands",
    "Commands: solve GAME, solve GAME --proof FILE, verify FILE",
    {"game", "runs", "solve s", "of it value s", "--proof s", "of it value, proof s", "verify s", "proof bytes"},
    {"times: processor time of the whole command, user and system, median of the runs",
     "of it value: until solve printed how long the value took; the rest is line and length",
     "of it value, proof: the same with --proof, which is made before that line"},
};

ModeEnd mode_commands(const Bench *bench) {
    char proof[ENGINE_PATH_SIZE];
    const char *parent = getenv("TMPDIR");
    bool fine = true;
    snprintf(proof, sizeof proof, "%s/rowan-bench-XXXXXX", parent != NULL && parent[0] != '\0' ? parent : "/tmp");
    int fd = mkstemp(proof);
    if (fd < 0) return refuse_errno(bench->why, "cannot make '%.150s'", proof), MODE_FAILED;
    close(fd);
    results_table(bench->results, &table);
    for (const char *const *names = bench_options_games(bench->options, usual); fine && *names != NULL; names++) {
        Game game;
        fine = game_parse(word_of(*names), &game, bench->why) && measure_game(bench, *names, proof);
    }
    unlink(proof);
    return fine ? MODE_FINE : MODE_FAILED;
}
