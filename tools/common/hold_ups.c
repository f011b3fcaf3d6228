#include "common/hold_ups.h"

#include "base/clock.h"

enum { MISSED_MAX = 1 << 16 };

void hold_ups_begin(HoldUps *hold_ups) {
    hold_ups->looked_us = clock_now_us();
    hold_ups->is_catching_up = false;
}

int hold_ups_wait_ms(const HoldUps *hold_ups, int64_t left_us) {
    if (left_us <= 0 || hold_ups->is_catching_up) return 0;
    return left_us / 1000 >= HOLD_UPS_SLICE_MS ? HOLD_UPS_SLICE_MS : (int)((left_us + 999) / 1000);
}

void hold_ups_look(HoldUps *hold_ups, int waited_ms) {
    int64_t now_us = clock_now_us(), away_us = now_us - hold_ups->looked_us;
    if (away_us > (waited_ms + HOLD_UPS_HELD_MS) * INT64_C(1000)) {
        hold_ups->held_us += away_us;
        hold_ups->last_held_us = away_us;
        hold_ups->missed_us = hold_ups->looked_us;
        hold_ups->missed_bytes = 0;
        hold_ups->is_catching_up = true;
    }
    hold_ups->looked_us = now_us;
}

void hold_ups_found(HoldUps *hold_ups, size_t bytes) {
    hold_ups->missed_bytes += bytes;
    if (bytes == 0 || hold_ups->missed_bytes > MISSED_MAX) hold_ups->is_catching_up = false;
}

int64_t hold_ups_arrival_us(const HoldUps *hold_ups) {
    return hold_ups->is_catching_up ? hold_ups->missed_us : clock_now_us();
}

int64_t hold_ups_held_before_us(const HoldUps *hold_ups) {
    return hold_ups->held_us - (hold_ups->is_catching_up ? hold_ups->last_held_us : 0);
}
