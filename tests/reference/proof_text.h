/* Proofs by pairs and by blocks as text (tools/verify/PROOFS.md), for a second checker. Written from that description
 * alone; it shares no code with engine/proof. Of boards with more than REF_SET_SIZE cells or lines it knows nothing. */
#ifndef ROWAN_REFERENCE_PROOF_TEXT_H
#define ROWAN_REFERENCE_PROOF_TEXT_H

#include <stddef.h>

#include "reference/rest_game.h"

enum { REF_PATH_MAX = 32, REF_BLOCK_CELLS_MAX = 16, REF_BLOCK_LINES_MAX = 24, REF_WHY_SIZE = 160 };

/* A block, or a pair. */
typedef struct {
    RefSet cells, lines;
    bool is_wrong; /* a cell or line comes twice, or two cells are on no line */
    bool is_used;
} RefBlock;

/* The picture holds the side after these moves. */
typedef struct {
    char side;
    int moves;
    int move[REF_PATH_MAX];
    int picture;
} RefEntry;

typedef struct {
    char side;
    int cell[2];
} RefPair;

typedef struct {
    RefGame game;
    RefPosition start;
    char value; /* 'd': a draw; else the side that cannot win */
    bool is_pairing;
    RefPair *pairs;
    int pair_count;
    RefBlock *blocks;
    int block_count;
    int *parts; /* the blocks of all pictures, one picture after the other */
    int part_count;
    int *picture; /* where each picture begins in `parts`; one more says where the last ends */
    int picture_count;
    RefEntry *entries;
    int entry_count;
} RefProof;

typedef enum { PROOF_TEXT_READ, PROOF_TEXT_WRONG, PROOF_TEXT_NOT_MINE } ProofTextResult;

/* NOT_MINE: a proof of another kind, or of a board that is too large. The proof is the caller's to free in any case. */
ProofTextResult proof_text_read(const char *text, size_t size, RefProof *proof, char why[REF_WHY_SIZE]);
void proof_text_free(RefProof *proof);

#endif
