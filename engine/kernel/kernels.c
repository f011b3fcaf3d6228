#include <stddef.h>

#include "kernel/kernel.h"

/* One object of kernel.c each; the Makefile has their sizes. */
extern const Kernel kernel_small, kernel_qubic, kernel_flat, kernel_cube5, kernel_cube6, kernel_large, kernel_hyper;

static bool fits(const Kernel *kernel, const Geometry *geometry) {
    return geometry->cells <= kernel->cell_words * 64 && geometry->lines <= kernel->line_words * 64 &&
           geometry->n >= kernel->edge_min && geometry->n <= kernel->edge_max;
}

const Kernel *kernel_for(const Geometry *geometry) {
    static const Kernel *const narrowest_first[] = {&kernel_small, &kernel_qubic, &kernel_flat, &kernel_cube5,
                                                    &kernel_cube6, &kernel_large, &kernel_hyper};
    enum { KERNELS = sizeof narrowest_first / sizeof narrowest_first[0] };
    for (int i = 0; i < KERNELS; i++) {
        if (fits(narrowest_first[i], geometry)) return narrowest_first[i];
    }
    return NULL;
}
