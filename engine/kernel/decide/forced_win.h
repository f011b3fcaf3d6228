/* Wins by threats that are known to the end, before anything else is searched. */
#ifndef ROWAN_KERNEL_DECIDE_FORCED_WIN_H
#define ROWAN_KERNEL_DECIDE_FORCED_WIN_H

#include "kernel/decide/root_moves.h"

/* How many nodes it takes at most to see the forced wins that strategies rely on, to make these shorter by a move, and
 * to make others shorter. */
enum { PROMISED_ALLOWANCE = 8192, PROMISED_SHORTENING = 4096, SHORTENING_ALLOWANCE = 512 };

/* Makes the forced win just found shorter, where that is quickly done. */
static inline void forced_win_shorten(Worker *worker, const Board *board, Side attacker) {
    uint64_t before = worker->threats.nodes, left = worker_nodes_left(worker), allowance = SHORTENING_ALLOWANCE;
    if (allowance > left) allowance = left;
    if (allowance == 0) return;
    threat_shorten(&worker->threats, &worker->grid, board, attacker, allowance, 0, &worker->threat_line);
    worker_add_nodes(worker, worker->threats.nodes - before);
}

/* A win that a strategy promises takes a few thousand nodes at most, and is not to be cut short. They do not count. Of
 * no more than `enough` plies any will do. */
static inline bool forced_win_find_promised(Worker *worker, const Board *board, Side attacker, int enough) {
    ThreatSearch *threats = &worker->threats;
    threats->watch = NULL;
    bool won = threat_win(threats, &worker->grid, board, attacker, PROMISED_ALLOWANCE, &worker->threat_line);
    if (won) {
        threat_make_shortest(threats, &worker->grid, board, attacker, PROMISED_SHORTENING, enough,
                             &worker->threat_line);
    }
    threats->watch = &worker->watch;
    return won;
}

static inline bool forced_win_as_promised(Worker *worker, const Board *board) {
    uint64_t before = worker->threats.nodes;
    bool is_won = forced_win_find_promised(worker, board, board_side(board), 0);
    worker_add_nodes(worker, worker->threats.nodes - before);
    return is_won;
}

static inline bool forced_win_within_limits(Worker *worker, const Board *board) {
    enum { ROOT_ALLOWANCE = 200000 };
    bool is_won = worker_finds_forced_win(worker, board, board_side(board), ROOT_ALLOWANCE);
    if (is_won) forced_win_shorten(worker, board, board_side(board));
    return is_won;
}

/* A forced win of the side to move, if there is one; a promised one is found whatever the limits. */
static inline bool forced_win_answer(Worker *worker, bool is_promised) {
    const Board *board = &worker->root;
    if (!worker_uses(worker, USE_THREATS) || worker->grid.game.rule != RULE_LINE) return false;
    if (!(is_promised ? forced_win_as_promised(worker, board) : forced_win_within_limits(worker, board))) return false;
    root_moves_take_win(worker, &worker->threat_line);
    return true;
}

#endif
