/* Wins that are known to the end, before anything else is searched. */
#ifndef ROWAN_KERNEL_DECIDE_WINS_H
#define ROWAN_KERNEL_DECIDE_WINS_H

#include "kernel/decide/mate.h"
#include "kernel/decide/root.h"

static inline void wins_take(Worker *worker, const ThreatLine *line) {
    SearchLine answer = {.multipv = 1,
                         .depth = 1,
                         .seldepth = line->length,
                         .value = value_win_at(line->length),
                         .bound = BOUND_EXACT,
                         .proven = true,
                         .pv_length = line->length};
    memcpy(answer.pv, line->cell, sizeof line->cell[0] * (size_t)line->length);
    root_answer(worker, &answer);
}

static inline bool wins_as_promised(Worker *worker, const Board *board) {
    uint64_t before = worker->threats.nodes;
    bool is_won = worker_finds_promised_win(worker, board, board_side(board), 0);
    worker_add_nodes(worker, worker->threats.nodes - before);
    return is_won;
}

static inline bool wins_within_limits(Worker *worker, const Board *board) {
    enum { ROOT_ALLOWANCE = 200000 };
    bool is_won = worker_finds_forced_win(worker, board, board_side(board), ROOT_ALLOWANCE);
    if (is_won) worker_shorten_forced_win(worker, board, board_side(board));
    return is_won;
}

/* A forced win of the side to move, if there is one; a promised one is found whatever the limits. */
static inline bool wins_by_threats(Worker *worker, bool is_promised) {
    const Board *board = &worker->root;
    if (!worker_uses(worker, USE_THREATS) || worker->grid.game.rule != RULE_LINE) return false;
    if (!(is_promised ? wins_as_promised(worker, board) : wins_within_limits(worker, board))) return false;
    wins_take(worker, &worker->threat_line);
    return true;
}

/* A win in the number of moves that the host asked for. */
static inline MateAnswer wins_in_moves(Worker *worker) {
    ThreatLine line;
    if (worker->job->mate_limit == LIMIT_NONE || worker->grid.game.rule != RULE_LINE) return MATE_NOT_ASKED;
    if (root_has_mate(worker)) return MATE_FOUND;
    if (!worker_uses(worker, USE_THREATS)) return MATE_OPEN;
    MateAnswer answer = mate_find(worker, &line);
    if (answer == MATE_FOUND) wins_take(worker, &line);
    return answer;
}

#endif
