#include "base/thread.h"

#include <stdlib.h>

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

bool mutex_init(Mutex *mutex) {
    return pthread_mutex_init(mutex, NULL) == 0;
}

void mutex_destroy(Mutex *mutex) {
    pthread_mutex_destroy(mutex);
}

void mutex_lock(Mutex *mutex) {
    pthread_mutex_lock(mutex);
}

void mutex_unlock(Mutex *mutex) {
    pthread_mutex_unlock(mutex);
}

static bool condition_init(Condition *condition) {
    return pthread_cond_init(condition, NULL) == 0;
}

static void condition_destroy(Condition *condition) {
    pthread_cond_destroy(condition);
}

static void condition_wait(Condition *condition, Mutex *mutex) {
    pthread_cond_wait(condition, mutex);
}

static void condition_broadcast(Condition *condition) {
    pthread_cond_broadcast(condition);
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

bool mutex_init(Mutex *mutex) {
    return mtx_init(mutex, mtx_plain) == thrd_success;
}

void mutex_destroy(Mutex *mutex) {
    mtx_destroy(mutex);
}

void mutex_lock(Mutex *mutex) {
    mtx_lock(mutex);
}

void mutex_unlock(Mutex *mutex) {
    mtx_unlock(mutex);
}

static bool condition_init(Condition *condition) {
    return cnd_init(condition) == thrd_success;
}

static void condition_destroy(Condition *condition) {
    cnd_destroy(condition);
}

static void condition_wait(Condition *condition, Mutex *mutex) {
    cnd_wait(condition, mutex);
}

static void condition_broadcast(Condition *condition) {
    cnd_broadcast(condition);
}

#endif

bool monitor_init(Monitor *monitor) {
    if (!mutex_init(&monitor->mutex)) return false;
    if (condition_init(&monitor->changed)) return true;
    mutex_destroy(&monitor->mutex);
    return false;
}

void monitor_destroy(Monitor *monitor) {
    condition_destroy(&monitor->changed);
    mutex_destroy(&monitor->mutex);
}

void monitor_lock(Monitor *monitor) {
    mutex_lock(&monitor->mutex);
}

void monitor_unlock(Monitor *monitor) {
    mutex_unlock(&monitor->mutex);
}

void monitor_wait(Monitor *monitor) {
    condition_wait(&monitor->changed, &monitor->mutex);
}

void monitor_notify(Monitor *monitor) {
    condition_broadcast(&monitor->changed);
}
