/* How many positions of the suites the search solves within its limits, and what that takes. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "harness/catalogue.h"
#include "harness/progress.h"
#include "harness/sample.h"
#include "modes/modes.h"

enum { FILES_MAX = 256, PATH_SIZE = 1024 };

typedef struct {
    int count;
    char *path[FILES_MAX];
} FileList;

static void list_add(FileList *list, const char *folder, const char *name) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (list->count == FILES_MAX || strlen(path) + 1 == sizeof path) return;
    char *copy = malloc(strlen(path) + 1);
    if (copy == NULL) return;
    strcpy(copy, path);
    int at = list->count++;
    for (; at > 0 && strcmp(list->path[at - 1], copy) > 0; at--) list->path[at] = list->path[at - 1];
    list->path[at] = copy;
}

/* All *.txt of a folder, by name. */
static void list_folder(FileList *list, const char *folder) {
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        size_t length = strlen(entry->d_name);
        if (length > 4 && strcmp(entry->d_name + length - 4, ".txt") == 0) list_add(list, folder, entry->d_name);
    }
    if (directory != NULL) closedir(directory);
}

static void list_free(FileList *list) {
    for (int i = 0; i < list->count; i++) free(list->path[i]);
    list->count = 0;
}

typedef struct {
    int positions, proven, wrong, best_moves;
    uint64_t nodes;
    Sample nodes_to_solve, ms_to_solve;
} Score;

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

static void judge(const Specimen *specimen, const TrialResult *result, const char *path, Score *score,
                  Results *results) {
    char move[MOVE_TEXT_SIZE];
    move_print(&specimen->diagram.game, result->best.pv[0], move);
    bool agrees = value_agrees(&specimen->entry->value, &result->best);
    score->positions++;
    score->nodes += result->total.nodes;
    score->best_moves += suite_move_is_best(specimen->entry, move);
    if (!result->best.proven) return;
    if (!agrees) {
        score->wrong++;
        results_note(results, "WRONG: %.80s:%d claims value %d", path, specimen->entry->line, result->best.value);
        return;
    }
    score->proven++;
    sample_add(&score->nodes_to_solve, (double)result->total.nodes);
    sample_add(&score->ms_to_solve, (double)result->total.cpu_us / 1000);
}

static bool solve_game(const Catalogue *catalogue, int first, const char *path, const Request *request, Score *score,
                       Results *results, Reason *why) {
    int end = catalogue_game_end(catalogue, first);
    if (request->positions > 0 && end > first + request->positions) end = first + request->positions;
    TrialLimits limits = {.techniques = USE_ALL,
                          .depth = chosen(request->depth, DEPTH_MAX),
                          .nodes = (uint64_t)chosen(request->nodes, 300000),
                          .time_us = (int64_t)chosen(request->seconds, 5) * 1000000};
    Trial *trial = trial_new(&catalogue->specimens[first].diagram.game, chosen(request->hash_mb, 64), 1);
    if (trial == NULL) return refuse(why, "not enough memory");
    bool fine = true;
    for (int i = first; fine && i < end; i++) {
        Board board;
        TrialResult result;
        progress_show("solve: %.60s, line %d", path, catalogue->specimens[i].entry->line);
        fine = diagram_to_board(&catalogue->specimens[i].diagram, trial_grid(trial), &board, why);
        if (!fine || board_outcome(trial_grid(trial), &board) != OUTCOME_NONE) continue;
        trial_run(trial, &board, &limits, &result);
        judge(&catalogue->specimens[i], &result, path, score, results);
    }
    trial_free(trial);
    return fine;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void print_score(const char *path, const Score *score, Results *results) {
    results_text(results, "%s", base_name(path));
    results_number(results, score->positions, 0);
    results_number(results, score->proven, 0);
    results_number(results, score->wrong, 0);
    results_number(results, score->best_moves, 0);
    results_number(results, sample_median(&score->nodes_to_solve), 0);
    results_number(results, sample_median(&score->ms_to_solve), 2);
    results_number(results, sample_max(&score->ms_to_solve), 1);
    results_number(results, (double)score->nodes, 0);
}

/* *wrong counts on. Files without a position of the game that was asked for are passed over. */
static bool solve_file(const char *path, const Request *request, int *wrong, Results *results, Reason *why) {
    Catalogue catalogue;
    if (!catalogue_read(&catalogue, path, NULL, why)) return false;
    Score *score = calloc(1, sizeof *score);
    bool fine = score != NULL || refuse(why, "not enough memory");
    for (int first = 0; fine && first < catalogue.count; first = catalogue_game_end(&catalogue, first)) {
        bool is_wanted = request->only == NULL || game_equal(request->only, &catalogue.specimens[first].diagram.game);
        if (is_wanted) fine = solve_game(&catalogue, first, path, request, score, results, why);
    }
    if (fine && score->positions > 0) print_score(path, score, results);
    if (fine) *wrong += score->wrong;
    free(score);
    catalogue_free(&catalogue);
    return fine;
}

/* Operands are files; without any, all of the suites. */
ModeEnd mode_solve(const Request *request, Results *results, Plot *plot, Reason *why) {
    static const char *const columns[] = {"suite",        "positions", "solved", "wrong", "best move",
                                          "median nodes", "median ms", "max ms", "nodes", NULL};
    FileList list = {0};
    int wrong = 0;
    bool fine = true;
    (void)plot;
    results_table(results, "solve", "Solve: values proven by the search of one thread; time is processor time",
                  columns);
    if (request->operand_count == 0) list_folder(&list, request->suites);
    for (int i = 0; fine && i < request->operand_count; i++) {
        fine = solve_file(request->operands[i], request, &wrong, results, why);
    }
    for (int i = 0; fine && i < list.count; i++) fine = solve_file(list.path[i], request, &wrong, results, why);
    if (fine && list.count + request->operand_count == 0) fine = refuse(why, "no suites in '%.150s'", request->suites);
    list_free(&list);
    return !fine ? MODE_FAILED : wrong > 0 ? MODE_DIFFERS : MODE_FINE;
}
