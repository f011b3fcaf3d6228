/* Pseudo-random numbers by splitmix64 (Steele, Lea and Flood 2014): the same sequence on every machine. */
#ifndef ROWAN_BASE_RNG_H
#define ROWAN_BASE_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} Rng;

static inline uint64_t rng_next(Rng *rng) {
    uint64_t z = rng->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* Uniform in 0..bound-1, for small bounds: the bias is below bound / 2^32. */
static inline int rng_below(Rng *rng, int bound) {
    return (int)(((rng_next(rng) >> 32) * (uint64_t)bound) >> 32);
}

#endif
