/* The root of exact solving: from proofs of single bounds to the value of a position, with a best move and a line. */
#ifndef ROWAN_KERNEL_POINTS_EXACT_SOLUTION_H
#define ROWAN_KERNEL_POINTS_EXACT_SOLUTION_H

#include "kernel/points/target_search.h"

/* What is proven about a position so far; seen by the side to move. */
typedef struct {
    int lower, upper;
    int move; /* gets at least the lower bound, MOVE_NONE if unknown */
} Solution;

static inline Solution solution_none(void) {
    return (Solution){-EXACT_INFINITE, EXACT_INFINITE, MOVE_NONE};
}

static inline bool solution_is_exact(const Solution *solution) {
    return solution->lower == solution->upper;
}

/* The question of exact_search.h about a whole position. */
static inline int solution_test(Worker *worker, const Board *board, int goal) {
    const Grid *grid = &worker->grid;
    int lead = board_lead(board);
    Side side = board_side(board);
    worker->exact_move = MOVE_NONE;
    if (board_outcome(grid, board) != OUTCOME_NONE) return lead;
    TargetNode t = {.mine = board->points[side],
                    .theirs = board->points[side_other(side)],
                    .left = grid->cells - board->ply,
                    .decisive = goal == 0 || goal == 1};
    prospects_of(grid, board, &t.rest);
    return grid->game.target > 0 ? target_search(worker, &t, goal) : lead + exact_search(worker, &t.rest, goal - lead);
}

/* Proves one bound more; the questions about the result come first. False when stopped. */
static inline bool solution_step(Worker *worker, const Board *board, Solution *solution) {
    int goal = 0;
    if (goal <= solution->lower) goal = solution->lower + 1;
    if (goal > solution->upper) goal = solution->upper;
    int value = solution_test(worker, board, goal);
    if (worker->stopped) return false;
    if (value < goal) {
        solution->upper = value;
    } else {
        solution->lower = value;
        solution->move = worker->exact_move;
    }
    return true;
}

/* Narrows the bounds until they meet; false when stopped. */
static inline bool solution_narrow(Worker *worker, const Board *board, Solution *solution) {
    while (!solution_is_exact(solution)) {
        if (!solution_step(worker, board, solution)) return false;
    }
    return true;
}

/* True if the move is proven to get the difference wanted. */
static inline bool solution_move_gets(Worker *worker, const Board *board, int move, int wanted) {
    Board next = *board;
    board_play(&worker->grid, &next, move);
    int value = -solution_test(worker, &next, 1 - wanted);
    return !worker->stopped && value >= wanted;
}

/* A move that gets the difference, the hint first; MOVE_NONE when stopped. */
static inline int solution_move_getting(Worker *worker, const Board *board, int hint, int wanted) {
    CellSet empty = board_empty(&worker->grid, board);
    MoveList list;
    move_list_init(&list, &worker->grid, board, empty, hint, &worker->memory);
    for (int move = move_list_next(&list); move != MOVE_NONE && !worker->stopped; move = move_list_next(&list)) {
        if (solution_move_gets(worker, board, move, wanted)) return move;
    }
    return MOVE_NONE;
}

/* Play by both sides that gets the exact value, as far as the nodes last. */
static inline void solution_add_moves(Worker *worker, const Board *board, const Solution *solution, SearchLine *line) {
    Board next = *board;
    int value = solution->lower, hint = solution->move;
    while (board_outcome(&worker->grid, &next) == OUTCOME_NONE) {
        if (line->pv_length > 0) {
            solution_test(worker, &next, value);
            hint = worker->exact_move;
        }
        int move = solution_move_getting(worker, &next, hint, value);
        if (move == MOVE_NONE) return;
        line->pv[line->pv_length++] = (uint16_t)move;
        board_play(&worker->grid, &next, move);
        value = -value;
    }
}

static inline bool solution_is_possible(Worker *worker, const Board *board) {
    Prospects p;
    prospects_of(&worker->grid, board, &p);
    if (!game_counts_points(&worker->grid.game) || survey_live_cells(&worker->grid, &p) > SURVEY_CELLS_MAX) {
        return false;
    }
    if (worker->points_keys == NULL) worker->points_keys = points_keys_new(&worker->grid, worker->symmetries);
    return worker->points_keys != NULL;
}

/* The line's value and bound, and its moves. The first may take all nodes there are, the others a fraction of those
 * spent. Returns false if not even that one could be had. */
static inline bool solution_to_line(Worker *worker, const Board *board, const Solution *solution, uint64_t spent,
                                    SearchLine *line) {
    *line = (SearchLine){.multipv = 1, .value = solution->lower * VALUE_POINT, .bound = BOUND_LOWER};
    if (solution_is_exact(solution)) {
        line->bound = BOUND_EXACT;
        line->proven = true;
        worker->exact_limit = worker_nodes(worker) + spent / 4 + 1000;
        solution_add_moves(worker, board, solution, line);
        worker->exact_limit = UINT64_MAX;
    }
    if (line->pv_length == 0 && solution->move != MOVE_NONE) line->pv[line->pv_length++] = (uint16_t)solution->move;
    line->depth = line->seldepth = line->pv_length;
    return line->pv_length > 0;
}

