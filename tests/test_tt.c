/* The transposition table: entries are found whole or not at all, and proven ones stay. */
#include <stdio.h>

#include "base/rng.h"
#include "base/thread.h"
#include "greatest.h"
#include "job/tt.h"

/* Keys of one bucket, which is chosen by their high bits. */
static uint64_t key_in_bucket(uint64_t bucket, uint64_t number) {
    return bucket << 40 | number;
}

static TtEntry entry_at(int depth, int value) {
    return (TtEntry){.value = value, .move = 7, .depth = depth, .bound = BOUND_EXACT};
}

TEST an_entry_is_found_as_it_was_stored(void) {
    Tt *tt = tt_new(1);
    TtEntry wanted[] = {
        {-100000, MOVE_NONE, 0, BOUND_LOWER}, {99999, 511, DEPTH_SOLID, BOUND_UPPER}, {0, 0, 1, BOUND_EXACT}};
    for (int i = 0; i < 3; i++) {
        TtEntry found;
        uint64_t key = UINT64_C(0x123456789ABCDEF) * (uint64_t)(i + 1);
        ASSERT_FALSE(tt_probe(tt, key, &found));
        tt_store(tt, key, wanted[i]);
        ASSERT(tt_probe(tt, key, &found));
        ASSERT_EQ(wanted[i].value, found.value);
        ASSERT_EQ(wanted[i].move, found.move);
        ASSERT_EQ(wanted[i].depth, found.depth);
        ASSERT_EQ(wanted[i].bound, found.bound);
    }
    tt_clear(tt);
    TtEntry found;
    ASSERT_FALSE(tt_probe(tt, UINT64_C(0x123456789ABCDEF), &found));
    tt_free(tt);
    PASS();
}

enum { MANY = 1000 };

static void store_many(Tt *tt) {
    for (uint64_t i = 0; i <= MANY; i++) tt_store(tt, i * (UINT64_MAX / MANY), entry_at(5, 7));
}

static int count_found(const Tt *tt) {
    TtEntry found;
    int count = 0;
    for (uint64_t i = 0; i <= MANY; i++) count += tt_probe(tt, i * (UINT64_MAX / MANY), &found);
    return count;
}

TEST a_table_that_several_threads_populate_keeps_what_it_holds(int threads) {
    Tt *tt = tt_new(64);
    store_many(tt);
    tt_populate(tt, threads);
    ASSERT_EQ(MANY + 1, count_found(tt));
    tt_free(tt);
    PASS();
}

TEST a_cleared_table_is_empty(void) {
    Tt *tt = tt_new(1);
    for (int game = 0; game < 3; game++) {
        ASSERT_EQ(0, count_found(tt));
        store_many(tt);
        ASSERT_EQ(MANY + 1, count_found(tt));
        tt_clear(tt);
    }
    ASSERT_EQ(0, count_found(tt));
    ASSERT_EQ(0, tt_full_permille(tt));
    tt_free(tt);
    PASS();
}

/* An old entry that was deep and proven has no say: the same keys in the same order leave the same entries. */
TEST a_cleared_table_fills_like_a_new_one(void) {
    Tt *used = tt_new(1), *new = tt_new(1);
    for (int i = 0; i < 8; i++) tt_store(used, key_in_bucket(5, (uint64_t)i + 1), entry_at(DEPTH_SOLID, i));
    tt_clear(used);
    for (int i = 0; i < 40; i++) {
        TtEntry entry = entry_at(i % 7, i);
        tt_store(used, key_in_bucket(5, (uint64_t)(i % 12) + 1), entry);
        tt_store(new, key_in_bucket(5, (uint64_t)(i % 12) + 1), entry);
    }
    for (int i = 0; i < 12; i++) {
        TtEntry a = {.value = -1}, b = {.value = -1};
        uint64_t key = key_in_bucket(5, (uint64_t)i + 1);
        ASSERT_EQ(tt_probe(new, key, &b), tt_probe(used, key, &a));
        ASSERT_EQ(b.value, a.value);
    }
    tt_free(used);
    tt_free(new);
    PASS();
}

