/* Writes the items of a proof by blocks as lines, in the form with tables or in the plain one: proof.h draws both. For
 * one thread. */
#ifndef ROWAN_PROOF_BLOCKS_WRITER_H
#define ROWAN_PROOF_BLOCKS_WRITER_H

#include "proof/proof.h"

/* The lines, for the caller to free, and their number; NULL when memory is short or a line gets too long, which no
 * proof that holds needs. */
char *blocks_writer_print(const Proof *proof, ProofForm form, int *lines);

#endif
