#include "ugi/output.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

bool output_init(Output *output, FILE *stream) {
    *output = (Output){.stream = stream};
    return mutex_init(&output->mutex);
}

void output_release(Output *output) {
    if (output->log != NULL) fclose(output->log);
    mutex_destroy(&output->mutex);
}

void output_send(Output *output, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    mutex_lock(&output->mutex);
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
        fflush(output->log);
    }
    mutex_unlock(&output->mutex);
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
    FILE *log = path[0] != '\0' ? fopen(path, "a") : NULL;
    if (path[0] != '\0' && log == NULL) return refuse(why, "cannot write to the log file '%.150s'", path);
    mutex_lock(&output->mutex);
    if (output->log != NULL) fclose(output->log);
    output->log = log;
    mutex_unlock(&output->mutex);
    return true;
}

void output_log_input(Output *output, const char *line) {
    if (output->log == NULL) return;
    mutex_lock(&output->mutex);
    fprintf(output->log, "> %s\n", line);
    fflush(output->log);
    mutex_unlock(&output->mutex);
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
