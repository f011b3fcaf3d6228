/* Cheaper moves for the positions of a strategy: more of their moves are proven, the deepest positions first, each move
 * within a budget that grows with what the present one costs. */
#ifndef ROWAN_KERNEL_PROVE_ENRICH_H
#define ROWAN_KERNEL_PROVE_ENRICH_H

#include "kernel/prove/strategy.h"

/* Lists at least all quiet moves with up to the given number of survivors, and loses none. */
static inline void enrich_widen_to(Prover *prover, int32_t index, int survivors) {
    ProveGraph *graph = &prover->graph;
    ProveNode *node = &graph->nodes[index];
    if (node->listed_to >= survivors) return;
    ListingScope scope = {.floor = survivors, .beside_win = true, .with_threats = node->hidden_pn == PN_INFINITE};
    for (int i = 0; i < node->move_count; i++) {
        int count = cells_count(graph->moves[node->moves + i].survivors);
        scope.floor = graph_larger(scope.floor, count);
    }
    Listing listing;
    atomic_store(&prover->ends, false); /* of the run before */
    if (!candidates_fill(&prover->workers[0]->scout, node->stones, scope, &listing)) return;
    if (graph_put_listing(graph, index, &listing)) node->listed_to = (uint16_t)survivors;
}

static inline int enrich_node_stones(const ProveGraph *graph, int32_t node) {
    return cells_count(graph->nodes[node].stones[SIDE_X]) + cells_count(graph->nodes[node].stones[SIDE_O]);
}

enum { OUTLINE_SURVIVORS = 12 }; /* with more, the making of outlines took twice as long, and none was smaller */

/* A move with as many survivors as the present cost cannot be cheaper, if each makes an entry. */
static inline int enrich_most_survivors(const Strategy *strategy, double cost, const StrategyEffort *effort) {
    if (strategy->is_outline) return cost < 1 ? -1 : OUTLINE_SURVIVORS;
    return cost - 2 < effort->extra_survivors ? (int)cost - 2 : effort->extra_survivors;
}

/* Tries to prove a move that is opened. */
static inline void enrich_prove_move(Strategy *strategy, ProveMove *move, uint64_t expansions) {
    Prover *prover = strategy->prover;
    prover->job.expansion_limit = prover->expansions + expansions;
    atomic_store(&prover->ends, false);
    prover_prove_move(prover->workers[0], move);
    strategy_meet_new_nodes(strategy);
}

/* Looks for a cheaper move in one position. */
static inline void enrich_node(Strategy *strategy, int32_t index, const StrategyEffort *effort) {
    Prover *prover = strategy->prover;
    ProveGraph *graph = strategy->graph;
    double cost = strategy_evaluate(strategy, index);
    int wanted = enrich_most_survivors(strategy, cost, effort);
    if (wanted < 0) return;
    enrich_widen_to(prover, index, wanted);
    for (int i = 0; i < graph->nodes[index].move_count && cost > 0; i++) {
        ProveMove *move = strategy_move(strategy, index, i);
        if (strategy_move_is_proven(strategy, move) || !graph_open_move(graph, index, i)) continue;
        int survivors = strategy->is_outline ? move->reply_count : 0;
        if (!strategy->is_outline && move->reply_count > cost - 1) continue;
        enrich_prove_move(strategy, move, (uint64_t)((cost + survivors) * effort->budget) + 8);
        strategy->cost[index] = -1;
        cost = strategy_evaluate(strategy, index);
    }
}

/* Costs of positions with at most the given number of stones: what they lead to may have become cheaper. */
static inline void enrich_forget_costs(Strategy *strategy, int stones) {
    const ProveGraph *graph = strategy->graph;
    for (int32_t i = 0; i < graph->node_count; i++) {
        if (enrich_node_stones(graph, i) <= stones) strategy->cost[i] = -1;
    }
}

static inline bool enrich_must_settle(const Prover *prover) {
    const ProveGraph *graph = &prover->graph;
    const ProveJob *job = &prover->job;
    return graph->is_full || graph->node_count > graph->node_max / 8 * 7 || atomic_load(job->stop) ||
           clock_now_us() >= job->deadline_us;
}

/* False when a limit came first. */
static inline bool enrich(Strategy *strategy, const StrategyEffort *effort) {
    const Prover *prover = strategy->prover;
    const ProveGraph *graph = strategy->graph;
    int32_t count = graph->node_count;
    for (int stones = prover->grid.cells; stones >= 0; stones--) {
        bool any = false;
        for (int32_t node = 0; node < count; node++) {
            if (strategy->uses[node] == 0 || graph->nodes[node].is_forced) continue;
            if (enrich_node_stones(graph, node) != stones) continue;
            if (!any) enrich_forget_costs(strategy, stones);
            any = true;
            enrich_node(strategy, node, effort);
            if (enrich_must_settle(prover)) return false;
        }
    }
    return true;
}

#endif
