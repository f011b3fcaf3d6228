#include <stddef.h>

#include "support/board_class.h"

const BoardClass *const board_classes[] = {
    &board_class_universal, &board_class_small, &board_class_qubic,
    &board_class_flat,      &board_class_cube5, &board_class_cube6,
    &board_class_large,     &board_class_hyper, NULL,
};

bool board_class_fits(const BoardClass *class, const Geometry *geometry) {
    return geometry->cells <= class->cells_max && geometry->lines <= class->lines_max &&
           geometry->n >= class->edge_min && geometry->n <= class->edge_max;
}
