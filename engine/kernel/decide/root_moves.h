/* The moves of the first ply while they are searched: from root_moves_begin to deepen_end they stay in the worker. In
 * between advisers bring a move to the front or drop some; core/answer.c says who and in which order. */
#ifndef ROWAN_KERNEL_DECIDE_ROOT_MOVES_H
#define ROWAN_KERNEL_DECIDE_ROOT_MOVES_H

#include "kernel/search/search.h"

/* Makes this the first root move; it may be new, when the list has only a mirror image of it. */
static inline RootMove *root_moves_bring_to_front(Worker *worker, uint16_t move) {
    int at = 0;
    while (at < worker->root_move_count && worker->root_moves[at].move != move) at++;
    if (at == worker->root_move_count) worker->root_move_count++;
    memmove(&worker->root_moves[1], &worker->root_moves[0], sizeof worker->root_moves[0] * (size_t)at);
    worker->root_moves[0].move = move;
    return &worker->root_moves[0];
}

static inline void root_moves_bring_one_of(Worker *worker, CellSet cells) {
    for (int i = worker->root_move_count - 1; i > 0; i--) {
        if (!cells_has(&cells, worker->root_moves[i].move)) continue;
        RootMove found = worker->root_moves[i];
        *root_moves_bring_to_front(worker, found.move) = found;
        return;
    }
}

/* Whatever ends the search too soon, a line is completed or else one that the other side would complete is stopped. */
static inline void root_moves_urgent_first(Worker *worker) {
    const Board *board = &worker->root;
    Side side = board_side(board);
    root_moves_bring_one_of(worker, board_winning_cells(&worker->grid, board, side_other(side)));
    root_moves_bring_one_of(worker, board_winning_cells(&worker->grid, board, side));
}

static inline void root_moves_begin(Worker *worker, const SearchJob *job) {
    worker_begin(worker, job);
    placement_to_board(&job->root, &worker->grid, &worker->root);
    worker->finished_depth = 0;
    worker->root_move_count = job->root_moves.count;
    for (int i = 0; i < worker->root_move_count; i++) {
        RootMove *root = &worker->root_moves[i];
        memset(root, 0, sizeof *root);
        root->move = job->root_moves.move[i];
        root->cells = job->root_moves.cells[i] > 0 ? job->root_moves.cells[i] : 1;
        root->line = (SearchLine){.multipv = 1, .bound = BOUND_EXACT, .pv_length = 1, .pv = {root->move}};
    }
    if (worker->grid.game.rule == RULE_LINE) root_moves_urgent_first(worker);
}

/* A helper takes over the moves that the worker with the reports has come to. */
static inline void root_moves_follow(Worker *helper, const SearchJob *job, const Worker *first) {
    root_moves_begin(helper, job);
    helper->root_move_count = first->root_move_count;
    memcpy(helper->root_moves, first->root_moves, sizeof first->root_moves[0] * (size_t)first->root_move_count);
}

/* The line becomes the answer so far. */
static inline void root_moves_answer(Worker *worker, const SearchLine *line) {
    RootMove *root = root_moves_bring_to_front(worker, line->pv[0]);
    root->value = line->value;
    root->line = *line;
    worker->job->report(worker->job->context, line);
}

/* A win to the end becomes the answer. */
static inline void root_moves_take_win(Worker *worker, const ThreatLine *line) {
    SearchLine answer = {.multipv = 1,
                         .depth = 1,
                         .seldepth = line->length,
                         .value = value_win_at(line->length),
                         .bound = BOUND_EXACT,
                         .proven = true,
                         .pv_length = line->length};
    memcpy(answer.pv, line->cell, sizeof line->cell[0] * (size_t)line->length);
    root_moves_answer(worker, &answer);
}

/* A host that asked for a mate wants it fast, and then no more. */
static inline bool root_moves_have_mate(const Worker *worker) {
    int value = worker->root_moves[0].line.value, limit = worker->job->mate_limit;
    return limit != LIMIT_NONE && value_is_win(value) && value_mate_in(value) <= limit;
}

#endif
