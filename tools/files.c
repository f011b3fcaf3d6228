#include "files.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool refuse_errno(Reason *why, const char *format, ...) {
    char what[sizeof why->text], cause[128];
    int error = errno;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (error == 0) return refuse(why, "%s", what);
    if (strerror_r(error, cause, sizeof cause) != 0) snprintf(cause, sizeof cause, "error %d", error);
    return refuse(why, "%s: %s", what, cause);
}

FILE *file_open(const char *path) {
    struct stat status;
    FILE *file = fopen(path, "r");
    if (file == NULL || fstat(fileno(file), &status) != 0 || !S_ISDIR(status.st_mode)) return file;
    fclose(file);
    errno = EISDIR;
    return NULL;
}

char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    char *folder = malloc(length + sizeof ".");
    if (folder == NULL) return NULL;
    memcpy(folder, path, length);
    strcpy(folder + length, length == 0 ? "." : "");
    return folder;
}

bool folder_is_writable(const char *path) {
    char *folder = folder_of(path);
    bool is_fine = folder != NULL && access(folder, W_OK | X_OK) == 0;
    int error = errno;
    free(folder);
    errno = error;
    return is_fine;
}

bool file_is_writable(const char *path) {
    struct stat status;
    if (stat(path, &status) == 0) {
        if (!S_ISDIR(status.st_mode)) return access(path, W_OK) == 0;
        errno = EISDIR;
        return false;
    }
    if (errno != ENOENT || path[0] == '\0') return false;
    if (lstat(path, &status) == 0) return true; /* a link to nothing yet: where it leads is not followed */
    return folder_is_writable(path);
}

bool stream_flush(FILE *stream) {
    bool was_fine = !ferror(stream);
    if (fflush(stream) != 0) return false;
    if (!was_fine) errno = 0; /* what was lost before has no cause any more */
    return was_fine;
}

bool stream_close(FILE *stream) {
    bool is_whole = stream_flush(stream);
    int error = errno;
    bool is_closed = fclose(stream) == 0;
    if (!is_whole) errno = error;
    return is_whole && is_closed;
}

int output_close(const char *program, int status, int failed) {
    Reason why;
    if (stream_close(stdout)) return status;
    refuse_errno(&why, "standard output cannot be written");
    fprintf(stderr, "%s: %s\n", program, why.text);
    return failed;
}
