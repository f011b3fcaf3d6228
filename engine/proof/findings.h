/* Why a check ends without a verdict. For the files of this folder. */
#ifndef ROWAN_PROOF_FINDINGS_H
#define ROWAN_PROOF_FINDINGS_H

#include "proof/proof.h"

static inline bool findings_spent(ProofFindings *findings, const Work *work) {
    findings->verdict = PROOF_TOO_MUCH;
    return refuse(&findings->why, "the check takes more than %llu steps", (unsigned long long)work->steps_max);
}

static inline bool findings_no_memory(ProofFindings *findings) {
    findings->verdict = PROOF_NO_MEMORY;
    return refuse(&findings->why, "not enough memory for the check");
}

#endif
