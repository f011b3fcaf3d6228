#include "base/thread.h"
#include "greatest.h"

enum { THREADS = 4, ROUNDS = 10000 };

typedef struct {
    Mutex mutex;
    Condition changed;
    int counter;
    int waiting;
    bool may_go;
} Shared;

static void count_up(void *argument) {
    Shared *shared = argument;
    for (int i = 0; i < ROUNDS; i++) {
        mutex_lock(&shared->mutex);
        shared->counter++;
        mutex_unlock(&shared->mutex);
    }
}

static void wait_to_go(void *argument) {
    Shared *shared = argument;
    mutex_lock(&shared->mutex);
    shared->waiting++;
    condition_broadcast(&shared->changed);
    while (!shared->may_go) condition_wait(&shared->changed, &shared->mutex);
    shared->counter++;
    mutex_unlock(&shared->mutex);
}

static bool start_all(Thread threads[THREADS], Shared *shared, ThreadBody body) {
    *shared = (Shared){.counter = 0};
    if (!mutex_init(&shared->mutex) || !condition_init(&shared->changed)) return false;
    for (int i = 0; i < THREADS; i++) {
        if (!thread_start(&threads[i], body, shared)) return false;
    }
    return true;
}

static void join_all(Thread threads[THREADS], Shared *shared) {
    for (int i = 0; i < THREADS; i++) thread_join(threads[i]);
    mutex_destroy(&shared->mutex);
    condition_destroy(&shared->changed);
}

TEST a_mutex_lets_in_one_thread_at_a_time(void) {
    Thread threads[THREADS];
    Shared shared;
    ASSERT(start_all(threads, &shared, count_up));
    join_all(threads, &shared);
    ASSERT_EQ_FMT(THREADS * ROUNDS, shared.counter, "%d");
    PASS();
}

TEST a_broadcast_wakes_every_waiting_thread(void) {
    Thread threads[THREADS];
    Shared shared;
    ASSERT(start_all(threads, &shared, wait_to_go));
    mutex_lock(&shared.mutex);
    while (shared.waiting < THREADS) condition_wait(&shared.changed, &shared.mutex);
    int counted_early = shared.counter;
    shared.may_go = true;
    condition_broadcast(&shared.changed);
    mutex_unlock(&shared.mutex);
    join_all(threads, &shared);
    ASSERT_EQ_FMT(0, counted_early, "%d");
    ASSERT_EQ_FMT(THREADS, shared.counter, "%d");
    PASS();
}

SUITE(threads) {
    RUN_TEST(a_mutex_lets_in_one_thread_at_a_time);
    RUN_TEST(a_broadcast_wakes_every_waiting_thread);
}
