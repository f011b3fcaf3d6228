/* How the tests were built. Under a sanitizer the largest tests are cut down or left out. */
#ifndef ROWAN_TESTS_SUPPORT_BUILD_H
#define ROWAN_TESTS_SUPPORT_BUILD_H

#include <stdbool.h>

#if defined(__has_feature)
#define HAS_FEATURE(feature) __has_feature(feature)
#else
#define HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) ||                 \
    HAS_FEATURE(thread_sanitizer)
#define BUILT_TO_BE_SLOW true
#else
#define BUILT_TO_BE_SLOW false
#endif

/* Before _exit in a child process: what `make coverage` has counted in it is kept. */
#ifdef ROWAN_COVERAGE
void __gcov_dump(void);
#define build_keep_coverage() __gcov_dump()
#else
#define build_keep_coverage() ((void)0)
#endif

#endif
