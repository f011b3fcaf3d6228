/* Proof-number search: does one side, the attacker, win from here? (RULE_LINE only.)
 *
 * Best first (Allis, van der Meulen and van den Herik 1994) over a graph in memory. Its positions have the attacker to
 * move and no forced win by threats; they are canonical, so that symmetric ones are the same. A move carries its
 * survivors, the replies after which the attacker still has no forced win: their exact number is the move's first proof
 * number. One winning line refutes all replies outside the cells that it needs, so counting costs far less than a
 * search for each reply.
 *
 * Which moves are looked at, in this order: quiet moves with the fewest survivors; those with more, which stay hidden
 * behind a lower bound until they look cheap; at last the attacker's own threats, which matter only where the
 * forced-win search missed something or nothing else wins. So PROVE_WON and PROVE_NOT_WON are both proofs: what is left
 * out loses to a forced win of the defender, or cannot win by weight or pairing.
 *
 * Numbers saturate below infinity, so only 0 and PN_INFINITE are proofs. Workers share the graph under one lock and
 * look for forced wins outside it; a position that a worker expands looks worse to the others meanwhile. All memory is
 * taken at the start; when it is used up the prover says PROVE_FULL. */
#ifndef ROWAN_PROVE_H
#define ROWAN_PROVE_H

#include "canonical.h"
#include "clock.h"
#include "eval.h"
#include "kernel.h"
#include "pairing.h"
#include "thread.h"
#include "threat.h"

enum {
    PN_INFINITE = 1 << 30,
    PN_MAX = PN_INFINITE - 1,
    PN_THREATS = 1 << 20, /* what the attacker's own threats count while they are not listed */
    NO_INDEX = -1,
    SYMMETRIC_STONES = 6, /* with more, hardly a position has symmetries of its own */
    MARGIN = 1,           /* list moves with up to so many survivors more than the best */
    HIDDEN_FACTOR = 4,    /* hidden moves count that often their least number of survivors */
    QUIET_QUARTERS = 12,  /* first proof numbers of moves that threaten nothing grow by rank: pursue one plan */
    PROVE_THREADS_MAX = 64,
};

/* Nodes for one search for a forced win; on 4x4x4 they take 17 on average. */
#define PROVE_ALLOWANCE UINT64_C(100000)

typedef struct {
    CellSet survivors;
    uint32_t pn, dn;
    int32_t replies; /* the first of reply_count in the pool; NO_INDEX before the move is opened */
    uint16_t reply_count;
    uint16_t cell;
    uint16_t rank;
    bool is_quiet; /* threatens nothing: every reply survives */
} ProveMove;

typedef struct {
    CellSet stones[2]; /* canonical; the attacker is to move */
    uint32_t pn, dn;
    uint32_t hidden_pn; /* moves not listed have at least so many survivors; PN_THREATS: only threats are not listed */
    int32_t moves;      /* the first of move_count in the pool; NO_INDEX before expansion */
    uint16_t move_count;
    uint16_t listed_to; /* all quiet moves with up to so many survivors are listed, also beside a winning one */
    bool is_forced;     /* the attacker must block: no entry of a strategy */
    bool is_busy;       /* a worker is expanding it */
} ProveNode;

typedef struct {
    struct Prover *prover;
    ThreatSearch threats;
    ThreatLine line;
    Thread thread;
    int index;
} ProveWorker;

struct Prover {
    Grid grid;
    const Symmetries *symmetries;
    Side attacker;
    ProveStatus settled; /* what the start said without any graph, or PROVE_UNKNOWN */
    CellSet start[2];
    int first_move;      /* of a forced win at the start, or MOVE_NONE */
    bool attacker_moves; /* at the start */
    ProveMove root;      /* its replies are the positions to be won */

    ProveNode *nodes;
    ProveMove *moves;
    int32_t *replies, *slots;
    int32_t node_count, move_count, reply_count;
    int32_t node_max, move_max, reply_max;
    uint32_t slot_mask;
    bool is_full;

