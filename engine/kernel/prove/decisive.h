/* Decisive moves: the attacker then wins by threats and forced blocks alone, whatever the defender replies.
 *
 * An outline (engine/proof/proof.h) leaves them to its reader. A move that is found is one; none may also mean that the
 * allowance ran out, or that the search for threats passed a win over. For one thread. */
#ifndef ROWAN_KERNEL_PROVE_DECISIVE_H
#define ROWAN_KERNEL_PROVE_DECISIVE_H

#include "kernel/prove/candidates.h"

enum { DECISIVE_TABLE_SIZE = 1 << 12 };

typedef struct {
    Scout scout;
    uint64_t allowance;                                             /* nodes of the search for threats */
    uint64_t won[DECISIVE_TABLE_SIZE], failed[DECISIVE_TABLE_SIZE]; /* keys of positions after a block */
} DecisiveSearch;

static bool decisive_every_reply_loses(DecisiveSearch *search, const Board *board);

/* Many orders of the defender's threats lead to the same position. */
static inline bool decisive_wins_after_block(DecisiveSearch *search, const Board *board, int block) {
    Scout *scout = &search->scout;
    Board next = *board;
    board_put(scout->grid, &next, scout->attacker, block);
    uint64_t *won = &search->won[next.key % DECISIVE_TABLE_SIZE];
    uint64_t *failed = &search->failed[next.key % DECISIVE_TABLE_SIZE];
    if (*won == next.key) return true;
    if (*failed == next.key || scout->threats.nodes >= search->allowance) return false;
    bool wins = decisive_every_reply_loses(search, &next);
    *(wins ? won : failed) = next.key;
    return wins;
}

/* The attacker is to move: it wins by threats, or blocks the only line that the defender threatens to complete and wins
 * after that. Takes out of `replies` those that the same threats answer. */
static inline bool decisive_wins_plainly(DecisiveSearch *search, const Board *board, CellSet *replies) {
    Scout *scout = &search->scout;
    if (scout_attack_wins(scout, board)) {
        *replies = cells_and(*replies, scout->line.needs);
        return true;
    }
    CellSet block = board_winning_cells(scout->grid, board, side_other(scout->attacker));
    return cells_count(block) == 1 && decisive_wins_after_block(search, board, cells_first(&block));
}

/* The defender is to move and has no line to complete. Replies that saved it from other moves are tried first. */
static bool decisive_every_reply_loses(DecisiveSearch *search, const Board *board) {
    Scout *scout = &search->scout;
    CellSet threats = board_winning_cells(scout->grid, board, scout->attacker), replies = threats;
    if (cells_count(threats) > 1) return true;
    if (cells_is_empty(threats)) {
        if (!scout_attack_wins(scout, board)) return false;
        replies = cells_and(board_empty(scout->grid, board), scout->line.needs);
    }
    while (!cells_is_empty(replies)) {
        int reply = threat_take_next(&replies, scout->suspects);
        Board next = *board;
        board_put(scout->grid, &next, side_other(scout->attacker), reply);
        if (decisive_wins_plainly(search, &next, &replies)) continue;
        cells_add(&scout->suspects, reply);
        return false;
    }
    return true;
}

/* The attacker is to move, has no forced win, and no line of either side lacks only one stone. MOVE_NONE: none is
 * found. */
static inline int decisive_find(DecisiveSearch *search, const Board *board) {
    Scout *scout = &search->scout;
    Attack attack = candidates_find_attack(scout, board);
    MoveOrder order;
    candidates_order_by_promise(scout, board, cells_or(attack.cells, attack.threats), &order);
    for (int i = 0; i < order.count && scout->threats.nodes < search->allowance; i++) {
        Board next = *board;
        board_put(scout->grid, &next, scout->attacker, order.cell[i]);
        if (decisive_every_reply_loses(search, &next)) return order.cell[i];
    }
    return MOVE_NONE;
}

#endif
