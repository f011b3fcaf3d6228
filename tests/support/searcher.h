/* A search without the protocol: positions of the reference go in, the lines it reports come out.
 *
 * Every reported line is checked: its moves must be legal, and a win or a loss must come with all its moves, up to the
 * completed line. A Searcher belongs to one thread. */
#ifndef ROWAN_TESTS_SUPPORT_SEARCHER_H
#define ROWAN_TESTS_SUPPORT_SEARCHER_H

#include "core/answer.h"
#include "reference/reference.h"

typedef struct {
    Shape *shape;
    Pool *pool;
    Tt *tt;
    SearchShared shared;
    SearchJob job; /* limits, aims and techniques may be changed between searches */
    RefPosition position;
    RefValue truth;
    bool truth_is_known;
    SearchLine best;
    SearchLine lines[REF_MAX_CELLS]; /* those of the last iteration, by multipv - 1 */
    int line_count;
    int reports, proofs;
    char complaint[1400]; /* about the first line that is wrong; empty if none is */
} Searcher;

/* Not enough memory ends the program. */
Searcher *searcher_new(const char *game, int hash_mb, int threads);
void searcher_free(Searcher *searcher);
/* Clears the table and all else it has learnt. */
void searcher_forget(Searcher *searcher);

/* Searches the position; sets `best` and `lines`. If solve is true, the position is first solved by brute force, and
 * every line reported as proven is compared with the truth. */
void searcher_run(Searcher *searcher, const RefPosition *position, uint64_t nodes, bool solve);

/* The same for the position and the moves that the job has already. */
void searcher_answer(Searcher *searcher);

/* Under the rules that count points: the exact value by the solver for these, in `best`. False if a limit of the job or
 * of `shared`, which the caller sets, ended it. Reports are not checked. */
bool searcher_solve(Searcher *searcher, const RefPosition *position);

/* Plies to the end of a won or lost line. */
int searcher_plies(int value);

#endif
