/* Monotonic time, which ISO C does not have, and processor time. Any thread. */
#ifndef ROWAN_BASE_CLOCK_H
#define ROWAN_BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since some fixed moment; never goes backwards. */
int64_t clock_now_us(void);
/* Processor time of this process so far, user and system. */
int64_t clock_cpu_us(void);

#endif
