/* A library to preload (LD_PRELOAD, Linux with glibc): one call into the system fails, as if memory, disk or process
 * table were full at that moment. The program under test is not changed and does not know.
 *
 *   ROWAN_FAULT          "KIND K": the K-th call of that kind fails, counted from 1; see the table of kinds
 *   ROWAN_FAULT_PROGRAM  only in programs of this name; children inherit the library
 *   ROWAN_FAULT_MARK     a file that is created when the fault happens, so that the test knows whether it did
 *
 * Streams are the difficulty: stdio calls read and write inside the C library, where no other library can step in. So
 * every stream, also the standard three, is replaced by one of ours (fopencookie) that reads and writes by the calls
 * below. Any thread may make the calls; the counter is atomic. */
#define _GNU_SOURCE
#include <features.h>
#ifndef __GLIBC__
#error "only for glibc"
#endif

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <threads.h>
#include <unistd.h>

/* The allocator of glibc under the names that nobody replaces: dlsym itself allocates, so malloc cannot be looked up.
 */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

typedef enum Kind { MEMORY, READ, WRITE, SYNC, RENAME, OPEN, FORK, PIPE, THREAD, KIND_COUNT } Kind;

static const struct {
    const char *name;
    int error;
} kinds[KIND_COUNT] = {
    [MEMORY] = {"memory", ENOMEM}, [READ] = {"read", EIO},     [WRITE] = {"write", ENOSPC},
    [SYNC] = {"sync", EIO},        [RENAME] = {"rename", EIO}, [OPEN] = {"open", EMFILE},
    [FORK] = {"fork", EAGAIN},     [PIPE] = {"pipe", EMFILE},  [THREAD] = {"thread", EAGAIN},
};

static Kind wanted = KIND_COUNT; /* none: nothing fails */
static atomic_long calls_left;

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

/* What happens after main is not the program's. tests/coverage calls this before it writes what it has counted. */
void faults_end(void) {
    wanted = KIND_COUNT;
}

/* Whether this call is the one that fails; errno says why. */
static bool fails(Kind kind) {
    static atomic_flag has_begun = ATOMIC_FLAG_INIT;
    if (kind != wanted) return false;
    if (!atomic_flag_test_and_set(&has_begun))
        atexit(faults_end); /* not earlier: it must come before the linker's own end */
    if (atomic_fetch_sub(&calls_left, 1) != 1) return false;
    const char *mark = getenv("ROWAN_FAULT_MARK");
    if (mark != NULL) {
        int (*real_open)(const char *, int, ...) = (int (*)(const char *, int, ...))next("open");
        close(real_open(mark, O_WRONLY | O_CREAT, 0600));
    }
    errno = kinds[kind].error;
    return true;
}

/* Memory */

void *malloc(size_t size) {
    return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return fails(MEMORY) ? NULL : __libc_realloc(memory, size);
}

/* Calls */

ssize_t read(int descriptor, void *buffer, size_t size) {
    ssize_t (*real)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))next("read");
    return fails(READ) ? -1 : real(descriptor, buffer, size);
}

ssize_t write(int descriptor, const void *buffer, size_t size) {
    ssize_t (*real)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))next("write");
    return fails(WRITE) ? -1 : real(descriptor, buffer, size);
}

ssize_t send(int descriptor, const void *buffer, size_t size, int flags) {
    ssize_t (*real)(int, const void *, size_t, int) = (ssize_t(*)(int, const void *, size_t, int))next("send");
    return fails(WRITE) ? -1 : real(descriptor, buffer, size, flags);
}

int fsync(int descriptor) {
    int (*real)(int) = (int (*)(int))next("fsync");
    return fails(SYNC) ? -1 : real(descriptor);
}

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))next("rename");
    return fails(RENAME) ? -1 : real(from, to);
}

int open(const char *path, int flags, ...) {
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))next("open");
    va_list rest;
    va_start(rest, flags);
    unsigned mode = (flags & O_CREAT) != 0 ? va_arg(rest, unsigned) : 0;
    va_end(rest);
    return fails(OPEN) ? -1 : real(path, flags, mode);
}

