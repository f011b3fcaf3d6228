/* The log of what is said between the referee and the engines, for --log.
 *
 * Any thread may put a line; opening, flushing and closing are for the thread that owns the log. */
#ifndef ROWAN_REFEREE_ENGINE_LOG_H
#define ROWAN_REFEREE_ENGINE_LOG_H

#include <stdio.h>

#include "base/text.h"
#include "base/thread.h"

typedef struct {
    const char *path;
    FILE *file; /* NULL: no log is kept, and all functions below do nothing */
    int64_t start_us;
    Monitor monitor; /* a line of one thread must not break into that of another */
} EngineLog;

/* A path of NULL: none is wanted. */
bool engine_log_open(EngineLog *log, const char *path, Reason *why);
/* '>': to the engine; '<': from it; '!': from its standard error. */
void engine_log_put(EngineLog *log, int thread_number, const char *engine, char direction, const char *line);
/* False if a line was lost. */
bool engine_log_flush(const EngineLog *log, Reason *why);
bool engine_log_close(EngineLog *log, Reason *why);

#endif
