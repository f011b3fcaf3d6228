/* Proof files as programs that make proofs read and write them. */
#ifndef ROWAN_COMMON_PROOF_FILE_H
#define ROWAN_COMMON_PROOF_FILE_H

#include "proof/proof.h"

/* As proof_load and proof_read, but refuse pipes and devices, too, which might keep us waiting. */
char *proof_file_load(const char *path, size_t *size, Reason *why);
bool proof_file_read(const char *path, Proof *proof, Reason *why);
/* The bytes written, 0 on failure. An older proof stays until the new one is whole. */
size_t proof_file_write(const Proof *proof, ProofForm form, const char *path);
bool proof_file_is_about(const Proof *proof, const Game *game, const Board *board);
/* The line about what was written. */
void proof_file_print(const Proof *proof, size_t bytes);

#endif
