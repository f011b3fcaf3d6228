/* The engine's signature: the nodes that it takes to search a fixed set of positions, each to a fixed depth, with one
 * thread and a table of fixed size. It is the same on every machine and changes when the search does, so it tells
 * whether a change that should not matter really does not. The processor time it takes gives the engine's speed. */
#ifndef ROWAN_CORE_SIGNATURE_H
#define ROWAN_CORE_SIGNATURE_H

#include "core/trial.h"

enum { SIGNATURE_HASH_MB = 16 };

typedef struct {
    int number; /* from 1 */
    int count;  /* of all positions */
    const char *fen;
    int depth;
    Effort effort;
} SignatureRow;

/* Searches no position deeper than depth_max; tells about each when it is done. False when memory is short. */
bool signature_run(int depth_max, void (*each)(void *context, const SignatureRow *row), void *context, Effort *total);
/* Nodes per second of processor time. */
uint64_t signature_speed(Effort effort);

#endif
