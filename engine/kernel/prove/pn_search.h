/* Proof-number search: does one side, the attacker, win from here? (RULE_LINE only.)
 *
 * Best first (Allis, van der Meulen and van den Herik 1994) over a graph in memory (pn_graph.h), whose positions
 * have no forced win by threats. Each turn follows the cheapest way down to a position that is to be expanded, has its
 * moves listed (candidates.h), and brings the numbers on the way back up to date. PROVE_WON and PROVE_NOT_WON are both
 * proofs; when the memory is used up the prover says PROVE_FULL.
 *
 * Workers share the graph under one lock, and list moves and find canonical replies outside it; a position that a
 * worker expands looks worse to the others meanwhile. */
#ifndef ROWAN_KERNEL_PROVE_PN_SEARCH_H
#define ROWAN_KERNEL_PROVE_PN_SEARCH_H

#include "base/clock.h"
#include "base/thread.h"
#include "job/prove_job.h"
#include "kernel/prove/candidates.h"

enum { PROVE_THREADS_MAX = 64 };

typedef struct {
    struct Prover *prover;
    Scout scout;
    Thread thread;
    int index;
} ProveWorker;

struct Prover {
    Grid grid;
    ProveStatus settled; /* what the start said without any graph, or PROVE_UNKNOWN */
    CellSet start[2];
    int first_move;      /* of a forced win at the start, or MOVE_NONE */
    bool attacker_moves; /* at the start */

    Monitor monitor; /* for the graph and its root */
    Graph graph;
    ProveMove root; /* its replies are the positions to be won */

    ProveJob job;      /* of the run under way */
    _Atomic bool ends; /* it must end */
    int64_t next_report_us;
    uint64_t expansions;
    _Atomic uint64_t threat_nodes;
    ProveWorker *workers[PROVE_THREADS_MAX];
};

/* One turn */

typedef struct {
    int depth;
    struct {
        int32_t node, move; /* the move as an index of the pool; NO_INDEX: the hidden ones */
    } step[SIZE_CELLS];
    int32_t leaf; /* to be expanded; NO_INDEX: a value on the way was out of date */
    ListingScope scope;
} ProvePath;

/* Opens a move of a node, with the lock held before and after: most of the work needs none. */
static inline bool prover_open_move(Prover *prover, ProveNode *node, ProveMove *move) {
    ProveReplies replies;
    node->is_busy = true;
    monitor_unlock(&prover->monitor);
    graph_find_replies(&prover->graph, node->stones, move, &replies);
    monitor_lock(&prover->monitor);
    node->is_busy = false;
    monitor_notify(&prover->monitor);
    return graph_put_replies(&prover->graph, &replies, move);
}

/* Follows the cheapest way to a position to expand. */
static inline void prover_descend(Prover *prover, const ProveMove *root, ProvePath *path) {
    Graph *graph = &prover->graph;
    path->depth = 0;
    path->leaf = NO_INDEX;
    path->scope = (ListingScope){.floor = 0};
    int32_t at = graph_best_reply(graph, root);
    while (graph->nodes[at].moves != NO_INDEX && !graph->nodes[at].is_busy) {
        ProveNode *node = &graph->nodes[at];
        int best = graph_best_move(graph, node);
        path->step[path->depth].node = at;
        path->step[path->depth++].move = best == NO_INDEX ? NO_INDEX : node->moves + best;
        if (best == NO_INDEX) {
            path->scope.with_threats = node->hidden_pn == PN_THREATS;
            path->scope.floor = path->scope.with_threats ? SIZE_CELLS : (int)node->hidden_pn * 2;
            break;
        }
        ProveMove *move = &graph->moves[node->moves + best];
        uint32_t pn = move->pn, dn = move->dn;
        if (move->replies == NO_INDEX && !prover_open_move(prover, node, move)) return;
        graph_refresh_move(graph, move);
        if (move->pn != pn || move->dn != dn) return;
        at = graph_best_reply(graph, move);
        if (at == NO_INDEX) return;
    }
    path->leaf = at;
}

/* Brings the numbers on the path up to date. */
static inline void prover_climb(const Graph *graph, ProveMove *root, const ProvePath *path) {
    for (int i = path->depth; i-- > 0;) {
        if (path->step[i].move != NO_INDEX) graph_refresh_move(graph, &graph->moves[path->step[i].move]);
        ProveNode *node = &graph->nodes[path->step[i].node];
        if (!node->is_busy) graph_refresh_node(graph, node);
    }
    graph_refresh_move(graph, root);
}