static inline void solution_report(const SearchJob *job, const Solution *solution) {
    SearchLine lower = {.multipv = 1, .value = solution->lower * VALUE_POINT, .bound = BOUND_LOWER};
    SearchLine upper = {.multipv = 1, .value = solution->upper * VALUE_POINT, .bound = BOUND_UPPER};
    if (job->report == NULL) return;
    if (solution->lower > -EXACT_INFINITE) job->report(job->context, &lower);
    if (solution->upper < EXACT_INFINITE) job->report(job->context, &upper);
}

/* All there is to it, without the other search; every bound is reported as it is proven. */
static inline bool solution_find(Worker *worker, const Board *board, SearchLine *best) {
    *best = (SearchLine){.multipv = 1};
    if (!solution_is_possible(worker, board)) return false;
    Solution solution = solution_none();
    worker->exact_limit = UINT64_MAX;
    bool going = true;
    while (going && !solution_is_exact(&solution)) {
        going = solution_step(worker, board, &solution);
        if (going) solution_report(worker->job, &solution);
    }
    solution_to_line(worker, board, &solution, worker_nodes(worker), best);
    return going;
}

/* Exact solving beside iterative deepening: after each iteration it goes on for a while, and what it has proven by then
 * stays in the table. */
typedef struct {
    Solution solution;
    uint64_t spent; /* nodes */
    bool is_on;
} Sideline;

/* Measured on balanced positions of 3x3x3, where each cell more costs three times as many nodes; random ones are easier
 * by far. */
static inline uint64_t sideline_nodes_expected(int live_cells) {
    int doublings = 18 + (live_cells - 18) * 3 / 2;
    return doublings < 0 ? 1 : doublings > 40 ? UINT64_C(1) << 40 : UINT64_C(1) << doublings;
}

/* Nodes that the limits leave room for, at a node a microsecond. */
static inline uint64_t sideline_nodes_affordable(const SearchJob *job) {
    uint64_t in_time = (uint64_t)job->shared->budget.soft_us;
    return in_time < job->node_limit ? in_time : job->node_limit;
}

/* Only where it is wanted and any depth may be looked at, and where it has a chance to come to an end. */
static inline Sideline sideline_open(Worker *worker, const Board *board) {
    const SearchJob *job = worker->job;
    Sideline sideline = {.solution = solution_none()};
    bool is_asked =
        job->solves_points && job->index == 0 && worker_uses(worker, USE_BOUNDS) && worker_uses(worker, USE_TABLE);
    if (!is_asked || job->depth_limit < worker->grid.cells - board->ply || !solution_is_possible(worker, board)) {
        return sideline;
    }
    Prospects p;
    prospects_of(&worker->grid, board, &p);
    int live = survey_live_cells(&worker->grid, &p);
    sideline.is_on = sideline_nodes_expected(live) / 4 <= sideline_nodes_affordable(job);
    return sideline;
}

/* Goes on solving; true when the value is known, with the answer in *line. It always asks for
 * a draw first: with the other search's value as a guess it kept changing the question. */
static inline bool sideline_go_on(Worker *worker, const Board *board, Sideline *sideline, SearchLine *line) {
    enum { SHARE = 8, AT_LEAST = 2000 }; /* nodes: SHARE times as many as the other search, and AT_LEAST */
    if (!sideline->is_on) return false;
    uint64_t before = worker_nodes(worker), allowed = (before - sideline->spent) * SHARE + AT_LEAST;
    if (allowed <= sideline->spent) return false;
    worker->exact_limit = before + allowed - sideline->spent;
    bool solved = solution_narrow(worker, board, &sideline->solution);
    bool used_up = worker_nodes(worker) >= worker->exact_limit;
    sideline->spent += worker_nodes(worker) - before;
    if (solved) solved = solution_to_line(worker, board, &sideline->solution, sideline->spent, line);
    if (solved) line->depth = line->seldepth = worker->grid.cells - board->ply;
    worker->exact_limit = UINT64_MAX;
    /* Only the allowance is over: a limit would be noticed again at once. */
    if (used_up || solved) worker->stopped = false;
    return solved;
}

/* The limits came first, but a win is proven, if not by how much. */
static inline bool sideline_has_win(Worker *worker, const Board *board, const Sideline *sideline, SearchLine *line) {
    const Solution *solution = &sideline->solution;
    return solution->lower > 0 && !solution_is_exact(solution) && solution->move != MOVE_NONE &&
           solution_to_line(worker, board, solution, 0, line);
}

#endif
