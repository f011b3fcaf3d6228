#include "referee/engine_log.h"

#include "base/clock.h"
#include "common/files.h"
#include "common/printable.h"

bool engine_log_open(EngineLog *log, const char *path, Reason *why) {
    *log = (EngineLog){.path = path, .start_us = clock_now_us()};
    if (path == NULL) return true;
    if (!monitor_init(&log->monitor)) return refuse(why, "the system has no more locks");
    log->file = file_open_output(path, true);
    if (log->file != NULL) return true;
    monitor_destroy(&log->monitor);
    return refuse_errno(why, "cannot open '%.150s'", path);
}

/* What an engine sent may steer the terminal of whoever reads the log, so bytes that are not printable are written as
 * \xNN. */
void engine_log_put(EngineLog *log, int thread_number, const char *engine, char direction, const char *line) {
    FILE *file = log->file;
    if (file == NULL) return;
    double seconds = (double)(clock_now_us() - log->start_us) / 1e6;
    monitor_lock(&log->monitor);
    fprintf(file, "%.6f %d %s %c ", seconds, thread_number, engine, direction);
    while (*line != '\0') {
        size_t length = *line == '\t' ? 1 : printable_length(line);
        if (length == 0) fprintf(file, "\\x%02x", (unsigned char)*line);
        if (length > 0) fwrite(line, 1, length, file);
        line += length > 0 ? length : 1;
    }
    fputc('\n', file);
    monitor_unlock(&log->monitor);
}

bool engine_log_flush(const EngineLog *log, Reason *why) {
    return log->file == NULL || file_flush(log->file) || refuse_errno(why, "cannot write '%.150s'", log->path);
}

bool engine_log_close(EngineLog *log, Reason *why) {
    if (log->file == NULL) return true;
    monitor_destroy(&log->monitor);
    return file_close(log->file) || refuse_errno(why, "cannot write '%.150s'", log->path);
}
