/* What the writer and the reader of proof files share. */
#ifndef ROWAN_PROOF_PROOF_TEXT_H
#define ROWAN_PROOF_PROOF_TEXT_H

#include "proof/proof.h"

enum { PROOF_TEXT_VERSION = 1, PACKED_CELLS = 4, PACKED_FIRST = '(', PACKED_VALUES = 81 };

static const char *const proof_text_kinds[] = {"strategy", "pairing", "search", "blocks", "outline"};
static const char *const proof_text_values[] = {
    [OUTCOME_NONE] = "", [OUTCOME_X_WINS] = "x", [OUTCOME_O_WINS] = "o", [OUTCOME_DRAW] = "draw"};

static const uint64_t PROOF_TEXT_SUM_START = UINT64_C(0xCBF29CE484222325);

static inline uint64_t proof_text_checksum(uint64_t sum, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
    return sum;
}

#endif
