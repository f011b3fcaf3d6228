/* The limits of a search in the words of UCI, where X is White. Pure function; any thread. */
#ifndef ROWAN_COMMON_UCI_LIMITS_H
#define ROWAN_COMMON_UCI_LIMITS_H

#include "base/text.h"

enum { UCI_LIMITS_SIZE = 1024 };

/* "p1time 1000 p2time 900" -> "wtime 1000 btime 900"; other words stay. False: there is no room. */
bool uci_limits(const char *limits, char uci[UCI_LIMITS_SIZE]);

#endif