    ProveJob job;      /* of the run under way */
    _Atomic bool ends; /* it must end */
    int64_t next_report_us;
    uint64_t expansions;
    _Atomic uint64_t threat_nodes;
    Mutex mutex;
    Condition changed;
    ProveWorker *workers[PROVE_THREADS_MAX];
};

static inline uint32_t pn_add(uint32_t a, uint32_t b) {
    if (a == PN_INFINITE || b == PN_INFINITE) return PN_INFINITE;
    return a + b > PN_MAX ? PN_MAX : a + b;
}

/* The graph */

static inline uint32_t stones_hash(const CellSet stones[2]) {
    uint64_t hash = 0;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (int i = 0; i < CELL_WORDS; i++) {
            hash = (hash ^ stones[side].word[i]) * UINT64_C(0x9E3779B97F4A7C15);
            hash ^= hash >> 31;
        }
    }
    return (uint32_t)((hash * UINT64_C(0xD6E8FEB86659FD93)) >> 32);
}

/* The index of the position, which is made when it is new. There must be room for one. */
static inline int32_t prove_node(Prover *prover, const CellSet stones[2]) {
    CellSet canonical[2];
    canonical_image(prover->symmetries, stones, canonical);
    uint32_t slot = stones_hash(canonical) & prover->slot_mask;
    for (; prover->slots[slot] != NO_INDEX; slot = (slot + 1) & prover->slot_mask) {
        const ProveNode *node = &prover->nodes[prover->slots[slot]];
        if (cells_equal(node->stones[SIDE_X], canonical[SIDE_X]) &&
            cells_equal(node->stones[SIDE_O], canonical[SIDE_O]))
            return prover->slots[slot];
    }
    prover->slots[slot] = prover->node_count;
    prover->nodes[prover->node_count] =
        (ProveNode){.stones = {canonical[SIDE_X], canonical[SIDE_O]}, .pn = 1, .dn = 1, .moves = NO_INDEX};
    return prover->node_count++;
}

static inline void refresh_move(const Prover *prover, ProveMove *move) {
    if (move->replies == NO_INDEX) return;
    uint32_t pn = 0, dn = PN_INFINITE;
    for (int i = 0; i < move->reply_count; i++) {
        const ProveNode *reply = &prover->nodes[prover->replies[move->replies + i]];
        pn = pn_add(pn, reply->pn);
        if (reply->dn < dn) dn = reply->dn;
    }
    move->pn = pn;
    move->dn = dn;
}

static inline uint32_t hidden_weight(const ProveNode *node) {
    if (node->hidden_pn == PN_INFINITE || node->hidden_pn == PN_THREATS) return node->hidden_pn;
    return node->hidden_pn * HIDDEN_FACTOR;
}

static inline void refresh_node(const Prover *prover, ProveNode *node) {
    uint32_t pn = hidden_weight(node), dn = pn < PN_INFINITE;
    for (int i = 0; i < node->move_count; i++) {
        const ProveMove *move = &prover->moves[node->moves + i];
        if (move->pn < pn) pn = move->pn;
        if (move->dn < PN_INFINITE) dn = pn_add(dn, move->dn);
    }
    node->pn = pn;
    node->dn = pn == 0 ? PN_INFINITE : pn == PN_INFINITE ? 0 : dn;
}

/* Looks up or makes the positions after each surviving reply. False when they do not fit. */
static inline bool open_replies(Prover *prover, const CellSet stones[2], ProveMove *move) {
    int most = cells_count(move->survivors);
    if (prover->node_count + most > prover->node_max || prover->reply_count + most > prover->reply_max) {
        prover->is_full = true;
        return false;
    }
    Side attacker = prover->attacker, defender = side_other(attacker);
    move->replies = prover->reply_count;
    for (CellSet left = move->survivors; !cells_is_empty(left);) {
        CellSet after[2] = {stones[SIDE_X], stones[SIDE_O]};
        if (move->cell != MOVE_NONE) cells_add(&after[attacker], move->cell);
        cells_add(&after[defender], cells_take(&left));
        int32_t reply = prove_node(prover, after);
        bool is_known = false;
        for (int i = 0; i < move->reply_count && !is_known; i++) {
            is_known = prover->replies[move->replies + i] == reply;
        }
        if (!is_known) prover->replies[move->replies + move->reply_count++] = reply;
    }
    prover->reply_count += move->reply_count;
    return true;
}

