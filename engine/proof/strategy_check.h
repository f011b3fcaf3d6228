/* The check of a strategy or an outline: the winner's moves are played against every reply of the loser,
 * but for those that lose to a win by threats which was found after another reply (threat_check.h).
 *
 * Positions that were accepted once are remembered, stone by stone, so that no hash is trusted. */
#ifndef ROWAN_PROOF_STRATEGY_CHECK_H
#define ROWAN_PROOF_STRATEGY_CHECK_H

#include "proof/proof.h"
#include "rules/shape.h"

typedef struct {
    bool *entry_is_used; /* marks the entries that are reached */
    bool looks_before;   /* an entry is used only where no move decides: so a strategy becomes an outline */
    bool is_plain;       /* every reply and every threat is tried */
} StrategyWay;

/* False, with the reason in the findings, if the proof does not hold. */
bool strategy_check(const Proof *proof, const Shape *shape, StrategyWay way, Work *work, ProofFindings *findings);

#endif
