#include "common/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/os.h"

/* Values for errno that the system does not have. */
enum { ERROR_NOT_PLAIN = -1, ERROR_NO_READER = -2 };

enum { TEXT_MAX = 1 << 20 };

bool refuse_errno(Reason *why, const char *format, ...) {
    char what[sizeof why->text], cause[128];
    int error = errno;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (error == 0) return refuse(why, "%s", what);
    if (error == ERROR_NOT_PLAIN) return refuse(why, "%s: not a plain file", what);
    if (error == ERROR_NO_READER) return refuse(why, "%s: nobody reads from this pipe", what);
    os_error_text(error, cause, sizeof cause);
    return refuse(why, "%s: %s", what, cause);
}

FILE *file_open(const char *path) {
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &status) != 0 || !S_ISDIR(status.st_mode)) return file;
    fclose(file);
    errno = EISDIR;
    return NULL;
}

FILE *file_open_plain(const char *path) {
    struct stat status;
    int fd = os_open(path, O_RDONLY);
    if (fd < 0) return NULL;
    bool is_known = fstat(fd, &status) == 0;
    FILE *file = is_known && S_ISREG(status.st_mode) ? fdopen(fd, "rb") : NULL;
    if (file != NULL) return file;
    if (is_known && !S_ISREG(status.st_mode)) errno = S_ISDIR(status.st_mode) ? EISDIR : ERROR_NOT_PLAIN;
    int error = errno;
    close(fd);
    errno = error;
    return NULL;
}

FILE *file_open_output(const char *path, bool appends) {
    struct stat status;
    int fd = os_open(path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC));
    if (fd < 0 && errno == ENXIO && stat(path, &status) == 0 && S_ISFIFO(status.st_mode)) errno = ERROR_NO_READER;
    if (fd < 0) return NULL;
    FILE *file = fdopen(fd, appends ? "ab" : "wb");
    int error = errno;
    if (file == NULL) close(fd);
    errno = error;
    return file;
}

/* The reason names the path. */
static bool read_text(FILE *file, const char *path, char *text, Reason *why) {
    size_t length = fread(text, 1, TEXT_MAX, file);
    text[length] = '\0';
    if (ferror(file)) return refuse_errno(why, "cannot read '%.150s'", path);
    if (fgetc(file) != EOF) return refuse(why, "%.150s: is larger than a megabyte", path);
    return strlen(text) == length || refuse(why, "%.150s: has a zero byte", path);
}

char *file_load(const char *path, Reason *why) {
    FILE *file = file_open_plain(path);
    if (file == NULL) return refuse_errno(why, "cannot open '%.150s'", path), NULL;
    char *text = malloc(TEXT_MAX + 1);
    bool is_fine = text != NULL ? read_text(file, path, text, why) : refuse(why, "not enough memory");
    fclose(file);
    if (is_fine) return text;
    free(text);
    return NULL;
}

bool file_is_same(const char *a, const char *b) {
    struct stat of_a, of_b;
    if (stat(a, &of_a) == 0 && stat(b, &of_b) == 0) return os_is_same_file(a, b);
    if (strcmp(os_base_name(a), os_base_name(b)) != 0) return false;
    char *folder_a = file_folder(a), *folder_b = file_folder(b);
    bool is_same = folder_a != NULL && folder_b != NULL && os_is_same_file(folder_a, folder_b);
    free(folder_a);
    free(folder_b);
    return is_same;
}

