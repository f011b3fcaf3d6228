/* What it takes to prove the values of games from the empty board: time, nodes, memory, the proof and its check. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "core/solver.h"
#include "harness/progress.h"
#include "modes/modes.h"

/* One game with one number of threads. */
typedef struct {
    const Request *request;
    Game game;
    char name[GAME_NAME_SIZE];
    int threads;
    int64_t begun_us, begun_cpu_us;
} Task;

/* All that is proven in seconds; the last one takes longest. */
static const char *const usual[] = {"3x3", "4x4", "5x5", "11x11", "15x15", "8x8x8", "3x3x3", "3x3x3x3", "4x4x4"};

enum { USUAL = sizeof usual / sizeof usual[0], LONGEST_S = 600 };

static void show(void *context, const SolveProgress *progress) {
    const Task *task = context;
    progress_show("prove: %s, threads %d: %c attacks, %.1f million nodes, %.0f s", task->name, task->threads,
                  side_letter(progress->attacker), (double)progress->nodes / 1e6,
                  (double)(clock_now_us() - task->begun_us) / 1e6);
}

static void print_row(const Task *task, const char *value, uint64_t nodes, uint64_t positions, Results *results) {
    results_text(results, "%s", task->name);
    results_number(results, task->threads, 0);
    results_text(results, "%s", value);
    results_number(results, (double)(clock_now_us() - task->begun_us) / 1e6, 3);
    results_number(results, (double)(machine_cpu_us() - task->begun_cpu_us) / 1e6, 3);
    results_number(results, (double)nodes, 0);
    results_number(results, (double)positions, 0);
    results_number(results, machine_peak_mib(), 0);
}

/* As few entries as the prover has without further search, and how long the checker takes for them. */
static void print_proof(Solver *solver, const SolveLimits *limits, Results *results) {
    static const char *const kinds[] = {"entries", "pairs", "searched by the checker"};
    StrategyEffort effort = {.rounds = 0};
    Proof proof;
    Reason why;
    progress_show("prove: the proof");
    if (!solver_proof(solver, &effort, limits, NULL, &proof, &why)) {
        results_text(results, "%.60s", why.text);
        results_nothing(results);
        return;
    }
    ProofReport *report = calloc(1, sizeof *report);
    int64_t begun_us = clock_now_us();
    bool holds = report != NULL && proof_check(&proof, report);
    if (proof.kind == PROOF_SEARCH) results_text(results, "%s", kinds[proof.kind]);
    if (proof.kind != PROOF_SEARCH) results_text(results, "%d %s", proof.count, kinds[proof.kind]);
    results_number(results, holds ? (double)(clock_now_us() - begun_us) / 1e6 : (double)NAN, 3);
    free(report);
    proof_release(&proof);
}

static bool prove_line(Task *task, const Shape *shape, Results *results) {
    static const char *const values[] = {"not known", "X wins", "O wins", "draw"};
    const Request *request = task->request;
    Board board;
    board_init(&board);
    SolverSpec spec = {.shape = shape, .board = &board, .hash_mb = (size_t)chosen(request->hash_mb, 512)};
    atomic_bool stop = false;
    SolveLimits limits = {.threads = task->threads,
                          .node_limit = UINT64_MAX,
                          .deadline_us = task->begun_us + (int64_t)chosen(request->seconds, LONGEST_S) * 1000000,
                          .stop = &stop,
                          .report = show,
                          .context = task};
    SolveResult result;
    Solver *solver = solver_new(&spec);
    if (solver == NULL) return false;
    solver_run(solver, &limits, &result);
    print_row(task, values[result.value], result.nodes, result.expansions, results);
    limits.deadline_us = INT64_MAX;
    if (result.value != OUTCOME_NONE) {
        print_proof(solver, &limits, results);
    } else {
        for (int i = 0; i < 2; i++) results_nothing(results);
    }
    solver_free(solver);
    return true;
}

static bool prove_points(Task *task, Results *results) {
    const Request *request = task->request;
    TrialLimits limits = {.techniques = USE_ALL,
                          .depth = DEPTH_MAX,
                          .nodes = UINT64_MAX,
                          .time_us = (int64_t)chosen(request->seconds, LONGEST_S) * 1000000};
    TrialResult result;
    Board board;
    char value[64];
    Trial *trial = trial_new(&task->game, chosen(request->hash_mb, 512), 1);
    if (trial == NULL) return false;
    progress_show("prove: %s", task->name);
    board_init(&board);
    bool is_solved = trial_solve(trial, &board, &limits, &result);
    snprintf(value, sizeof value, is_solved ? "%+d for X" : "not known", result.best.value / VALUE_POINT);
    print_row(task, value, result.total.nodes, 0, results);
    results_text(results, "computed");
    results_nothing(results);
    trial_free(trial);
    return true;
}

static bool prove(Task *task, Results *results, Reason *why) {
    game_name(&task->game, task->name);
    progress_show("prove: %s, threads %d", task->name, task->threads);
    machine_reset_peak();
    task->begun_us = clock_now_us();
    task->begun_cpu_us = machine_cpu_us();
    bool fine;
    if (game_counts_points(&task->game)) {
        fine = prove_points(task, results);
    } else {
        Shape *shape = shape_new(&task->game);
        fine = shape != NULL && prove_line(task, shape, results);
        shape_free(shape);
    }
    return fine || refuse(why, "not enough memory");
}

/* Operands are games; without any, the usual ones, or the one of --game. */
ModeEnd mode_prove(const Request *request, Results *results, Plot *plot, Reason *why) {
    static const char *const columns[] = {"game",      "threads",  "value", "time s",  "cpu s", "nodes",
                                          "positions", "peak MiB", "proof", "check s", NULL};
    const char *const *names = request->operand_count > 0 ? request->operands : usual;
    int count = request->operand_count > 0 ? request->operand_count : request->only != NULL ? 1 : USUAL;
    (void)plot;
    results_table(results, "prove", "Prove: values from the empty board; time by the clock and of the processor",
                  columns);
    for (int i = 0; i < count; i++) {
        Task task = {.request = request};
        if (request->operand_count == 0 && request->only != NULL) {
            task.game = *request->only;
        } else if (!game_parse(word_of(names[i]), &task.game, why)) {
            return MODE_FAILED;
        }
        for (int j = 0; j < request->thread_counts; j++) {
            task.threads = request->threads[j];
            if (!prove(&task, results, why)) return MODE_FAILED;
        }
    }
    return MODE_FINE;
}