/* While a worker expands a position it looks worse to the others, so that they go elsewhere. */
static inline void prover_claim(ProveNode *node) {
    node->is_busy = true;
    node->pn = graph_add_pn(node->pn, 1 + node->pn / 4);
    node->dn = graph_add_pn(node->dn, 1 + node->dn / 2);
}

/* Gives back a position that was not expanded after all. */
static inline void prover_disclaim(const Graph *graph, ProveNode *node) {
    if (node->moves == NO_INDEX) {
        node->pn = graph_first_pn_of(graph, node->stones);
        node->dn = 1;
    } else {
        graph_refresh_node(graph, node);
    }
}

/* Called and left with the lock held; without it in between. */
static inline void prover_expand(ProveWorker *worker, ProveMove *root, const ProvePath *path) {
    Prover *prover = worker->prover;
    Graph *graph = &prover->graph;
    ProveNode *node = &graph->nodes[path->leaf];
    CellSet stones[2] = {node->stones[SIDE_X], node->stones[SIDE_O]};
    Listing listing;
    prover_claim(node);
    if (prover->job.threads > 1) prover_climb(graph, root, path);
    monitor_unlock(&prover->monitor);
    uint64_t before = worker->scout.threats.nodes;
    bool is_whole = candidates_fill(&worker->scout, stones, path->scope, &listing);
    atomic_fetch_add_explicit(&prover->threat_nodes, worker->scout.threats.nodes - before, memory_order_relaxed);
    monitor_lock(&prover->monitor);
    node->is_busy = false;
    if (is_whole && graph_put_listing(graph, path->leaf, &listing)) {
        prover->expansions++;
    } else {
        prover_disclaim(graph, node);
    }
    prover_climb(graph, root, path);
    monitor_notify(&prover->monitor);
}

/* A run */

static inline uint64_t prover_nodes(const Prover *prover) {
    return prover->expansions + atomic_load_explicit(&prover->threat_nodes, memory_order_relaxed);
}

static inline ProveProgress prover_progress(const Prover *prover) {
    return (ProveProgress){.expansions = prover->expansions,
                           .positions = (uint64_t)prover->graph.node_count,
                           .nodes = prover_nodes(prover),
                           .proof_number = prover->root.pn,
                           .disproof_number = prover->root.dn,
                           .full_permille = graph_full_permille(&prover->graph)};
}

/* Limits, and now and then a word to the caller. With the lock held. */
static inline void prover_look_up(Prover *prover, bool may_report) {
    enum { REPORT_US = 200000 };
    const ProveJob *job = &prover->job;
    bool over =
        prover->graph.is_full || prover->expansions >= job->expansion_limit || prover_nodes(prover) >= job->node_limit;
    int64_t now_us = clock_now_us();
    if (over || atomic_load(job->stop) || now_us >= job->deadline_us) atomic_store(&prover->ends, true);
    if (!may_report || job->report == NULL || now_us < prover->next_report_us) return;
    prover->next_report_us = now_us + REPORT_US;
    ProveProgress progress = prover_progress(prover);
    job->report(job->context, &progress);
}

/* Runs until the value of the move is known, or the run ends. */
static inline void prover_prove_move(ProveWorker *worker, ProveMove *root) {
    Prover *prover = worker->prover;
    Graph *graph = &prover->graph;
    ProvePath path;
    monitor_lock(&prover->monitor);
    graph_refresh_move(graph, root);
    while (root->pn > 0 && root->dn > 0 && !atomic_load(&prover->ends)) {
        prover_descend(prover, root, &path);
        if (path.leaf == NO_INDEX) {
            prover_climb(graph, root, &path);
        } else if (graph->nodes[path.leaf].is_busy) {
            prover_climb(graph, root, &path);
            monitor_wait(&prover->monitor);
        } else {
            prover_expand(worker, root, &path);
        }
        prover_look_up(prover, worker->index == 0);
    }
    monitor_notify(&prover->monitor);
    monitor_unlock(&prover->monitor);
}

static inline void prover_run_thread(void *argument) {
    ProveWorker *worker = argument;
    prover_prove_move(worker, &worker->prover->root);
}

static inline bool prover_ensure_worker(Prover *prover, int index) {
    if (prover->workers[index] != NULL) return true;
    ProveWorker *worker = malloc(sizeof *worker);
    if (worker == NULL) return false;
    scout_init(&worker->scout, &prover->grid, prover->graph.symmetries, prover->graph.attacker, &prover->ends);
    worker->prover = prover;
    worker->index = index;
    prover->workers[index] = worker;
    return true;
}

