/* What a proof says, for people: its strategy as a tree, its pairs and blocks on the board. */
#ifndef ROWAN_VERIFY_EXPLAIN_H
#define ROWAN_VERIFY_EXPLAIN_H

#include "proof/proof.h"
#include "rules/shape.h"
#include "verify/arguments.h"

/* For a proof that holds. Returns the exit status. */
int explain_run(const Proof *proof, const Shape *shape, const VerifyArguments *arguments);

#endif
