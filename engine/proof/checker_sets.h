/* Sets of cells and of lines for the checker's search (proof/rest_check.c). Of their words only as many are in use as
 * the board needs: `words` says how many. */
#ifndef ROWAN_PROOF_CHECKER_SETS_H
#define ROWAN_PROOF_CHECKER_SETS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "rules/geometry.h"

enum { SET_WORDS = (LINES_MAX + 63) / 64 };

typedef struct {
    uint64_t word[SET_WORDS];
} Set;

static inline bool set_has(const Set *set, int element) {
    return (set->word[element / 64] >> element % 64 & 1) != 0;
}

static inline void set_add(Set *set, int element) {
    set->word[element / 64] |= UINT64_C(1) << element % 64;
}

static inline void set_remove(Set *set, int element) {
    set->word[element / 64] &= ~(UINT64_C(1) << element % 64);
}

static inline void set_add_all(int words, Set *set, const Set *more) {
    for (int i = 0; i < words; i++) set->word[i] |= more->word[i];
}

static inline Set set_and(int words, const Set *a, const Set *b) {
    Set common = {{0}};
    for (int i = 0; i < words; i++) common.word[i] = a->word[i] & b->word[i];
    return common;
}

static inline Set set_minus(int words, const Set *a, const Set *b) {
    Set rest = {{0}};
    for (int i = 0; i < words; i++) rest.word[i] = a->word[i] & ~b->word[i];
    return rest;
}

static inline int set_count(int words, const Set *set) {
    int count = 0;
    for (int i = 0; i < words; i++) count += __builtin_popcountll(set->word[i]);
    return count;
}

static inline bool set_is_empty(int words, const Set *set) {
    uint64_t any = 0;
    for (int i = 0; i < words; i++) any |= set->word[i];
    return any == 0;
}

/* The elements of both, from the smallest on. Returns their number. */
static inline int set_list_common(int words, const Set *a, const Set *b, uint16_t elements[]) {
    int count = 0;
    for (int i = 0; i < words; i++) {
        for (uint64_t bits = a->word[i] & b->word[i]; bits != 0; bits &= bits - 1)
            elements[count++] = (uint16_t)(64 * i + __builtin_ctzll(bits));
    }
    return count;
}

static inline int set_list(int words, const Set *set, uint16_t elements[]) {
    return set_list_common(words, set, set, elements);
}

#endif
