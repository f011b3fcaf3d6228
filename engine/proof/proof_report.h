/* Why a check ends without a verdict. For the files of this folder. */
#ifndef ROWAN_PROOF_PROOF_REPORT_H
#define ROWAN_PROOF_PROOF_REPORT_H

#include "proof/proof.h"

static inline bool proof_report_spent(ProofReport *report, const Work *work) {
    report->verdict = PROOF_TOO_MUCH;
    return refuse(&report->why, "the check takes more than %llu steps", (unsigned long long)work->steps_max);
}

static inline bool proof_report_no_memory(ProofReport *report) {
    report->verdict = PROOF_NO_MEMORY;
    return refuse(&report->why, "not enough memory for the check");
}

#endif