bool file_is_plain(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

char *file_folder(const char *path) {
    size_t length = (size_t)(os_base_name(path) - path);
    char *folder = malloc(length + sizeof ".");
    if (folder == NULL) return NULL;
    memcpy(folder, path, length);
    strcpy(folder + length, length == 0 ? "." : "");
    if (length > 1 && path[length - 1] == '/') folder[length - 1] = '\0';
    return folder;
}

bool file_folder_is_writable(const char *path) {
    char *folder = file_folder(path);
    bool is_fine = folder != NULL && os_folder_is_writable(folder);
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
    if (os_link_status(path, &status)) return true; /* a link to a file that does not exist yet */
    return file_folder_is_writable(path);
}

bool file_is_replaceable(const char *path) {
    struct stat status;
    return !os_link_status(path, &status) || S_ISREG(status.st_mode);
}

bool file_output_is_possible(const char *path) {
    return file_is_writable(path) && (!file_is_replaceable(path) || file_folder_is_writable(path));
}

/* How much of the path the name of a file beside it can begin with: a name has 255 bytes at most, and some are for the
 * tail that makes it a new one. */
static size_t length_to_share(const char *path) {
    enum { SHARED_MAX = 200 };
    size_t length = strlen(path), folder = (size_t)(os_base_name(path) - path);
    return length - folder > SHARED_MAX ? folder + SHARED_MAX : length;
}

/* Whether "path.new-PID-N" can no longer be in use. A process of our own id is one that we follow, in a container say.
 */
static bool is_abandoned(const char *tail) {
    static const char prefix[] = ".new-";
    char *end;
    if (strncmp(tail, prefix, sizeof prefix - 1) != 0) return false;
    long owner = strtol(tail + sizeof prefix - 1, &end, 10);
    if (owner <= 0 || *end != '-' || end[1] == '\0' || end[1 + strspn(end + 1, "0123456789")] != '\0') return false;
    return owner == (long)getpid() || !os_process_exists(owner);
}

static void remove_beside(const char *path, const char *name) {
    size_t folder = (size_t)(os_base_name(path) - path), size = folder + strlen(name) + 1;
    char *whole = malloc(size);
    if (whole == NULL) return;
    snprintf(whole, size, "%.*s%s", (int)folder, path, name);
    (void)unlink(whole);
    free(whole);
}

void file_remove_leftovers(const char *path) {
    const char *base = os_base_name(path);
    size_t shared = length_to_share(path) - (size_t)(base - path);
    char *folder = file_folder(path);
    DIR *entries = folder != NULL ? opendir(folder) : NULL;
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (strncmp(entry->d_name, base, shared) != 0 || !is_abandoned(entry->d_name + shared)) continue;
        remove_beside(path, entry->d_name);
    }
    if (entries != NULL) closedir(entries);
    free(folder);
}

char *file_new_beside(const char *path) {
    enum { NAMES_MAX = 1000, TAIL_SIZE = 55 };
    struct stat status;
    size_t shared = length_to_share(path), size = shared + TAIL_SIZE;
    char *name = malloc(size);
    int fd = -1;
    if (name == NULL) return NULL;
    file_remove_leftovers(path);
    for (int i = 0; fd < 0 && i < NAMES_MAX; i++) {
        snprintf(name, size, "%.*s.new-%ld-%d", (int)shared, path, (long)getpid(), i);
        fd = os_open(name, O_WRONLY | O_CREAT | O_EXCL); /* O_EXCL does not follow a link either */
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd < 0) {
        free(name);
        return NULL;
    }
    if (stat(path, &status) == 0) os_set_mode(fd, (status.st_mode & 0777) | S_IRUSR | S_IWUSR);
    close(fd);
    return name;
}

/* By its name, because its writer has closed it. */
static bool sync_file(const char *path) {
    int fd = os_open(path, O_WRONLY);
    bool is_synced = fd >= 0 && os_sync(fd);
    int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
    return is_synced;
}

bool file_replace(const char *path, char *written, bool is_whole) {
    bool is_fine = is_whole && sync_file(written) && os_rename(written, path);
    int error = errno;
    if (!is_fine) (void)unlink(written);
    free(written);
    errno = error;
    return is_fine;
}

bool file_flush(FILE *stream) {
    bool was_fine = !ferror(stream);
    if (fflush(stream) != 0) return false;
    if (!was_fine) errno = 0; /* the cause of an earlier loss is no longer known */
    return was_fine;
}

bool file_close(FILE *stream) {
    bool is_whole = file_flush(stream);
    int error = errno;
    bool is_closed = fclose(stream) == 0;
    if (!is_whole) errno = error;
    return is_whole && is_closed;
}

int file_close_stdout(const char *program, int status, int failed) {
    Reason why;
    if (file_close(stdout)) return status;
    refuse_errno(&why, "cannot write to standard output");
    fprintf(stderr, "%s: %s\n", program, why.text);
    return failed;
}
