#define _POSIX_C_SOURCE 200809L

#include "base/clock.h"

#include <time.h>

int64_t clock_now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_cpu_us(void) {
    return (int64_t)((double)clock() * (1e6 / CLOCKS_PER_SEC));
}
