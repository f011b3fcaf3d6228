/* Random positions of a game, made in one of several ways. They depend on the seed alone. */
#ifndef ROWAN_SUITES_MAKE_POSITION_H
#define ROWAN_SUITES_MAKE_POSITION_H

#include "reference/reference.h"
#include "suites/suite_spec.h"

/* With that many stones, and undecided. Steps the seed. False if this attempt led to nothing. */
bool make_position(RefPosition *position, const RefGame *game, Origin origin, int stones, uint64_t *seed);

#endif