static inline bool open_move(Prover *prover, int32_t index, int move_index) {
    ProveMove *move = &prover->moves[prover->nodes[index].moves + move_index];
    CellSet stones[2] = {prover->nodes[index].stones[SIDE_X], prover->nodes[index].stones[SIDE_O]};
    if (move->replies == NO_INDEX && !open_replies(prover, stones, move)) return false;
    refresh_move(prover, move);
    return true;
}

/* The moves of a position, found without touching the graph. */

typedef struct {
    ProveMove moves[SIZE_CELLS];
    int count;
    uint32_t hidden_pn;
    bool is_forced;
} Listing;

/* What a listing is to hold. */
typedef struct {
    int floor;         /* all moves with up to so many survivors */
    bool beside_win;   /* also when one without survivors is found */
    bool with_threats; /* and the attacker's threats */
} ListingScope;

static inline bool attack_wins(ProveWorker *worker, const Board *board, Side side) {
    const Prover *prover = worker->prover;
    return threat_win(&worker->threats, &prover->grid, board, side, PROVE_ALLOWANCE, &worker->line);
}

static inline void prove_set_up(const Prover *prover, const CellSet stones[2], Board *board) {
    board_set_up(&prover->grid, board, stones, prover->attacker);
}

/* The replies after which the attacker has no forced win, with the defender to move, who has no line to complete; when
 * there are more than `limit`, at least that many more. The attacker has no threat on the board. */
static inline CellSet surviving_replies(ProveWorker *worker, const Board *board, int limit) {
    const Prover *prover = worker->prover;
    CellSet left = board_empty(&prover->grid, board), survivors = cells_none();
    if (!attack_wins(worker, board, prover->attacker)) return left;
    left = cells_and(left, worker->line.needs);
    for (int count = 0; !cells_is_empty(left);) {
        int reply = cells_take(&left);
        Board next = *board;
        board_put(&prover->grid, &next, side_other(prover->attacker), reply);
        if (attack_wins(worker, &next, prover->attacker)) {
            left = cells_and(left, worker->line.needs);
        } else {
            cells_add(&survivors, reply);
            if (++count > limit) return cells_or(survivors, left);
        }
    }
    return survivors;
}

/* The same where the attacker has made threats: only the answer to a single one can survive. */
static inline CellSet surviving_answer(ProveWorker *worker, const Board *board, CellSet threats) {
    const Prover *prover = worker->prover;
    if (cells_count(threats) > 1) return cells_none();
    Board next = *board;
    board_put(&prover->grid, &next, side_other(prover->attacker), cells_first(&threats));
    return attack_wins(worker, &next, prover->attacker) ? cells_none() : threats;
}

static inline ProveMove examine_move(ProveWorker *worker, const Board *after, int cell, int limit) {
    const Prover *prover = worker->prover;
    CellSet threats = board_winning_cells(&prover->grid, after, prover->attacker);
    CellSet survivors =
        cells_is_empty(threats) ? surviving_replies(worker, after, limit) : surviving_answer(worker, after, threats);
    CellSet classes = survivors;
    if (after->ply <= SYMMETRIC_STONES) {
        classes = canonical_representatives(prover->symmetries, after->stones, survivors);
    }
    return (ProveMove){.survivors = survivors,
                       .pn = (uint32_t)cells_count(classes),
                       .dn = cells_is_empty(survivors) ? PN_INFINITE : 1,
                       .replies = NO_INDEX,
                       .cell = (uint16_t)cell,
                       .is_quiet = cells_equal(survivors, board_empty(&prover->grid, after))};
}

typedef struct {
    CellSet cells;
    CellSet threats;    /* of those, cells that make a threat */
    bool defender_wins; /* would win by threats if the attacker passed, so every move must be tested */
    bool is_forced;     /* the defender threatens to complete a line */
} Attack;

