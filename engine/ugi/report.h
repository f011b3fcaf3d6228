/* What the engine reports from its search thread, as lines of the protocol. */
#ifndef ROWAN_UGI_REPORT_H
#define ROWAN_UGI_REPORT_H

#include "core/engine.h"
#include "ugi/output.h"

typedef struct {
    Output *output;
    Engine *engine; /* set before the first search */
} Report;

/* The report must outlive the engine. */
EngineListener report_listener(Report *report);

/* The line that ends a search; MOVE_NONE where there is no move. */
void report_best_move(Report *report, int best, int ponder);

#endif
