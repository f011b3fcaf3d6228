#include "job/tt.h"

#include <assert.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "base/thread.h"

enum { TT_WAYS = 4, LINE_BYTES = 64 };

/* Where the parts of an entry begin in its data. */
enum { VALUE_AT = 40, MOVE_AT = 30, DEPTH_AT = 22, SEARCH_AT = 2 };

enum {
    VALUE_OFFSET = 1 << 23,
    NO_MOVE = (1 << 10) - 1,
    LAST_SEARCH = (1 << 20) - 1,
};

typedef struct {
    _Atomic uint64_t check; /* key XOR data */
    _Atomic uint64_t data;
} Slot;

typedef struct {
    Slot way[TT_WAYS];
} Bucket;

struct Tt {
    void *memory;
    Bucket *buckets; /* in memory, aligned to a cache line */
    uint64_t count;
    unsigned search;       /* the number of the present one */
    unsigned first_search; /* entries with a lower number do not count; at least 1 */
    bool is_populated;
};

static uint64_t pack(TtEntry entry, unsigned search) {
    assert(entry.value >= -VALUE_OFFSET && entry.value < VALUE_OFFSET);
    uint64_t move = entry.move == MOVE_NONE ? NO_MOVE : (uint64_t)entry.move;
    return (uint64_t)(entry.value + VALUE_OFFSET) << VALUE_AT | move << MOVE_AT | (uint64_t)entry.depth << DEPTH_AT |
           (uint64_t)search << SEARCH_AT | (uint64_t)entry.bound;
}

static TtEntry unpack(uint64_t data) {
    int move = (int)(data >> MOVE_AT & NO_MOVE);
    return (TtEntry){.value = (int)(data >> VALUE_AT) - VALUE_OFFSET,
                     .move = move == NO_MOVE ? MOVE_NONE : move,
                     .depth = (int)(data >> DEPTH_AT & 0xFF),
                     .bound = (Bound)(data & 3)};
}

static unsigned search_of(uint64_t data) {
    return (unsigned)(data >> SEARCH_AT) & LAST_SEARCH;
}

/* Written since the table was last cleared. New memory is all zeros, and no search has the number 0. */
static bool counts(const Tt *tt, uint64_t data) {
    return search_of(data) >= tt->first_search;
}

/* Maps the key to 0..count-1 by its high half; no power of two is needed. */
static Bucket *bucket_of(const Tt *tt, uint64_t key) {
    return &tt->buckets[((key >> 32) * tt->count) >> 32];
}

static size_t bytes_of(const Tt *tt) {
    return (size_t)tt->count * sizeof(Bucket);
}

Tt *tt_new(size_t megabytes) {
    if (!system_can_address(megabytes)) return NULL;
    Tt *tt = calloc(1, sizeof *tt);
    if (tt == NULL) return NULL;
    tt->count = (uint64_t)(megabytes << 20) / sizeof(Bucket);
    tt->search = tt->first_search = 1;
    tt->memory = calloc(1, bytes_of(tt) + LINE_BYTES);
    tt->buckets = (Bucket *)(((uintptr_t)tt->memory + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES);
    if (tt->memory == NULL) {
        free(tt);
        return NULL;
    }
    system_prefer_large_pages(tt->memory, bytes_of(tt) + LINE_BYTES);
    return tt;
}

void tt_free(Tt *tt) {
    if (tt == NULL) return;
    free(tt->memory);
    free(tt);
}

/* A part of the table, for one thread to write to. */
typedef struct {
    char *from;
    size_t bytes;
    Thread thread;
    bool is_elsewhere; /* in a thread of its own */
} Part;

/* One write to a page is enough, of what it holds already. It takes two passes: the host of a virtual machine that just
 * gave the memory may map it once more, at the next touch. */
static void touch_part(void *argument) {
    enum { PAGE = 4096, PASSES = 2 };
    const Part *part = argument;
    volatile char *memory = part->from;
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t at = 0; at < part->bytes; at += PAGE) memory[at] = memory[at];
    }
}