static inline Attack find_attack(ProveWorker *worker, const Board *board) {
    const Prover *prover = worker->prover;
    const Grid *grid = &prover->grid;
    Side attacker = prover->attacker, defender = side_other(attacker);
    CellSet block = board_winning_cells(grid, board, defender);
    if (!cells_is_empty(block)) {
        return (Attack){.cells = cells_count(block) > 1 ? cells_none() : block,
                        .threats = cells_none(),
                        .defender_wins = true,
                        .is_forced = true};
    }
    CellSet pairs = board_empty_cells_of(grid, board, lines_with_empty(grid, board, attacker, 2));
    Attack attack = {.cells = board_empty(grid, board), .threats = pairs};
    if (attack_wins(worker, board, defender)) {
        attack.cells = cells_and(attack.cells, worker->line.needs);
        attack.defender_wins = true;
    }
    attack.cells = cells_minus(attack.cells, pairs);
    if (board->ply <= SYMMETRIC_STONES) {
        attack.cells = canonical_representatives(prover->symmetries, board->stones, attack.cells);
        attack.threats = canonical_representatives(prover->symmetries, board->stones, attack.threats);
    }
    return attack;
}

/* Promise of a cell for the attacker: its open lines, those with stones most; then the defender's. */
static inline int cell_promise(const Prover *prover, const Board *board, int cell) {
    Side attacker = prover->attacker, defender = side_other(attacker);
    const LineSet *through = &prover->grid.through[cell];
    LineSet open = lines_minus(*through, board->touched[defender]);
    LineSet theirs = lines_minus(lines_and(*through, board->touched[defender]), board->touched[attacker]);
    return 2 * lines_count(open) + 4 * lines_count(lines_and(open, board->touched[attacker])) + lines_count(theirs);
}

static inline int by_promise(const Prover *prover, const Board *board, CellSet cells, uint16_t order[SIZE_CELLS]) {
    int count = 0, promise[SIZE_CELLS];
    while (!cells_is_empty(cells)) {
        int cell = cells_take(&cells), value = cell_promise(prover, board, cell), i = count++;
        for (; i > 0 && promise[i - 1] < value; i--) {
            promise[i] = promise[i - 1];
            order[i] = order[i - 1];
        }
        promise[i] = value;
        order[i] = (uint16_t)cell;
    }
    return count;
}

/* Keeps the moves within the limit, fewest survivors first. */
static inline void hide_poor_moves(Listing *listing, int limit) {
    int listed = 0;
    for (int i = 0; i < listing->count; i++) {
        ProveMove move = listing->moves[i];
        if ((int)move.pn > limit) {
            listing->hidden_pn = (uint32_t)limit + 1;
            continue;
        }
        int j = listed++;
        for (; j > 0 && listing->moves[j - 1].pn > move.pn; j--) listing->moves[j] = listing->moves[j - 1];
        listing->moves[j] = move;
    }
    listing->count = listed;
    for (int i = 0; i < listed; i++) {
        ProveMove *move = &listing->moves[i];
        if (move->is_quiet) move->pn = move->pn * (uint32_t)(4 + QUIET_QUARTERS * move->rank) / 4;
    }
}

/* By weight, or by a pairing: the attacker, to move, cannot complete a line any more. */
static inline bool attacker_is_harmless(const Prover *prover, const Board *board) {
    Pairing pairing;
    Census census = census_take(&prover->grid, board);
    return census_side_cannot_win(&prover->grid, &census, prover->attacker, prover->attacker) ||
           pairing_find(&prover->grid, board, prover->attacker, &pairing);
}

/* The move could lead to a win: lines are left, and the defender does not win by threats. */
static inline bool is_worth_examining(ProveWorker *worker, const Board *after, bool defender_wins) {
    const Prover *prover = worker->prover;
    const Grid *grid = &prover->grid;
    if (board_is_full(grid, after) || lines_is_empty(board_open_lines(grid, after, prover->attacker))) return false;
    if (!defender_wins || !cells_is_empty(board_winning_cells(grid, after, prover->attacker))) return true;
    return !attack_wins(worker, after, side_other(prover->attacker));
}

static inline int larger(int a, int b) {
    return a > b ? a : b;
}

