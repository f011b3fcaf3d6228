#include "base/watch.h"

#include "base/clock.h"

void watch_start(Watch *watch, bool (*is_over)(const void *context), const void *context, int64_t first) {
    *watch = (Watch){is_over, context, first, first, clock_now_us()};
}

/* The longest period is short enough even if the next steps are a hundred times as long as the last ones. */
bool watch_look(Watch *watch) {
    enum { PERIOD_MAX = 512, SELDOM_US = 100, OFTEN_US = 300 };
    if (watch == NULL) return false;
    int64_t now_us = clock_now_us(), passed_us = now_us - watch->looked_us;
    if (passed_us < SELDOM_US && watch->period < PERIOD_MAX) watch->period *= 2;
    if (passed_us > OFTEN_US && watch->period > 1) watch->period /= 2;
    watch->looked_us = now_us;
    bool is_over = watch->is_over(watch->context);
    watch->left = is_over ? 0 : watch->period;
    return is_over;
}
