/* Sets of cells and of lines in machine words, for the search of what blocks leave: it works on the core alone, whose
 * cells and lines are numbered from 0 (blocks/rest_search.c). Small enough to be copied. */
#ifndef ROWAN_BLOCKS_CORE_SETS_H
#define ROWAN_BLOCKS_CORE_SETS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/sets.h"

enum {
    CORE_CELL_WORDS = 3,
    CORE_LINE_WORDS = 2,
    CORE_CELLS_MAX = 64 * CORE_CELL_WORDS,
    CORE_LINES_MAX = 64 * CORE_LINE_WORDS,
};

typedef struct {
    uint64_t word[CORE_CELL_WORDS];
} CoreCells;

typedef struct {
    uint64_t word[CORE_LINE_WORDS];
} CoreLines;

static inline bool cells_hold(const CoreCells *set, int cell) {
    return (set->word[cell >> 6] >> (cell & 63) & 1) != 0;
}

static inline void cells_put(CoreCells *set, int cell) {
    set->word[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

static inline void cells_drop(CoreCells *set, int cell) {
    set->word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
}

static inline CoreCells cells_both(CoreCells a, const CoreCells *b) {
    for (int i = 0; i < CORE_CELL_WORDS; i++) a.word[i] &= b->word[i];
    return a;
}

static inline CoreCells cells_without(CoreCells a, const CoreCells *b) {
    for (int i = 0; i < CORE_CELL_WORDS; i++) a.word[i] &= ~b->word[i];
    return a;
}

static inline void cells_join(CoreCells *set, const CoreCells *more) {
    for (int i = 0; i < CORE_CELL_WORDS; i++) set->word[i] |= more->word[i];
}

static inline int cells_size(const CoreCells *set) {
    int count = 0;
    for (int i = 0; i < CORE_CELL_WORDS; i++) count += bits_count(set->word[i]);
    return count;
}

/* The first cell, taken out of the set, or -1. */
static inline int cells_pop(CoreCells *set) {
    for (int i = 0; i < CORE_CELL_WORDS; i++) {
        if (set->word[i] == 0) continue;
        int cell = 64 * i + bits_first(set->word[i]);
        set->word[i] &= set->word[i] - 1;
        return cell;
    }
    return -1;
}

static inline bool lines_hold(const CoreLines *set, int line) {
    return (set->word[line >> 6] >> (line & 63) & 1) != 0;
}

static inline void lines_drop(CoreLines *set, int line) {
    set->word[line >> 6] &= ~(UINT64_C(1) << (line & 63));
}

static inline void lines_put(CoreLines *set, int line) {
    set->word[line >> 6] |= UINT64_C(1) << (line & 63);
}

static inline CoreLines lines_both(CoreLines a, const CoreLines *b) {
    for (int i = 0; i < CORE_LINE_WORDS; i++) a.word[i] &= b->word[i];
    return a;
}

static inline void lines_strike(CoreLines *set, const CoreLines *out) {
    for (int i = 0; i < CORE_LINE_WORDS; i++) set->word[i] &= ~out->word[i];
}

static inline int lines_size(const CoreLines *set) {
    int count = 0;
    for (int i = 0; i < CORE_LINE_WORDS; i++) count += bits_count(set->word[i]);
    return count;
}

static inline int lines_pop(CoreLines *set) {
    for (int i = 0; i < CORE_LINE_WORDS; i++) {
        if (set->word[i] == 0) continue;
        int line = 64 * i + bits_first(set->word[i]);
        set->word[i] &= set->word[i] - 1;
        return line;
    }
    return -1;
}

#endif
