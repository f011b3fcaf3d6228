/* A winning strategy out of the graph of a prover that has won, made smaller in rounds, and handed over.
 *
 * Cheaper moves: in the positions of the strategy more moves are proven, the deepest positions first, each move within
 * a budget that grows with what the present one costs.
 *
 * Alternatives: what a move costs when it is first proven says little of what it costs once the positions after it have
 * better moves. So where a position costs much, the cheapest other moves are taken into use beside the chosen one.
 * Then the positions after all of them get cheaper moves, and the strategy is chosen again by what they really cost. */
#ifndef ROWAN_KERNEL_PROVE_MINIMISE_H
#define ROWAN_KERNEL_PROVE_MINIMISE_H

#include "kernel/prove/strategy.h"

/* Cheaper moves */

/* Lists at least all quiet moves with up to the given number of survivors, and loses none. */
static inline void minimise_widen_to(Prover *prover, int32_t index, int survivors) {
    Graph *graph = &prover->graph;
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

static inline int minimise_node_stones(const Graph *graph, int32_t node) {
    return cells_count(graph->nodes[node].stones[SIDE_X]) + cells_count(graph->nodes[node].stones[SIDE_O]);
}

enum { OUTLINE_SURVIVORS = 12 }; /* with more, the making of outlines took twice as long, and none was smaller */

/* A move with as many survivors as the present cost cannot be cheaper, if each makes an entry. */
static inline int minimise_most_survivors(const Strategy *strategy, double cost, const StrategyEffort *effort) {
    if (strategy->is_outline) return cost < 1 ? -1 : OUTLINE_SURVIVORS;
    return cost - 2 < effort->extra_survivors ? (int)cost - 2 : effort->extra_survivors;
}

/* Tries to prove a move that is opened. */
static inline void minimise_prove_move(Strategy *strategy, ProveMove *move, uint64_t expansions) {
    Prover *prover = strategy->prover;
    prover->job.expansion_limit = prover->expansions + expansions;
    atomic_store(&prover->ends, false);
    prover_prove_move(prover->workers[0], move);
    strategy_meet_new_nodes(strategy);
}

/* Looks for a cheaper move in one position. */
static inline void minimise_node(Strategy *strategy, int32_t index, const StrategyEffort *effort) {
    Prover *prover = strategy->prover;
    Graph *graph = strategy->graph;
    double cost = strategy_evaluate(strategy, index);
    int wanted = minimise_most_survivors(strategy, cost, effort);
    if (wanted < 0) return;
    minimise_widen_to(prover, index, wanted);
    for (int i = 0; i < graph->nodes[index].move_count && cost > 0; i++) {
        ProveMove *move = strategy_move(strategy, index, i);
        if (strategy_move_is_proven(strategy, move) || !graph_open_move(graph, index, i)) continue;
        int survivors = strategy->is_outline ? move->reply_count : 0;
        if (!strategy->is_outline && move->reply_count > cost - 1) continue;
        minimise_prove_move(strategy, move, (uint64_t)((cost + survivors) * effort->budget) + 8);
        strategy->cost[index] = -1;
        cost = strategy_evaluate(strategy, index);
    }
}

/* Costs of positions with at most the given number of stones: what they lead to may have become cheaper. */
static inline void minimise_forget_costs(Strategy *strategy, int stones) {
    const Graph *graph = strategy->graph;
    for (int32_t i = 0; i < graph->node_count; i++) {
        if (minimise_node_stones(graph, i) <= stones) strategy->cost[i] = -1;
    }
}

static inline bool minimise_must_settle(const Prover *prover) {
    const Graph *graph = &prover->graph;
    const ProveJob *job = &prover->job;
    return graph->is_full || graph->node_count > graph->node_max / 8 * 7 || atomic_load(job->stop) ||
           clock_now_us() >= job->deadline_us;
}

/* False when a limit came first. */
static inline bool minimise_by_cheaper_moves(Strategy *strategy, const StrategyEffort *effort) {
    const Prover *prover = strategy->prover;
    const Graph *graph = strategy->graph;
    int32_t count = graph->node_count;
    for (int stones = prover->grid.cells; stones >= 0; stones--) {
        bool any = false;
        for (int32_t node = 0; node < count; node++) {
            if (strategy->uses[node] == 0 || graph->nodes[node].is_forced) continue;
            if (minimise_node_stones(graph, node) != stones) continue;
            if (!any) minimise_forget_costs(strategy, stones);
            any = true;
            minimise_node(strategy, node, effort);
            if (minimise_must_settle(prover)) return false;
        }
    }
    return true;
}

/* Alternatives */

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

static inline bool minimise_is_costly(Strategy *strategy, int32_t node) {
    return strategy->uses[node] > 0 && !strategy->graph->nodes[node].is_forced &&
           strategy_evaluate(strategy, node) >= (double)COSTLY_ENTRIES;
}

static inline void minimise_find_costly(Strategy *strategy, CostlyNodes *costly) {
    costly->count = 0;
    for (int32_t node = 0; node < strategy->graph->node_count && costly->count < COSTLY_MAX; node++) {
        if (minimise_is_costly(strategy, node)) costly->node[costly->count++] = node;
    }
}

/* False when a limit came first. */
static inline bool minimise_prove_alternatives(Strategy *strategy, int32_t node, const StrategyEffort *effort) {
    Graph *graph = strategy->graph;
    minimise_widen_to(strategy->prover, node, effort->extra_survivors);
    for (int i = 0; i < graph->nodes[node].move_count; i++) {
        ProveMove *move = strategy_move(strategy, node, i);
        if (move->rank >= ALTERNATIVES_TRIED || strategy_move_is_proven(strategy, move)) continue;
        if (graph_open_move(graph, node, i)) minimise_prove_move(strategy, move, ALTERNATIVE_BUDGET);
        if (minimise_must_settle(strategy->prover)) return false;
    }
    return true;
}

/* The cheapest proven move beside the chosen one and those that are taken; NO_INDEX: none. */
static inline int minimise_cheapest_alternative(Strategy *strategy, int32_t node, const CellSet *taken) {
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

static inline void minimise_use_alternatives(Strategy *strategy, int32_t node) {
    CellSet taken = cells_none();
    for (int count = 0; count < ALTERNATIVES; count++) {
        int best = minimise_cheapest_alternative(strategy, node, &taken);
        if (best == NO_INDEX) return;
        const ProveMove *move = strategy_move(strategy, node, best);
        cells_add(&taken, move->cell);
        strategy_use_replies(strategy, move);
    }
}

/* Leaves a strategy that has several moves in some positions, to get cheaper moves and be chosen afresh. False when a
 * limit came first. */
static inline bool minimise_add_alternatives(Strategy *strategy, const StrategyEffort *effort) {
    CostlyNodes costly;
    minimise_find_costly(strategy, &costly);
    for (int i = 0; i < costly.count; i++) {
        if (!minimise_prove_alternatives(strategy, costly.node[i], effort)) return false;
    }
    strategy_extract(strategy); /* the lists of moves have changed */
    for (int i = 0; i < costly.count; i++) {
        if (strategy->uses[costly.node[i]] > 0) minimise_use_alternatives(strategy, costly.node[i]);
    }
    return true;
}

/* Rounds */

/* False when memory is short. */
static inline bool minimise_hand_over(const Strategy *strategy, const StrategyListener *listener) {
    const Graph *graph = strategy->graph;
    uint16_t *plies = calloc((size_t)graph->node_count + 1, sizeof *plies);
    if (plies == NULL) return false;
    for (int32_t i = 0; i < graph->node_count; i++) {
        const ProveNode *node = &graph->nodes[i];
        if (strategy->uses[i] == 0 || node->is_forced) continue;
        Placement position = placement_of(node->stones, graph->attacker);
        int move = strategy_move(strategy, i, strategy->choice[i])->cell;
        listener->entry(listener->context, &position, move, strategy_plies(strategy, i, plies));
    }
    free(plies);
    return true;
}

static inline int minimise(Prover *prover, const StrategyEffort *effort, const ProveJob *limits,
                           const StrategyListener *listener) {
    Strategy strategy;
    prover->job = *limits;
    prover->job.report = NULL;
    if (prover->settled == PROVE_WON) return 0;
    if (!strategy_init(&strategy, prover)) {
        strategy_release(&strategy);
        return -1;
    }
    strategy.is_outline = effort->is_outline;
    strategy_settle(&strategy);
    prover->workers[0]->scout.is_thorough = true;
    listener->round(listener->context, 0, strategy.entries);
    for (int round = 1; round <= effort->rounds; round++) {
        bool is_whole = minimise_add_alternatives(&strategy, effort) && minimise_by_cheaper_moves(&strategy, effort);
        /* The second time, parts that many positions share are known and go at a discount. */
        strategy_settle(&strategy);
        strategy_settle(&strategy);
        listener->round(listener->context, round, strategy.entries);
        if (!is_whole) break;
    }
    int entries = minimise_hand_over(&strategy, listener) ? strategy.entries : -1;
    strategy_release(&strategy);
    return entries;
}

#endif