pid_t fork(void) {
    pid_t (*real)(void) = (pid_t(*)(void))next("fork");
    return fails(FORK) ? -1 : real();
}

int pipe(int ends[2]) {
    int (*real)(int *) = (int (*)(int *))next("pipe");
    return fails(PIPE) ? -1 : real(ends);
}

int pipe2(int ends[2], int flags) {
    int (*real)(int *, int) = (int (*)(int *, int))next("pipe2");
    return fails(PIPE) ? -1 : real(ends, flags);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
        (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))next("pthread_create");
    return fails(THREAD) ? EAGAIN : real(thread, attributes, run, argument);
}

int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
    int (*real)(thrd_t *, thrd_start_t, void *) = (int (*)(thrd_t *, thrd_start_t, void *))next("thrd_create");
    return fails(THREAD) ? thrd_error : real(thread, run, argument);
}

/* Streams */

enum { STREAMS_MAX = 64 };

/* Which descriptor a stream of ours has: index = descriptor. */
static FILE *streams[STREAMS_MAX];

static ssize_t stream_read(void *cookie, char *buffer, size_t size) {
    return read((int)(size_t)cookie, buffer, size);
}

/* 0 means an error here, unlike in write(). */
static ssize_t stream_write(void *cookie, const char *buffer, size_t size) {
    size_t written = 0;
    while (written < size) {
        ssize_t count = write((int)(size_t)cookie, buffer + written, size - written);
        if (count <= 0) break;
        written += (size_t)count;
    }
    return (ssize_t)written;
}

static int stream_seek(void *cookie, off64_t *offset, int whence) {
    off64_t position = lseek64((int)(size_t)cookie, *offset, whence);
    if (position < 0) return -1;
    *offset = position;
    return 0;
}

static int file_close(void *cookie) {
    int descriptor = (int)(size_t)cookie;
    streams[descriptor] = NULL;
    return close(descriptor);
}

/* No program of ours reads and writes one stream; but what counts the branches for `make coverage` does, and is let
 * alone. */
FILE *fdopen(int descriptor, const char *mode) {
    if (strchr(mode, '+') != NULL) return ((FILE * (*)(int, const char *)) next("fdopen"))(descriptor, mode);
    if (descriptor < 0 || descriptor >= STREAMS_MAX) return errno = EMFILE, NULL;
    FILE *stream = fopencookie((void *)(size_t)descriptor, mode,
                               (cookie_io_functions_t){stream_read, stream_write, stream_seek, file_close});
    streams[descriptor] = stream;
    return stream;
}

int fileno(FILE *stream) {
    for (int i = 0; i < STREAMS_MAX; i++) {
        if (streams[i] == stream) return i;
    }
    int (*real)(FILE *) = (int (*)(FILE *))next("fileno");
    return real(stream);
}

FILE *fopen(const char *path, const char *mode) {
    int flags = mode[0] == 'r' ? O_RDONLY : O_CREAT | O_WRONLY | (mode[0] == 'a' ? O_APPEND : O_TRUNC);
    if (strchr(mode, '+') != NULL) flags = (flags & ~O_WRONLY) | O_RDWR;
    if (strchr(mode, 'x') != NULL) flags |= O_EXCL;
    int descriptor = open(path, flags, 0666);
    if (descriptor < 0) return NULL;
    FILE *stream = fdopen(descriptor, mode);
    if (stream == NULL) close(descriptor);
    return stream;
}

static void find_fault(void) {
    const char *program = getenv("ROWAN_FAULT_PROGRAM");
    if (program != NULL && strcmp(program, program_invocation_short_name) != 0) return;
    const char *fault = getenv("ROWAN_FAULT");
    for (int i = 0; fault != NULL && i < KIND_COUNT; i++) {
        size_t length = strlen(kinds[i].name);
        if (strncmp(fault, kinds[i].name, length) != 0 || fault[length] != ' ') continue;
        atomic_store(&calls_left, atol(fault + length));
        wanted = (Kind)i;
    }
}

__attribute__((constructor)) static void begin(void) {
    stdin = fdopen(0, "r");
    stdout = fdopen(1, "w");
    stderr = fdopen(2, "w");
    setvbuf(stderr, NULL, _IONBF, 0);
    find_fault();
}