/* False when the run was ended meanwhile, and the listing is of no use. */
static inline bool list_attack(ProveWorker *worker, const CellSet stones[2], ListingScope scope, Listing *listing) {
    const Prover *prover = worker->prover;
    Board board;
    prove_set_up(prover, stones, &board);
    listing->count = 0;
    listing->hidden_pn = PN_INFINITE;
    listing->is_forced = false;
    if (attacker_is_harmless(prover, &board)) return true;
    Attack attack = find_attack(worker, &board);
    listing->is_forced = attack.is_forced;
    CellSet cells = scope.with_threats ? cells_or(attack.cells, attack.threats) : attack.cells;
    uint16_t order[SIZE_CELLS];
    int count = by_promise(prover, &board, cells, order), best = SIZE_CELLS;
    for (int i = 0; i < count && (best > 0 || scope.beside_win); i++) {
        if (atomic_load_explicit(&worker->prover->ends, memory_order_relaxed)) return false;
        Board after = board;
        board_place(&prover->grid, &after, order[i]);
        if (!is_worth_examining(worker, &after, attack.defender_wins)) continue;
        ProveMove *move = &listing->moves[listing->count++];
        *move = examine_move(worker, &after, order[i], larger(best + MARGIN, scope.floor));
        move->rank = (uint16_t)i;
        if ((int)move->pn < best) best = (int)move->pn;
    }
    hide_poor_moves(listing, larger(best + MARGIN, scope.floor));
    bool threats_are_left = !scope.with_threats && !cells_is_empty(attack.threats);
    if (listing->hidden_pn == PN_INFINITE && threats_are_left) listing->hidden_pn = PN_THREATS;
    return true;
}

/* Puts a listing in the place of the node's moves. Moves that were opened before are opened again: the graph still
 * knows their replies. False when it does not fit. */
static inline bool commit_listing(Prover *prover, int32_t index, const Listing *listing) {
    ProveNode *node = &prover->nodes[index];
    if (prover->move_count + listing->count > prover->move_max) {
        prover->is_full = true;
        return false;
    }
    CellSet opened = cells_none();
    for (int i = 0; node->moves != NO_INDEX && i < node->move_count; i++) {
        const ProveMove *move = &prover->moves[node->moves + i];
        if (move->replies != NO_INDEX) cells_add(&opened, move->cell);
    }
    node->moves = prover->move_count;
    node->move_count = (uint16_t)listing->count;
    node->hidden_pn = listing->hidden_pn;
    node->is_forced = listing->is_forced;
    if (listing->count > 0) {
        memcpy(&prover->moves[node->moves], listing->moves, sizeof listing->moves[0] * (size_t)listing->count);
    }
    prover->move_count += listing->count;
    for (int i = 0; i < listing->count; i++) {
        if (cells_has(&opened, listing->moves[i].cell)) open_move(prover, index, i);
    }
    refresh_node(prover, node);
    return true;
}

/* The search */

static inline int best_move_of(const Prover *prover, const ProveNode *node) {
    int best = NO_INDEX;
    uint32_t pn = PN_INFINITE;
    for (int i = 0; i < node->move_count; i++) {
        const ProveMove *move = &prover->moves[node->moves + i];
        if (move->pn >= pn) continue;
        pn = move->pn;
        best = i;
    }
    return hidden_weight(node) < pn ? NO_INDEX : best;
}

static inline int32_t best_reply_to(const Prover *prover, const ProveMove *move) {
    int32_t best = NO_INDEX;
    for (int i = 0; i < move->reply_count; i++) {
        int32_t reply = prover->replies[move->replies + i];
        if (prover->nodes[reply].pn == 0) continue;
        if (best == NO_INDEX || prover->nodes[reply].dn < prover->nodes[best].dn) best = reply;
    }
    return best;
}

typedef struct {
    int depth;
    struct {
        int32_t node, move; /* the move as an index of the pool; NO_INDEX: the hidden ones */
    } step[SIZE_CELLS];
    int32_t leaf; /* to be expanded; NO_INDEX: a value on the way was out of date */
    ListingScope scope;
} ProvePath;

