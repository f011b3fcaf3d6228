/* Times on the command line, in seconds with an optional fraction: "2", "0.25", ".5". */
#ifndef ROWAN_COMMON_SECONDS_H
#define ROWAN_COMMON_SECONDS_H

#include "base/text.h"

/* At most 10^9 seconds; fractions of a millisecond are dropped. False for anything else, and *ms stays as it was. */
bool seconds_parse(Word text, int64_t *ms);

#endif
