/* Solves a game or a position: under the rule line with a proof, under the rules that count points by search alone.
 *
 * Prints the value, nodes, time, and the size of the proof; shows progress on a terminal. Time, Ctrl-C and full memory
 * end it with what it knows by then; a second Ctrl-C ends it at once. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "common/files.h"
#include "common/proof_file.h"
#include "solve/arguments.h"
#include "solve/output.h"
#include "solve/progress_display.h"

enum { EXIT_KNOWN, EXIT_NOT_KNOWN, EXIT_WRONG, EXIT_UNEXPECTED };

static _Atomic bool interrupted;

static void on_interrupt(int signal_number) {
    atomic_store(&interrupted, true);
    signal(signal_number, SIG_DFL);
}

/* The status as it is, or the one for a value that is known and not as expected. */
static int status_of(int status, const SolveArguments *arguments, Outcome value) {
    bool is_other = arguments->expected != OUTCOME_NONE && value != arguments->expected;
    return status == EXIT_KNOWN && is_other ? EXIT_UNEXPECTED : status;
}

/* The proof */

static int keep_proof(const Proof *proof, const char *path) {
    Reason why;
    errno = 0;
    size_t bytes = proof_file_write(proof, PROOF_WITH_TABLES, path);
    if (bytes == 0) {
        refuse_errno(&why, "cannot write '%.150s'", path);
        return command_line_complain("solve", why.text, EXIT_WRONG);
    }
    proof_file_print(proof, bytes);
    return EXIT_KNOWN;
}

static int write_proof(Solver *solver, const SolveArguments *arguments, const SolveLimits *limits) {
    StrategyEffort effort = {
        .rounds = arguments->rounds, .extra_survivors = 64, .budget = 6, .is_outline = arguments->is_outline};
    const ProgressDisplay *display = limits->context;
    double seconds = progress_line_seconds(&display->line);
    Proof proof;
    Reason why;
    bool is_made = solver_proof(solver, &effort, limits, progress_display_show_round, &proof, &why);
    progress_line_erase();
    output_time(seconds, progress_line_seconds(&display->line) - seconds);
    if (!is_made) {
        printf("proof  none: %s\n", why.text);
        return EXIT_NOT_KNOWN;
    }
    int status = keep_proof(&proof, arguments->proof_path);
    proof_release(&proof);
    return status;
}

/* Only that a side cannot win. */
static int stop_side(const SolverSpec *spec, const SolveArguments *arguments, const SolveLimits *limits) {
    const ProgressDisplay *display = limits->context;
    char side = side_letter(arguments->stop);
    Proof proof;
    Reason why;
    uint64_t nodes = 0;
    HoldRequest request = {.attacker = arguments->stop, .levels = arguments->tree};
    if (board_outcome(&spec->shape->grid, spec->board) != OUTCOME_NONE)
        return command_line_complain("solve", "the game is over", EXIT_WRONG);
    bool is_found = solver_hold(spec, &request, limits, &proof, &nodes, &why);
    progress_line_erase();
    if (is_found) {
        printf("value  %c cannot win\n", side);
    } else {
        bool can_be_stolen = side == 'O' && spec->board->ply == 0;
        printf("value  not known%s (%s)%s\n", can_be_stolen ? " by pairs or blocks" : "", why.text,
               can_be_stolen ? "; O cannot win, as X could steal its strategy" : "");
    }
    printf("nodes  %" PRIu64 "\ntime   %.2f s\n", nodes, progress_line_seconds(&display->line));
    if (!is_found) return EXIT_NOT_KNOWN;
    int status = arguments->proof_path == NULL ? EXIT_KNOWN : keep_proof(&proof, arguments->proof_path);
    if (!arguments->once) output_hold(&proof, arguments->with_picture);
    proof_release(&proof);
    return status;
}

static int solve(const SolverSpec *spec, const SolveArguments *arguments) {
    ProgressDisplay display = {.counts_points = game_counts_points(&spec->shape->grid.game)};
    progress_line_begin(&display.line);
    int64_t deadline_us = arguments->time_ms > 0 ? clock_now_us() + arguments->time_ms * 1000 : INT64_MAX;
    SolveLimits limits = {.threads = arguments->threads,
                          .node_limit = UINT64_MAX,
                          .deadline_us = deadline_us,
                          .stop = &interrupted,
                          .report = progress_display_show,
                          .context = &display};
    if (arguments->has_stop) return stop_side(spec, arguments, &limits);
    Solver *solver = solver_new(spec);
    if (solver == NULL) return command_line_complain("solve", "not enough memory", EXIT_WRONG);
    SolveResult result;
    solver_run(solver, &limits, &result);
    progress_line_erase();
    output_value(spec, &result);
    output_effort(&result);
    int status = result.value != OUTCOME_NONE ? EXIT_KNOWN : EXIT_NOT_KNOWN;
    if (status == EXIT_KNOWN && arguments->proof_path != NULL) {
        status = write_proof(solver, arguments, &limits);
    } else {
        output_time(progress_line_seconds(&display.line), -1);
    }
    if (!arguments->once) {
        progress_display_show(&display, &(SolveProgress){.looks_for_line = true});
        output_line(solver, spec, &result, &limits);
        output_draw(solver, spec, &result, arguments->with_picture);
    }
    solver_free(solver);
    return status_of(status, arguments, result.value);
}

/* The file is a whole proof of what is asked: its checksum is right, and it is about this position. */
static bool is_done(const SolverSpec *spec, const SolveArguments *arguments, Outcome *value) {
    Proof proof;
    Reason why;
    if (!arguments->once || !proof_file_read(arguments->proof_path, &proof, &why)) return false;
    bool is_same = proof_file_is_about(&proof, &spec->shape->grid.game, spec->board);
    bool is_claim = arguments->has_stop ? proof.value == OUTCOME_NONE && proof.held == arguments->stop
                                        : proof.value != OUTCOME_NONE;
    *value = proof.value;
    proof_release(&proof);
    return is_same && is_claim;
}

static int solve_position(const SolveArguments *arguments) {
    Position position;
    Outcome value;
    Reason why;
    int status;
    Shape *shape = shape_new(&arguments->subject.start.game);
    if (shape == NULL) return command_line_complain("solve", "not enough memory", EXIT_WRONG);
    SolverSpec spec = {.shape = shape,
                       .board = &position.board,
                       .hash_mb = (size_t)arguments->hash_mb,
                       .order_seed = arguments->order > 1 ? (uint64_t)arguments->order : 0};
    if (!typed_position_set_up(&arguments->subject, &shape->grid, &position, &why)) {
        status = command_line_complain("solve", why.text, EXIT_WRONG);
    } else if (is_done(&spec, arguments, &value)) {
        printf("kept   '%s' holds a proof already\n", arguments->proof_path);
        status = status_of(EXIT_KNOWN, arguments, value);
    } else {
        status = solve(&spec, arguments);
    }
    shape_free(shape);
    return status;
}

int main(int argc, char **argv) {
    SolveArguments arguments;
    Reason why;
    int status;
    file_ignore_signals();
    if (command_line_answers_with(&solve_arguments_help, argc, argv, EXIT_WRONG, &status)) return status;
    if (!solve_arguments_parse(argv + 1, &arguments, &why)) return command_line_complain("solve", why.text, EXIT_WRONG);
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    status = solve_position(&arguments);
    return file_close_stdout("solve", status, EXIT_WRONG);
}
