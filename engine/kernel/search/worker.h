/* A worker: one thread of a search, with all that it owns and has learnt; its counts, its limits, its outlook.
 *
 * A worker belongs to one thread at a time. Only its count of nodes may be read by others. */
#ifndef ROWAN_KERNEL_SEARCH_WORKER_H
#define ROWAN_KERNEL_SEARCH_WORKER_H

#include "base/clock.h"
#include "base/watch.h"
#include "job/search_job.h"
#include "kernel/eval/pairing.h"
#include "kernel/search/move_order.h"
#include "kernel/search/threat.h"
#include "rules/symmetry_tables.h"

/* What a node leaves for its parent. */
typedef struct {
    bool solid; /* the value returned is proven; see search.h */
    int pv_length;
    uint16_t pv[SIZE_CELLS];
} Frame;

/* What the host was last told of a root move. */
typedef struct {
    int multipv, value; /* multipv 0: nothing yet */
    bool proven, move_is_proven;
} Told;

typedef struct {
    uint16_t move;
    uint16_t cells;  /* how many it stands for: itself and its mirror images */
    int value;       /* in this iteration; -VALUE_INFINITE if the move did not come up to the best ones */
    SearchLine line; /* when it last did */
    Told told;
} RootMove;

/* What a search takes the players to see. */
typedef enum {
    OUTLOOK_CLEAR,   /* everything */
    OUTLOOK_CONTEST, /* a draw is proven: no bounds, which would make everything 0 */
} Outlook;

struct Worker {
    Grid grid;
    const Symmetries *symmetries;
    MoveMemory memory;
    Pairing pairings[2]; /* of each side: the last one looked for */
    ThreatSearch threats;
    ThreatLine threat_line; /* the last one found */

    /* The job at hand. */
    _Atomic uint64_t nodes; /* written by its own thread only */
    const SearchJob *job;
    bool stopped;
    bool passed; /* a pass is under way: no other */
    Outlook outlook;
    Techniques techniques; /* that the outlook leaves of the job's */
    uint64_t key_salt;     /* keeps table entries of each outlook apart */
    uint64_t node_limit;   /* the job's, or less */
    int64_t time_limit_us; /* the same */
    Watch watch;
    int seldepth;
    SearchPlace place;
    Board root;
    int finished_depth; /* of the last iteration that was not cut short */
    int root_move_count;
    int multipv_done; /* root moves before this one have their value in this iteration */
    RootMove root_moves[SIZE_CELLS];
    Frame frames[SIZE_CELLS + 2]; /* by ply */

    /* Exact solving under the rules that count points. */
    struct PointsKeys *points_keys; /* made when first needed */
    uint64_t exact_limit;           /* count of nodes at which it stops */
    int exact_move;                 /* of the last node it left, MOVE_NONE if unknown */
};

/* Nodes and limits */