/* Where there is no thread to be had, the caller does the work. */
void tt_populate(Tt *tt, int threads) {
    enum { PARTS_MAX = 64, WORTH_A_THREAD = 16 << 20 };
    Part parts[PARTS_MAX];
    if (tt->is_populated) return;
    size_t bytes = bytes_of(tt), most = bytes / WORTH_A_THREAD + 1;
    int count = threads < PARTS_MAX ? threads : PARTS_MAX;
    if (most < (size_t)count) count = (int)most;
    for (int i = count - 1; i >= 0; i--) {
        size_t from = bytes / (size_t)count * (size_t)i,
               to = i == count - 1 ? bytes : bytes / (size_t)count * (size_t)(i + 1);
        parts[i] = (Part){.from = (char *)tt->buckets + from, .bytes = to - from};
        parts[i].is_elsewhere = i > 0 && thread_start(&parts[i].thread, touch_part, &parts[i]);
        if (!parts[i].is_elsewhere) touch_part(&parts[i]);
    }
    for (int i = 1; i < count; i++) {
        if (parts[i].is_elsewhere) thread_join(parts[i].thread);
    }
    tt->is_populated = true;
}

/* Only when the numbers are used up, after a million searches, is there anything to wipe. */
void tt_next_search(Tt *tt) {
    if (tt->search == LAST_SEARCH) {
        memset((void *)tt->buckets, 0, bytes_of(tt));
        tt->search = 0;
        tt->first_search = 1;
    }
    tt->search++;
}

void tt_clear(Tt *tt) {
    tt_next_search(tt);
    tt->first_search = tt->search;
}

void tt_prefetch(const Tt *tt, uint64_t key) {
    __builtin_prefetch(bucket_of(tt, key));
}

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry) {
    Bucket *bucket = bucket_of(tt, key);
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->way[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->way[i].check, memory_order_relaxed);
        if ((check ^ data) != key || !counts(tt, data)) continue;
        *entry = unpack(data);
        return true;
    }
    return false;
}

/* What an entry is worth keeping: its depth, less for every search that has passed since. */
static int worth(const Tt *tt, uint64_t data) {
    if (!counts(tt, data)) return INT_MIN;
    return unpack(data).depth - 8 * (int)(tt->search - search_of(data));
}

/* Where the entry goes, which keeps the move of the one it replaces if it has none; NULL if that one is to stay. */
static Slot *slot_for(const Tt *tt, uint64_t key, TtEntry *entry) {
    Bucket *bucket = bucket_of(tt, key);
    Slot *chosen = NULL;
    int least = 0;
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->way[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->way[i].check, memory_order_relaxed);
        if ((check ^ data) == key && counts(tt, data)) {
            TtEntry old = unpack(data);
            /* A proven bound is worth more than a fresh estimate, unless that is proven too. */
            if (old.depth == DEPTH_SOLID && entry->depth != DEPTH_SOLID) return NULL;
            if (entry->move == MOVE_NONE) entry->move = old.move;
            return &bucket->way[i];
        }
        int value = worth(tt, data);
        if (chosen == NULL || value < least) {
            chosen = &bucket->way[i];
            least = value;
        }
    }
    return chosen;
}

void tt_store(Tt *tt, uint64_t key, TtEntry entry) {
    Slot *slot = slot_for(tt, key, &entry);
    if (slot == NULL) return;
    uint64_t data = pack(entry, tt->search);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

void tt_store_half(Tt *tt, uint64_t key, TtEntry entry, TtHalf half) {
    Slot *slot = slot_for(tt, key, &entry);
    if (slot == NULL) return;
    uint64_t data = pack(entry, tt->search);
    if (half == TT_DATA) atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    if (half == TT_CHECK) atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

int tt_full_permille(const Tt *tt) {
    enum { SAMPLE = 250 };
    int used = 0;
    for (int i = 0; i < SAMPLE; i++) {
        for (int way = 0; way < TT_WAYS; way++) {
            uint64_t data = atomic_load_explicit(&tt->buckets[i].way[way].data, memory_order_relaxed);
            used += search_of(data) == tt->search;
        }
    }
    return used;
}
