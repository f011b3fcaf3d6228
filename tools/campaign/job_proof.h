/* One proof out of the proofs of jobs: a strategy that has the moves of the plan and of all jobs, or pictures after the
 * moves that lead to each job. */
#ifndef ROWAN_CAMPAIGN_JOB_PROOF_H
#define ROWAN_CAMPAIGN_JOB_PROOF_H

#include "campaign/planner.h"
#include "proof/proof.h"

/* What the plan itself says. */
bool job_proof_begin(Proof *joined, const Planner *planner, Reason *why);
/* False, with the reason, if the proof is of a kind that cannot be a part of this one. */
bool job_proof_add(Proof *joined, const Proof *proof, const Step *job, Reason *why);
/* The proof of another job, `from`, whose position symmetry makes equal to that of this one. For pairs and blocks. */
bool job_proof_add_turned(Proof *joined, const Planner *planner, const Proof *proof, const Step *from, const Step *job,
                          Reason *why);
/* After the last job: ready to be checked. */
bool job_proof_finish(Proof *joined, Reason *why);

#endif
