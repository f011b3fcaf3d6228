/* Monotonic time, which ISO C does not have. Any thread. */
#ifndef ROWAN_BASE_CLOCK_H
#define ROWAN_BASE_CLOCK_H

#include <stdint.h>

/* Microseconds since some fixed moment; never goes backwards. */
int64_t clock_now_us(void);

#endif
