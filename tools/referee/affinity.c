#define _GNU_SOURCE /* sched_setaffinity */

#include "referee/affinity.h"

#include <sched.h>
#include <string.h>

#ifdef CPU_SET
static const bool is_possible = true;
#else
static const bool is_possible = false;
#endif

static bool is_usable(int cpu) {
#ifdef CPU_SET
    cpu_set_t set;
    return cpu < CPU_SETSIZE && sched_getaffinity(0, sizeof set, &set) == 0 && CPU_ISSET((size_t)cpu, &set);
#else
    return (void)cpu, false;
#endif
}

static bool bind_to(const int cpus[], int count) {
#ifdef CPU_SET
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < count; i++) CPU_SET((size_t)cpus[i], &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
#else
    return (void)cpus, (void)count, false;
#endif
}

static bool add(CpuList *cpus, int cpu, Reason *why) {
    for (int i = 0; i < cpus->count; i++) {
        if (cpus->list[i] == cpu) return refuse(why, "--cpus: %d is there twice", cpu);
    }
    if (!is_usable(cpu)) return refuse(why, "--cpus: there is no processor %d for us", cpu);
    cpus->list[cpus->count++] = cpu;
    return true;
}

/* "3" or "2-5" */
static bool add_range(CpuList *cpus, Word range, Reason *why) {
    const char *dash = memchr(range.at, '-', range.length);
    Word first = {range.at, dash != NULL ? (size_t)(dash - range.at) : range.length};
    Word last = dash != NULL ? (Word){dash + 1, range.length - first.length - 1} : first;
    int from, to;
    if (!word_to_int(first, 0, CPUS_MAX - 1, &from) || !word_to_int(last, from, CPUS_MAX - 1, &to)) {
        return refuse(why, "--cpus: '%.*s' is not a processor or a range such as 0-3", word_shown(range), range.at);
    }
    for (int cpu = from; cpu <= to; cpu++) {
        if (!add(cpus, cpu, why)) return false;
    }
    return true;
}

bool affinity_parse(CpuList *cpus, const char *text, Reason *why) {
    if (!is_possible) return refuse(why, "--cpus: this system cannot bind processes to processors");
    cpus->count = 0;
    for (const char *at = text;; at++) {
        const char *comma = at + strcspn(at, ",");
        if (!add_range(cpus, (Word){at, (size_t)(comma - at)}, why)) return false;
        if (*comma == '\0') return true;
        at = comma;
    }
}

bool affinity_bind(const CpuList *cpus, int thread, int threads) {
    if (cpus->count == 0) return true;
    int share = cpus->count / threads;
    if (share == 0) return bind_to(&cpus->list[thread % cpus->count], 1);
    return bind_to(&cpus->list[thread * share], share);
}
