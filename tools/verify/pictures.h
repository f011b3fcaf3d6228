/* Pairs and blocks drawn on the board, each with its letter, and the moves that lead to the pictures. */
#ifndef ROWAN_VERIFY_PICTURES_H
#define ROWAN_VERIFY_PICTURES_H

#include "proof/proof.h"
#include "rules/shape.h"
#include "verify/arguments.h"

void pictures_of_pairs(const Proof *proof, const Geometry *geometry, bool as_dot);
/* False when memory is short. */
bool pictures_of_blocks(const Proof *proof, const Shape *shape, const VerifyArguments *arguments);

#endif
