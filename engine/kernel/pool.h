/* The workers of an engine: one searches in the caller's thread, the others in threads of their own that live as long
 * as the search. They share nothing but the table and the stop flag, and differ by the depths they begin with. */
#ifndef ROWAN_KERNEL_POOL_H
#define ROWAN_KERNEL_POOL_H

#include "kernel/kernel.h"
#include "rules/shape.h"

typedef struct Pool Pool;

/* NULL when memory is short. The shape must outlive the pool. */
Pool *pool_new(const Shape *shape, int threads);
void pool_free(Pool *pool);
void pool_clear(Pool *pool);

/* Their counts of nodes start again. */
void pool_reset_nodes(Pool *pool);
/* The job for what follows, with its nodes shared out among the workers. */
void pool_begin(Pool *pool, const SearchJob *job);
/* These return when the first worker is done; the others have been stopped and joined by then. */
void pool_deepen(Pool *pool);
void pool_contest(Pool *pool);
/* Of all workers; any thread may ask. */
uint64_t pool_nodes(const Pool *pool);

/* The worker with the reports, for steps of one thread (kernel.h) and single questions, while nothing is searched. */
Worker *pool_first(Pool *pool);
const Kernel *pool_kernel(const Pool *pool);

#endif
