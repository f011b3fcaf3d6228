/* The transposition table, shared by all threads of a search.
 *
 * Buckets of one cache line hold four entries of two words each. A thread writes the two words separately, so the first
 * is stored as key XOR data: an entry whose halves come from two writers does not match its key and is a miss
 * (Hyatt and Mann 2002). Nothing here locks; resizing and clearing are for the owner while nobody searches.
 *
 * Each entry carries the number of the search that wrote it. Clearing the table only moves on the first number that
 * counts, so it takes no time, however large the table.
 *
 *     data   value 24 | move 10 | depth 8 | search 20 | bound 2      (high to low) */
#ifndef ROWAN_JOB_TT_H
#define ROWAN_JOB_TT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/geometry.h"

typedef struct Tt Tt;

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

enum {
    DEPTH_SOLID = 255, /* the bound holds at any depth: it is proven */
    DEPTH_MAX = 250,
};

typedef struct {
    int value;
    int move; /* MOVE_NONE when there is none */
    int depth;
    Bound bound;
} TtEntry;

/* NULL when memory is short. */
Tt *tt_new(size_t megabytes);
void tt_free(Tt *tt);
/* Has the system provide the memory now, with up to that many threads, and not page by page inside a search. Only the
 * first call has anything to do. */
void tt_populate(Tt *tt, int threads);
void tt_clear(Tt *tt);
/* Entries of earlier searches are replaced first. */
void tt_next_search(Tt *tt);

void tt_prefetch(const Tt *tt, uint64_t key);
bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry);
void tt_store(Tt *tt, uint64_t key, TtEntry entry);

/* For tests only: a store of which one word arrives and the other does not, as another thread may see it. */
typedef enum { TT_CHECK, TT_DATA } TtHalf;
void tt_store_half(Tt *tt, uint64_t key, TtEntry entry, TtHalf half);

/* Entries of this search, in thousandths of a sample. */
int tt_full_permille(const Tt *tt);

#endif