static inline ProveStatus prover_status(const Prover *prover) {
    if (prover->settled != PROVE_UNKNOWN) return prover->settled;
    if (prover->root.pn == 0) return PROVE_WON;
    if (prover->root.dn == 0) return PROVE_NOT_WON;
    return prover->graph.is_full ? PROVE_FULL : PROVE_UNKNOWN;
}

static inline ProveStatus prover_run(Prover *prover, const ProveJob *job) {
    if (prover->settled != PROVE_UNKNOWN) return prover->settled;
    prover->job = *job;
    atomic_store(&prover->ends, false);
    prover_look_up(prover, false);
    int started = 1;
    for (; started < job->threads && started < PROVE_THREADS_MAX; started++) {
        /* Without memory or threads the run goes on with fewer. */
        if (!prover_ensure_worker(prover, started)) break;
        ProveWorker *worker = prover->workers[started];
        if (!thread_start(&worker->thread, prover_run_thread, worker)) break;
    }
    prover_prove_move(prover->workers[0], &prover->root);
    for (int i = 1; i < started; i++) thread_join(prover->workers[i]->thread);
    return prover_status(prover);
}

/* A winning move at the start. */
static inline int prover_move(const Prover *prover) {
    const Graph *graph = &prover->graph;
    if (!prover->attacker_moves) return MOVE_NONE;
    if (prover->settled == PROVE_WON) return prover->first_move;
    const ProveNode *node = &graph->nodes[graph->replies[prover->root.replies]];
    int move = graph_proven_move(graph, node);
    if (move == NO_INDEX) return MOVE_NONE;
    CellSet canonical[2];
    int symmetry = canonical_image(graph->symmetries, prover->start, canonical);
    return canonical_origin(graph->symmetries, symmetry, graph->moves[node->moves + move].cell);
}

/* The start */

/* What can be said at once, with the attacker to move. */
static inline void prover_settle_attack(Prover *prover, const Board *board) {
    Scout *scout = &prover->workers[0]->scout;
    if (scout_finds_win(scout, board, scout->attacker)) {
        prover->settled = PROVE_WON;
        prover->first_move = scout->line.cell[0];
    }
}

/* The same with the defender to move: which replies survive? */
static inline void prover_settle_defence(Prover *prover, const Board *board) {
    Scout *scout = &prover->workers[0]->scout;
    if (scout_finds_win(scout, board, side_other(scout->attacker))) {
        prover->settled = PROVE_NOT_WON;
        return;
    }
    prover->root.survivors = scout_survivors(scout, board, SIZE_CELLS).cells;
    if (cells_is_empty(prover->root.survivors)) prover->settled = PROVE_WON;
}

/* The root stands for a move of the attacker, whose replies are to be answered: there is just one "reply" when it is
 * the attacker's turn. */
static inline bool prover_set_up_root(Prover *prover, const Placement *position) {
    Graph *graph = &prover->graph;
    Board board;
    CellSet stones[2];
    placement_stones(position, stones);
    board_set_up(&prover->grid, &board, stones, position->to_move);
    prover->root = (ProveMove){.replies = NO_INDEX, .cell = MOVE_NONE, .pn = 1, .dn = 1};
    prover->start[SIDE_X] = stones[SIDE_X];
    prover->start[SIDE_O] = stones[SIDE_O];
    prover->first_move = MOVE_NONE;
    prover->attacker_moves = position->to_move == graph->attacker;
    if (prover->attacker_moves) {
        prover_settle_attack(prover, &board);
        CellSet canonical[2];
        canonical_image(graph->symmetries, stones, canonical);
        prover->root.replies = 0;
        prover->root.reply_count = 1;
        graph->replies[graph->reply_count++] = graph_node(graph, canonical);
        return true;
    }
    prover_settle_defence(prover, &board);
    return graph_open_replies(graph, stones, &prover->root);
}

static inline void prover_free(Prover *prover) {
    if (prover == NULL) return;
    for (int i = 0; i < PROVE_THREADS_MAX; i++) free(prover->workers[i]);
    graph_release(&prover->graph);
    monitor_destroy(&prover->monitor);
    free(prover);
}

static inline Prover *prover_new(const Geometry *geometry, const Symmetries *symmetries, const Placement *position,
                                 Side attacker, size_t megabytes) {
    Prover *prover = calloc(1, sizeof *prover);
    if (prover == NULL) return NULL;
    grid_init(&prover->grid, geometry);
    if (!monitor_init(&prover->monitor)) {
        free(prover);
        return NULL;
    }
    if (graph_init(&prover->graph, &prover->grid, symmetries, attacker, megabytes) && prover_ensure_worker(prover, 0) &&
        prover_set_up_root(prover, position))
        return prover;
    prover_free(prover);
    return NULL;
}

#endif
