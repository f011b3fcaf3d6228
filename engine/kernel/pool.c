#include "kernel/pool.h"

#include <stdlib.h>

#include "base/thread.h"

typedef void (*Step)(Worker *worker);

typedef struct {
    Thread thread;
    const Kernel *kernel;
    Worker *worker;
    SearchJob job;
    Step step;
    bool is_running;
} Helper;

struct Pool {
    const Kernel *kernel;
    int threads;
    Worker *first;
    SearchJob job;
    Helper *helpers; /* threads - 1 of them */
};

Pool *pool_new(const Shape *shape, int threads) {
    Pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) return NULL;
    pool->kernel = kernel_for(shape->geometry);
    pool->first = pool->kernel->worker_new(shape->geometry, shape->symmetries);
    pool->helpers = calloc((size_t)threads, sizeof *pool->helpers);
    bool complete = pool->first != NULL && pool->helpers != NULL;
    for (pool->threads = 1; complete && pool->threads < threads; pool->threads++) {
        Helper *helper = &pool->helpers[pool->threads - 1];
        helper->kernel = pool->kernel;
        helper->worker = pool->kernel->worker_new(shape->geometry, shape->symmetries);
        complete = helper->worker != NULL;
    }
    if (complete) return pool;
    pool_free(pool);
    return NULL;
}

void pool_free(Pool *pool) {
    if (pool == NULL) return;
    for (int i = 0; pool->helpers != NULL && i < pool->threads - 1; i++) {
        pool->kernel->worker_free(pool->helpers[i].worker);
    }
    pool->kernel->worker_free(pool->first);
    free(pool->helpers);
    free(pool);
}

void pool_clear(Pool *pool) {
    pool->kernel->worker_clear(pool->first);
    for (int i = 0; i < pool->threads - 1; i++) pool->kernel->worker_clear(pool->helpers[i].worker);
}

void pool_reset_nodes(Pool *pool) {
    pool->kernel->reset_nodes(pool->first);
    for (int i = 0; i < pool->threads - 1; i++) pool->kernel->reset_nodes(pool->helpers[i].worker);
}

void pool_begin(Pool *pool, const SearchJob *job) {
    pool->job = *job;
    if (pool->threads > 1 && job->node_limit != UINT64_MAX)
        pool->job.node_limit = job->node_limit / (uint64_t)pool->threads + 1;
    pool->kernel->begin(pool->first, &pool->job);
}

static void help(void *argument) {
    Helper *helper = argument;
    helper->step(helper->worker);
}

/* Without a thread to be had the search goes on with fewer. */
static void run(Pool *pool, Step step) {
    atomic_store(&pool->job.shared->is_done, false);
    for (int i = 0; i < pool->threads - 1; i++) {
        Helper *helper = &pool->helpers[i];
        helper->job = pool->job;
        helper->job.index = i + 1;
        helper->job.keep_going = true;
        helper->step = step;
        pool->kernel->follow(helper->worker, &helper->job, pool->first);
        helper->is_running = thread_start(&helper->thread, help, helper);
    }
    step(pool->first);
    atomic_store(&pool->job.shared->is_done, true);
    for (int i = 0; i < pool->threads - 1; i++) {
        if (pool->helpers[i].is_running) thread_join(pool->helpers[i].thread);
    }
}

void pool_deepen(Pool *pool) {
    run(pool, pool->kernel->deepen);
}

void pool_contest(Pool *pool) {
    run(pool, pool->kernel->contest);
}

uint64_t pool_nodes(const Pool *pool) {
    uint64_t nodes = pool->kernel->nodes(pool->first);
    for (int i = 0; i < pool->threads - 1; i++) nodes += pool->kernel->nodes(pool->helpers[i].worker);
    return nodes;
}

Worker *pool_first(Pool *pool) {
    return pool->first;
}

const Kernel *pool_kernel(const Pool *pool) {
    return pool->kernel;
}
