/* Positions with the winner to move that a check has accepted. They are kept stone by stone: no hash is trusted. A new
 * position may take the place of an older one, which only costs time. For one thread. */
#ifndef ROWAN_PROOF_WON_TABLE_H
#define ROWAN_PROOF_WON_TABLE_H

#include "rules/canonical.h"

enum { WON_TABLE_BITS = 14 };

typedef struct {
    CellSet stones[2]; /* none: the slot is free, and the empty board is never kept */
} WonPosition;

typedef struct {
    WonPosition slot[1 << WON_TABLE_BITS];
} WonTable;

static inline size_t won_table_index(const CellSet stones[2]) {
    uint64_t hash = 0;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (int i = 0; i < CELL_WORDS; i++) {
            hash = (hash ^ stones[side].word[i]) * UINT64_C(0x9E3779B97F4A7C15);
            hash ^= hash >> 29;
        }
    }
    return (size_t)((hash * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - WON_TABLE_BITS));
}

static inline bool won_table_has(const WonTable *table, const CellSet stones[2]) {
    const WonPosition *position = &table->slot[won_table_index(stones)];
    return cells_equal(position->stones[SIDE_X], stones[SIDE_X]) &&
           cells_equal(position->stones[SIDE_O], stones[SIDE_O]) &&
           !(cells_is_empty(stones[SIDE_X]) && cells_is_empty(stones[SIDE_O]));
}

static inline void won_table_add(WonTable *table, const CellSet stones[2]) {
    table->slot[won_table_index(stones)] = (WonPosition){{stones[SIDE_X], stones[SIDE_O]}};
}

#endif
