/* Sets of cells and sets of lines, as bits in a few machine words whose number the size class fixes. */
#ifndef ROWAN_RULES_SETS_H
#define ROWAN_RULES_SETS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/size.h"

typedef struct {
    uint64_t word[CELL_WORDS];
} CellSet;

typedef struct {
    uint64_t word[LINE_WORDS];
} LineSet;

static inline int sets_count_bits(uint64_t bits) {
    return __builtin_popcountll(bits);
}

/* The lowest bit; bits must not be 0. */
static inline int sets_first_bit(uint64_t bits) {
    return __builtin_ctzll(bits);
}

/* The word that holds an element, in a set of so many, and its bit there. */
static inline unsigned sets_word_of(int element, int words) {
    return words == 1 ? 0 : (unsigned)element / 64;
}

static inline uint64_t sets_bit_of(int element) {
    return UINT64_C(1) << ((unsigned)element % 64);
}

/* The same operations for both kinds of set: SETS(cells, CellSet, CELL_WORDS) defines cells_and, cells_count and so on.
 * x_take removes the first element and returns it; the set must not be empty. x_next does so for any set: -1 at the
 * end. x_last is -1 for the empty set.
 */
#define SETS(prefix, Set, WORDS)                                                                                       \
    static inline Set prefix##_none(void) {                                                                            \
        return (Set){{0}};                                                                                             \
    }                                                                                                                  \
    static inline bool prefix##_has(const Set *set, int element) {                                                     \
        return (set->word[sets_word_of(element, WORDS)] & sets_bit_of(element)) != 0;                                  \
    }                                                                                                                  \
    static inline void prefix##_add(Set *set, int element) {                                                           \
        set->word[sets_word_of(element, WORDS)] |= sets_bit_of(element);                                               \
    }                                                                                                                  \
    static inline void prefix##_remove(Set *set, int element) {                                                        \
        set->word[sets_word_of(element, WORDS)] &= ~sets_bit_of(element);                                              \
    }                                                                                                                  \
    static inline Set prefix##_and(Set a, Set b) {                                                                     \
        for (int i = 0; i < WORDS; i++) a.word[i] &= b.word[i];                                                        \
        return a;                                                                                                      \
    }                                                                                                                  \
    static inline Set prefix##_or(Set a, Set b) {                                                                      \
        for (int i = 0; i < WORDS; i++) a.word[i] |= b.word[i];                                                        \
        return a;                                                                                                      \
    }                                                                                                                  \
    static inline Set prefix##_minus(Set a, Set b) {                                                                   \
        for (int i = 0; i < WORDS; i++) a.word[i] &= ~b.word[i];                                                       \
        return a;                                                                                                      \
    }                                                                                                                  \
    static inline bool prefix##_is_empty(Set set) {                                                                    \
        uint64_t any = 0;                                                                                              \
        for (int i = 0; i < WORDS; i++) any |= set.word[i];                                                            \
        return any == 0;                                                                                               \
    }                                                                                                                  \
    static inline bool prefix##_meet(const Set *a, const Set *b) {                                                     \
        uint64_t any = 0;                                                                                              \
        for (int i = 0; i < WORDS; i++) any |= a->word[i] & b->word[i];                                                \
        return any != 0;                                                                                               \
    }                                                                                                                  \
    static inline bool prefix##_equal(Set a, Set b) {                                                                  \
        uint64_t difference = 0;                                                                                       \
        for (int i = 0; i < WORDS; i++) difference |= a.word[i] ^ b.word[i];                                           \
        return difference == 0;                                                                                        \
    }                                                                                                                  \
    static inline int prefix##_count(Set set) {                                                                        \
        int count = 0;                                                                                                 \
        for (int i = 0; i < WORDS; i++) count += sets_count_bits(set.word[i]);                                         \
        return count;                                                                                                  \
    }                                                                                                                  \
    static inline int prefix##_first(const Set *set) {                                                                 \
        int i = 0;                                                                                                     \
        while (i < WORDS - 1 && set->word[i] == 0) i++;                                                                \
        return i * 64 + sets_first_bit(set->word[i]);                                                                  \
    }                                                                                                                  \
    static inline int prefix##_last(const Set *set) {                                                                  \
        int i = WORDS - 1;                                                                                             \
        while (i > 0 && set->word[i] == 0) i--;                                                                        \
        return set->word[i] == 0 ? -1 : i * 64 + 63 - __builtin_clzll(set->word[i]);                                   \
    }                                                                                                                  \
    static inline int prefix##_take(Set *set) {                                                                        \
        for (int i = 0; i < WORDS - 1; i++) {                                                                          \
            if (set->word[i] == 0) continue;                                                                           \
            int element = i * 64 + sets_first_bit(set->word[i]);                                                       \
            set->word[i] &= set->word[i] - 1;                                                                          \
            return element;                                                                                            \
        }                                                                                                              \
        int element = (WORDS - 1) * 64 + sets_first_bit(set->word[WORDS - 1]);                                         \
        set->word[WORDS - 1] &= set->word[WORDS - 1] - 1;                                                              \
        return element;                                                                                                \
    }                                                                                                                  \
    static inline int prefix##_next(Set *set) {                                                                        \
        for (int i = 0; i < WORDS; i++) {                                                                              \
            if (set->word[i] == 0) continue;                                                                           \
            int element = i * 64 + sets_first_bit(set->word[i]);                                                       \
            set->word[i] &= set->word[i] - 1;                                                                          \
            return element;                                                                                            \
        }                                                                                                              \
        return -1;                                                                                                     \
    }

SETS(cells, CellSet, CELL_WORDS)
SETS(lines, LineSet, LINE_WORDS)

#endif
