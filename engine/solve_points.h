/* The root of exact solving: from proofs of single bounds to the value of a position, with a best move and a line. */
#ifndef ROWAN_SOLVE_POINTS_H
#define ROWAN_SOLVE_POINTS_H

#include "exact_target.h"

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

static inline int board_lead(const Board *board) {
    Side side = board_side(board);
    return board->points[side] - board->points[side_other(side)];
}

/* The question of exact.h about a whole position. */
static inline int exact_test(Worker *worker, const Board *board, int goal) {
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
    return grid->game.target > 0 ? exact_search_target(worker, &t, goal)
                                 : lead + exact_search(worker, &t.rest, goal - lead);
}

/* Narrows the bounds until they meet; false when stopped. With a target the questions about the result come first. */
static inline bool exact_narrow(Worker *worker, const Board *board, int guess, Solution *solution) {
    if (worker->grid.game.target > 0) guess = guess > 0 ? 1 : 0;
    while (!solution_is_exact(solution)) {
        int goal = guess;
        if (goal <= solution->lower) goal = solution->lower + 1;
        if (goal > solution->upper) goal = solution->upper;
        int value = exact_test(worker, board, goal);
        if (worker->stopped) return false;
        if (value < goal) {
            solution->upper = value;
        } else {
            solution->lower = value;
            solution->move = worker->exact_move;
        }
    }
    return true;
}

/* True if the move is proven to get the difference wanted. */
static inline bool move_gets(Worker *worker, const Board *board, int move, int wanted) {
    Board next = *board;
    board_play(&worker->grid, &next, move);
    int value = -exact_test(worker, &next, 1 - wanted);
    return !worker->stopped && value >= wanted;
}

/* A move that gets the difference, the hint first; MOVE_NONE when stopped. */
static inline int move_getting(Worker *worker, const Board *board, int hint, int wanted) {
    CellSet empty = board_empty(&worker->grid, board);
    MoveList list;
    moves_list(&list, &worker->grid, board, empty, hint, &worker->memory);
    for (int move = moves_next(&list); move != MOVE_NONE && !worker->stopped; move = moves_next(&list)) {
        if (move_gets(worker, board, move, wanted)) return move;
    }
    return MOVE_NONE;
}

/* Play by both sides that gets the exact value, as far as the nodes last. */
static inline void exact_line(Worker *worker, const Board *board, const Solution *solution, SearchLine *line) {
    Board next = *board;
    int value = solution->lower, hint = solution->move;
    while (board_outcome(&worker->grid, &next) == OUTCOME_NONE) {
        if (line->pv_length > 0) {
            exact_test(worker, &next, value);
            hint = worker->exact_move;
        }
        int move = move_getting(worker, &next, hint, value);
        if (move == MOVE_NONE) return;
        line->pv[line->pv_length++] = (uint16_t)move;
        board_play(&worker->grid, &next, move);
        value = -value;
    }
}

static inline bool exact_is_possible(Worker *worker, const Board *board) {
    Prospects p;
    prospects_of(&worker->grid, board, &p);
    if (!game_counts_points(&worker->grid.game) || prospects_live_cells(&worker->grid, &p) > SURVEY_CELLS_MAX) {
        return false;
    }
    if (worker->lineup == NULL) worker->lineup = lineup_new(&worker->grid, worker->symmetries);
    return worker->lineup != NULL;
}

/* The line's value and bound, and its moves. The first may take all nodes there are, the others a fraction of those
 * spent. Returns false if not even that one could be had. */
static inline bool exact_answer(Worker *worker, const Board *board, const Solution *solution, uint64_t spent,
                                SearchLine *line) {
    *line = (SearchLine){.multipv = 1, .value = solution->lower * VALUE_POINT, .bound = BOUND_LOWER};
    if (solution_is_exact(solution)) {
        line->bound = BOUND_EXACT;
        line->proven = true;
        worker->exact_limit = worker_nodes(worker) + spent / 4 + 1000;
        exact_line(worker, board, solution, line);
        worker->exact_limit = UINT64_MAX;
    }
    if (line->pv_length == 0 && solution->move != MOVE_NONE) line->pv[line->pv_length++] = (uint16_t)solution->move;
    line->depth = line->seldepth = line->pv_length;
    return line->pv_length > 0;
}

static inline bool solve_points(Worker *worker, const Board *board, SearchLine *best) {
    *best = (SearchLine){.multipv = 1};
    if (!exact_is_possible(worker, board)) return false;
    Solution solution = solution_none();
    worker->exact_limit = UINT64_MAX;
    bool solved = exact_narrow(worker, board, 0, &solution);
    exact_answer(worker, board, &solution, worker_nodes(worker), best);
    return solved;
}

#endif
