/* The graph of a proof-number search: positions, their moves, and the replies to these, with their numbers.
 *
 * Nodes are positions with the attacker to move; they are canonical, so that symmetric ones are the same. The proof
 * number of a node is that of its best move, the proof number of a move the sum over its replies; disproof numbers the
 * other way round. Numbers saturate below infinity, so only 0 and PN_INFINITE are proofs. A node need not list all its
 * moves: those that it leaves out count together as one, the hidden move.
 *
 * Nodes, moves and replies live in three pools, all memory taken at the start; they refer to each other by index and
 * are never given back. What does not fit is refused, and the graph is full from then on. The graph has no lock:
 * threads that share it bring their own. */
#ifndef ROWAN_KERNEL_PROVE_PN_GRAPH_H
#define ROWAN_KERNEL_PROVE_PN_GRAPH_H

#include <stdlib.h>

#include "base/system.h"
#include "rules/canonical.h"

enum {
    PN_INFINITE = 1 << 30,
    PN_MAX = PN_INFINITE - 1,
    PN_THREATS = 1 << 20, /* what the attacker's own threats count while they are not listed */
    HIDDEN_FACTOR = 8,    /* hidden moves count that often their least number of survivors */
    FEWEST_SLOTS = 1 << 10,
    NO_INDEX = -1,
};

/* A move carries its survivors, the replies after which the attacker has no forced win by threats; only they become
 * nodes. */
typedef struct {
    CellSet survivors;
    uint32_t pn, dn;
    int32_t replies; /* the first of reply_count in the pool; NO_INDEX before the move is opened */
    uint16_t reply_count;
    uint16_t cell;
    uint16_t rank;
    uint16_t win_plies; /* to the end after any other reply, at most */
    bool is_quiet;      /* threatens nothing: every reply survives */
} ProveMove;

typedef struct {
    CellSet stones[2]; /* canonical; the attacker is to move */
    uint32_t pn, dn;
    uint32_t hidden_pn; /* the survivors that moves not listed are taken to have; PN_THREATS: only threats are not */
    int32_t moves;      /* the first of move_count in the pool; NO_INDEX before expansion */
    uint16_t move_count;
    uint16_t listed_to; /* all quiet moves with up to this many survivors are listed, also beside a winning one */
    bool is_forced;     /* the attacker must block: no entry of a strategy */
    bool is_busy;       /* a worker is expanding it */
} ProveNode;

typedef struct {
    const Grid *grid;
    const Symmetries *symmetries;
    Side attacker;
    ProveNode *nodes;
    ProveMove *moves;
    int32_t *replies; /* indices of nodes */
    int32_t *slots;   /* a hash table of indices of nodes, open addressing */
    int32_t node_count, move_count, reply_count;
    int32_t node_max, move_max, reply_max;
    uint32_t slot_mask, slot_mask_max; /* of the slots in use, of all */
    bool is_full;
} Graph;

/* The moves of a position, as they go into the graph. */
typedef struct {
    ProveMove moves[SIZE_CELLS];
    int count;
    uint32_t hidden_pn;
    bool is_forced;
} Listing;

/* The positions after the surviving replies to a move, canonical. */
typedef struct {
    int count;
    CellSet stones[SIZE_CELLS][2];
} ProveReplies;

static inline int graph_larger(int a, int b) {
    return a > b ? a : b;
}

/* A sum of finite numbers. */
static inline uint32_t graph_finite(uint64_t sum) {
    return sum > PN_MAX ? PN_MAX : (uint32_t)sum;
}

static inline uint32_t graph_add_pn(uint32_t a, uint32_t b) {
    return a == PN_INFINITE || b == PN_INFINITE ? PN_INFINITE : graph_finite((uint64_t)a + b);
}

/* Memory */

/* Shares the memory out. A proof of 4x4x4 has about 1.7 moves and 1.4 replies for a position. False when there is too
 * little; the graph can be released all the same. */