/* Follows the cheapest way to a position to expand. */
static inline void descend(Prover *prover, ProveMove *root, ProvePath *path) {
    path->depth = 0;
    path->leaf = NO_INDEX;
    path->scope = (ListingScope){.floor = 0};
    int32_t at = best_reply_to(prover, root);
    while (prover->nodes[at].moves != NO_INDEX && !prover->nodes[at].is_busy) {
        const ProveNode *node = &prover->nodes[at];
        int best = best_move_of(prover, node);
        path->step[path->depth].node = at;
        path->step[path->depth++].move = best == NO_INDEX ? NO_INDEX : node->moves + best;
        if (best == NO_INDEX) {
            path->scope.with_threats = node->hidden_pn == PN_THREATS;
            path->scope.floor = path->scope.with_threats ? SIZE_CELLS : (int)node->hidden_pn * 2 + MARGIN;
            break;
        }
        ProveMove *move = &prover->moves[node->moves + best];
        uint32_t pn = move->pn, dn = move->dn;
        if (!open_move(prover, at, best) || move->pn != pn || move->dn != dn) return;
        at = best_reply_to(prover, move);
        if (at == NO_INDEX) return;
    }
    path->leaf = at;
}

static inline void climb(Prover *prover, ProveMove *root, const ProvePath *path) {
    for (int i = path->depth; i-- > 0;) {
        if (path->step[i].move != NO_INDEX) refresh_move(prover, &prover->moves[path->step[i].move]);
        ProveNode *node = &prover->nodes[path->step[i].node];
        if (!node->is_busy) refresh_node(prover, node);
    }
    refresh_move(prover, root);
}

/* While a worker expands a position it looks worse to the others, so that they go elsewhere. */
static inline void claim(ProveNode *node) {
    node->is_busy = true;
    node->pn = pn_add(node->pn, 1 + node->pn / 4);
    node->dn = pn_add(node->dn, 1 + node->dn / 2);
}

/* Gives back a position that was not expanded after all. */
static inline void disclaim(const Prover *prover, ProveNode *node) {
    if (node->moves == NO_INDEX) {
        node->pn = node->dn = 1;
    } else {
        refresh_node(prover, node);
    }
}

/* Called and left with the lock held; without it in between. */
static inline void expand(ProveWorker *worker, ProveMove *root, const ProvePath *path) {
    Prover *prover = worker->prover;
    CellSet stones[2] = {prover->nodes[path->leaf].stones[SIDE_X], prover->nodes[path->leaf].stones[SIDE_O]};
    Listing listing;
    claim(&prover->nodes[path->leaf]);
    climb(prover, root, path);
    mutex_unlock(&prover->mutex);
    uint64_t before = worker->threats.nodes;
    bool is_whole = list_attack(worker, stones, path->scope, &listing);
    atomic_fetch_add_explicit(&prover->threat_nodes, worker->threats.nodes - before, memory_order_relaxed);
    mutex_lock(&prover->mutex);
    ProveNode *node = &prover->nodes[path->leaf];
    node->is_busy = false;
    if (is_whole && commit_listing(prover, path->leaf, &listing)) {
        prover->expansions++;
    } else {
        disclaim(prover, node);
    }
    climb(prover, root, path);
    condition_broadcast(&prover->changed);
}

static inline uint64_t prove_nodes(const Prover *prover) {
    return prover->expansions + atomic_load_explicit(&prover->threat_nodes, memory_order_relaxed);
}

static inline int fullness(int32_t used, int32_t of) {
    return (int)((int64_t)used * 1000 / of);
}

static inline ProveProgress prover_progress(const Prover *prover) {
    int full = larger(fullness(prover->node_count, prover->node_max), fullness(prover->move_count, prover->move_max));
    return (ProveProgress){.expansions = prover->expansions,
                           .positions = (uint64_t)prover->node_count,
                           .nodes = prove_nodes(prover),
                           .proof_number = prover->root.pn,
                           .disproof_number = prover->root.dn,
                           .full_permille = larger(full, fullness(prover->reply_count, prover->reply_max))};
}

