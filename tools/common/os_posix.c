#define _DARWIN_C_SOURCE /* struct winsize on macOS; other systems do not mind */

#include "common/os.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#elif defined(__FreeBSD__)
#include <sys/types.h>

#include <sys/sysctl.h>
#endif

#include "common/files.h"

void os_error_text(int error, char *text, size_t size) {
    if (strerror_r(error, text, size) != 0) snprintf(text, size, "error %d", error);
}

int os_open(const char *path, int flags) {
    int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd >= 0) (void)fcntl(fd, F_SETFL, flags & O_APPEND); /* only opening must not wait */
    return fd;
}

bool os_sync(int fd) {
    return fsync(fd) == 0;
}

void os_sync_folder(const char *folder) {
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
}

bool os_lock(int fd) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_SETLK, &whole) == 0;
}

void os_release(int *fd) {
    (void)fd;
}

void os_set_mode(int fd, unsigned mode) {
    (void)fchmod(fd, (mode_t)mode);
}

bool os_link_status(const char *path, struct stat *status) {
    return lstat(path, status) == 0;
}

bool os_is_same_file(const char *a, const char *b) {
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

bool os_rename(const char *from, const char *to) {
    return rename(from, to) == 0;
}

bool os_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

bool os_folder_is_writable(const char *path) {
    return access(path, W_OK | X_OK) == 0;
}

const char *os_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

long long os_read_line(char **line, size_t *size, FILE *stream) {
    return getline(line, size, stream);
}

bool os_is_terminal(FILE *stream) {
    return isatty(fileno(stream)) == 1;
}

void os_screen_size(FILE *stream, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
    *columns = size.ws_col;
    *rows = size.ws_row;
}

bool os_process_exists(long pid) {
    return kill((pid_t)pid, 0) == 0 || errno != ESRCH;
}

void os_sleep_ms(int ms) {
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

bool os_load(double *load, long *processors) {
    FILE *file = fopen("/proc/loadavg", "r");
    bool is_known = file != NULL && fscanf(file, "%lf", load) == 1;
    if (file != NULL) fclose(file);
    *processors = sysconf(_SC_NPROCESSORS_ONLN);
    return is_known && *processors > 0;
}

#if defined(__APPLE__)
bool os_program_path(char *path, size_t size) {
    char found[4096], *real = NULL;
    uint32_t room = sizeof found;
    if (_NSGetExecutablePath(found, &room) == 0) real = realpath(found, NULL); /* a link is followed */
    if (real != NULL) snprintf(path, size, "%s", real);
    free(real);
    return real != NULL;
}
#elif defined(__FreeBSD__)
bool os_program_path(char *path, size_t size) {
    int which[] = {CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1};
    return sysctl(which, sizeof which / sizeof *which, path, &size, NULL, 0) == 0;
}
#else
bool os_program_path(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length > 0) path[length] = '\0';
    return length > 0;
}
#endif

void file_ignore_signals(void) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
    sigaction(SIGXFSZ, &ignore, NULL);
}