/* More clearings than there are numbers for searches: no entry comes back to life. */
TEST numbers_of_searches_may_run_out(void) {
    enum { SEARCHES = 1 << 20 };
    Tt *tt = tt_new(1);
    store_many(tt);
    for (int i = 0; i < SEARCHES; i++) {
        tt_clear(tt);
        ASSERT_EQ(0, tt_full_permille(tt));
    }
    ASSERT_EQ(0, count_found(tt));
    store_many(tt);
    ASSERT_EQ(MANY + 1, count_found(tt));
    tt_free(tt);
    PASS();
}

TEST a_table_that_no_address_reaches_is_refused(void) {
    ASSERT(tt_new(SIZE_MAX >> 20) == NULL);
    ASSERT(tt_new(SIZE_MAX) == NULL);
    PASS();
}

TEST a_proven_bound_is_not_replaced_by_an_estimate(void) {
    Tt *tt = tt_new(1);
    TtEntry found;
    tt_store(tt, 99, entry_at(DEPTH_SOLID, 0));
    tt_store(tt, 99, entry_at(20, 35));
    ASSERT(tt_probe(tt, 99, &found));
    ASSERT_EQ(DEPTH_SOLID, found.depth);
    ASSERT_EQ(0, found.value);
    tt_store(tt, 99, entry_at(DEPTH_SOLID, 99990));
    ASSERT(tt_probe(tt, 99, &found));
    ASSERT_EQ(99990, found.value);
    tt_free(tt);
    PASS();
}

TEST the_shallowest_entry_makes_room_and_a_proven_one_stays(void) {
    Tt *tt = tt_new(1);
    TtEntry found;
    for (int i = 0; i < 100; i++) {
        tt_store(tt, key_in_bucket(5, (uint64_t)i + 1), entry_at(i == 0 ? DEPTH_SOLID : i % 7, i));
    }
    ASSERT(tt_probe(tt, key_in_bucket(5, 1), &found));
    ASSERT(tt_probe(tt, key_in_bucket(5, 100), &found));
    tt_free(tt);
    PASS();
}

TEST entries_of_earlier_searches_make_room_first(void) {
    Tt *tt = tt_new(1);
    TtEntry found;
    for (int i = 0; i < 3; i++) tt_store(tt, key_in_bucket(5, (uint64_t)i + 1), entry_at(12, i));
    for (int i = 0; i < 2; i++) tt_next_search(tt);
    tt_store(tt, key_in_bucket(5, 4), entry_at(3, 3));
    for (int i = 4; i < 7; i++) tt_store(tt, key_in_bucket(5, (uint64_t)i + 1), entry_at(3, i));
    for (int i = 4; i <= 7; i++) ASSERT(tt_probe(tt, key_in_bucket(5, (uint64_t)i), &found));
    for (int i = 1; i <= 3; i++) ASSERT_FALSE(tt_probe(tt, key_in_bucket(5, (uint64_t)i), &found));
    tt_free(tt);
    PASS();
}

/* In a full bucket half an entry overwrites half of the shallowest one. Neither of the two is found then; the others
 * are. */
TEST half_an_entry_over_another_makes_both_a_miss(TtHalf half) {
    Tt *tt = tt_new(1);
    TtEntry found;
    uint64_t keys[] = {key_in_bucket(5, 1), key_in_bucket(5, 2), key_in_bucket(5, 3), key_in_bucket(5, 4)};
    for (int i = 0; i < 4; i++) tt_store(tt, keys[i], entry_at(i + 1, 10 * i));
    tt_store_half(tt, key_in_bucket(5, 5), entry_at(9, 1234), half);
    ASSERT_FALSE(tt_probe(tt, keys[0], &found));
    ASSERT_FALSE(tt_probe(tt, key_in_bucket(5, 5), &found));
    for (int i = 1; i < 4; i++) {
        ASSERT(tt_probe(tt, keys[i], &found));
        ASSERT_EQ(10 * i, found.value);
    }
    tt_free(tt);
    PASS();
}

