/* A winning strategy with few entries, taken out of the graph of a prover that has won.
 *
 * Entries are positions with the attacker to move, no forced win and no forced block. In the graph most of them have
 * several proven moves, and many are reached in several ways, so how many entries a strategy has depends on all choices
 * together. Three steps: choose by the size of the tree below, parts that are in use already at a discount; change
 * single choices as long as that saves entries; prove more moves of the positions in use, the deepest first, within a
 * budget that grows with what the present move costs, and choose again. */
#ifndef ROWAN_PROVE_STRATEGY_H
#define ROWAN_PROVE_STRATEGY_H

#include "prove/prover.h"

typedef struct {
    Prover *prover;
    ProveGraph *graph; /* the prover's */
    int32_t *choice;   /* by node: the index of the chosen move, or NO_INDEX */
    int32_t *uses;     /* by node: how many chosen moves lead here */
    double *cost;      /* by node: the size of the tree below; below 0: not known */
    bool is_outline;   /* decisive moves make no entries */
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

/* The cost of the cheapest proven move, which becomes the choice. */
static double strategy_evaluate(Strategy *strategy, int32_t index) {
    const double UNPROVEN = 1e300;
    if (strategy->cost[index] >= 0) return strategy->cost[index];
    double best = UNPROVEN;
    const ProveNode *node = &strategy->graph->nodes[index];
    for (int i = 0; i < node->move_count; i++) {
        const ProveMove *move = strategy_move(strategy, index, i);
        if (!strategy_move_is_proven(strategy, move)) continue;
        double sum = strategy_entry_weight(strategy, index, move);
        for (int k = 0; k < move->reply_count; k++) {
            int32_t reply = strategy_reply(strategy, move, k);
            int uses = strategy->uses[reply];
            sum += strategy_evaluate(strategy, reply) / (uses > 1 ? uses : 1);
        }
        if (sum >= best) continue;
        best = sum;
        strategy->choice[index] = i;
    }
    return strategy->cost[index] = best;
}

/* Chooses afresh, the present uses giving the discounts. */
static inline void strategy_extract(Strategy *strategy) {
    const ProveGraph *graph = strategy->graph;
    for (int32_t i = 0; i < graph->node_count; i++) strategy->cost[i] = -1;
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
    const ProveGraph *graph = strategy->graph;
    for (bool improved = true; improved;) {
        improved = false;
        for (int32_t node = 0; node < graph->node_count; node++) {
            for (int i = 0; i < graph->nodes[node].move_count && strategy->uses[node] > 0; i++) {
                improved = strategy_improve_choice(strategy, node, i) || improved;
            }
        }
    }
}

/* Lists at least all quiet moves with up to the given number of survivors, and loses none. */
static inline void strategy_widen_to(Prover *prover, int32_t index, int survivors) {
    ProveGraph *graph = &prover->graph;
    ProveNode *node = &graph->nodes[index];
    if (node->listed_to >= survivors) return;
    ListingScope scope = {.floor = survivors, .beside_win = true, .with_threats = node->hidden_pn == PN_INFINITE};
    for (int i = 0; i < node->move_count; i++) {
        int count = cells_count(graph->moves[node->moves + i].survivors);
        scope.floor = graph_larger(scope.floor, count);
    }
    Listing listing;
    if (!scout_list(&prover->workers[0]->scout, node->stones, scope, &listing)) return;
    if (graph_put_listing(graph, index, &listing)) node->listed_to = (uint16_t)survivors;
}

static inline int strategy_node_stones(const ProveGraph *graph, int32_t node) {
    return cells_count(graph->nodes[node].stones[SIDE_X]) + cells_count(graph->nodes[node].stones[SIDE_O]);
}

/* A move with as many survivors as the present cost cannot be cheaper, if each makes an entry. */
static inline int strategy_most_survivors(const Strategy *strategy, double cost, const StrategyEffort *effort) {
    if (strategy->is_outline) return cost < 1 ? -1 : effort->extra_survivors;
    return cost - 2 < effort->extra_survivors ? (int)cost - 2 : effort->extra_survivors;
}

/* Looks for a cheaper move in one position. */
static inline void strategy_enrich_node(Strategy *strategy, int32_t index, const StrategyEffort *effort) {
    Prover *prover = strategy->prover;
    ProveGraph *graph = strategy->graph;
    double cost = strategy_evaluate(strategy, index);
    int wanted = strategy_most_survivors(strategy, cost, effort);
    if (wanted < 0) return;
    strategy_widen_to(prover, index, wanted);
    for (int i = 0; i < graph->nodes[index].move_count && cost > 0; i++) {
        ProveMove *move = strategy_move(strategy, index, i);
        if (strategy_move_is_proven(strategy, move) || !graph_open_move(graph, index, i)) continue;
        int survivors = strategy->is_outline ? move->reply_count : 0;
        if (!strategy->is_outline && move->reply_count > cost - 1) continue;
        prover->job.expansion_limit = prover->expansions + (uint64_t)((cost + survivors) * effort->budget) + 8;
        atomic_store(&prover->ends, false);
        prover_prove_move(prover->workers[0], move);
        strategy->cost[index] = -1;
        cost = strategy_evaluate(strategy, index);
    }
}

/* Costs of positions with at most the given number of stones: what they lead to may have become cheaper. */
static inline void strategy_forget_costs(Strategy *strategy, int stones) {
    const ProveGraph *graph = strategy->graph;
    for (int32_t i = 0; i < graph->node_count; i++) {
        if (strategy_node_stones(graph, i) <= stones) strategy->cost[i] = -1;
    }
}

static inline bool strategy_enriching_ends(const Prover *prover) {
    const ProveGraph *graph = &prover->graph;
    const ProveJob *job = &prover->job;
    return graph->is_full || graph->node_count > graph->node_max / 8 * 7 || atomic_load(job->stop) ||
           clock_now_us() >= job->deadline_us;
}

/* False when a limit came first. */
static inline bool strategy_enrich(Strategy *strategy, const StrategyEffort *effort) {
    const Prover *prover = strategy->prover;
    const ProveGraph *graph = strategy->graph;
    int32_t count = graph->node_count;
    for (int stones = prover->grid.cells; stones >= 0; stones--) {
        bool any = false;
        for (int32_t node = 0; node < count; node++) {
            if (strategy->uses[node] == 0 || graph->nodes[node].is_forced) continue;
            if (strategy_node_stones(graph, node) != stones) continue;
            if (!any) strategy_forget_costs(strategy, stones);
            any = true;
            strategy_enrich_node(strategy, node, effort);
            if (strategy_enriching_ends(prover)) return false;
        }
    }
    return true;
}

static inline int strategy_settle(Strategy *strategy) {
    strategy_extract(strategy);
    strategy_descend(strategy);
    return strategy->entries;
}

static inline void strategy_hand_over(const Strategy *strategy, const StrategyListener *listener) {
    const ProveGraph *graph = strategy->graph;
    for (int32_t i = 0; i < graph->node_count; i++) {
        const ProveNode *node = &graph->nodes[i];
        if (strategy->uses[i] == 0 || node->is_forced) continue;
        Placement position = placement_of(node->stones, graph->attacker);
        listener->entry(listener->context, &position, strategy_move(strategy, i, strategy->choice[i])->cell);
    }
}

static inline int prover_strategy(Prover *prover, const StrategyEffort *effort, const ProveJob *limits,
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
        bool is_whole = strategy_enrich(&strategy, effort);
        /* The second time, parts that many positions share are known and go at a discount. */
        strategy_settle(&strategy);
        strategy_settle(&strategy);
        listener->round(listener->context, round, strategy.entries);
        if (!is_whole) break;
    }
    strategy_hand_over(&strategy, listener);
    int entries = strategy.entries;
    strategy_release(&strategy);
    return entries;
}

#endif
