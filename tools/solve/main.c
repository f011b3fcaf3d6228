/* Solves a game or a position: under the rule `line` with a proof, under the rules that count points by search alone.
 *
 *     solve GAME [moves...] [--hash MB] [--threads N] [--time S] [--proof FILE] [--minimise ROUNDS] [--order N]
 *
 * --order is for the rules that count points: a second run with another order of moves, and another table, checks the
 * first. They use one thread and write no proof.
 * Prints the value, nodes, time, and the size of the proof; shows progress on a terminal. Time, Ctrl-C and full memory
 * end it with what it knows by then; a second Ctrl-C ends it at once. Exit status 0 if the value is known (and the
 * proof made, where one is asked for), 1 if not, 2 if the command is wrong or proof or output cannot be written. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/files.h"
#include "common/seconds.h"
#include "core/solver.h"
#include "solve/solve_points.h"

enum { EXIT_KNOWN, EXIT_NOT_KNOWN, EXIT_WRONG };

typedef struct {
    Game game;
    bool has_game;
    int first_move_argument; /* moves are argv[first .. last - 1] */
    int last_move_argument;
    int hash_mb;
    int threads;
    int64_t time_ms; /* 0: no limit */
    int rounds;
    int order;
    const char *proof_path;
} Arguments;

typedef struct {
    bool is_terminal;
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

static const char usage[] =
    "usage: solve GAME [moves...] [options]\n"
    "  --hash MB            memory (default 512)\n"
    "  --threads N          (default 1)\n"
    "  --time S             seconds, at most\n"
    "  --proof FILE         writes a proof that verify checks; for the rule line\n"
    "  --minimise ROUNDS    makes the proof smaller\n"
    "  --order N            another order of moves, for a second opinion; for the rules that count points\n";

static bool parse_option(const char *name, const char *value, Arguments *arguments, Reason *why) {
    const struct {
        const char *name;
        int *number;
        int max;
    } numbers[] = {{"--hash", &arguments->hash_mb, 1 << 20},
                   {"--threads", &arguments->threads, 64},
                   {"--minimise", &arguments->rounds, 1000},
                   {"--order", &arguments->order, 1000}};
    size_t at = 0, count = sizeof numbers / sizeof numbers[0];
    while (at < count && strcmp(name, numbers[at].name) != 0) at++;
    bool is_time = strcmp(name, "--time") == 0, is_proof = strcmp(name, "--proof") == 0;
    if (at == count && !is_time && !is_proof) return refuse(why, "there is no option '%.60s'", name);
    if (value == NULL) return refuse(why, "%s wants a value", name);
    if (is_proof) {
        arguments->proof_path = value;
        return true;
    }
    if (is_time) {
        return (seconds_parse(word_of(value), &arguments->time_ms) && arguments->time_ms > 0) ||
               refuse(why, "--time is in seconds, from 0.001 on, not '%.60s'", value);
    }
    return word_to_int(word_of(value), 1, numbers[at].max, numbers[at].number) ||
           refuse(why, "%s wants a number from 1 to %d, not '%.60s'", name, numbers[at].max, value);
}

static bool check_rule(const Arguments *arguments, Reason *why) {
    bool counts_points = game_counts_points(&arguments->game);
    if (counts_points && (arguments->proof_path != NULL || arguments->rounds > 0)) {
        return refuse(why, "only the rule line has proofs");
    }
    if (counts_points && arguments->threads > 1) return refuse(why, "only the rule line uses several threads");
    return counts_points || arguments->order == 0 || refuse(why, "--order is for the rules that count points");
}

/* A proof that cannot be written is better known before hours of solving. */
static bool check_proof_path(const Arguments *arguments, Reason *why) {
    const char *path = arguments->proof_path;
    return path == NULL || output_is_possible(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

/* Moves follow the game; options may stand anywhere. */
static bool parse_arguments(int argc, char **argv, Arguments *arguments, Reason *why) {
    *arguments = (Arguments){.hash_mb = 512, .threads = 1};
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!parse_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, arguments, why)) return false;
            i++;
        } else if (!arguments->has_game) {
            if (!game_parse(word_of(argv[i]), &arguments->game, why)) return false;
            arguments->has_game = true;
            arguments->first_move_argument = arguments->last_move_argument = i + 1;
        } else if (i == arguments->last_move_argument) {
            arguments->last_move_argument++;
        } else {
            return refuse(why, "'%.60s' does not follow the game or a move", argv[i]);
        }
    }
    if (!arguments->has_game) return refuse(why, "which game? --help tells more");
    return check_rule(arguments, why) && check_proof_path(arguments, why);
}

static bool play_moves(const Grid *grid, Board *board, char **argv, const Arguments *arguments, Reason *why) {
    board_init(board);
    for (int i = arguments->first_move_argument; i < arguments->last_move_argument; i++) {
        int cell;
        if (!move_parse(&grid->game, word_of(argv[i]), &cell, why)) return false;
        CellSet occupied = board_occupied(board);
        if (cells_has(&occupied, cell)) return refuse(why, "%s is occupied", argv[i]);
        if (board_outcome(grid, board) != OUTCOME_NONE) return refuse(why, "%s comes after the end", argv[i]);
        board_play(grid, board, cell);
    }
    return true;
}

