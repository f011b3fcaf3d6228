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

bool mutex_init(Mutex *mutex) {
    *mutex = 0;
    return true;
}

void mutex_destroy(Mutex *mutex) {
    (void)mutex;
}

void mutex_lock(Mutex *mutex) {
    (void)mutex;
}

void mutex_unlock(Mutex *mutex) {
    (void)mutex;
}

static bool condition_init(Condition *condition) {
    *condition = 0;
    return true;
}

static void condition_destroy(Condition *condition) {
    (void)condition;
}

/* Nobody else is there to change anything: whoever waits here has forgotten this variant. */
static void condition_wait(Condition *condition, Mutex *mutex) {
    (void)condition, (void)mutex;
    assert(false);
}

static bool condition_wait_until(Condition *condition, Mutex *mutex, const struct timespec *end) {
    (void)condition, (void)mutex, (void)end;
    assert(false);
    return false;
}

static void condition_broadcast(Condition *condition) {
    (void)condition;
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

static bool condition_wait_until(Condition *condition, Mutex *mutex, const struct timespec *end) {
    return pthread_cond_timedwait(condition, mutex, end) == 0;
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

static bool condition_wait_until(Condition *condition, Mutex *mutex, const struct timespec *end) {
    return cnd_timedwait(condition, mutex, end) == thrd_success;
}

static void condition_broadcast(Condition *condition) {
    cnd_broadcast(condition);
}

#endif
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

/* Both interfaces want a time of day. */
static struct timespec time_in(int milliseconds) {
    enum { MS = 1000, NS_IN_MS = 1000000, NS = 1000000000 };
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    time.tv_sec += milliseconds / MS;
    time.tv_nsec += (long)(milliseconds % MS) * NS_IN_MS;
    time.tv_sec += time.tv_nsec / NS;
    time.tv_nsec %= NS;
    return time;
}

bool monitor_wait_for(Monitor *monitor, int milliseconds) {
    struct timespec end = time_in(milliseconds);
    return condition_wait_until(&monitor->changed, &monitor->mutex, &end);
}

void monitor_notify(Monitor *monitor) {
    condition_broadcast(&monitor->changed);
}
