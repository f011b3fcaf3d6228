/* What a person waits for: the whole commands `solve GAME`, `solve GAME --proof FILE` and `verify FILE`. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/counter_line.h"
#include "common/files.h"
#include "harness/engine_runs.h"
#include "harness/sample.h"
#include "modes/modes.h"

enum { PATH_SIZE = 1024, REPEATS = 3 };

/* Solved within seconds; others only if they are asked for. */
static const char *const usual[] = {"3x3x3", "4x4x4", "5x5", "6x6x6", "7x7x7", "8x8x8", NULL};

typedef struct {
    char solve[ENGINE_PATH_SIZE], verify[ENGINE_PATH_SIZE];
    char folder[PATH_SIZE], proof[PATH_SIZE + 8];
} Programs;

typedef struct {
    Sample whole_s, time_s; /* time_s: until it printed `time` */
} CommandTimes;

static bool run(const char *const argv[], CommandTimes *times, Reason *why) {
    CommandTime time;
    if (!engine_runs_command(argv, "time ", &time, why)) return false;
    sample_add(&times->whole_s, time.whole_s);
    sample_add(&times->time_s, time.marked_s);
    return true;
}

static void print_proof_size(const char *path, Results *results) {
    struct stat about;
    if (stat(path, &about) == 0) {
        results_number(results, (double)about.st_size, 0);
    } else {
        results_nothing(results);
    }
}

static bool measure_game(const Bench *bench, const Programs *programs, const char *game) {
    const char *const solve[] = {programs->solve, game, NULL};
    const char *const prove[] = {programs->solve, game, "--proof", programs->proof, NULL};
    const char *const verify[] = {programs->verify, programs->proof, NULL};
    int repeats = bench_options_or(bench->options->repeats, REPEATS);
    CommandTimes times[3] = {{.whole_s = {0}}};
    for (int i = 0; i < repeats; i++) {
        counter_line_write("commands: %s, run %d of %d", game, i + 1, repeats);
        bool fine = run(solve, &times[0], bench->why) && run(prove, &times[1], bench->why) &&
                    run(verify, &times[2], bench->why);
        if (!fine) return false;
    }
    results_text(bench->results, "%s", game);
    results_number(bench->results, repeats, 0);
    for (int i = 0; i < 2; i++) {
        results_number(bench->results, sample_median(&times[i].whole_s), 3);
        results_number(bench->results, sample_median(&times[i].time_s), 3);
    }
    results_number(bench->results, sample_median(&times[2].whole_s), 3);
    print_proof_size(programs->proof, bench->results);
    return true;
}

static bool measure_games(const Bench *bench, const Programs *programs) {
    const char *const *names = bench_options_games(bench->options, usual);
    for (; *names != NULL; names++) {
        Game game;
        if (!game_parse(word_of(*names), &game, bench->why) || !measure_game(bench, programs, *names)) return false;
    }
    return true;
}

static void begin_table(Results *results) {
    static const char *const columns[] = {"game",          "runs",        "solve s",
                                          "of it value s", "--proof s",   "of it value, proof s",
                                          "verify s",      "proof bytes", NULL};
    results_table(results, "commands", "Commands: solve GAME, solve GAME --proof FILE, verify FILE", columns);
    results_legend(results, "times: processor time of the whole command, user and system, median of the runs");
    results_legend(results, "of it value: until solve printed how long the value took; the rest is line and length");
    results_legend(results, "of it value, proof: the same with --proof, which is made before that line");
}

/* A folder for the proof. */
static bool make_folder(Programs *programs, Reason *why) {
    const char *parent = getenv("TMPDIR");
    snprintf(programs->folder, sizeof programs->folder, "%s/rowan-bench-XXXXXX",
             parent != NULL && parent[0] != '\0' ? parent : "/tmp");
    if (mkdtemp(programs->folder) == NULL) return refuse_errno(why, "cannot make '%.150s'", programs->folder);
    snprintf(programs->proof, sizeof programs->proof, "%s/proof", programs->folder);
    return true;
}

ModeEnd mode_commands(const Bench *bench) {
    Programs programs;
    engine_runs_beside(bench->options->engine, "solve", programs.solve);
    engine_runs_beside(bench->options->engine, "verify", programs.verify);
    if (!make_folder(&programs, bench->why)) return MODE_FAILED;
    begin_table(bench->results);
    bool fine = measure_games(bench, &programs);
    unlink(programs.proof);
    rmdir(programs.folder);
    return fine ? MODE_FINE : MODE_FAILED;
}
