#include <stddef.h>

#include "kernel/kernel.h"

/* One object of kernel.c each. SIZE_CLASSES is CLASS(small) CLASS(qubic) and so on: the Makefile has the list,
 * narrowest first, and the sizes. */
#define CLASS(name) extern const Kernel kernel_##name;
SIZE_CLASSES
#undef CLASS

static bool fits(const Kernel *kernel, const Geometry *geometry) {
    return geometry->cells <= kernel->cell_words * 64 && geometry->lines <= kernel->line_words * 64 &&
           geometry->n >= kernel->edge_min && geometry->n <= kernel->edge_max;
}

const Kernel *kernel_for(const Geometry *geometry) {
#define CLASS(name) &kernel_##name,
    static const Kernel *const narrowest_first[] = {SIZE_CLASSES};
    enum { KERNELS = sizeof narrowest_first / sizeof narrowest_first[0] };
    for (int i = 0; i < KERNELS; i++) {
        if (fits(narrowest_first[i], geometry)) return narrowest_first[i];
    }
    return NULL;
}