/* Limits, and now and then a word to the caller. With the lock held. */
static inline void look_up(Prover *prover, bool may_report) {
    enum { REPORT_US = 200000 };
    const ProveJob *job = &prover->job;
    bool over = prover->is_full || prover->expansions >= job->expansion_limit || prove_nodes(prover) >= job->node_limit;
    int64_t now_us = clock_now_us();
    if (over || atomic_load(job->stop) || now_us >= job->deadline_us) atomic_store(&prover->ends, true);
    if (!may_report || job->report == NULL || now_us < prover->next_report_us) return;
    prover->next_report_us = now_us + REPORT_US;
    ProveProgress progress = prover_progress(prover);
    job->report(job->context, &progress);
}

/* Runs until the value of the move is known, or the run ends. */
static inline void prove_move(ProveWorker *worker, ProveMove *root) {
    Prover *prover = worker->prover;
    ProvePath path;
    mutex_lock(&prover->mutex);
    refresh_move(prover, root);
    while (root->pn > 0 && root->dn > 0 && !atomic_load(&prover->ends)) {
        descend(prover, root, &path);
        if (path.leaf == NO_INDEX) {
            climb(prover, root, &path);
        } else if (prover->nodes[path.leaf].is_busy) {
            climb(prover, root, &path);
            condition_wait(&prover->changed, &prover->mutex);
        } else {
            expand(worker, root, &path);
        }
        look_up(prover, worker->index == 0);
    }
    condition_broadcast(&prover->changed);
    mutex_unlock(&prover->mutex);
}

static inline void prove_in_thread(void *argument) {
    ProveWorker *worker = argument;
    prove_move(worker, &worker->prover->root);
}

static inline bool ensure_worker(Prover *prover, int index) {
    if (prover->workers[index] != NULL) return true;
    ProveWorker *worker = malloc(sizeof *worker);
    if (worker == NULL) return false;
    threat_search_init(&worker->threats);
    worker->prover = prover;
    worker->index = index;
    prover->workers[index] = worker;
    return true;
}

static inline ProveStatus prove_status(const Prover *prover) {
    if (prover->settled != PROVE_UNKNOWN) return prover->settled;
    if (prover->root.pn == 0) return PROVE_WON;
    if (prover->root.dn == 0) return PROVE_NOT_WON;
    return prover->is_full ? PROVE_FULL : PROVE_UNKNOWN;
}

static inline ProveStatus prover_run(Prover *prover, const ProveJob *job) {
    if (prover->settled != PROVE_UNKNOWN) return prover->settled;
    prover->job = *job;
    atomic_store(&prover->ends, false);
    look_up(prover, false);
    int started = 1;
    for (; started < job->threads && started < PROVE_THREADS_MAX; started++) {
        /* Without memory or threads the run goes on with fewer. */
        if (!ensure_worker(prover, started)) break;
        ProveWorker *worker = prover->workers[started];
        if (!thread_start(&worker->thread, prove_in_thread, worker)) break;
    }
    prove_move(prover->workers[0], &prover->root);
    for (int i = 1; i < started; i++) thread_join(prover->workers[i]->thread);
    return prove_status(prover);
}

/* The start */

/* What can be said at once, with the attacker to move. */
static inline void settle_attack(Prover *prover, const Board *board) {
    ProveWorker *worker = prover->workers[0];
    if (attack_wins(worker, board, prover->attacker)) {
        prover->settled = PROVE_WON;
        prover->first_move = worker->line.cell[0];
    }
}

/* The same with the defender to move: which replies survive? */
static inline void settle_defence(Prover *prover, const Board *board) {
    ProveWorker *worker = prover->workers[0];
    Side attacker = prover->attacker;
    if (attack_wins(worker, board, side_other(attacker))) {
        prover->settled = PROVE_NOT_WON;
        return;
    }
    CellSet threats = board_winning_cells(&prover->grid, board, attacker);
    CellSet survivors = cells_is_empty(threats) ? surviving_replies(worker, board, SIZE_CELLS)
                                                : surviving_answer(worker, board, threats);
    prover->root.survivors = survivors;
    if (cells_is_empty(survivors)) prover->settled = PROVE_WON;
}

