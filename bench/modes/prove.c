/* What it takes to solve games from the empty board: time, nodes, memory. */
#include "base/clock.h"
#include "common/progress_line.h"
#include "modes/modes.h"
#include "rules/position.h"
#include "solving/solver.h"

/* One game, solved with one number of threads. */
typedef struct {
    Game game;
    GameName name;
    int threads;
    int64_t begun_us, begun_cpu_us;
} ProveTask;

/* All that is proven within seconds; the last takes longest. */
static const char *const usual[] = {"3x3", "4x4", "5x5", "11x11", "15x15", "8x8x8", "3x3x3", "3x3x3x3", "4x4x4", NULL};

static void show_progress(void *context, const SolveProgress *progress) {
    const ProveTask *task = context;
    progress_line_write("prove: %s, threads %d: %.1f million nodes, %.0f s", task->name.text, task->threads,
                        (double)progress->nodes / 1e6, (double)(clock_now_us() - task->begun_us) / 1e6);
}

static void print_value(const Game *game, const SolveResult *result, Results *results) {
    static const char *const values[] = {
        [OUTCOME_NONE] = "not known",
        [OUTCOME_X_WINS] = "X wins",
        [OUTCOME_O_WINS] = "O wins",
        [OUTCOME_DRAW] = "draw",
    };
    if (result->value != OUTCOME_NONE && game_counts_points(game)) {
        results_text(results, "%+d for X", result->lower); /* X is to move on the empty board */
    } else {
        results_text(results, "%s", values[result->value]);
    }
}

static void print_effort(const ProveTask *task, const SolveResult *result, Results *results) {
    results_text(results, "%s", task->name.text);
    results_number(results, task->threads, 0);
    print_value(&task->game, result, results);
    results_number(results, (double)(clock_now_us() - task->begun_us) / 1e6, 3);
    results_number(results, (double)(clock_cpu_us() - task->begun_cpu_us) / 1e6, 3);
    results_number(results, (double)result->nodes, 0);
    results_number(results, (double)result->expansions, 0);
    results_number(results, machine_peak_mib(), 0);
}

static void note_why_not_known(const ProveTask *task, const SolveResult *result, Results *results) {
    results_note(results, "%s, threads %d: not solved: %s", task->name.text, task->threads,
                 solve_end_text(result->end));
}

static bool solve(ProveTask *task, const BenchOptions *options, const Shape *shape, Results *results) {
    Position position;
    position_init(&position, &shape->grid);
    SolverSpec spec = {.shape = shape, .board = &position.board, .hash_mb = (size_t)options->limits.hash_mb};
    atomic_bool stop = false;
    SolveLimits limits = {.threads = task->threads,
                          .node_limit = UINT64_MAX,
                          .deadline_us = task->begun_us + (int64_t)options->limits.seconds * 1000000,
                          .stop = &stop,
                          .report = show_progress,
                          .context = task};
    SolveResult result;
    Solver *solver = solver_new(&spec);
    if (solver == NULL) return false;
    solver_run(solver, &limits, &result);
    print_effort(task, &result, results);
    if (result.value == OUTCOME_NONE) note_why_not_known(task, &result, results);
    solver_free(solver);
    return true;
}

static bool prove(ProveTask *task, const Bench *bench) {
    task->name = game_name(&task->game);
    progress_line_write("prove: %s, threads %d", task->name.text, task->threads);
    machine_reset_peak();
    task->begun_us = clock_now_us();
    task->begun_cpu_us = clock_cpu_us();
    Shape *shape = shape_new(&task->game);
    bool fine = shape != NULL && solve(task, bench->options, shape, bench->results);
    shape_free(shape);
    return fine || refuse(bench->why, "not enough memory");
}

/* With each number of threads that was asked for; solving for points uses only one. */
static bool prove_game(const Game *game, const Bench *bench) {
    int thread_counts = game_counts_points(game) ? 1 : bench->options->thread_counts;
    for (int i = 0; i < thread_counts; i++) {
        ProveTask task = {.game = *game, .threads = game_counts_points(game) ? 1 : bench->options->threads[i]};
        if (!prove(&task, bench)) return false;
    }
    return true;
}

static const TableHead table = {
    "prove",
    "Prove: the values of games, from the empty board",
    {"game", "threads", "value", "time s", "cpu s", "nodes", "positions", "peak MiB"},
    {"time: by the wall clock; cpu: processor time of all threads",
     "positions: those expanded by the prover; peak: memory of the bench"},
};

ModeEnd mode_prove(const Bench *bench) {
    const char *const *names = bench_options_games(bench->options, usual);
    results_table(bench->results, &table);
    for (; *names != NULL; names++) {
        Game game;
        if (!game_parse(word_of(*names), &game, bench->why) || !prove_game(&game, bench)) return MODE_FAILED;
    }
    return MODE_FINE;
}
