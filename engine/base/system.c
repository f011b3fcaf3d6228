/* isatty and stat are POSIX, the hint is one of Linux. */
#define _DEFAULT_SOURCE

#include "base/system.h"

#include <stdint.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/stat.h>
#include <unistd.h>

bool system_has_room(void) {
    return isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) != 1;
}

bool system_has_a_person(void) {
    return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
}

bool system_file_is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}
#else
bool system_has_room(void) {
    return false;
}

bool system_has_a_person(void) {
    return false;
}

bool system_file_is_special(const char *path) {
    (void)path;
    return false;
}
#endif

bool system_can_address(size_t megabytes) {
    return megabytes <= SIZE_MAX / 2 >> 20;
}

#if defined(__linux__)
#include <sys/mman.h>

void system_prefer_large_pages(void *memory, size_t bytes) {
    enum { LARGE_PAGE = 2 << 20 };
    uintptr_t from = ((uintptr_t)memory + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t to = ((uintptr_t)memory + bytes) / LARGE_PAGE * LARGE_PAGE;
    if (to > from) madvise((void *)from, to - from, MADV_HUGEPAGE);
}
#else
void system_prefer_large_pages(void *memory, size_t bytes) {
    (void)memory;
    (void)bytes;
}
#endif
