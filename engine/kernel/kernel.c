/* All code that touches nodes, for one size class: the Makefile compiles this file once for each. */
#include "kernel/kernel.h"

#include "kernel/decide/chance.h"
#include "kernel/decide/contest.h"
#include "kernel/decide/forced_win.h"
#include "kernel/decide/mate.h"
#include "kernel/prove/decisive.h"
#include "kernel/prove/minimise.h"
#include "rules/perft.h"

static Worker *worker_new(const Geometry *geometry, const Symmetries *symmetries) {
    Worker *worker = malloc(sizeof *worker);
    if (worker == NULL) return NULL;
    memset(worker, 0, sizeof *worker);
    grid_init(&worker->grid, geometry);
    move_memory_clear(&worker->memory);
    threat_search_init(&worker->threats);
    worker->threats.watch = &worker->watch;
    worker->symmetries = symmetries;
    return worker;
}

static void worker_free(Worker *worker) {
    if (worker != NULL) points_keys_free(worker->points_keys);
    free(worker);
}

static void worker_clear(Worker *worker) {
    move_memory_clear(&worker->memory);
    memset(worker->threats.failed, 0, sizeof worker->threats.failed);
}

static void reset_nodes(Worker *worker) {
    atomic_store_explicit(&worker->nodes, 0, memory_order_relaxed);
}

static bool solve(Worker *worker, const SearchJob *job, SearchLine *best) {
    Board board;
    placement_to_board(&job->root, &worker->grid, &board);
    worker_begin(worker, job);
    return solution_find(worker, &board, best);
}

static int evaluate(Worker *worker, const Placement *position) {
    Board board;
    placement_to_board(position, &worker->grid, &board);
    Census census = census_take(&worker->grid, &board);
    return eval(&worker->grid, &board, &census);
}

static bool forced_win(Worker *worker, const Placement *position, int enough, ForcedWin *win) {
    Board board;
    placement_to_board(position, &worker->grid, &board);
    *win = (ForcedWin){.length = 0};
    if (!forced_win_find_promised(worker, &board, position->to_move, enough)) return false;
    const ThreatLine *line = &worker->threat_line;
    win->length = line->length;
    memcpy(win->cell, line->cell, sizeof line->cell[0] * (size_t)line->length);
    memcpy(win->needs, line->needs.word, sizeof line->needs.word);
    return true;
}

static int decisive_move(Worker *worker, const Placement *position, uint64_t allowance) {
    static const _Atomic bool never = false;
    Board board;
    DecisiveSearch *search = calloc(1, sizeof *search);
    if (search == NULL) return MOVE_NONE;
    search->allowance = allowance;
    placement_to_board(position, &worker->grid, &board);
    scout_init(&search->scout, &worker->grid, worker->symmetries, position->to_move, &never);
    int move = decisive_find(search, &board);
    free(search);
    return move;
}

static uint64_t perft_move(Worker *worker, const Placement *position, int move, int plies, const _Atomic bool *stop) {
    Board board;
    placement_to_board(position, &worker->grid, &board);
    board_play(&worker->grid, &board, move);
    return perft(&worker->grid, &board, plies - 1, stop);
}

#define JOINED(a, b)    a##b
#define NAMED(name)     JOINED(kernel_, name)
#define QUOTED(name)    #name
#define AS_STRING(name) QUOTED(name)

extern const Kernel NAMED(SIZE_NAME);
const Kernel NAMED(SIZE_NAME) = {
    .name = AS_STRING(SIZE_NAME),
    .cell_words = CELL_WORDS,
    .line_words = LINE_WORDS,
    .edge_min = SIZE_EDGE_MIN,
    .edge_max = SIZE_EDGE_MAX,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .worker_clear = worker_clear,
    .reset_nodes = reset_nodes,
    .begin = root_moves_begin,
    .follow = root_moves_follow,
    .win_by_threats = forced_win_answer,
    .win_in_moves = mate_in_moves,
    .hold_draw = contest_hold,
    .take_chance = chance_take,
    .deepen = deepen,
    .is_lost = deepen_has_proven_loss,
    .keep_draw = contest_narrow,
    .contest = contest,
    .end = deepen_end,
    .nodes = worker_nodes,
    .solve = solve,
    .evaluate = evaluate,
    .forced_win = forced_win,
    .decisive_move = decisive_move,
    .perft = perft_move,
    .prover_new = prover_new,
    .prover_free = prover_free,
    .prover_run = prover_run,
    .prover_progress = prover_progress,
    .prover_move = prover_move,
    .prover_strategy = minimise,
};
