/* A winning strategy with few entries, chosen among the moves that are proven in the graph of a prover.
 *
 * Entries are positions with the attacker to move, no forced win and no forced block. In the graph most of them have
 * several proven moves, and many are reached in several ways, so how many entries a strategy has depends on all choices
 * together. Two steps: choose by the size of the tree below, parts that are in use already at a discount; change single
 * choices as long as that saves entries. */
#ifndef ROWAN_KERNEL_PROVE_STRATEGY_H
#define ROWAN_KERNEL_PROVE_STRATEGY_H

#include "kernel/prove/pn_search.h"

typedef struct {
    Prover *prover;
    Graph *graph;    /* the prover's */
    int32_t *choice; /* by node: the index of the chosen move, or NO_INDEX */
    int32_t *uses;   /* by node: how many chosen moves lead here */
    double *cost;    /* by node: the size of the tree below; below 0: not known */
    int32_t met;     /* nodes from here on are new: they have no cost yet */
    bool is_outline; /* decisive moves make no entries */
    int entries;
} Strategy;

static inline bool strategy_init(Strategy *strategy, Prover *prover) {
    size_t nodes = (size_t)prover->graph.node_max;
    *strategy = (Strategy){.prover = prover, .graph = &prover->graph};
    strategy->choice = malloc(nodes * sizeof *strategy->choice);
    strategy->uses = calloc(nodes, sizeof *strategy->uses);
    strategy->cost = malloc(nodes * sizeof *strategy->cost);
    return strategy->choice != NULL && strategy->uses != NULL && strategy->cost != NULL;
}

static inline void strategy_release(Strategy *strategy) {
    free(strategy->choice);
    free(strategy->uses);
    free(strategy->cost);
}

static inline ProveMove *strategy_move(const Strategy *strategy, int32_t node, int move) {
    return &strategy->graph->moves[strategy->graph->nodes[node].moves + move];
}

static inline int32_t strategy_reply(const Strategy *strategy, const ProveMove *move, int index) {
    return strategy->graph->replies[move->replies + index];
}

static inline bool strategy_move_is_proven(const Strategy *strategy, const ProveMove *move) {
    if (cells_is_empty(move->survivors)) return true;
    if (move->replies == NO_INDEX) return false;
    for (int i = 0; i < move->reply_count; i++) {
        if (strategy->graph->nodes[strategy_reply(strategy, move, i)].pn > 0) return false;
    }
    return true;
}

/* No entry is needed whatever the other side replies: only forced blocks are left to play. */
static bool strategy_is_decisive(const Strategy *strategy, const ProveMove *move) {
    if (!strategy_move_is_proven(strategy, move)) return false;
    for (int i = 0; i < move->reply_count; i++) {
        int32_t reply = strategy_reply(strategy, move, i);
        if (!strategy->graph->nodes[reply].is_forced) return false;
        if (!strategy_is_decisive(strategy, strategy_move(strategy, reply, 0))) return false;
    }
    return true;
}

/* Whether the node is an entry if this is its move. */
static inline int strategy_entry_weight(const Strategy *strategy, int32_t node, const ProveMove *move) {
    if (strategy->graph->nodes[node].is_forced) return 0;
    return strategy->is_outline && strategy_is_decisive(strategy, move) ? 0 : 1;
}

static int strategy_use_replies(Strategy *strategy, const ProveMove *move);
static int strategy_drop_replies(Strategy *strategy, const ProveMove *move);

/* Takes the strategy from a node on into use once more; returns the entries that this adds. */
static int strategy_use_node(Strategy *strategy, int32_t node) {
    const ProveMove *move = strategy_move(strategy, node, strategy->choice[node]);
    if (strategy->uses[node]++ > 0) return 0;
    return strategy_entry_weight(strategy, node, move) + strategy_use_replies(strategy, move);
}

static int strategy_drop_node(Strategy *strategy, int32_t node) {
    const ProveMove *move = strategy_move(strategy, node, strategy->choice[node]);
    if (--strategy->uses[node] > 0) return 0;
    return strategy_entry_weight(strategy, node, move) + strategy_drop_replies(strategy, move);
}

static int strategy_use_replies(Strategy *strategy, const ProveMove *move) {
    int added = 0;
    for (int i = 0; i < move->reply_count; i++) added += strategy_use_node(strategy, strategy_reply(strategy, move, i));
    return added;
}