static inline bool graph_init(Graph *graph, const Grid *grid, const Symmetries *symmetries, Side attacker,
                              size_t megabytes) {
    enum { PER_NODE = 3 };
    size_t bytes = megabytes << 20, slots = FEWEST_SLOTS;
    size_t node_size = sizeof(ProveNode) + PER_NODE * (sizeof(ProveMove) + sizeof(int32_t)) + 4 * sizeof(int32_t);
    size_t nodes = bytes / node_size;
    if (nodes > (size_t)INT32_MAX / PER_NODE) nodes = (size_t)INT32_MAX / PER_NODE;
    while (slots < nodes + nodes / 2) slots *= 2;
    *graph = (Graph){0};
    if (!system_can_address(megabytes)) return false;
    *graph = (Graph){.grid = grid,
                     .symmetries = symmetries,
                     .attacker = attacker,
                     .nodes = malloc(nodes * sizeof *graph->nodes),
                     .moves = malloc(nodes * PER_NODE * sizeof *graph->moves),
                     .replies = malloc(nodes * PER_NODE * sizeof *graph->replies),
                     .slots = malloc(slots * sizeof *graph->slots),
                     .node_max = (int32_t)nodes,
                     .move_max = (int32_t)(nodes * PER_NODE),
                     .reply_max = (int32_t)(nodes * PER_NODE),
                     .slot_mask = FEWEST_SLOTS - 1,
                     .slot_mask_max = (uint32_t)(slots - 1)};
    if (graph->nodes == NULL || graph->moves == NULL || graph->replies == NULL || graph->slots == NULL) return false;
    memset(graph->slots, 0xFF, FEWEST_SLOTS * sizeof *graph->slots);
    return true;
}

static inline void graph_release(Graph *graph) {
    free(graph->nodes);
    free(graph->moves);
    free(graph->replies);
    free(graph->slots);
}

static inline int graph_permille(int32_t used, int32_t of) {
    return (int)((int64_t)used * 1000 / of);
}

/* Of the pool that is used up most. */
static inline int graph_full_permille(const Graph *graph) {
    int full = graph_larger(graph_permille(graph->node_count, graph->node_max),
                            graph_permille(graph->move_count, graph->move_max));
    return graph_larger(full, graph_permille(graph->reply_count, graph->reply_max));
}

/* Positions */

static inline uint32_t graph_hash(const CellSet stones[2]) {
    uint64_t hash = 0;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (int i = 0; i < CELL_WORDS; i++) {
            hash = (hash ^ stones[side].word[i]) * UINT64_C(0x9E3779B97F4A7C15);
            hash ^= hash >> 31;
        }
    }
    return (uint32_t)((hash * UINT64_C(0xD6E8FEB86659FD93)) >> 32);
}

/* The proof number of a position that is not expanded yet, with the attacker to move. Pairs, open lines with two empty
 * cells, tell best how many survivors its best move leaves: on 4x4x4 four fifths of those where the defender has none
 * are won at once, of those where it has two 3%. */
static inline uint32_t graph_first_pn(const Grid *grid, const Board *board, Side attacker) {
    enum { PAIRS_WANTED = 2 };
    int pairs = lines_count(board_lines_with_empty(grid, board, attacker, 2));
    int counter = lines_count(board_lines_with_empty(grid, board, side_other(attacker), 2));
    return (uint32_t)(1 + counter + (pairs < PAIRS_WANTED ? PAIRS_WANTED - pairs : 0));
}

static inline uint32_t graph_first_pn_of(const Graph *graph, const CellSet stones[2]) {
    Board board;
    board_set_up(graph->grid, &board, stones, graph->attacker);
    return graph_first_pn(graph->grid, &board, graph->attacker);
}

/* The slot of a canonical position, or the empty one where it belongs. */
static inline int32_t *graph_slot(const Graph *graph, const CellSet canonical[2]) {
    uint32_t slot = graph_hash(canonical) & graph->slot_mask;
    for (; graph->slots[slot] != NO_INDEX; slot = (slot + 1) & graph->slot_mask) {
        const ProveNode *node = &graph->nodes[graph->slots[slot]];
        if (cells_equal(node->stones[SIDE_X], canonical[SIDE_X]) &&
            cells_equal(node->stones[SIDE_O], canonical[SIDE_O]))
            break;
    }
    return &graph->slots[slot];
}

