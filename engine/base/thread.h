/* Threads, locks and conditions: C11 <threads.h>, or pthreads where that header is missing (macOS) and in builds for
 * ThreadSanitizer, which does not know C11 threads. Choose pthreads with -DROWAN_PTHREADS. */
#ifndef ROWAN_BASE_THREAD_H
#define ROWAN_BASE_THREAD_H

#include <stdbool.h>

#if defined(__STDC_NO_THREADS__) && !defined(ROWAN_PTHREADS)
#define ROWAN_PTHREADS
#endif

#ifdef ROWAN_PTHREADS
#include <pthread.h>
typedef pthread_t Thread;
typedef pthread_mutex_t Mutex;
typedef pthread_cond_t Condition;
#else
#include <threads.h>
typedef thrd_t Thread;
typedef mtx_t Mutex;
typedef cnd_t Condition;
#endif

typedef void (*ThreadBody)(void *argument);

/* False when the system has no thread to give. */
bool thread_start(Thread *thread, ThreadBody body, void *argument);
void thread_join(Thread thread);

bool mutex_init(Mutex *mutex);
void mutex_destroy(Mutex *mutex);
void mutex_lock(Mutex *mutex);
void mutex_unlock(Mutex *mutex);

bool condition_init(Condition *condition);
void condition_destroy(Condition *condition);
void condition_wait(Condition *condition, Mutex *mutex);
void condition_broadcast(Condition *condition);

#endif
