#include "ugi/output.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/system.h"

bool output_init(Output *output, FILE *stream) {
    *output = (Output){.stream = stream};
    return monitor_init(&output->monitor);
}

void output_release(Output *output) {
    if (output->log != NULL) fclose(output->log);
    monitor_destroy(&output->monitor);
}

/* The host hears of a log that cannot be written, a full disk for example, once: a log with gaps would mislead. Called
 * under the lock, with the line written. */
static void end_log_line(Output *output) {
    if (fflush(output->log) == 0 && !ferror(output->log)) return;
    fclose(output->log);
    output->log = NULL;
    fputs("info string error the log file cannot be written any more and has ended\n", output->stream);
    fflush(output->stream); /* if that fails, so will the next line */
}

void output_send(Output *output, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    monitor_lock(&output->monitor);
    errno = 0;
    vfprintf(output->stream, format, arguments);
    fputc('\n', output->stream);
    if ((fflush(output->stream) != 0 || ferror(output->stream)) && !atomic_load(&output->is_unheard)) {
        output->write_error = errno;
        atomic_store(&output->is_unheard, true);
    }
    if (output->log != NULL) {
        fputs("< ", output->log);
        vfprintf(output->log, format, again);
        fputc('\n', output->log);
        end_log_line(output);
    }
    monitor_unlock(&output->monitor);
    va_end(again);
    va_end(arguments);
}

void output_send_error(Output *output, const Reason *why) {
    output_send(output, "info string error %s", why->text);
}

bool output_is_unheard(Output *output) {
    return atomic_load(&output->is_unheard);
}

bool output_set_log(Output *output, const char *path, Reason *why) {
    bool is_plain = path[0] != '\0' && !system_file_is_special(path);
    FILE *log = is_plain ? fopen(path, "a") : NULL;
    if (path[0] != '\0' && log == NULL) {
        return refuse(why, "cannot write to the log file '%.150s'%s", path, is_plain ? "" : ": not a plain file");
    }
    monitor_lock(&output->monitor);
    if (output->log != NULL) fclose(output->log);
    output->log = log;
    monitor_unlock(&output->monitor);
    return true;
}

void output_log_input(Output *output, const char *line) {
    monitor_lock(&output->monitor);
    if (output->log != NULL) {
        fprintf(output->log, "> %s\n", line);
        end_log_line(output);
    }
    monitor_unlock(&output->monitor);
}

/* A host that left closed our pipe and knows it; anything else, a full disk for example, is worth a word. */
int output_status(const Output *output) {
    int error = output->write_error;
    if (!output->is_unheard) return 0;
#ifdef EPIPE
    if (error == EPIPE) return 1;
#endif
    fprintf(stderr, "rowan: cannot write to standard output%s%s\n", error != 0 ? ": " : "",
            error != 0 ? strerror(error) : "");
    return 1;
}
