/* Other moves for the positions of a strategy that cost most.
 *
 * What a move costs when it is first proven says little of what it costs once the positions after it have better moves.
 * So the cheapest alternatives of these positions are taken into use beside the chosen moves. Then the positions after
 * all of them are enriched, and the strategy is chosen again by what they really cost. */
#ifndef ROWAN_KERNEL_PROVE_ALTERNATIVES_H
#define ROWAN_KERNEL_PROVE_ALTERNATIVES_H

#include "kernel/prove/enrich.h"

enum {
    COSTLY_ENTRIES = 60, /* a position that costs as much gets alternatives */
    COSTLY_MAX = 64,
    ALTERNATIVES = 2,          /* taken into use in each */
    ALTERNATIVES_TRIED = 16,   /* the most promising cells */
    ALTERNATIVE_BUDGET = 4000, /* expansions for each */
};

typedef struct {
    int count;
    int32_t node[COSTLY_MAX];
} CostlyNodes;

static inline bool alternatives_is_costly(Strategy *strategy, int32_t node) {
    return strategy->uses[node] > 0 && !strategy->graph->nodes[node].is_forced &&
           strategy_evaluate(strategy, node) >= (double)COSTLY_ENTRIES;
}

static inline void alternatives_find_costly(Strategy *strategy, CostlyNodes *costly) {
    costly->count = 0;
    for (int32_t node = 0; node < strategy->graph->node_count && costly->count < COSTLY_MAX; node++) {
        if (alternatives_is_costly(strategy, node)) costly->node[costly->count++] = node;
    }
}

/* False when a limit came first. */
static inline bool alternatives_prove(Strategy *strategy, int32_t node, const StrategyEffort *effort) {
    ProveGraph *graph = strategy->graph;
    enrich_widen_to(strategy->prover, node, effort->extra_survivors);
    for (int i = 0; i < graph->nodes[node].move_count; i++) {
        ProveMove *move = strategy_move(strategy, node, i);
        if (move->rank >= ALTERNATIVES_TRIED || strategy_move_is_proven(strategy, move)) continue;
        if (graph_open_move(graph, node, i)) enrich_prove_move(strategy, move, ALTERNATIVE_BUDGET);
        if (enrich_must_settle(strategy->prover)) return false;
    }
    return true;
}

/* The cheapest proven move beside the chosen one and those that are taken; NO_INDEX: none. */
static inline int alternatives_cheapest(Strategy *strategy, int32_t node, const CellSet *taken) {
    int best = NO_INDEX;
    double least = 0;
    for (int i = 0; i < strategy->graph->nodes[node].move_count; i++) {
        const ProveMove *move = strategy_move(strategy, node, i);
        if (i == strategy->choice[node] || cells_has(taken, move->cell)) continue;
        if (!strategy_move_is_proven(strategy, move)) continue;
        double cost = strategy_move_cost(strategy, node, move);
        if (best != NO_INDEX && cost >= least) continue;
        least = cost;
        best = i;
    }
    return best;
}

static inline void alternatives_use(Strategy *strategy, int32_t node) {
    CellSet taken = cells_none();
    for (int count = 0; count < ALTERNATIVES; count++) {
        int best = alternatives_cheapest(strategy, node, &taken);
        if (best == NO_INDEX) return;
        const ProveMove *move = strategy_move(strategy, node, best);
        cells_add(&taken, move->cell);
        strategy_use_replies(strategy, move);
    }
}

/* Leaves a strategy that has several moves in some positions, to be enriched and chosen afresh. False when a limit came
 * first. */
static inline bool alternatives_add(Strategy *strategy, const StrategyEffort *effort) {
    CostlyNodes costly;
    alternatives_find_costly(strategy, &costly);
    for (int i = 0; i < costly.count; i++) {
        if (!alternatives_prove(strategy, costly.node[i], effort)) return false;
    }
    strategy_extract(strategy); /* the lists of moves have changed */
    for (int i = 0; i < costly.count; i++) {
        if (strategy->uses[costly.node[i]] > 0) alternatives_use(strategy, costly.node[i]);
    }
    return true;
}

#endif
