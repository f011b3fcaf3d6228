/* When a search has to end: what the host asked for, and the time that this allows. */
#ifndef ROWAN_JOB_LIMITS_H
#define ROWAN_JOB_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/geometry.h"

enum { LIMIT_NONE = -1 };

/* The arguments of `go`; LIMIT_NONE where nothing was said. The first limit reached ends the search. */
typedef struct {
    int64_t time_ms[2]; /* clocks of X and O */
    int64_t increment_ms[2];
    int moves_to_go;
    int64_t movetime_ms;
    int64_t nodes;
    int depth;
    int mate;              /* stop when a win in that many moves is found */
    bool infinite;         /* only `stop` ends it */
    bool prove;            /* prove the value instead of searching for a move */
    bool ponder;           /* runs on the other side's time until `ponderhit` */
    bool moves_are_listed; /* searchmoves: only these, be they none */
    int allowed_count;
    uint16_t allowed[CELLS_MAX];
} GoLimits;

/* Microseconds from the start of the search (or from ponderhit). */
typedef struct {
    int64_t soft_us; /* begin nothing new after this */
    int64_t hard_us; /* be done by this */
} Budget;

void limits_init(GoLimits *limits);
/* Something will end a search for this side without the host's help; the other side's clock does not. */
bool limits_are_bounded(const GoLimits *limits, Side side);
/* The budget for the side to move with that many empty cells left. INT64_MAX where there is no limit. */
Budget limits_budget(const GoLimits *limits, Side side, int empty_cells, int overhead_ms);

#endif
