/* A search without the protocol: positions of the reference go in, the lines it reports come out.
 *
 * Every line that is reported is checked for what can be checked of any line: its moves are legal, and a win or a loss
 * comes with all its moves, up to the completed line. One thread. */
#ifndef ROWAN_TESTS_SUPPORT_SEARCHER_H
#define ROWAN_TESTS_SUPPORT_SEARCHER_H

#include "kernel/pool.h"
#include "reference/reference.h"

typedef struct {
    Shape *shape;
    Pool *pool;
    Tt *tt;
    SearchShared shared;
    SearchJob job; /* limits may be changed between searches */
    RefPosition position;
    RefValue truth;
    bool truth_is_known;
    SearchLine best;
    SearchLine lines[REF_MAX_CELLS]; /* those of the last iteration, by multipv - 1 */
    int line_count;
    int reports, proofs;
    char complaint[1400]; /* about the first line that is wrong; empty if none is */
} Searcher;

/* Ends the program when memory is short. */
Searcher *searcher_new(const char *game, int hash_mb, int threads);
void searcher_free(Searcher *searcher);
void searcher_forget(Searcher *searcher);

/* Searches the position with all techniques, or those of the job; sets `best` and `lines`. When solve is true, brute
 * force says the truth first, and what is reported as proven is held against it. */
void searcher_run(Searcher *searcher, const RefPosition *position, uint64_t nodes, bool solve);

/* Plies to the end of a won or lost line. */
int searcher_plies(int value);

#endif