static void show_progress(void *context, Side attacker, const ProveProgress *progress) {
    const Display *display = context;
    if (!display->is_terminal) return;
    fprintf(stderr,
            "\r%c attacks: proof %" PRIu32 ", disproof %" PRIu32 ", %" PRIu64 " nodes, %.1f s, %d%% full \033[K",
            side_letter(attacker), progress->proof_number, progress->disproof_number, progress->nodes,
            (double)(clock_now_us() - display->begun_us) / 1e6, progress->full_permille / 10);
}

static void show_round(void *context, int round, int entries) {
    const Display *display = context;
    if (!display->is_terminal) return;
    fprintf(stderr, "\rround %d: %d entries, %.1f s \033[K", round, entries,
            (double)(clock_now_us() - display->begun_us) / 1e6);
}

static void clear_progress(const Display *display) {
    if (display->is_terminal) fputs("\r\033[K", stderr);
}

static void print_value(const SolverSpec *spec, const SolveResult *result) {
    static const char *const values[] = {"not known", "win for X", "win for O", "draw"};
    static const char *const ends[] = {"", "interrupted", "out of time", "out of nodes", "the memory is full"};
    printf("value  %s", values[result->value]);
    if (result->value == OUTCOME_NONE) {
        printf(" (%s)", ends[result->end]);
        for (int side = SIDE_X; side <= SIDE_O; side++) {
            if (result->harmless[side] != HARMLESS_NOT_KNOWN) printf("; %c cannot win", side_letter((Side)side));
        }
    } else if (result->move != MOVE_NONE) {
        char move[MOVE_TEXT_SIZE];
        move_print(&spec->grid->game, result->move, move);
        printf(", by %s", move);
    }
    printf("\n");
}

/* The bytes written, 0 on failure. An older proof stays until the new one is whole. */
static size_t put_proof(const Proof *proof, const char *path) {
    if (!file_is_replaceable(path)) return proof_write(proof, path);
    char *written = file_new_beside(path);
    if (written == NULL) return 0;
    size_t bytes = proof_write(proof, written);
    return file_replace(path, written, bytes > 0) ? bytes : 0;
}

static int write_proof(Solver *solver, const Arguments *arguments, const SolveLimits *limits) {
    StrategyEffort effort = {.rounds = arguments->rounds, .extra_survivors = 64, .budget = 6};
    Proof proof;
    Reason why;
    if (!solver_proof(solver, &effort, limits, show_round, &proof, &why)) {
        clear_progress(limits->context);
        printf("proof  none: %s\n", why.text);
        return EXIT_NOT_KNOWN;
    }
    clear_progress(limits->context);
    static const char *const what[] = {"entries", "pairs", "lines: the checker searches"};
    errno = 0;
    size_t bytes = put_proof(&proof, arguments->proof_path);
    if (bytes == 0) refuse_errno(&why, "cannot write '%.150s'", arguments->proof_path);
    if (bytes > 0) printf("proof  %d %s, %zu bytes\n", proof.count, what[proof.kind], bytes);
    proof_release(&proof);
    return bytes > 0 ? EXIT_KNOWN : complain(why.text);
}

static int solve(const SolverSpec *spec, const Arguments *arguments) {
    Display display = {.is_terminal = isatty(STDERR_FILENO) == 1, .begun_us = clock_now_us()};
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
    print_value(spec, &result);
    printf("nodes  %" PRIu64 " (%" PRIu64 " positions expanded, %" PRIu64 " in memory)\n", result.nodes,
           result.expansions, result.positions);
    printf("time   %.2f s\n", (double)(clock_now_us() - display.begun_us) / 1e6);
    fflush(stdout);
    int status = result.value != OUTCOME_NONE ? EXIT_KNOWN : EXIT_NOT_KNOWN;
    if (status == EXIT_KNOWN && arguments->proof_path != NULL) status = write_proof(solver, arguments, &limits);
    solver_free(solver);
    return status;
}

static int solve_by_points(const SolverSpec *spec, const Arguments *arguments) {
    DifferenceTask task = {.geometry = spec->geometry,
                           .symmetries = spec->symmetries,
                           .grid = spec->grid,
                           .board = spec->board,
                           .hash_mb = arguments->hash_mb,
                           .time_ms = arguments->time_ms,
                           .order = arguments->order,
                           .show_progress = isatty(STDERR_FILENO) == 1,
                           .interrupted = &interrupted};
    return difference_solve(&task);
}

static bool wants_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) return true;
    }
    return false;
}

int main(int argc, char **argv) {
    Arguments arguments;
    Reason why;
    if (wants_help(argc, argv)) {
        fputs(usage, stdout);
        return output_close("solve", EXIT_KNOWN, EXIT_WRONG);
    }
    if (!parse_arguments(argc, argv, &arguments, &why)) return complain(why.text);
    static Grid grid;
    Board board;
    Geometry *geometry = geometry_new(&arguments.game);
    Symmetries *symmetries = geometry != NULL ? symmetries_new(geometry) : NULL;
    if (symmetries == NULL) return complain("not enough memory");
    grid_init(&grid, geometry);
    int status = EXIT_WRONG;
    if (play_moves(&grid, &board, argv, &arguments, &why)) {
        SolverSpec spec = {geometry, symmetries, &grid, &board, (size_t)arguments.hash_mb};
        signal(SIGINT, on_interrupt);
        signal(SIGTERM, on_interrupt);
        status = game_counts_points(&grid.game) ? solve_by_points(&spec, &arguments) : solve(&spec, &arguments);
    } else {
        complain(why.text);
    }
    symmetries_free(symmetries);
    geometry_free(geometry);
    return output_close("solve", status, EXIT_WRONG);
}