static inline uint64_t worker_nodes(const Worker *worker) {
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

static inline uint64_t worker_nodes_left(const Worker *worker) {
    uint64_t limit = worker->node_limit, used = worker_nodes(worker);
    return limit > used ? limit - used : 0;
}

static inline bool worker_time_is_up(const Worker *worker, int64_t limit_us) {
    const SearchShared *shared = worker->job->shared;
    if (limit_us == INT64_MAX || !atomic_load_explicit(&shared->clock_is_on, memory_order_acquire)) return false;
    return clock_now_us() - atomic_load_explicit(&shared->start_us, memory_order_relaxed) >= limit_us;
}

/* By the clock, or by whoever gave the job. */
static inline bool worker_is_told_to_stop(const void *context) {
    const Worker *worker = context;
    const SearchJob *job = worker->job;
    if (atomic_load_explicit(&job->shared->stop, memory_order_relaxed)) return true;
    if (worker_time_is_up(worker, worker->time_limit_us)) return true;
    if (job->index > 0) return atomic_load_explicit(&job->shared->is_done, memory_order_relaxed);
    return job->pulse != NULL && job->pulse(job->context, &worker->place);
}

/* Counts work beside the nodes, or instead of them. */
static inline void worker_count_steps(Worker *worker, int64_t steps) {
    if (watch_step(&worker->watch, steps)) worker->stopped = true;
}

/* Counts a node, unless the search must end: at limits of nodes exactly, at the clock now and then. */
static inline void worker_count_node(Worker *worker) {
    uint64_t nodes = worker_nodes(worker);
    if (nodes >= worker->node_limit || atomic_load_explicit(&worker->job->shared->stop, memory_order_relaxed)) {
        worker->stopped = true;
        return;
    }
    atomic_store_explicit(&worker->nodes, ++nodes, memory_order_relaxed);
    worker_count_steps(worker, 1);
}

/* Forced wins */

/* Of a search for forced wins, which looks at the watch by itself. */
static inline void worker_add_nodes(Worker *worker, uint64_t spent) {
    atomic_store_explicit(&worker->nodes, worker_nodes(worker) + spent, memory_order_relaxed);
    worker_count_steps(worker, (int64_t)spent);
}

/* Looks for a forced win of the attacker as if it were its move; the nodes count like all others. */
static inline bool worker_finds_forced_win(Worker *worker, const Board *board, Side attacker, uint64_t allowance) {
    uint64_t before = worker->threats.nodes, left = worker_nodes_left(worker);
    if (allowance > left) allowance = left;
    bool won = threat_win(&worker->threats, &worker->grid, board, attacker, allowance, &worker->threat_line);
    worker_add_nodes(worker, worker->threats.nodes - before);
    return won;
}

/* The same where neither side can complete a line with its next stone. */
static inline bool worker_finds_win_from_calm(Worker *worker, const Board *board, Side attacker, uint64_t allowance) {
    uint64_t before = worker->threats.nodes, left = worker_nodes_left(worker);
    if (allowance > left) allowance = left;
    bool won = threat_win_from_calm(&worker->threats, &worker->grid, board, attacker, allowance, &worker->threat_line);
    if (worker->threats.nodes > before) worker_add_nodes(worker, worker->threats.nodes - before);
    return won;
}

/* A line of that many plies was looked at. */
static inline void worker_note_depth(Worker *worker, int plies) {
    if (plies > worker->seldepth) worker->seldepth = plies;
}

/* The job at hand */

static inline bool worker_uses(const Worker *worker, Techniques technique) {
    return (worker->techniques & technique) != 0;
}

static inline void worker_set_outlook(Worker *worker, Outlook outlook) {
    static const uint64_t salts[] = {0, UINT64_C(0x2545F4914F6CDD1D)};
    Techniques job = worker->job->techniques;
    Techniques left[] = {job, job & (USE_ORDER | USE_TABLE | USE_THREATS)};
    worker->outlook = outlook;
    worker->key_salt = salts[outlook];
    worker->techniques = left[outlook];
}

static inline void worker_begin(Worker *worker, const SearchJob *job) {
    enum { FIRST_LOOK = 64 }; /* so many nodes even if the time is over before: the answer should be no accident */
    worker->job = job;
    worker->stopped = false;
    worker->node_limit = job->node_limit;
    worker->time_limit_us = job->shared->budget.hard_us;
    watch_start(&worker->watch, worker_is_told_to_stop, worker, FIRST_LOOK);
    worker->place = (SearchPlace){.move = MOVE_NONE};
    worker_set_outlook(worker, OUTLOOK_CLEAR);
}

/* Some moves get less attention than others; not on the lower levels, which look at everything within their few
 * plies. */
static inline bool worker_is_selective(const Worker *worker) {
    return worker_uses(worker, USE_ORDER) && worker_uses(worker, USE_THREATS);
}

/* Frames */

static inline int frame_solid_value(Frame *frame, int value) {
    frame->solid = true;
    return value;
}

static inline void frame_set_pv(Frame *frame, int move, const Frame *rest) {
    frame->pv[0] = (uint16_t)move;
    memcpy(frame->pv + 1, rest->pv, sizeof rest->pv[0] * (size_t)rest->pv_length);
    frame->pv_length = rest->pv_length + 1;
}

#endif