static int strategy_drop_replies(Strategy *strategy, const ProveMove *move) {
    int removed = 0;
    for (int i = 0; i < move->reply_count; i++)
        removed += strategy_drop_node(strategy, strategy_reply(strategy, move, i));
    return removed;
}

/* The graph has grown. */
static inline void strategy_meet_new_nodes(Strategy *strategy) {
    while (strategy->met < strategy->graph->node_count) strategy->cost[strategy->met++] = -1;
}

static double strategy_evaluate(Strategy *strategy, int32_t index);

static double strategy_move_cost(Strategy *strategy, int32_t index, const ProveMove *move) {
    double sum = strategy_entry_weight(strategy, index, move);
    for (int i = 0; i < move->reply_count; i++) {
        int32_t reply = strategy_reply(strategy, move, i);
        int uses = strategy->uses[reply];
        sum += strategy_evaluate(strategy, reply) / (uses > 1 ? uses : 1);
    }
    return sum;
}

/* The cost of the cheapest proven move, which becomes the choice. */
static double strategy_evaluate(Strategy *strategy, int32_t index) {
    const double UNPROVEN = 1e300;
    if (strategy->cost[index] >= 0) return strategy->cost[index];
    double best = UNPROVEN;
    const ProveNode *node = &strategy->graph->nodes[index];
    for (int i = 0; i < node->move_count; i++) {
        const ProveMove *move = strategy_move(strategy, index, i);
        if (!strategy_move_is_proven(strategy, move)) continue;
        double sum = strategy_move_cost(strategy, index, move);
        if (sum >= best) continue;
        best = sum;
        strategy->choice[index] = i;
    }
    return strategy->cost[index] = best;
}

/* Chooses afresh, the present uses giving the discounts. */
static inline void strategy_extract(Strategy *strategy) {
    const Graph *graph = strategy->graph;
    strategy->met = 0;
    strategy_meet_new_nodes(strategy);
    for (int32_t i = 0; i < graph->node_count; i++) {
        if (graph->nodes[i].pn == 0 && graph->nodes[i].moves != NO_INDEX) strategy_evaluate(strategy, i);
    }
    memset(strategy->uses, 0, sizeof *strategy->uses * (size_t)graph->node_max);
    strategy->entries = strategy_use_replies(strategy, &strategy->prover->root);
}

/* Tries another move in a position that is in use. True if that saves entries. */
static inline bool strategy_improve_choice(Strategy *strategy, int32_t node, int other) {
    const ProveMove *present = strategy_move(strategy, node, strategy->choice[node]);
    const ProveMove *move = strategy_move(strategy, node, other);
    if (other == strategy->choice[node] || !strategy_move_is_proven(strategy, move)) return false;
    int removed = strategy_entry_weight(strategy, node, present) + strategy_drop_replies(strategy, present);
    int added = strategy_entry_weight(strategy, node, move) + strategy_use_replies(strategy, move);
    if (added < removed) {
        strategy->entries += added - removed;
        strategy->choice[node] = other;
        return true;
    }
    strategy_drop_replies(strategy, move);
    strategy_use_replies(strategy, present);
    return false;
}

static inline void strategy_descend(Strategy *strategy) {
    const Graph *graph = strategy->graph;
    for (bool improved = true; improved;) {
        improved = false;
        for (int32_t node = 0; node < graph->node_count; node++) {
            for (int i = 0; i < graph->nodes[node].move_count && strategy->uses[node] > 0; i++) {
                improved = strategy_improve_choice(strategy, node, i) || improved;
            }
        }
    }
}

/* To the end from here, at most, by the wins that the prover has found. `known` holds what was asked before, by node;
 * 0: nothing. */
static int strategy_plies(const Strategy *strategy, int32_t node, uint16_t known[]) {
    if (known[node] > 0) return known[node];
    const ProveMove *move = strategy_move(strategy, node, strategy->choice[node]);
    int most = move->win_plies;
    for (int i = 0; i < move->reply_count; i++) {
        most = graph_larger(most, strategy_plies(strategy, strategy_reply(strategy, move, i), known));
    }
    return known[node] = (uint16_t)(most + 2);
}

static inline int strategy_settle(Strategy *strategy) {
    strategy_extract(strategy);
    strategy_descend(strategy);
    return strategy->entries;
}

#endif