TEST a_half_updated_entry_is_a_miss(TtHalf half) {
    Tt *tt = tt_new(1);
    TtEntry found;
    uint64_t key = key_in_bucket(5, 1);
    tt_store(tt, key, entry_at(4, 10));
    tt_store_half(tt, key, entry_at(5, 20), half);
    ASSERT_FALSE(tt_probe(tt, key, &found));
    tt_store(tt, key, entry_at(5, 20));
    ASSERT(tt_probe(tt, key, &found));
    ASSERT_EQ(20, found.value);
    tt_free(tt);
    PASS();
}

/* Threads that write and read the same few buckets. */
typedef struct {
    Tt *tt;
    uint64_t seed;
    long hits, wrong;
} Visitor;

static TtEntry entry_of_key(uint64_t key) {
    Rng rng = {.state = key};
    uint64_t bits = rng_next(&rng);
    return (TtEntry){(int)(bits % 100000), (int)(bits >> 20 & 511), (int)(bits >> 40 & 127), BOUND_LOWER};
}

static void visit(void *argument) {
    Visitor *visitor = argument;
    Rng rng = {.state = visitor->seed};
    for (int i = 0; i < 300000; i++) {
        uint64_t key = key_in_bucket(rng_next(&rng) % 2, rng_next(&rng) % 16 + 1);
        TtEntry found, wanted = entry_of_key(key);
        if (i % 2 == 0) {
            tt_store(visitor->tt, key, wanted);
        } else if (tt_probe(visitor->tt, key, &found)) {
            visitor->hits++;
            visitor->wrong += found.value != wanted.value || found.move != wanted.move || found.depth != wanted.depth;
        }
    }
}

TEST halves_of_two_writers_are_never_taken_for_one_entry(void) {
    enum { VISITORS = 4 };
    Tt *tt = tt_new(1);
    Visitor visitors[VISITORS];
    Thread threads[VISITORS];
    for (int i = 0; i < VISITORS; i++) {
        visitors[i] = (Visitor){tt, (uint64_t)i + 1, 0, 0};
        ASSERT(thread_start(&threads[i], visit, &visitors[i]));
    }
    for (int i = 0; i < VISITORS; i++) thread_join(threads[i]);
    for (int i = 0; i < VISITORS; i++) {
        ASSERT(visitors[i].hits > 0);
        ASSERT_EQ(0, visitors[i].wrong);
    }
    tt_free(tt);
    PASS();
}

SUITE(table) {
    RUN_TEST(an_entry_is_found_as_it_was_stored);
    RUN_TESTp(a_table_that_several_threads_populate_keeps_what_it_holds, 1);
    RUN_TESTp(a_table_that_several_threads_populate_keeps_what_it_holds, 3);
    RUN_TESTp(a_table_that_several_threads_populate_keeps_what_it_holds, 256);
    RUN_TEST(a_cleared_table_is_empty);
    RUN_TEST(a_cleared_table_fills_like_a_new_one);
    RUN_TEST(numbers_of_searches_may_run_out);
    RUN_TEST(a_table_that_no_address_reaches_is_refused);
    RUN_TEST(a_proven_bound_is_not_replaced_by_an_estimate);
    RUN_TEST(the_shallowest_entry_makes_room_and_a_proven_one_stays);
    RUN_TEST(entries_of_earlier_searches_make_room_first);
    for (int half = TT_CHECK; half <= TT_DATA; half++) {
        RUN_TESTp(half_an_entry_over_another_makes_both_a_miss, (TtHalf)half);
        RUN_TESTp(a_half_updated_entry_is_a_miss, (TtHalf)half);
    }
    RUN_TEST(halves_of_two_writers_are_never_taken_for_one_entry);
}
