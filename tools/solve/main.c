/* Solves a game or a position: under the rule line with a proof, under the rules that count points by search alone.
 *
 * Prints the value, nodes, time, and the size of the proof; shows progress on a terminal. Time, Ctrl-C and full memory
 * end it with what it knows by then; a second Ctrl-C ends it at once. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/command_line.h"
#include "common/files.h"
#include "core/solver.h"
#include "solve/arguments.h"
#include "solve/report.h"

enum { EXIT_KNOWN, EXIT_NOT_KNOWN, EXIT_WRONG };

typedef struct {
    bool is_terminal;
    bool counts_points;
    int64_t begun_us;
} Display;

static _Atomic bool interrupted;

static void on_interrupt(int signal_number) {
    atomic_store(&interrupted, true);
    signal(signal_number, SIG_DFL);
}

static int complain(const char *what) {
    fprintf(stderr, "solve: %s\n", what);
    return EXIT_WRONG;
}

/* Progress, on a terminal */

static double seconds_since(int64_t begun_us) {
    return (double)(clock_now_us() - begun_us) / 1e6;
}

static void show_progress(void *context, const SolveProgress *progress) {
    const Display *display = context;
    const ProveProgress *prover = &progress->prover;
    if (!display->is_terminal) return;
    if (progress->looks_for_blocks) {
        fprintf(stderr, "\rlooking for blocks \033[K");
        return;
    }
    if (display->counts_points) {
        fprintf(stderr, "\rdifference %d to %d, ", progress->lower, progress->upper);
    } else {
        fprintf(stderr, "\r%c attacks: proof %" PRIu32 ", disproof %" PRIu32 ", %d%% full, ",
                side_letter(progress->attacker), prover->proof_number, prover->disproof_number,
                prover->full_permille / 10);
    }
    fprintf(stderr, "%" PRIu64 " nodes, %.1f s \033[K", progress->nodes, seconds_since(display->begun_us));
}

static void show_round(void *context, int round, int entries) {
    const Display *display = context;
    if (!display->is_terminal) return;
    fprintf(stderr, "\rround %d: %d %s, %.1f s \033[K", round, entries, text_plural(entries, "entry", "entries"),
            seconds_since(display->begun_us));
}

static void clear_progress(const Display *display) {
    if (display->is_terminal) fputs("\r\033[K", stderr);
}

/* The proof */

/* The bytes written, 0 on failure. An older proof stays until the new one is whole. */
static size_t put_proof(const Proof *proof, const char *path) {
    if (!file_is_replaceable(path)) return proof_write(proof, path);
    char *written = file_new_beside(path);
    if (written == NULL) return 0;
    size_t bytes = proof_write(proof, written);
    return file_replace(path, written, bytes > 0) ? bytes : 0;
}

static void print_proof(const Proof *proof, size_t bytes) {
    static const char *const one[] = {
        [PROOF_STRATEGY] = "entry", [PROOF_PAIRING] = "pair", [PROOF_BLOCKS] = "line", [PROOF_OUTLINE] = "entry"};
    static const char *const several[] = {
        [PROOF_STRATEGY] = "entries", [PROOF_PAIRING] = "pairs", [PROOF_BLOCKS] = "lines", [PROOF_OUTLINE] = "entries"};
    if (proof->kind == PROOF_SEARCH) {
        printf("proof  %zu bytes: the checker searches\n", bytes);
    } else {
        printf("proof  %d %s, %zu bytes\n", proof->count,
               text_plural(proof->count, one[proof->kind], several[proof->kind]), bytes);
    }
}

static int write_proof(Solver *solver, const SolveArguments *arguments, const SolveLimits *limits) {
    StrategyEffort effort = {
        .rounds = arguments->rounds, .extra_survivors = 64, .budget = 6, .is_outline = arguments->is_outline};
    Proof proof;
    Reason why;
    bool is_made = solver_proof(solver, &effort, limits, show_round, &proof, &why);
    clear_progress(limits->context);
    if (!is_made) {
        printf("proof  none: %s\n", why.text);
        return EXIT_NOT_KNOWN;
    }
    errno = 0;
    size_t bytes = put_proof(&proof, arguments->proof_path);
    if (bytes == 0) refuse_errno(&why, "cannot write '%.150s'", arguments->proof_path);
    if (bytes > 0) print_proof(&proof, bytes);
    proof_release(&proof);
    return bytes > 0 ? EXIT_KNOWN : complain(why.text);
}

static int solve(const SolverSpec *spec, const SolveArguments *arguments) {
    Display display = {.is_terminal = isatty(STDERR_FILENO) == 1,
                       .counts_points = game_counts_points(&spec->shape->grid.game),
                       .begun_us = clock_now_us()};
    int64_t deadline_us = arguments->time_ms > 0 ? display.begun_us + arguments->time_ms * 1000 : INT64_MAX;
    SolveLimits limits = {.threads = arguments->threads,
                          .node_limit = UINT64_MAX,
                          .deadline_us = deadline_us,
                          .stop = &interrupted,
                          .report = show_progress,
                          .context = &display};
    Solver *solver = solver_new(spec);
    if (solver == NULL) return complain("not enough memory");
    SolveResult result;
    solver_run(solver, &limits, &result);
    clear_progress(&display);
    report_value(spec, &result);
    report_effort(spec, &result, seconds_since(display.begun_us));
    int status = result.value != OUTCOME_NONE ? EXIT_KNOWN : EXIT_NOT_KNOWN;
    if (status == EXIT_KNOWN && arguments->proof_path != NULL) status = write_proof(solver, arguments, &limits);
    report_line(solver, spec, &result, &limits);
    report_draw(solver, spec, &result, arguments->with_picture);
    solver_free(solver);
    return status;
}

int main(int argc, char **argv) {
    SolveArguments arguments;
    Position position;
    Reason why;
    int status;
    if (command_line_answers(argc, argv, "solve", solve_usage, EXIT_WRONG, &status)) return status;
    if (!solve_arguments_parse(argc, argv, &arguments, &why)) return complain(why.text);
    Shape *shape = shape_new(&arguments.subject.start.game);
    if (shape == NULL) return complain("not enough memory");
    if (subject_set_up(&arguments.subject, &shape->grid, &position, &why)) {
        SolverSpec spec = {.shape = shape,
                           .board = &position.board,
                           .hash_mb = (size_t)arguments.hash_mb,
                           .order_seed = arguments.order > 1 ? (uint64_t)arguments.order : 0};
        signal(SIGINT, on_interrupt);
        signal(SIGTERM, on_interrupt);
        status = solve(&spec, &arguments);
    } else {
        status = complain(why.text);
    }
    shape_free(shape);
    return output_close("solve", status, EXIT_WRONG);
}
