#include "job/tt.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/large_pages.h"
#include "base/thread.h"

enum { TT_WAYS = 4, TT_AGES = 64, LINE_BYTES = 64 };

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
    unsigned age;
    _Atomic bool is_written; /* since it was made or cleared */
    bool is_warm;            /* the system has provided all of its memory: filling it is quick */
};

static uint64_t pack(TtEntry entry, unsigned age) {
    return (uint64_t)(uint32_t)entry.value << 32 | (uint64_t)(uint16_t)entry.move << 16 |
           (uint64_t)(uint8_t)entry.depth << 8 | (uint64_t)age << 2 | (uint64_t)entry.bound;
}

static TtEntry unpack(uint64_t data) {
    return (TtEntry){.value = (int)(int32_t)(uint32_t)(data >> 32),
                     .move = (int)(data >> 16 & 0xFFFF),
                     .depth = (int)(data >> 8 & 0xFF),
                     .bound = (Bound)(data & 3)};
}

static unsigned age_of(uint64_t data) {
    return (unsigned)(data >> 2) % TT_AGES;
}

/* Maps the key to 0..count-1 by its high half; no power of two is needed. */
static Bucket *bucket_of(const Tt *tt, uint64_t key) {
    return &tt->buckets[((key >> 32) * tt->count) >> 32];
}

/* Empty memory in place of what there was; false, and nothing changed, if there is none. */
static bool take_memory(Tt *tt) {
    size_t bytes = (size_t)tt->count * sizeof(Bucket) + LINE_BYTES;
    void *memory = calloc(1, bytes);
    if (memory == NULL) return false;
    large_pages_prefer(memory, bytes);
    free(tt->memory);
    tt->memory = memory;
    tt->is_warm = false;
    uintptr_t address = ((uintptr_t)memory + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    tt->buckets = (Bucket *)address;
    return true;
}

Tt *tt_new(size_t megabytes) {
    Tt *tt = calloc(1, sizeof *tt);
    if (tt == NULL) return NULL;
    tt->count = (uint64_t)megabytes * 1024 * 1024 / sizeof(Bucket);
    if (take_memory(tt)) return tt;
    free(tt);
    return NULL;
}

void tt_free(Tt *tt) {
    if (tt == NULL) return;
    free(tt->memory);
    free(tt);
}

/* A part of the table, for one thread to clear. */
typedef struct {
    Bucket *from;
    uint64_t count;
    Thread thread;
    bool is_elsewhere; /* in a thread of its own */
} Part;

static void clear_part(void *argument) {
    const Part *part = argument;
    memset((void *)part->from, 0, (size_t)part->count * sizeof(Bucket));
}

/* Small tables are not worth a thread; where there is no thread to be had, the caller does the work. */
static void fill_with_zeros(Tt *tt, int threads) {
    enum { PARTS_MAX = 64, WORTH_A_THREAD = 1 << 18 };
    Part parts[PARTS_MAX];
    int count = threads < PARTS_MAX ? threads : PARTS_MAX;
    if (tt->count < (uint64_t)count * WORTH_A_THREAD) count = (int)(tt->count / WORTH_A_THREAD) + 1;
    for (int i = count - 1; i >= 0; i--) {
        uint64_t from = tt->count * (uint64_t)i / (uint64_t)count, to = tt->count * (uint64_t)(i + 1) / (uint64_t)count;
        parts[i] = (Part){.from = tt->buckets + from, .count = to - from};
        parts[i].is_elsewhere = i > 0 && thread_start(&parts[i].thread, clear_part, &parts[i]);
        if (!parts[i].is_elsewhere) clear_part(&parts[i]);
    }
    for (int i = 1; i < count; i++) {
        if (parts[i].is_elsewhere) thread_join(parts[i].thread);
    }
    tt->is_warm = true;
}

void tt_warm_up(Tt *tt) {
    if (!atomic_load(&tt->is_written)) fill_with_zeros(tt, 1);
}

static bool page_is_used(const Bucket *page, uint64_t buckets) {
    for (uint64_t i = 0; i < buckets * TT_WAYS; i++) {
        if (atomic_load_explicit(&page[i / TT_WAYS].way[i % TT_WAYS].data, memory_order_relaxed) != 0) return true;
    }
    return false;
}

/* Pages that were never touched cost more to fill with zeros than all others: the system has to find memory for them.
 * A large table after a short search has many, as a look at some of them shows. New memory comes without any. */
static bool is_better_replaced(const Tt *tt) {
    enum { LARGE_BYTES = 128 << 20, PAGE_BUCKETS = 4096 / sizeof(Bucket), SAMPLES = 64, MOST = SAMPLES * 9 / 10 };
    int used = 0;
    if (tt->is_warm || tt->count * sizeof(Bucket) < LARGE_BYTES) return false;
    for (uint64_t i = 0; i < SAMPLES; i++) used += page_is_used(tt->buckets + tt->count / SAMPLES * i, PAGE_BUCKETS);
    return used < MOST;
}

void tt_clear(Tt *tt, int threads) {
    bool is_empty = !atomic_load(&tt->is_written) || (is_better_replaced(tt) && take_memory(tt));
    if (!is_empty) fill_with_zeros(tt, threads);
    atomic_store(&tt->is_written, false);
    tt->age = 0;
}

void tt_next_age(Tt *tt) {
    tt->age = (tt->age + 1) % TT_AGES;
}

void tt_prefetch(const Tt *tt, uint64_t key) {
    __builtin_prefetch(bucket_of(tt, key));
}

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry) {
    Bucket *bucket = bucket_of(tt, key);
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->way[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->way[i].check, memory_order_relaxed);
        if ((check ^ data) != key || (data & 3) == BOUND_NONE) continue;
        *entry = unpack(data);
        return true;
    }
    return false;
}

