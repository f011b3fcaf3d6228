#include <stddef.h>

#include "support/board_class.h"

#define CLASS(name) extern const BoardClass board_class_##name;
SIZE_CLASSES
#undef CLASS

#define CLASS(name) &board_class_##name,
const BoardClass *const board_classes[] = {SIZE_CLASSES NULL};

bool board_class_fits(const BoardClass *class, const Geometry *geometry) {
    return geometry->cells <= class->cells_max && geometry->lines <= class->lines_max &&
           geometry->n >= class->edge_min && geometry->n <= class->edge_max;
}
