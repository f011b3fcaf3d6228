/* Waiting in short slices, by one who may be held up: stopped by Ctrl-Z, on a machine that stalls or sleeps.
 *
 * A slice that takes far longer than was asked for means that we were not there to look. What is found then came at
 * some time since the last look that was in time, and whoever was waited for is not to be blamed for the rest. So a
 * HoldUps adds up how long its owner was held up, and knows which finds belong to the time before it could look again:
 * from the hold-up to the first look that finds nothing.
 *
 * A HoldUps belongs to one thread at a time. Times are microseconds of clock_now_us(). */
#ifndef ROWAN_COMMON_HOLD_UPS_H
#define ROWAN_COMMON_HOLD_UPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HOLD_UPS_SLICE_MS = 50,
    HOLD_UPS_HELD_MS = 250, /* a busy machine may keep us from looking for a while; this is more than that */
};

typedef struct {
    int64_t looked_us; /* our last look */
    int64_t held_us;   /* for how long we were held up in all, and the last time */
    int64_t last_held_us;
    int64_t missed_us;   /* the last look before that */
    size_t missed_bytes; /* read since then; a pipe does not hold more than so many */
    bool is_catching_up; /* what is found now came while we were held up */
} HoldUps;

/* From here on somebody is waited for. */
void hold_ups_begin(HoldUps *hold_ups);
/* How long to wait for it now: at most a slice, and at most left_us. */
int hold_ups_wait_ms(const HoldUps *hold_ups, int64_t left_us);
/* That wait is over, and we look. */
void hold_ups_look(HoldUps *hold_ups, int waited_ms);
/* What was watched had nothing to read, or so much of it was read. */
void hold_ups_found(HoldUps *hold_ups, size_t bytes);
/* When what was just read came, at the latest that we can be sure of. */
int64_t hold_ups_arrival_us(const HoldUps *hold_ups);
/* For how long we had been held up before that. */
int64_t hold_ups_held_before_us(const HoldUps *hold_ups);

#endif
