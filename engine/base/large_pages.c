/* The hint is one of Linux; elsewhere there is none. */
#define _DEFAULT_SOURCE

#include "base/large_pages.h"

#if defined(__linux__)
#include <stdint.h>
#include <sys/mman.h>

void large_pages_prefer(void *memory, size_t bytes) {
    enum { LARGE_PAGE = 2 << 20 };
    uintptr_t from = ((uintptr_t)memory + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t to = ((uintptr_t)memory + bytes) / LARGE_PAGE * LARGE_PAGE;
    if (to > from) madvise((void *)from, to - from, MADV_HUGEPAGE);
}
#else
void large_pages_prefer(void *memory, size_t bytes) {
    (void)memory;
    (void)bytes;
}
#endif
