#include "common/hold_ups.h"

#include "base/clock.h"

enum { MISSED_MAX = 1 << 16 };

void lookout_begin(Lookout *lookout) {
    lookout->looked_us = clock_now_us();
    lookout->is_catching_up = false;
}

int lookout_wait_ms(const Lookout *lookout, int64_t left_us) {
    if (left_us <= 0 || lookout->is_catching_up) return 0;
    return left_us / 1000 >= LOOKOUT_SLICE_MS ? LOOKOUT_SLICE_MS : (int)((left_us + 999) / 1000);
}

void lookout_look(Lookout *lookout, int waited_ms) {
    int64_t now_us = clock_now_us(), away_us = now_us - lookout->looked_us;
    if (away_us > (waited_ms + LOOKOUT_HELD_MS) * INT64_C(1000)) {
        lookout->held_us += away_us;
        lookout->last_held_us = away_us;
        lookout->missed_us = lookout->looked_us;
        lookout->missed_bytes = 0;
        lookout->is_catching_up = true;
    }
    lookout->looked_us = now_us;
}

void lookout_found(Lookout *lookout, size_t bytes) {
    lookout->missed_bytes += bytes;
    if (bytes == 0 || lookout->missed_bytes > MISSED_MAX) lookout->is_catching_up = false;
}

int64_t lookout_arrival_us(const Lookout *lookout) {
    return lookout->is_catching_up ? lookout->missed_us : clock_now_us();
}

int64_t lookout_held_before_us(const Lookout *lookout) {
    return lookout->held_us - (lookout->is_catching_up ? lookout->last_held_us : 0);
}
