/* Threads and monitors: C11 <threads.h>, or pthreads where that header is missing (macOS, Windows) and in builds for
 * ThreadSanitizer, which does not know C11 threads. Choose pthreads with -DROWAN_PTHREADS.
 *
 * With -DROWAN_NO_THREADS there is only one thread, as in WebAssembly: what a thread is to do is done at once, inside
 * thread_start, and THREADS_MAX is 1. */
#ifndef ROWAN_BASE_THREAD_H
#define ROWAN_BASE_THREAD_H

#include <stdbool.h>

#if (defined(__STDC_NO_THREADS__) || defined(_WIN32)) && !defined(ROWAN_PTHREADS) && !defined(ROWAN_NO_THREADS)
#define ROWAN_PTHREADS
#endif

/* A monitor is a lock, and waiting under it until what it guards has changed. */
#if defined(ROWAN_NO_THREADS)
enum { THREADS_MAX = 1 };
typedef char Thread;
typedef struct {
    char is_unused;
} Monitor;
#elif defined(ROWAN_PTHREADS)
enum { THREADS_MAX = 256 };
#include <pthread.h>
typedef pthread_t Thread;
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
} Monitor;
#else
enum { THREADS_MAX = 256 };
#include <threads.h>
typedef thrd_t Thread;
typedef struct {
    mtx_t mutex;
    cnd_t changed;
} Monitor;
#endif

typedef void (*ThreadBody)(void *argument);

/* False when the system has no thread to give. */
bool thread_start(Thread *thread, ThreadBody body, void *argument);
void thread_join(Thread thread);

/* False when the system has none to give. */
bool monitor_init(Monitor *monitor);
void monitor_destroy(Monitor *monitor);
void monitor_lock(Monitor *monitor);
void monitor_unlock(Monitor *monitor);
/* Gives up the lock until the next monitor_notify; may also return without one. */
void monitor_wait(Monitor *monitor);
/* The same for that long at most; false when it is over. */
bool monitor_wait_for(Monitor *monitor, int milliseconds);
void monitor_notify(Monitor *monitor);

#endif
