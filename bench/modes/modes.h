/* The modes of the bench. Each measures, fills in the results (and a plot, if it has one) and says how it ended. They
 * run one at a time, in the main thread. */
#ifndef ROWAN_BENCH_MODES_MODES_H
#define ROWAN_BENCH_MODES_MODES_H

#include "core/trial.h"
#include "harness/plot.h"
#include "harness/results.h"

enum { THREAD_COUNTS_MAX = 8, OPERANDS_MAX = 32 };

/* The command line. Numbers that were not given are 0, and each mode has its own default. */
typedef struct {
    int depth;
    int nodes;
    int seconds;
    int repeats;
    int rounds;
    int positions; /* of each game */
    int hash_mb;
    int thread_counts;
    int threads[THREAD_COUNTS_MAX];
    const Game *only;   /* one game; NULL: all */
    const char *file;   /* of positions to measure on */
    const char *suites; /* the folder of those with known values */
    const char *engine;
    const char *signature_file;
    bool force;
    bool write;
    int operand_count;
    const char *operands[OPERANDS_MAX];
} Request;

typedef enum {
    MODE_FINE,
    MODE_DIFFERS, /* from what was expected */
    MODE_FAILED,  /* to measure; there is a reason */
} ModeEnd;

typedef ModeEnd Mode(const Request *request, Results *results, Plot *plot, Reason *why);

Mode mode_speed, mode_depth, mode_ladder, mode_solve, mode_prove, mode_signature, mode_latency, mode_compare;

/* For the modes that search: */

static inline int chosen(int asked, int otherwise) {
    return asked > 0 ? asked : otherwise;
}

/* What it took to finish that depth, or to prove the value before. False if neither happened. */
bool effort_to_depth(const TrialResult *result, int depth, Effort *effort);

#endif