/* What an entry is worth keeping: its depth, less for every search that has passed since. */
static int worth(const Tt *tt, uint64_t data) {
    if ((data & 3) == BOUND_NONE) return -1000;
    unsigned searches_ago = (tt->age + TT_AGES - age_of(data)) % TT_AGES;
    return unpack(data).depth - 8 * (int)searches_ago;
}

/* Where the entry goes, which keeps the move of the one it replaces if it has none; NULL if that one is to stay. */
static Slot *slot_for(const Tt *tt, uint64_t key, TtEntry *entry) {
    Bucket *bucket = bucket_of(tt, key);
    Slot *chosen = NULL;
    int least = 0;
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t data = atomic_load_explicit(&bucket->way[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->way[i].check, memory_order_relaxed);
        if ((check ^ data) == key) {
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

static void note_write(Tt *tt) {
    if (atomic_load_explicit(&tt->is_written, memory_order_relaxed)) return;
    atomic_store_explicit(&tt->is_written, true, memory_order_relaxed);
}

void tt_store(Tt *tt, uint64_t key, TtEntry entry) {
    Slot *slot = slot_for(tt, key, &entry);
    if (slot == NULL) return;
    uint64_t data = pack(entry, tt->age);
    note_write(tt);
    atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

void tt_store_half(Tt *tt, uint64_t key, TtEntry entry, TtHalf half) {
    Slot *slot = slot_for(tt, key, &entry);
    if (slot == NULL) return;
    uint64_t data = pack(entry, tt->age);
    note_write(tt);
    if (half == TT_DATA) atomic_store_explicit(&slot->data, data, memory_order_relaxed);
    if (half == TT_CHECK) atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
}

int tt_full_permille(const Tt *tt) {
    enum { SAMPLE = 250 };
    int used = 0;
    for (int i = 0; i < SAMPLE; i++) {
        for (int way = 0; way < TT_WAYS; way++) {
            uint64_t data = atomic_load_explicit(&tt->buckets[i].way[way].data, memory_order_relaxed);
            used += (data & 3) != BOUND_NONE && age_of(data) == tt->age;
        }
    }
    return used;
}
