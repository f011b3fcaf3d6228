/* How many positions of a file the search solves within its limits, what that takes, and whether it agrees with the
 * values and moves that the file gives. */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/os.h"
#include "common/progress_line.h"
#include "harness/sample.h"
#include "modes/game_group.h"
#include "modes/modes.h"

/* What became of the positions of one file. */
typedef struct {
    int positions, solved, wrong;
    int listed, best_moves; /* positions whose best moves are listed; those where the search chose one of them */
    uint64_t nodes;
    Sample nodes_to_solve, ms_to_solve;
} SuiteScore;

static bool value_agrees(const SuiteValue *known, const SearchLine *found) {
    switch (known->kind) {
    case SUITE_UNKNOWN:
        return true;
    case SUITE_WIN:
        return value_is_win(found->value);
    case SUITE_DRAW:
        return found->value == VALUE_DRAW;
    case SUITE_LOSS:
        return value_is_loss(found->value);
    case SUITE_POINTS:
        return found->value == known->points * VALUE_POINT;
    }
    return false;
}

/* True unless the search claims to have proven a wrong value. */
static bool judge(const SuitePosition *position, const TrialResult *result, SuiteScore *score) {
    MoveText move = notation_move(&position->setup.game, result->best.pv[0]);
    score->positions++;
    score->nodes += result->total.nodes;
    if (suite_lists_best_moves(position)) {
        score->listed++;
        score->best_moves += suite_move_is_best(position, move.text);
    }
    if (!result->best.proven) return true;
    if (!value_agrees(&position->value, &result->best)) {
        score->wrong++;
        return false;
    }
    score->solved++;
    sample_add(&score->nodes_to_solve, (double)result->total.nodes);
    sample_add(&score->ms_to_solve, (double)result->total.cpu_us / 1000);
    return true;
}

static bool solve_all(const Bench *bench, const GameGroup *group, const char *path, SuiteScore *score) {
    const BenchOptions *options = bench->options;
    TrialLimits limits = {.techniques = USE_ALL,
                          .depth = bench_limits_depth(&options->limits),
                          .nodes = (uint64_t)options->limits.nodes,
                          .time_us = (int64_t)options->limits.seconds * 1000000};
    for (int i = 0; i < group->count; i++) {
        Position position;
        TrialResult result;
        int line = group->positions[i].line;
        progress_line_write("solve: %.60s, line %d", path, line);
        if (!game_group_position(group, i, &position, bench->why)) return false;
        if (position_is_over(&position)) continue;
        trial_run(group->trial, &position.board, &limits, &result);
        if (!judge(&group->positions[i], &result, score)) {
            results_note(bench->results, "WRONG: %.80s:%d claims value %d", path, line, result.best.value);
        }
    }
    return true;
}

static bool solve_game(const Bench *bench, const Suite *suite, int first, const char *path, SuiteScore *score) {
    GameGroup group;
    if (!game_group_open(&group, bench, suite, first, 1)) return false;
    bool fine = solve_all(bench, &group, path, score);
    game_group_close(&group);
    return fine;
}

static void print_if(bool is_known, double number, int decimals, Results *results) {
    results_number(results, is_known ? number : (double)NAN, decimals);
}

static void print_score(const char *path, const SuiteScore *score, Results *results) {
    results_text(results, "%s", os_base_name(path));
    results_number(results, score->positions, 0);
    results_number(results, score->solved, 0);
    results_number(results, score->wrong, 0);
    results_number(results, score->listed, 0);
    print_if(score->listed > 0, score->best_moves, 0, results);
    print_if(score->solved > 0, sample_median(&score->nodes_to_solve), 0, results);
    print_if(score->solved > 0, sample_median(&score->ms_to_solve), 2, results);
    print_if(score->solved > 0, sample_max(&score->ms_to_solve), 1, results);
    results_number(results, (double)score->nodes, 0);
}

/* Adds to *wrong. A file without a position of the game that was asked for is skipped. */
static bool solve_file(const Bench *bench, const char *path, int *wrong) {
    const BenchOptions *options = bench->options;
    Suite suite;
    if (!suite_read(&suite, path, NULL, bench->why)) return false;
    SuiteScore *score = calloc(1, sizeof *score);
    bool fine = score != NULL || refuse(bench->why, "not enough memory");
    for (int first = 0; fine && first < suite.count; first = suite_game_end(&suite, first)) {
        const Game *game = &suite.positions[first].setup.game;
        if (options->has_game && !game_equal(&options->game, game)) continue;
        fine = solve_game(bench, &suite, first, path, score);
    }
    if (fine && score->positions > 0) print_score(path, score, bench->results);
    if (fine) *wrong += score->wrong;
    free(score);
    suite_free(&suite);
    return fine;
}

static const TableHead table = {
    "solve",
    "Solve: positions from files, searched by one thread",
    {"suite", "positions", "solved", "wrong", "listed", "best move", "median nodes", "median ms", "max ms", "nodes"},
    {"solved: the search proved a value; wrong: a value other than the one in the file",
     "listed: positions whose best moves are in the file; best move: the search chose one of these",
     "median nodes, median ms, max ms: of the solved ones; ms of processor time"},
};

static int is_suite(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".txt") == 0;
}

/* All *.txt of the folder, sorted by name. */
static bool solve_folder(const Bench *bench, const char *folder, int *wrong) {
    struct dirent **entries;
    int count = scandir(folder, &entries, is_suite, alphasort);
    bool fine = count > 0 || refuse(bench->why, "there are no suites in '%.150s'", folder);
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%.700s/%s", folder, entries[i]->d_name);
        fine = fine && solve_file(bench, path, wrong);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return fine;
}

/* Operands are files; without any, all of the folder. */
ModeEnd mode_solve(const Bench *bench) {
    const BenchOptions *options = bench->options;
    int wrong = 0;
    bool fine = true;
    results_table(bench->results, &table);
    if (options->operand_count == 0) fine = solve_folder(bench, options->suites, &wrong);
    for (int i = 0; fine && i < options->operand_count; i++) fine = solve_file(bench, options->operands[i], &wrong);
    return !fine ? MODE_FAILED : wrong > 0 ? MODE_DIFFERS : MODE_FINE;
}
