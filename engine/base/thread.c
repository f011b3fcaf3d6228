#include "base/thread.h"

#include <stdlib.h>
#include <time.h>

#ifdef ROWAN_NO_THREADS

#include <assert.h>

bool thread_start(Thread *thread, ThreadBody body, void *argument) {
    *thread = 0;
    body(argument);
    return true;
}

void thread_join(Thread thread) {
    (void)thread;
}

bool monitor_init(Monitor *monitor) {
    *monitor = (Monitor){0};
    return true;
}

void monitor_destroy(Monitor *monitor) {
    (void)monitor;
}

void monitor_lock(Monitor *monitor) {
    (void)monitor;
}

void monitor_unlock(Monitor *monitor) {
    (void)monitor;
}

/* Nobody else is there to change anything: whoever waits here has forgotten this variant. */
void monitor_wait(Monitor *monitor) {
    (void)monitor;
    assert(false);
}

bool monitor_wait_for(Monitor *monitor, int milliseconds) {
    (void)monitor, (void)milliseconds;
    assert(false);
    return false;
}

void monitor_notify(Monitor *monitor) {
    (void)monitor;
}

#else

/* Both thread interfaces want a function of another type than ThreadBody; the start is handed over on the heap. */
typedef struct {
    ThreadBody body;
    void *argument;
} Start;

static void run(Start *start) {
    Start copy = *start;
    free(start);
    copy.body(copy.argument);
}

static Start *start_new(ThreadBody body, void *argument) {
    Start *start = malloc(sizeof *start);
    if (start != NULL) *start = (Start){body, argument};
    return start;
}

/* Both interfaces want a time of day. */
static struct timespec time_in(int milliseconds) {
    enum { MS = 1000, NS_IN_MS = 1000000, NS = 1000000000 };
    struct timespec time;
#ifdef _WIN32
    clock_gettime(CLOCK_REALTIME, &time); /* comes with the pthreads of Windows, whose C library has no timespec_get */
#else
    timespec_get(&time, TIME_UTC);
#endif
    time.tv_sec += milliseconds / MS;
    time.tv_nsec += (long)(milliseconds % MS) * NS_IN_MS;
    time.tv_sec += time.tv_nsec / NS;
    time.tv_nsec %= NS;
    return time;
}

#ifdef ROWAN_PTHREADS

/* Systems give threads as little as 128 kB; the deepest searches of the largest boards need more. C11 threads have no
 * such setting: there the Makefile asks the linker for it. */
enum { STACK_BYTES = 8 << 20 };

static void *entry(void *start) {
    run(start);
    return NULL;
}

bool thread_start(Thread *thread, ThreadBody body, void *argument) {
    Start *start = start_new(body, argument);
    if (start == NULL) return false;
    pthread_attr_t attributes;
    bool started = false;
    if (pthread_attr_init(&attributes) == 0) {
        started = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                  pthread_create(thread, &attributes, entry, start) == 0;
        pthread_attr_destroy(&attributes);
    }
    if (!started) free(start);
    return started;
}

void thread_join(Thread thread) {
    pthread_join(thread, NULL);
}

bool monitor_init(Monitor *monitor) {
    if (pthread_mutex_init(&monitor->mutex, NULL) != 0) return false;
    if (pthread_cond_init(&monitor->changed, NULL) == 0) return true;
    pthread_mutex_destroy(&monitor->mutex);
    return false;
}

void monitor_destroy(Monitor *monitor) {
    pthread_cond_destroy(&monitor->changed);
    pthread_mutex_destroy(&monitor->mutex);
}

void monitor_lock(Monitor *monitor) {
    pthread_mutex_lock(&monitor->mutex);
}

void monitor_unlock(Monitor *monitor) {
    pthread_mutex_unlock(&monitor->mutex);
}

void monitor_wait(Monitor *monitor) {
    pthread_cond_wait(&monitor->changed, &monitor->mutex);
}

bool monitor_wait_for(Monitor *monitor, int milliseconds) {
    struct timespec end = time_in(milliseconds);
    return pthread_cond_timedwait(&monitor->changed, &monitor->mutex, &end) == 0;
}

void monitor_notify(Monitor *monitor) {
    pthread_cond_broadcast(&monitor->changed);
}

#else

static int entry(void *start) {
    run(start);
    return 0;
}

bool thread_start(Thread *thread, ThreadBody body, void *argument) {
    Start *start = start_new(body, argument);
    if (start == NULL) return false;
    if (thrd_create(thread, entry, start) == thrd_success) return true;
    free(start);
    return false;
}

void thread_join(Thread thread) {
    thrd_join(thread, NULL);
}

bool monitor_init(Monitor *monitor) {
    if (mtx_init(&monitor->mutex, mtx_plain) != thrd_success) return false;
    if (cnd_init(&monitor->changed) == thrd_success) return true;
    mtx_destroy(&monitor->mutex);
    return false;
}

void monitor_destroy(Monitor *monitor) {
    cnd_destroy(&monitor->changed);
    mtx_destroy(&monitor->mutex);
}

void monitor_lock(Monitor *monitor) {
    mtx_lock(&monitor->mutex);
}

void monitor_unlock(Monitor *monitor) {
    mtx_unlock(&monitor->mutex);
}

void monitor_wait(Monitor *monitor) {
    cnd_wait(&monitor->changed, &monitor->mutex);
}

bool monitor_wait_for(Monitor *monitor, int milliseconds) {
    struct timespec end = time_in(milliseconds);
    return cnd_timedwait(&monitor->changed, &monitor->mutex, &end) == thrd_success;
}

void monitor_notify(Monitor *monitor) {
    cnd_broadcast(&monitor->changed);
}

#endif
#endif
