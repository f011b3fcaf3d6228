/* Receipts: what a check found out about a proof file, so that nobody needs to check it again. NAME.proof has its
 * receipt in NAME.receipt:
 *
 *     rowan receipt 1
 *     proof 9f86d081884c7d65...     SHA-256 of the file, in hexadecimal
 *     checker 2                     PROOF_CHECKER_VERSION of the checker that accepted it
 *     steps 28011223344             the work that took
 *
 * A receipt is believed if it is about these very bytes and this very checker. It is not signed: whoever can write to
 * the folder can write receipts. Any thread. */
#ifndef ROWAN_CAMPAIGN_RECEIPT_H
#define ROWAN_CAMPAIGN_RECEIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* There is a receipt that fits the text of the proof. One that is damaged, or of anything else, does not. */
bool receipt_fits(const char *proof_path, const char *text, size_t size);
/* Leaves a receipt; false, with the cause in errno, if it could not be written. */
bool receipt_write(const char *proof_path, const char *text, size_t size, uint64_t steps);

#endif
