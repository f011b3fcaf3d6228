/* Which processors a game runs on. */
#ifndef ROWAN_REFEREE_AFFINITY_H
#define ROWAN_REFEREE_AFFINITY_H

#include "base/text.h"

enum { CPUS_MAX = 1024 };

typedef struct {
    int count; /* 0: wherever the system likes */
    int list[CPUS_MAX];
} CpuList;

/* "0,2-5": at least one, none twice. Refuses those that this process may not use. Pure but for that question. */
bool affinity_parse(CpuList *cpus, const char *text, Reason *why);

/* Binds the calling thread, and the processes that it starts from now on, to its share of the processors: they are
 * dealt out to `threads` game threads, of which this is number `thread`, from 0. With fewer processors than threads
 * some share one. False: the system refuses. */
bool affinity_bind(const CpuList *cpus, int thread, int threads);

#endif
