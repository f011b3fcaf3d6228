/* What a program that starts children owes them and the terminal: part of proc.h. */
#include <pthread.h>
#include <signal.h>

#include "common/files.h"
#include "common/proc.h"
#include "common/proc_family.h"

static sigset_t only(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    return set;
}

/* What the signal does to a program that does not wait for it: we stand still, or end. In a group that no shell watches
 * the system does not stop us. */
static void suffer(int number) {
    sigset_t set = only(number);
    pthread_kill(pthread_self(), number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* The children stop before us and go on after us. The family's lock is held meanwhile, so that none is started. */
static void stop_together(void) {
    proc_family_lock();
    proc_family_signal(SIGSTOP);
    suffer(SIGTSTP);
    proc_family_signal(SIGCONT);
    proc_family_unlock();
}

static void *await_signals(void *argument) {
    const sigset_t *awaited = argument;
    for (int number;;) {
        if (sigwait(awaited, &number) != 0) continue;
        if (number == SIGTSTP) {
            stop_together();
        } else {
            proc_family_end_all();
            suffer(number);
        }
    }
    return NULL;
}

/* Signals that whoever started us wants ignored stay so. */
static void add_signal(sigset_t *set, int number) {
    struct sigaction old;
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaddset(set, number);
}

/* The signals are blocked in all threads, which are started later and inherit that, and taken by one that waits for
 * them: a handler could not take the lock. */
void proc_take_charge(bool dies_by_signals) {
    static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    static sigset_t awaited;
    pthread_t thread;
    file_ignore_signals();
    proc_family_adopt();
    sigemptyset(&awaited);
    add_signal(&awaited, SIGTSTP);
    for (size_t i = 0; dies_by_signals && i < sizeof deadly / sizeof deadly[0]; i++) add_signal(&awaited, deadly[i]);
    pthread_sigmask(SIG_BLOCK, &awaited, NULL);
    if (pthread_create(&thread, NULL, await_signals, &awaited) == 0) {
        pthread_detach(thread);
    } else {
        pthread_sigmask(SIG_UNBLOCK, &awaited, NULL); /* then they are for us alone */
    }
}
