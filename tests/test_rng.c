/* Random numbers. */
#include "base/rng.h"
#include "greatest.h"

TEST the_sequence_is_that_of_splitmix64(void) {
    Rng rng = {.state = 1234567};
    ASSERT(rng_next(&rng) == UINT64_C(6457827717110365317));
    ASSERT(rng_next(&rng) == UINT64_C(3203168211198807973));
    ASSERT(rng_next(&rng) == UINT64_C(9817491932198370423));
    PASS();
}

TEST numbers_below_a_bound_are_spread_evenly(void) {
    Rng rng = {.state = 1};
    int seen[10] = {0};
    for (int i = 0; i < 10000; i++) {
        int number = rng_below(&rng, 10);
        ASSERT(number >= 0 && number < 10);
        seen[number]++;
    }
    for (int i = 0; i < 10; i++) ASSERT_IN_RANGE(1000, seen[i], 150);
    PASS();
}

SUITE(rng) {
    RUN_TEST(the_sequence_is_that_of_splitmix64);
    RUN_TEST(numbers_below_a_bound_are_spread_evenly);
}
