/* What the engine reports from its search thread, as lines of the protocol. */
#ifndef ROWAN_UGI_INFO_H
#define ROWAN_UGI_INFO_H

#include "core/engine.h"
#include "ugi/output.h"

typedef struct {
    Output *output;
    Engine *engine; /* set before the first search */

    /* When the search was last heard to have looked at more nodes, since its `go`. */
    uint64_t nodes;
    int64_t busy_us;
} Info;

/* The info must outlive the engine. */
EngineListener info_listener(Info *info);

/* The line that ends a search; MOVE_NONE where there is no move. */
void info_best_move(Info *info, int best, int ponder);

#endif
