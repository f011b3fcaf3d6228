#include "base/build.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* The Makefile knows these. */
#ifndef BUILD_VERSION
#define BUILD_VERSION "unknown"
#define BUILD_COMMIT  "unknown"
#define BUILD_TARGET  "unknown"
#endif

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

const char build_version[] = BUILD_VERSION;
const char build_commit[] = BUILD_COMMIT;
const char build_compiler[] = COMPILER;
const char build_details[] = BUILD_VERSION " (" BUILD_COMMIT ", " COMPILER ", " BUILD_TARGET ")";

#if defined(__GNUC__) && defined(__x86_64__)

/* These functions must not use what they ask for. */
#define FOR_ANY_PROCESSOR __attribute__((target("arch=x86-64")))

FOR_ANY_PROCESSOR static bool processor_suffices(void) {
    bool suffices = true;
    __builtin_cpu_init();
#ifdef __POPCNT__
    suffices = suffices && __builtin_cpu_supports("popcnt");
#endif
#ifdef __AVX2__
    suffices = suffices && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#endif
    return suffices;
}

FOR_ANY_PROCESSOR __attribute__((constructor)) static void refuse_other_processors(void) {
    if (processor_suffices()) return;
    fputs("this program is for newer processors (" BUILD_TARGET "); rowan-" BUILD_VERSION "-linux-x86-64 runs on any\n",
          stderr);
    _Exit(EXIT_FAILURE);
}

#endif
