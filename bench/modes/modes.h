/* The modes of the bench. Each measures something, fills in the results (and the plot, if it has one) and says how it
 * ended. They run one at a time, in the main thread. */
#ifndef ROWAN_BENCH_MODES_MODES_H
#define ROWAN_BENCH_MODES_MODES_H

#include "harness/plot.h"
#include "harness/results.h"
#include "modes/bench_options.h"

/* What a mode is asked for, and where it puts what it finds. */
typedef struct {
    const BenchOptions *options;
    Results *results;
    Plot *plot;
    Reason *why; /* it could not measure */
} Bench;

typedef enum {
    MODE_FINE,
    MODE_DIFFERS, /* from what was expected */
    MODE_FAILED,  /* could not measure; there is a reason */
} ModeEnd;

typedef ModeEnd Mode(const Bench *bench);

Mode mode_speed, mode_depth, mode_ladder, mode_solve, mode_prove, mode_signature, mode_latency, mode_compare,
    mode_strength, mode_levels, mode_wdl, mode_overrun, mode_first, mode_commands;

#endif