/* Doubles the table. It begins small, because a small one stays in the cache. */
static inline void graph_widen_slots(Graph *graph) {
    graph->slot_mask = graph->slot_mask * 2 + 1;
    memset(graph->slots, 0xFF, ((size_t)graph->slot_mask + 1) * sizeof *graph->slots);
    for (int32_t i = 0; i < graph->node_count; i++) *graph_slot(graph, graph->nodes[i].stones) = i;
}

/* The index of a canonical position, which is made when it is new. There must be room for one. */
static inline int32_t graph_node(Graph *graph, const CellSet canonical[2]) {
    if ((uint32_t)graph->node_count > graph->slot_mask / 2 && graph->slot_mask < graph->slot_mask_max) {
        graph_widen_slots(graph);
    }
    int32_t *slot = graph_slot(graph, canonical);
    if (*slot != NO_INDEX) return *slot;
    *slot = graph->node_count;
    graph->nodes[graph->node_count] = (ProveNode){.stones = {canonical[SIDE_X], canonical[SIDE_O]},
                                                  .pn = graph_first_pn_of(graph, canonical),
                                                  .dn = 1,
                                                  .moves = NO_INDEX};
    return graph->node_count++;
}

/* Numbers */

static inline void graph_refresh_move(const Graph *graph, ProveMove *move) {
    if (move->replies == NO_INDEX) return;
    const int32_t *replies = &graph->replies[move->replies];
    uint32_t largest = 0, dn = PN_INFINITE;
    uint64_t sum = 0;
    for (int i = 0; i < move->reply_count; i++) {
        const ProveNode *reply = &graph->nodes[replies[i]];
        sum += reply->pn;
        largest = reply->pn > largest ? reply->pn : largest;
        dn = reply->dn < dn ? reply->dn : dn;
    }
    move->pn = largest == PN_INFINITE ? PN_INFINITE : graph_finite(sum);
    move->dn = dn;
}

static inline uint32_t graph_hidden_weight(const ProveNode *node) {
    if (node->hidden_pn == PN_INFINITE || node->hidden_pn == PN_THREATS) return node->hidden_pn;
    return node->hidden_pn * HIDDEN_FACTOR;
}

static inline void graph_refresh_node(const Graph *graph, ProveNode *node) {
    const ProveMove *moves = &graph->moves[node->moves];
    uint32_t pn = graph_hidden_weight(node);
    uint64_t sum = pn < PN_INFINITE;
    for (int i = 0; i < node->move_count; i++) {
        pn = moves[i].pn < pn ? moves[i].pn : pn;
        sum += moves[i].dn < PN_INFINITE ? moves[i].dn : 0;
    }
    node->pn = pn;
    node->dn = pn == 0 ? PN_INFINITE : pn == PN_INFINITE ? 0 : graph_finite(sum);
}

/* The index of the cheapest move to prove; NO_INDEX: the hidden one. */
static inline int graph_best_move(const Graph *graph, const ProveNode *node) {
    int best = NO_INDEX;
    uint32_t pn = PN_INFINITE;
    for (int i = 0; i < node->move_count; i++) {
        const ProveMove *move = &graph->moves[node->moves + i];
        if (move->pn >= pn) continue;
        pn = move->pn;
        best = i;
    }
    return graph_hidden_weight(node) < pn ? NO_INDEX : best;
}

/* The node that is cheapest to disprove, of those not proven, and of several the hardest to prove; NO_INDEX: all are
 * proven. */
static inline int32_t graph_best_reply(const Graph *graph, const ProveMove *move) {
    int32_t best = NO_INDEX;
    for (int i = 0; i < move->reply_count; i++) {
        int32_t reply = graph->replies[move->replies + i];
        const ProveNode *node = &graph->nodes[reply], *than = &graph->nodes[best == NO_INDEX ? reply : best];
        if (node->pn == 0) continue;
        if (best == NO_INDEX || node->dn < than->dn || (node->dn == than->dn && node->pn > than->pn)) best = reply;
    }
    return best;
}

