/* The work that a check takes, counted in steps: a look at one line of the board, at one cell, at one line of the file.
 * Steps follow the time that passes, one to four nanoseconds for each; positions do not: some take a thousand times as
 * long as others. A check that takes more steps than it may is given up.
 *
 * For one thread. */
#ifndef ROWAN_PROOF_WORK_H
#define ROWAN_PROOF_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Work {
    uint64_t steps, steps_max;
    void (*progress)(void *context, uint64_t steps); /* called now and then, unless it is NULL */
    void *context;
    uint64_t next_progress; /* at so many steps */
} Work;

static inline void work_add(Work *work, int steps) {
    work->steps += (uint64_t)steps;
}

static inline bool work_is_spent(const Work *work) {
    return work->steps > work->steps_max;
}

/* To be asked at every position: false if the check is to be given up. */
static inline bool work_goes_on(Work *work) {
    const uint64_t STEPS_BETWEEN = UINT64_C(1) << 24;
    if (work->steps >= work->next_progress && work->progress != NULL) {
        work->next_progress = work->steps + STEPS_BETWEEN;
        work->progress(work->context, work->steps);
    }
    return !work_is_spent(work);
}

#endif
