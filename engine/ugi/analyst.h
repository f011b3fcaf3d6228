/* An analyst: an engine that is given one position after the other and says what it found as JSON.
 *
 * It remembers nothing from one position to the next, so its answers do not depend on their order. For one thread. */
#ifndef ROWAN_UGI_ANALYST_H
#define ROWAN_UGI_ANALYST_H

#include <stdint.h>

#include "base/text.h"

typedef struct {
    int64_t nodes, movetime_ms; /* of each position; LIMIT_NONE: no such limit */
    int multipv;
    int hash_mb;
} AnalystSpec;

typedef struct Analyst Analyst;

/* NULL when memory is short. */
Analyst *analyst_new(const AnalystSpec *spec);
void analyst_free(Analyst *analyst);

/* A position as text, or a game, with or without moves, becomes the members of a JSON object (without its braces),
 * which are valid until the next call. NULL, with the reason, if it is none. */
const char *analyst_answer(Analyst *analyst, const char *line, Reason *why);

#endif
