/* The monotonic clock. */
#include <time.h>

#include "base/clock.h"
#include "greatest.h"

TEST time_never_goes_backwards(void) {
    int64_t last = clock_now_us();
    for (int i = 0; i < 10000; i++) {
        int64_t now = clock_now_us();
        ASSERT(now >= last);
        last = now;
    }
    PASS();
}

TEST time_is_counted_in_microseconds(void) {
    int64_t start = clock_now_us();
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    int64_t slept = clock_now_us() - start;
    ASSERT(slept >= 20000);
    ASSERT(slept < 10000000);
    PASS();
}

SUITE(clocks) {
    RUN_TEST(time_never_goes_backwards);
    RUN_TEST(time_is_counted_in_microseconds);
}