/* The root stands for a move of the attacker, whose replies are to be answered: there is just one "reply" when it is
 * the attacker's turn. */
static inline bool set_up_root_move(Prover *prover, const Setup *setup) {
    Board board;
    CellSet stones[2];
    memcpy(stones[SIDE_X].word, setup->stones[SIDE_X], sizeof stones[SIDE_X].word);
    memcpy(stones[SIDE_O].word, setup->stones[SIDE_O], sizeof stones[SIDE_O].word);
    board_set_up(&prover->grid, &board, stones, setup->to_move);
    prover->root = (ProveMove){.replies = NO_INDEX, .cell = MOVE_NONE, .pn = 1, .dn = 1};
    prover->start[SIDE_X] = stones[SIDE_X];
    prover->start[SIDE_O] = stones[SIDE_O];
    prover->first_move = MOVE_NONE;
    prover->attacker_moves = setup->to_move == prover->attacker;
    if (prover->attacker_moves) {
        settle_attack(prover, &board);
        prover->root.replies = 0;
        prover->root.reply_count = 1;
        prover->replies[prover->reply_count++] = prove_node(prover, stones);
        return true;
    }
    settle_defence(prover, &board);
    return open_replies(prover, stones, &prover->root);
}

static inline void prover_free(Prover *prover) {
    if (prover == NULL) return;
    for (int i = 0; i < PROVE_THREADS_MAX; i++) free(prover->workers[i]);
    free(prover->nodes);
    free(prover->moves);
    free(prover->replies);
    free(prover->slots);
    condition_destroy(&prover->changed);
    mutex_destroy(&prover->mutex);
    free(prover);
}

/* Shares the memory out. A proof of 4x4x4 has about 1.7 moves and 1.4 replies for a position. */
static inline bool take_memory(Prover *prover, size_t megabytes) {
    enum { PER_NODE = 3 };
    size_t bytes = megabytes << 20, slots = 1 << 10;
    size_t node_size = sizeof(ProveNode) + PER_NODE * (sizeof(ProveMove) + sizeof(int32_t)) + 4 * sizeof(int32_t);
    size_t nodes = bytes / node_size;
    if (nodes > (size_t)INT32_MAX / PER_NODE) nodes = (size_t)INT32_MAX / PER_NODE;
    while (slots < nodes + nodes / 2) slots *= 2;
    prover->node_max = (int32_t)nodes;
    prover->move_max = prover->reply_max = (int32_t)(nodes * PER_NODE);
    prover->slot_mask = (uint32_t)(slots - 1);
    prover->nodes = malloc(nodes * sizeof *prover->nodes);
    prover->moves = malloc(nodes * PER_NODE * sizeof *prover->moves);
    prover->replies = malloc(nodes * PER_NODE * sizeof *prover->replies);
    prover->slots = malloc(slots * sizeof *prover->slots);
    if (prover->nodes == NULL || prover->moves == NULL || prover->replies == NULL || prover->slots == NULL)
        return false;
    memset(prover->slots, 0xFF, slots * sizeof *prover->slots);
    return true;
}

static inline Prover *prover_new(const Geometry *geometry, const Symmetries *symmetries, const Setup *setup,
                                 Side attacker, size_t megabytes) {
    Prover *prover = calloc(1, sizeof *prover);
    if (prover == NULL) return NULL;
    grid_init(&prover->grid, geometry);
    prover->symmetries = symmetries;
    prover->attacker = attacker;
    if (!mutex_init(&prover->mutex)) {
        free(prover);
        return NULL;
    }
    condition_init(&prover->changed);
    if (take_memory(prover, megabytes) && ensure_worker(prover, 0) && set_up_root_move(prover, setup)) return prover;
    prover_free(prover);
    return NULL;
}

/* The proven move of a node, or NO_INDEX. */
static inline int proven_move_of(const Prover *prover, const ProveNode *node) {
    for (int i = 0; i < node->move_count; i++) {
        if (prover->moves[node->moves + i].pn == 0) return i;
    }
    return NO_INDEX;
}

#endif
