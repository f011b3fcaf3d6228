/* What the table keeps of a node, and under which key.
 *
 * Mirror images of a position share an entry where that pays; moves are then stored as the symmetry of the key has
 * them. */
#ifndef ROWAN_KERNEL_SEARCH_TT_NODE_H
#define ROWAN_KERNEL_SEARCH_TT_NODE_H

#include "kernel/search/value_range.h"
#include "kernel/search/worker.h"
#include "rules/canonical.h"

typedef struct {
    uint64_t key;
    int symmetry; /* that takes the cells of the position to those of the entry */
    int move;     /* the table's move, MOVE_NONE if it has none */
} TtNode;

/* Mirror images share an entry with few stones, when many moves lead to images of one position, and not at the leaves,
 * where less is saved than it costs to look at all symmetries; the 1,536 of 4x4x4x4 cost too much anywhere. From the
 * empty board a search takes 0.40 of the instructions on 4x4x4, 0.43 on 5x5x5 and 0.27 on 3x3x3:score, from openings of
 * one stone 0.82, 0.74 and 0.63; with four stones nothing changes any more. */
static inline bool tt_node_is_shared(const Worker *worker, const Board *board, int depth) {
    enum { STONES_MAX = 4, DEPTH_MIN = 2, SYMMETRIES_MAX = 384 };
    return board->ply <= STONES_MAX && depth >= DEPTH_MIN && worker->symmetries->plain <= SYMMETRIES_MAX;
}

/* Out of line, as it is rare, and would cost every node registers. */
NOINLINE static TtNode tt_node_shared(const Worker *worker, const Board *board) {
    CellSet canonical[2];
    int symmetry = canonical_image(worker->symmetries, board->stones, canonical);
    uint64_t key = board_key(&worker->grid, canonical, board_side(board)) ^ worker->key_salt;
    return (TtNode){key, symmetry, MOVE_NONE};
}

static inline TtNode tt_node_of(const Worker *worker, const Board *board, int depth) {
    if (tt_node_is_shared(worker, board, depth)) return tt_node_shared(worker, board);
    return (TtNode){board->key ^ worker->key_salt, 0, MOVE_NONE};
}

/* The entry of the position after the move, which will be looked up soon; in vain if mirror images share one. */
static inline void tt_node_prefetch(const Worker *worker, const Board *board, int move) {
    if (!worker_uses(worker, USE_TABLE)) return;
    uint64_t key = board_key_after(&worker->grid, board, move) ^ worker->key_salt;
    tt_prefetch(worker->job->shared->tt, key);
}

static inline void tt_node_take_move(TtNode *known, const Worker *worker, const Board *board, int stored) {
    if (stored >= worker->grid.cells) return;
    int move = known->symmetry == 0 ? stored : canonical_origin(worker->symmetries, known->symmetry, stored);
    CellSet empty = board_empty(&worker->grid, board);
    if (cells_has(&empty, move)) known->move = move;
}

/* Takes what the table knows into account: true if that settles the node with *value. Proven bounds narrow the range.
 * On the principal variation only those do, and no wins, so that the line shown stays whole. */
static inline bool tt_node_settles(TtNode *known, Worker *worker, const Board *board, Window window, Range *range,
                                   int *value) {
    TtEntry entry;
    if (!worker_uses(worker, USE_TABLE) || !tt_probe(worker->job->shared->tt, known->key, &entry)) return false;
    tt_node_take_move(known, worker, board, entry.move);
    *value = value_from_table(entry.value, window.ply);
    bool is_pv = window.beta - window.alpha > 1, is_lower = (entry.bound & BOUND_LOWER) != 0,
         is_upper = (entry.bound & BOUND_UPPER) != 0;
    bool solid = entry.depth == DEPTH_SOLID;
    if (solid && !(is_pv && (value_is_win(*value) || value_is_loss(*value)))) {
        if (is_lower && *value > range->low) range->low = *value;
        if (is_upper && *value < range->high) range->high = *value;
    }
    worker->frames[window.ply].solid = solid;
    return !is_pv && entry.depth >= window.depth &&
           ((is_lower && *value >= window.beta) || (is_upper && *value <= window.alpha));
}

/* Keeps the value, and its move with it. */
static inline void tt_node_store(const TtNode *known, const Worker *worker, int value, Bound bound, Window window) {
    if (!worker_uses(worker, USE_TABLE)) return;
    int move = known->move;
    if (move != MOVE_NONE && known->symmetry != 0) move = symmetries_row(worker->symmetries, known->symmetry)[move];
    int proven_depth = worker->frames[window.ply].solid ? DEPTH_SOLID : window.depth;
    TtEntry entry = {value_to_table(value, window.ply), move, proven_depth, bound};
    tt_store(worker->job->shared->tt, known->key, entry);
}

#endif
