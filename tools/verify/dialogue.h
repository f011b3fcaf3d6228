/* A game in the terminal against a proof that holds: the proof plays one side, the user the other. */
#ifndef ROWAN_VERIFY_DIALOGUE_H
#define ROWAN_VERIFY_DIALOGUE_H

#include "proof/proof.h"
#include "rules/shape.h"
#include "verify/arguments.h"

/* Returns the exit status. */
int dialogue_run(const Proof *proof, const Shape *shape, const VerifyArguments *arguments);

#endif
