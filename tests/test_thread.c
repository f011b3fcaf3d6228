/* Threads and monitors. */
#include "base/thread.h"
#include "greatest.h"

enum { THREADS = 4, ROUNDS = 10000 };

typedef struct {
    Monitor monitor;
    int counter;
    int waiting;
    bool may_go;
} Shared;

static void count_up(void *argument) {
    Shared *shared = argument;
    for (int i = 0; i < ROUNDS; i++) {
        monitor_lock(&shared->monitor);
        shared->counter++;
        monitor_unlock(&shared->monitor);
    }
}

static void wait_to_go(void *argument) {
    Shared *shared = argument;
    monitor_lock(&shared->monitor);
    shared->waiting++;
    monitor_notify(&shared->monitor);
    while (!shared->may_go) monitor_wait(&shared->monitor);
    shared->counter++;
    monitor_unlock(&shared->monitor);
}

static bool start_all(Thread threads[THREADS], Shared *shared, ThreadBody body) {
    *shared = (Shared){.counter = 0};
    if (!monitor_init(&shared->monitor)) return false;
    for (int i = 0; i < THREADS; i++) {
        if (!thread_start(&threads[i], body, shared)) return false;
    }
    return true;
}

static void join_all(Thread threads[THREADS], Shared *shared) {
    for (int i = 0; i < THREADS; i++) thread_join(threads[i]);
    monitor_destroy(&shared->monitor);
}

TEST a_monitor_lets_in_one_thread_at_a_time(void) {
    Thread threads[THREADS];
    Shared shared;
    ASSERT(start_all(threads, &shared, count_up));
    join_all(threads, &shared);
    ASSERT_EQ_FMT(THREADS * ROUNDS, shared.counter, "%d");
    PASS();
}

TEST a_notification_wakes_every_waiting_thread(void) {
    Thread threads[THREADS];
    Shared shared;
    ASSERT(start_all(threads, &shared, wait_to_go));
    monitor_lock(&shared.monitor);
    while (shared.waiting < THREADS) monitor_wait(&shared.monitor);
    int counted_early = shared.counter;
    shared.may_go = true;
    monitor_notify(&shared.monitor);
    monitor_unlock(&shared.monitor);
    join_all(threads, &shared);
    ASSERT_EQ_FMT(0, counted_early, "%d");
    ASSERT_EQ_FMT(THREADS, shared.counter, "%d");
    PASS();
}

SUITE(threads) {
    RUN_TEST(a_monitor_lets_in_one_thread_at_a_time);
    RUN_TEST(a_notification_wakes_every_waiting_thread);
}
