/* Solves a game or a position: under the rule `line` with a proof, under the rules that count points by search alone.
 *
 *     solve GAME [moves...] [--hash MB] [--threads N] [--time S] [--proof FILE] [--minimise ROUNDS] [--order N]
 *
 * --order is for the rules that count points: a second run with another order of moves, and another table, checks the
 * first. They use one thread and write no proof.
 * Prints the value, nodes, time, and the size of the proof; shows progress on a terminal. Time, Ctrl-C and full memory
 * end it with what it knows by then; a second Ctrl-C ends it at once. Exit status 0 if the value is known (and the
 * proof written, where one is asked for), 1 if not, 2 if the command is wrong. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "difference.h"
#include "solver.h"

typedef struct {
    Game game;
    int first_move_argument; /* moves are argv[first .. last - 1] */
    int last_move_argument;
    int hash_mb;
    int threads;
    int time_s;
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
    return 2;
}

static const char *const usage =
    "usage: solve GAME [moves...] [--hash MB] [--threads N] [--time S] [--proof FILE] [--minimise ROUNDS] "
    "[--order N]";

static bool parse_option(const char *name, const char *value, Arguments *arguments, Reason *why) {
    if (value == NULL) return refuse(why, "%s wants a value", name);
    const struct {
        const char *name;
        int *number;
        int max;
    } numbers[] = {{"--hash", &arguments->hash_mb, 1 << 20},
                   {"--threads", &arguments->threads, 64},
                   {"--time", &arguments->time_s, 1000000000},
                   {"--minimise", &arguments->rounds, 1000},
                   {"--order", &arguments->order, 1000}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (!word_is(word_of(name), numbers[i].name)) continue;
        return word_to_int(word_of(value), 1, numbers[i].max, numbers[i].number) ||
               refuse(why, "%s wants a number from 1 to %d, not '%.60s'", name, numbers[i].max, value);
    }
    if (!word_is(word_of(name), "--proof")) return refuse(why, "there is no option '%.60s'", name);
    arguments->proof_path = value;
    return true;
}

static bool check_rule(const Arguments *arguments, Reason *why) {
    bool counts_points = game_counts_points(&arguments->game);
    if (counts_points && (arguments->proof_path != NULL || arguments->rounds > 0)) {
        return refuse(why, "only the rule line has proofs");
    }
    if (counts_points && arguments->threads > 1) return refuse(why, "only the rule line uses several threads");
    return counts_points || arguments->order == 0 || refuse(why, "--order is for the rules that count points");
}

/* Moves follow the game; options may stand anywhere after it. */
static bool parse_arguments(int argc, char **argv, Arguments *arguments, Reason *why) {
    *arguments = (Arguments){.hash_mb = 512, .threads = 1, .first_move_argument = 2, .last_move_argument = 2};
    if (argc < 2 || argv[1][0] == '-') return refuse(why, "%s", usage);
    if (!game_parse(word_of(argv[1]), &arguments->game, why)) return false;
    for (int i = 2; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!parse_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, arguments, why)) return false;
            i++;
        } else if (i == arguments->last_move_argument) {
            arguments->last_move_argument++;
        } else {
            return refuse(why, "'%.60s' does not follow the game or a move", argv[i]);
        }
    }
    return check_rule(arguments, why);
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
            "XO"[attacker], progress -> proof_number, progress -> disproof_number, progress -> nodes,
            (double)(clock_now_us() - display->begun_us) / 1e6, progress -> full_permille / 10);
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
    static const char *const ends[] = {"", "stopped", "the memory is full"};
    printf("value  %s", values[result->value]);
    if (result->value == OUTCOME_NONE) {
        printf(" (%s)", ends[result->end]);
        for (int side = SIDE_X; side <= SIDE_O; side++) {
            if (result->harmless[side] != HARMLESS_NOT_KNOWN) printf("; %c cannot win", "XO"[side]);
        }
    } else if (result->move != MOVE_NONE) {
        char move[MOVE_TEXT_SIZE];
        move_print(&spec->grid->game, result->move, move);
        printf(", by %s", move);
    }
    printf("\n");
}

static bool write_proof(Solver *solver, const Arguments *arguments, const SolveLimits *limits) {
    StrategyEffort effort = {.rounds = arguments->rounds, .extra_survivors = 64, .budget = 6};
    Proof proof;
    Reason why;
    if (!solver_proof(solver, &effort, limits, show_round, &proof, &why)) {
        clear_progress(limits->context);
        printf("proof  none: %s\n", why.text);
        return false;
    }
    clear_progress(limits->context);
    static const char *const what[] = {"entries", "pairs", "lines: the checker searches"};
    size_t bytes = proof_write(&proof, arguments->proof_path);
    if (bytes > 0) printf("proof  %d %s, %zu bytes\n", proof.count, what[proof.kind], bytes);
    if (bytes == 0) fprintf(stderr, "solve: cannot write '%s'\n", arguments->proof_path);
    proof_release(&proof);
    return bytes > 0;
}

static int solve(const SolverSpec *spec, const Arguments *arguments) {
    Display display = {.is_terminal = isatty(STDERR_FILENO) == 1, .begun_us = clock_now_us()};
    int64_t deadline_us = arguments->time_s > 0 ? display.begun_us + (int64_t)arguments->time_s * 1000000 : INT64_MAX;
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
    bool fine = result.value != OUTCOME_NONE;
    if (fine && arguments->proof_path != NULL) fine = write_proof(solver, arguments, &limits);
    solver_free(solver);
    return fine ? 0 : 1;
}

static int solve_by_points(const SolverSpec *spec, const Arguments *arguments) {
    DifferenceTask task = {.geometry = spec->geometry,
                           .symmetries = spec->symmetries,
                           .board = spec->board,
                           .hash_mb = arguments->hash_mb,
                           .time_s = arguments->time_s,
                           .order = arguments->order,
                           .show_progress = isatty(STDERR_FILENO) == 1,
                           .interrupted = &interrupted};
    return difference_solve(&task);
}

int main(int argc, char **argv) {
    Arguments arguments;
    Reason why;
    if (!parse_arguments(argc, argv, &arguments, &why)) return complain(why.text);
    static Grid grid;
    Board board;
    Geometry *geometry = geometry_new(&arguments.game);
    Symmetries *symmetries = geometry != NULL ? symmetries_new(geometry) : NULL;
    if (symmetries == NULL) return complain("not enough memory");
    grid_init(&grid, geometry);
    int status = 2;
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
    return status;
}
