/* The seam between the code that is compiled once and the code that is compiled for every size class.
 *
 * Everything that touches nodes of a search lives in headers, in the folders beside this file, which kernel.c gathers
 * for one size class. The folders above see only this: a worker is made for a game, searches a position when told to,
 * and reports through a callback. A worker belongs to one thread at a time. */
#ifndef ROWAN_KERNEL_KERNEL_H
#define ROWAN_KERNEL_KERNEL_H

#include "job/prove_job.h"
#include "job/search_job.h"
#include "rules/symmetry_tables.h"

typedef struct {
    const char *name;
    int cell_words, line_words, edge_min, edge_max;

    /* NULL when memory is short. The geometry and the symmetries must outlive the worker. */
    Worker *(*worker_new)(const Geometry *geometry, const Symmetries *symmetries);
    void (*worker_free)(Worker *worker);
    /* Forgets what it has learnt about moves. */
    void (*worker_clear)(Worker *worker);
    /* Its count of nodes starts again. */
    void (*reset_nodes)(Worker *worker);

    /* A search in steps, which core/answer.c puts in order. The moves of the job become those of the worker; a helper
     * takes them from the worker with the reports, and searches with it. */
    void (*begin)(Worker *worker, const SearchJob *job);
    void (*follow)(Worker *helper, const SearchJob *job, const Worker *first);
    /* A win by threats, which becomes the answer; one that a strategy promises is found whatever the limits. */
    bool (*win_by_threats)(Worker *worker, bool is_promised);
    /* A win in the number of moves that the job asks for, which becomes the answer. */
    MateAnswer (*win_in_moves)(Worker *worker);
    /* Leaves the moves that hold the other side, and says who is held (decide/contest.h). */
    HeldSides (*hold_draw)(Worker *worker, bool moves_hold, bool is_held);
    /* Where nothing can be lost: a move that wins against a short-sighted opponent becomes the answer. */
    bool (*take_chance)(Worker *worker);
    /* Iterative deepening, until a limit, a proof or stop. */
    void (*deepen)(Worker *worker);
    /* Has that proven a loss? */
    bool (*is_lost)(const Worker *worker);
    /* If it has proven a draw: leaves the moves that keep it. */
    bool (*keep_draw)(Worker *worker);
    /* Searches the moves that are left for the better chances. */
    void (*contest)(Worker *worker);
    /* The best line found, with at least one move. */
    void (*end)(Worker *worker, SearchLine *best);

    /* Nodes of the search under way or last done; any thread may ask. */
    uint64_t (*nodes)(const Worker *worker);
    /* Under the rules that count points: the exact value, with a line that leads there. False when a limit or stop came
     * first, or more than 64 cells are on open lines. Bounds are reported as they are proven. */
    bool (*solve)(Worker *worker, const SearchJob *job, SearchLine *best);
    int (*evaluate)(Worker *worker, const Placement *position);
    /* Does the side to move win by threats alone? A look at no more than a few thousand nodes, which do not count. The
     * win is made shorter as far as that is quickly done, down to `enough` plies. */
    bool (*forced_win)(Worker *worker, const Placement *position, int enough, ForcedWin *win);
    /* A move after which the side to move wins by threats and forced blocks whatever the other side replies
     * (prove/decisive.h), or MOVE_NONE; within that many nodes. It must have no forced win, and nobody a line that
     * lacks one stone. */
    int (*decisive_move)(Worker *worker, const Placement *position, uint64_t allowance);
    /* Move sequences of exactly `plies` plies that begin with this move; 0 when stopped. */
    uint64_t (*perft)(Worker *worker, const Placement *position, int move, int plies, const _Atomic bool *stop);

    /* In at most that much memory; NULL when there is none. The game must not be over. */
    Prover *(*prover_new)(const Geometry *geometry, const Symmetries *symmetries, const Placement *position,
                          Side attacker, size_t megabytes);
    void (*prover_free)(Prover *prover);
    ProveStatus (*prover_run)(Prover *prover, const ProveJob *job);
    ProveProgress (*prover_progress)(const Prover *prover);
    /* After PROVE_WON: a winning move, if it is the attacker's turn; else MOVE_NONE. */
    int (*prover_move)(const Prover *prover);
    /* After PROVE_WON: hands over the entries of a strategy and returns their number; -1 when memory is short. */
    int (*prover_strategy)(Prover *prover, const StrategyEffort *effort, const ProveJob *limits,
                           const StrategyListener *listener);
} Kernel;

/* The narrowest size class that holds the game. */
const Kernel *kernel_for(const Geometry *geometry);

#endif