/* The index of a proven move, or NO_INDEX. */
static inline int graph_proven_move(const Graph *graph, const ProveNode *node) {
    for (int i = 0; i < node->move_count; i++) {
        if (graph->moves[node->moves + i].pn == 0) return i;
    }
    return NO_INDEX;
}

/* Growth */

/* The canonical positions after each surviving reply. Needs no lock. */
static inline void graph_find_replies(const Graph *graph, const CellSet stones[2], const ProveMove *move,
                                      ProveReplies *replies) {
    Side attacker = graph->attacker, defender = side_other(attacker);
    replies->count = 0;
    for (CellSet left = move->survivors; !cells_is_empty(left);) {
        CellSet after[2] = {stones[SIDE_X], stones[SIDE_O]};
        if (move->cell != MOVE_NONE) cells_add(&after[attacker], move->cell);
        cells_add(&after[defender], cells_take(&left));
        canonical_image(graph->symmetries, after, replies->stones[replies->count++]);
    }
}

/* Looks them up, or makes them. False when they do not fit. */
static inline bool graph_put_replies(Graph *graph, const ProveReplies *replies, ProveMove *move) {
    int most = replies->count;
    if (graph->node_count + most > graph->node_max || graph->reply_count + most > graph->reply_max) {
        graph->is_full = true;
        return false;
    }
    move->replies = graph->reply_count;
    for (int i = 0; i < most; i++) {
        int32_t reply = graph_node(graph, replies->stones[i]);
        bool is_known = false;
        for (int k = 0; k < move->reply_count && !is_known; k++) {
            is_known = graph->replies[move->replies + k] == reply;
        }
        if (!is_known) graph->replies[move->replies + move->reply_count++] = reply;
    }
    graph->reply_count += move->reply_count;
    return true;
}

static inline bool graph_open_replies(Graph *graph, const CellSet stones[2], ProveMove *move) {
    ProveReplies replies;
    graph_find_replies(graph, stones, move, &replies);
    return graph_put_replies(graph, &replies, move);
}

/* Opens a move of a node, if it is not, and brings its numbers up to date. False when its replies do not fit. */
static inline bool graph_open_move(Graph *graph, int32_t index, int move_index) {
    ProveMove *move = &graph->moves[graph->nodes[index].moves + move_index];
    CellSet stones[2] = {graph->nodes[index].stones[SIDE_X], graph->nodes[index].stones[SIDE_O]};
    if (move->replies == NO_INDEX && !graph_open_replies(graph, stones, move)) return false;
    graph_refresh_move(graph, move);
    return true;
}

/* Puts a listing in the place of the node's moves. Moves that were opened before are opened again: the graph still
 * knows their replies. False when it does not fit. */
static inline bool graph_put_listing(Graph *graph, int32_t index, const Listing *listing) {
    ProveNode *node = &graph->nodes[index];
    if (graph->move_count + listing->count > graph->move_max) {
        graph->is_full = true;
        return false;
    }
    CellSet opened = cells_none();
    for (int i = 0; node->moves != NO_INDEX && i < node->move_count; i++) {
        const ProveMove *move = &graph->moves[node->moves + i];
        if (move->replies != NO_INDEX) cells_add(&opened, move->cell);
    }
    node->moves = graph->move_count;
    node->move_count = (uint16_t)listing->count;
    node->hidden_pn = listing->hidden_pn;
    node->is_forced = listing->is_forced;
    if (listing->count > 0) {
        memcpy(&graph->moves[node->moves], listing->moves, sizeof listing->moves[0] * (size_t)listing->count);
    }
    graph->move_count += listing->count;
    for (int i = 0; i < listing->count; i++) {
        if (cells_has(&opened, listing->moves[i].cell)) graph_open_move(graph, index, i);
    }
    graph_refresh_node(graph, node);
    return true;
}

#endif
