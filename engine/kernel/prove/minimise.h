/* A winning strategy out of the graph of a prover that has won, made smaller in rounds, and handed over. */
#ifndef ROWAN_KERNEL_PROVE_MINIMISE_H
#define ROWAN_KERNEL_PROVE_MINIMISE_H

#include "kernel/prove/alternatives.h"

/* False when memory is short. */
static inline bool minimise_hand_over(const Strategy *strategy, const StrategyListener *listener) {
    const ProveGraph *graph = strategy->graph;
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
        bool is_whole = alternatives_add(&strategy, effort) && enrich(&strategy, effort);
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
