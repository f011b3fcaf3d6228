/* One worker's search: iterative deepening and principal-variation search with a shared table.
 *
 * A node returns a value for its side to move and says in its frame whether that is solid. Solid means proven: what the
 * value stands for (at least beta, at most alpha, or exactly this) holds whatever lies beyond the depth searched. Wins,
 * dead boards and draws that a bound proves are solid at the leaves; further up a cut-off is solid when the move that
 * made it is, anything else when all moves are. */
#ifndef ROWAN_SEARCH_SEARCH_H
#define ROWAN_SEARCH_SEARCH_H

#include <stdlib.h>

#include "base/clock.h"
#include "eval/eval.h"
#include "eval/forecast.h"
#include "eval/pairing.h"
#include "job/search_job.h"
#include "rules/canonical.h"
#include "search/order.h"
#include "search/threat.h"

typedef struct {
    bool solid;
    int pv_length;
    uint16_t pv[SIZE_CELLS];
} Frame;

typedef struct {
    uint16_t move;
    int value;       /* in this iteration; -VALUE_INFINITE if the move did not come up to the best ones */
    SearchLine line; /* when it last did */
} RootMove;

/* What a search takes the players to see. */
typedef enum {
    OUTLOOK_CLEAR,   /* everything */
    OUTLOOK_HOPEFUL, /* the side that does not move at the root overlooks forced wins */
    OUTLOOK_PLAIN,   /* both play by the textbook: a few plies, without forced wins, bounds or selection */
} Outlook;

struct Worker {
    Grid grid;
    MoveMemory memory;
    ThreatSearch threats;
    ThreatLine threat_line; /* the last one found */
    _Atomic uint64_t nodes; /* written by its own thread only */
    const SearchJob *job;
    bool stopped;
    bool passed; /* a pass is under way: no other */
    Outlook outlook;
    Techniques techniques; /* that the outlook leaves of the job's */
    uint64_t key_salt;     /* keeps table entries of each outlook apart */
    uint64_t node_limit;   /* the job's, or less */
    int seldepth;
    int root_move_count;
    int multipv_done; /* root moves before this one have their value in this iteration */
    RootMove root_moves[SIZE_CELLS];
    Frame frames[SIZE_CELLS + 2];

    const Symmetries *symmetries;

    /* Exact solving under the rules that count points. */
    struct PointsKeys *points_keys; /* made when first needed */
    uint64_t exact_limit;  /* count of nodes at which it stops */
    int exact_move;        /* of the last node it left, MOVE_NONE if unknown */
};

static inline uint64_t worker_nodes(const Worker *worker) {
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

static inline int64_t elapsed_us(const SearchShared *shared) {
    return clock_now_us() - atomic_load_explicit(&shared->start_us, memory_order_relaxed);
}

static inline bool time_is_up(const SearchShared *shared, int64_t limit_us) {
    if (limit_us == INT64_MAX || !atomic_load_explicit(&shared->clock_is_on, memory_order_acquire)) return false;
    return elapsed_us(shared) >= limit_us;
}

/* By the clock, or by whoever gave the job. */
static inline bool is_told_to_stop(const Worker *worker) {
    const SearchJob *job = worker->job;
    if (time_is_up(job->shared, job->shared->budget.hard_us)) return true;
    return job->index == 0 && job->wants_stop != NULL && job->wants_stop(job->context);
}

/* Counts a node, unless the search must end: at limits of nodes exactly, at the clock now and then. */
static inline void count_node(Worker *worker) {
    enum { CLOCK_PERIOD = 1024 };
    uint64_t nodes = worker_nodes(worker);
    SearchShared *shared = worker->job->shared;
    if (nodes >= worker->node_limit || atomic_load_explicit(&shared->stop, memory_order_relaxed)) {
        worker->stopped = true;
        return;
    }
    atomic_store_explicit(&worker->nodes, ++nodes, memory_order_relaxed);
    if (nodes % CLOCK_PERIOD == 0 && is_told_to_stop(worker)) worker->stopped = true;
}

/* The first look for a win that a strategy promises takes a few thousand nodes at most, and is not to be cut short. */
static inline bool comes_before_limits(const Worker *worker) {
    return worker->job->must_win && worker_nodes(worker) == 0;
}

/* For forced-win searches, which may be long: must everything stop? */
static inline bool search_is_over(void *context) {
    Worker *worker = context;
    SearchShared *shared = worker->job->shared;
    if (comes_before_limits(worker)) return false;
    if (is_told_to_stop(worker) || atomic_load_explicit(&shared->stop, memory_order_relaxed)) worker->stopped = true;
    return worker->stopped;
}

static inline uint64_t nodes_left(const Worker *worker) {
    uint64_t limit = worker->node_limit, used = worker_nodes(worker);
    return limit > used ? limit - used : 0;
}

/* Looks for a forced win of the attacker as if it were his move; its nodes count like all others. */
static inline bool find_forced_win(Worker *worker, const Board *board, Side attacker, uint64_t allowance) {
    uint64_t before = worker->threats.nodes, left = nodes_left(worker);
    if (allowance > left && !comes_before_limits(worker)) allowance = left;
    bool won = threat_win(&worker->threats, &worker->grid, board, attacker, allowance, &worker->threat_line);
    uint64_t spent = worker->threats.nodes - before;
    atomic_store_explicit(&worker->nodes, worker_nodes(worker) + spent, memory_order_relaxed);
    return won;
}

static inline bool uses(const Worker *worker, Techniques technique) {
    return (worker->techniques & technique) != 0;
}

static inline void set_outlook(Worker *worker, Outlook outlook) {
    static const uint64_t salts[] = {0, UINT64_C(0x5DEECE66D5DEECE6), UINT64_C(0xA3EC647659359ACD)};
    Techniques job = worker->job->techniques;
    worker->outlook = outlook;
    worker->key_salt = salts[outlook];
    worker->techniques = outlook == OUTLOOK_PLAIN ? (Techniques)(job & (USE_ORDER | USE_TABLE)) : job;
}

static inline int solid_value(Frame *frame, int value) {
    frame->solid = true;
    return value;
}

static inline void pv_set(Frame *frame, int move, const Frame *rest) {
    frame->pv[0] = (uint16_t)move;
    memcpy(frame->pv + 1, rest->pv, sizeof rest->pv[0] * (size_t)rest->pv_length);
    frame->pv_length = rest->pv_length + 1;
}

static inline void begin_job(Worker *worker, const SearchJob *job) {
    worker->job = job;
    worker->stopped = false;
    worker->node_limit = job->node_limit;
    set_outlook(worker, OUTLOOK_CLEAR);
}

/* A range that the value provably lies in. */
typedef struct {
    int low, high;
} Range;

/* Who cannot complete a line any more cannot win; if neither can, it is a draw. */
static inline Range range_of_line_race(const Grid *grid, const Board *board, const Census *census) {
    Side side = board_side(board), other = side_other(side);
    Range range = {-VALUE_INFINITE, VALUE_INFINITE};
    if (census_side_cannot_win(grid, census, other, side)) range.low = VALUE_DRAW;
    if (census_side_cannot_win(grid, census, side, side)) range.high = VALUE_DRAW;
    return range;
}

static inline Range range_of(const Worker *worker, const Board *board, const Census *census, int alpha, int beta) {
    const Grid *grid = &worker->grid;
    if (!uses(worker, USE_BOUNDS)) return (Range){-VALUE_INFINITE, VALUE_INFINITE};
    if (!game_counts_points(&grid->game)) return range_of_line_race(grid, board, census);
    Forecast points = forecast(grid, board, census, alpha, beta);
    return (Range){points.low * VALUE_POINT, points.high * VALUE_POINT};
}

/* Sharpens the range by pairings. They cost more than a census, so only those are looked for that can end the node, and
 * only where that saves much. */
static inline void range_pair(const Grid *grid, const Board *board, int alpha, int beta, int depth, int ply,
                              Range *range) {
    enum { PAIRING_DEPTH = 4 };
    if (game_counts_points(&grid->game) || (depth < PAIRING_DEPTH && ply > 1)) return;
    Side side = board_side(board);
    Pairing pairing;
    bool low_is_useless = alpha >= VALUE_DRAW, high_is_useless = beta <= VALUE_DRAW;
    if (range->low < VALUE_DRAW && !low_is_useless && pairing_find(grid, board, side_other(side), &pairing)) {
        range->low = VALUE_DRAW;
    }
    if (range->high > VALUE_DRAW && !high_is_useless && pairing_find(grid, board, side, &pairing)) {
        range->high = VALUE_DRAW;
    }
}

static inline int clamp(int value, Range range) {
    return value < range.low ? range.low : value > range.high ? range.high : value;
}

/* The moves worth trying. Under RULE_LINE a cell all of whose lines are dead is a pass, and a stone more never harms,
 * so such cells are left out as long as there are others; likewise where lines are points. Only a winner who is about
 * to end the game by points may want to wait: all such cells are one and the same pass then. */
static inline CellSet useful_moves(const Grid *grid, const Board *board) {
    LineSet live = lines_or(board_open_lines(grid, board, SIDE_X), board_open_lines(grid, board, SIDE_O));
    CellSet useful = board_empty_cells_of(grid, board, live);
    CellSet passes = cells_minus(board_empty(grid, board), useful);
    bool pass_matters = grid->game.target > 0 || cells_is_empty(useful);
    if (pass_matters && !cells_is_empty(passes)) cells_add(&useful, cells_first(&passes));
    return useful;
}

/* Under RULE_LINE the search ends before a line is completed, so no points need counting. */
static inline void make_move(const Grid *grid, Board *board, int move) {
    if (grid->game.rule == RULE_LINE) {
        board_place(grid, board, move);
    } else {
        board_play(grid, board, move);
    }
}

static int search(Worker *worker, const Board *board, int alpha, int beta, int depth, int ply);

/* Where the table keeps a position, and the symmetry that takes its cells there. */
typedef struct {
    uint64_t key;
    int symmetry;
} TableKey;

/* Mirror images share an entry where that pays: with few stones, when many moves lead to images of one position, and
 * not at the leaves, where less is saved than it costs to look at all symmetries; the 1,536 of 4x4x4x4 cost too much
 * anywhere. From the empty board a search takes 0.40 of the instructions on 4x4x4, 0.43 on 5x5x5 and 0.27 on
 * 3x3x3:score, from openings of one stone 0.82, 0.74 and 0.63; with four stones nothing changes any more. */
static inline bool shares_entry(const Worker *worker, const Board *board, int depth) {
    enum { STONES_MAX = 4, DEPTH_MIN = 2, SYMMETRIES_MAX = 384 };
    return board->ply <= STONES_MAX && depth >= DEPTH_MIN && worker->symmetries->count <= SYMMETRIES_MAX;
}

/* Out of line, as it is rare, and would cost every node registers. */
NOINLINE static TableKey shared_key(const Worker *worker, const Board *board) {
    CellSet canonical[2];
    int symmetry = canonical_image(worker->symmetries, board->stones, canonical);
    return (TableKey){board_key(&worker->grid, canonical, board_side(board)) ^ worker->key_salt, symmetry};
}

static inline TableKey table_key(const Worker *worker, const Board *board, int depth) {
    if (shares_entry(worker, board, depth)) return shared_key(worker, board);
    return (TableKey){board->key ^ worker->key_salt, 0};
}

/* The only move there is. What is proven of it is proven of the node. */
static inline int search_only_move(Worker *worker, const Board *board, int move, int alpha, int beta, int depth,
                                   int ply) {
    Frame *frame = &worker->frames[ply], *child = frame + 1;
    Board next = *board;
    make_move(&worker->grid, &next, move);
    int value = -search(worker, &next, -beta, -alpha, depth, ply + 1);
    frame->solid = child->solid;
    if (value > alpha) pv_set(frame, move, child);
    return value;
}

/* Some moves get less attention than others; not so when a mate is asked for, which must not be missed, nor on the
 * lower levels, which look at everything within their few plies. */
static inline bool is_selective(const Worker *worker) {
    return uses(worker, USE_ORDER) && uses(worker, USE_THREATS) && worker->job->mate_limit == LIMIT_NONE;
}

/* A win is a win, unless the host asked for one in so many moves. */
static inline bool is_fast_enough(const Worker *worker, int win) {
    int limit = worker->job->mate_limit;
    return limit == LIMIT_NONE || value_mate_in(win) <= limit;
}

/* Late moves are searched less deeply at first; those that surprise are searched again. */
static inline int reduction(const Worker *worker, int depth, int tried) {
    if (!is_selective(worker) || depth < 2 || tried < 2) return 0;
    int plies = 1 + (tried >= 6) + (depth >= 6 && tried >= 8);
    return plies < depth - 1 ? plies : depth - 1;
}

/* Near the leaves, and off the principal variation, only the most promising moves are tried at all: what the others
 * threaten by force the threat search sees anyway. */
static inline bool is_too_late(const Worker *worker, int depth, int tried, bool is_pv) {
    bool sees_threats = uses(worker, USE_THREATS) && worker->grid.game.rule == RULE_LINE;
    return is_selective(worker) && sees_threats && !is_pv && depth <= 4 && tried >= 2 + 2 * depth;
}

/* Principal-variation search of one move: all but the first are expected to fail against alpha. */
static inline int search_move(Worker *worker, const Board *next, int alpha, int beta, int depth, int ply, int tried) {
    if (tried == 0) return -search(worker, next, -beta, -alpha, depth - 1, ply + 1);
    int reduced = reduction(worker, depth, tried);
    int value = -search(worker, next, -alpha - 1, -alpha, depth - 1 - reduced, ply + 1);
    if (reduced > 0 && value > alpha && !worker->stopped) {
        value = -search(worker, next, -alpha - 1, -alpha, depth - 1, ply + 1);
    }
    if (value > alpha && value < beta && !worker->stopped) {
        value = -search(worker, next, -beta, -alpha, depth - 1, ply + 1);
    }
    return value;
}

/* The side to move wins by threats: the whole line becomes the principal variation. */
static inline int forced_win_value(Worker *worker, int ply) {
    Frame *frame = &worker->frames[ply];
    const ThreatLine *line = &worker->threat_line;
    frame->pv_length = line->length;
    memcpy(frame->pv, line->cell, sizeof line->cell[0] * (size_t)line->length);
    if (ply + line->length > worker->seldepth) worker->seldepth = ply + line->length;
    return solid_value(frame, value_win_at(ply + line->length));
}

/* Workers keep out of each other's way: a move that another one is searching right now is put off, and its value is
 * then mostly in the table (after Kerrigan's simplification of ABDADA). A single worker meets nobody. */
static inline _Atomic uint64_t *busy_slot(const Worker *worker, const Board *next) {
    return &worker->job->shared->busy[next->key % BUSY_SLOTS];
}

static inline bool is_busy(const Worker *worker, const Board *next) {
    return atomic_load_explicit(busy_slot(worker, next), memory_order_relaxed) == next->key;
}

static inline int search_move_marked(Worker *worker, const Board *next, int alpha, int beta, int depth, int ply,
                                     int tried) {
    enum { MARKED_DEPTH = 3 };
    if (depth < MARKED_DEPTH) return search_move(worker, next, alpha, beta, depth, ply, tried);
    atomic_store_explicit(busy_slot(worker, next), next->key, memory_order_relaxed);
    int value = search_move(worker, next, alpha, beta, depth, ply, tried);
    if (is_busy(worker, next)) atomic_store_explicit(busy_slot(worker, next), 0, memory_order_relaxed);
    return value;
}

/* All moves of a node. The table's move comes first; *table_move becomes the best one, if any beat alpha. */
static inline int search_moves(Worker *worker, const Board *board, CellSet moves, int alpha, int beta, int depth,
                               int ply, int *table_move) {
    Frame *frame = &worker->frames[ply], *child = frame + 1;
    const Grid *grid = &worker->grid;
    bool ordered = uses(worker, USE_ORDER);
    MoveList list;
    move_list_init(&list, grid, board, moves, *table_move, ordered ? &worker->memory : NULL);
    int best = -VALUE_INFINITE, tried = 0;
    bool all_solid = true, is_pv = beta - alpha > 1;
    *table_move = MOVE_NONE;
    for (int move = move_list_next(&list); move != MOVE_NONE; move = move_list_next(&list), tried++) {
        if (is_too_late(worker, depth, tried, is_pv)) {
            all_solid = false;
            break;
        }
        Board next = *board;
        make_move(grid, &next, move);
        if (uses(worker, USE_TABLE) && !shares_entry(worker, &next, depth - 1)) {
            tt_prefetch(worker->job->shared->tt, next.key ^ worker->key_salt);
        }
        if (tried > 0 && is_busy(worker, &next) && move_list_defer(&list)) {
            tried--;
            continue;
        }
        int value = search_move_marked(worker, &next, alpha, beta, depth, ply, tried);
        if (worker->stopped) return 0;
        all_solid = all_solid && child->solid;
        if (value > best) best = value;
        if (value <= alpha) continue;
        alpha = value;
        *table_move = move;
        pv_set(frame, move, child);
        if (value < beta) continue;
        if (ordered) move_memory_reward(&worker->memory, board, &list, depth);
        frame->solid = child->solid;
        return best;
    }
    frame->solid = all_solid;
    return best;
}

/* Takes what the table knows into account: true if that settles the node with *value. Proven bounds narrow the range.
 * On the principal variation only those do, and no wins, so that the line shown stays whole. */
static inline bool probe_table(Worker *worker, const Board *board, TableKey key, int alpha, int beta, int depth,
                               int ply, int *table_move, Range *range, int *value) {
    TtEntry entry;
    if (!uses(worker, USE_TABLE) || !tt_probe(worker->job->shared->tt, key.key, &entry)) return false;
    if (entry.move < worker->grid.cells) {
        int move = key.symmetry == 0 ? entry.move : symmetry_origin(worker->symmetries, key.symmetry, entry.move);
        CellSet empty = board_empty(&worker->grid, board);
        if (cells_has(&empty, move)) *table_move = move;
    }
    *value = value_from_table(entry.value, ply);
    bool is_pv = beta - alpha > 1, is_lower = (entry.bound & BOUND_LOWER) != 0,
         is_upper = (entry.bound & BOUND_UPPER) != 0;
    bool solid = entry.depth == DEPTH_SOLID;
    if (solid && !(is_pv && (value_is_win(*value) || value_is_loss(*value)))) {
        if (is_lower && *value > range->low) range->low = *value;
        if (is_upper && *value < range->high) range->high = *value;
    }
    worker->frames[ply].solid = solid;
    return !is_pv && entry.depth >= depth && ((is_lower && *value >= beta) || (is_upper && *value <= alpha));
}

static inline void store_in_table(Worker *worker, TableKey key, int value, int move, int depth, Bound bound, int ply) {
    if (!uses(worker, USE_TABLE)) return;
    if (move != MOVE_NONE && key.symmetry != 0) move = symmetry_row(worker->symmetries, key.symmetry)[move];
    int proven_depth = worker->frames[ply].solid ? DEPTH_SOLID : depth;
    TtEntry entry = {value_to_table(value, ply), move, proven_depth, bound};
    tt_store(worker->job->shared->tt, key.key, entry);
}

/* A static value for the side to move, as the outlook has it. */
static inline int estimate(const Worker *worker, const Board *board, const Census *census) {
    if (worker->outlook == OUTLOOK_PLAIN) return eval_by_textbook(&worker->grid, census, board_side(board));
    return eval(&worker->grid, board, census);
}

/* How many nodes a forced-win search may take: more where it can save more. */
static inline uint64_t threat_allowance(const Worker *worker, int depth, bool own_win) {
    if (worker->outlook == OUTLOOK_HOPEFUL && !own_win) return 0;
    return depth <= 0 ? 100 : depth < 4 ? 1000 : 10000;
}

/* Under RULE_LINE: a line that can be completed now, or must be blocked now. True if that settles the node. */
static inline bool search_forced(Worker *worker, const Board *board, int alpha, int beta, int depth, int ply,
                                 int *value) {
    const Grid *grid = &worker->grid;
    Frame *frame = &worker->frames[ply];
    Side side = board_side(board);
    CellSet wins = board_winning_cells(grid, board, side);
    if (!cells_is_empty(wins)) {
        frame->pv[0] = (uint16_t)cells_first(&wins);
        frame->pv_length = 1;
        *value = solid_value(frame, value_win_at(ply + 1));
        return true;
    }
    if (board_all_lines_dead(grid, board)) {
        *value = solid_value(frame, VALUE_DRAW);
        return true;
    }
    /* The next chance to win is the move after next. */
    if (alpha >= value_win_at(ply + 3)) {
        *value = solid_value(frame, alpha);
        return true;
    }
    CellSet blocks = board_winning_cells(grid, board, side_other(side));
    int cost = uses(worker, USE_THREATS) ? 0 : 1;
    if (cells_is_empty(blocks) || depth < cost) return false;
    *value = search_only_move(worker, board, cells_first(&blocks), alpha, beta, depth - cost, ply);
    return true;
}

/* A stone more never harms, but where points end the game, so a side that holds beta after passing holds it by moving
 * too; what a pass proves is proven. Only tried where it is likely, and never twice in a row. */
static inline bool pass_is_good_enough(Worker *worker, const Board *board, const Census *census, int beta, bool is_pv,
                                       int depth, int ply) {
    enum { PASS_DEPTH_MIN = 2, PASS_REDUCTION = 2 };
    if (!is_selective(worker) || worker->grid.game.target > 0 || is_pv || depth < PASS_DEPTH_MIN) return false;
    if (worker->passed || value_is_win(beta) || eval(&worker->grid, board, census) < beta) return false;
    Board next = *board;
    board_pass(&worker->grid, &next);
    worker->passed = true;
    int value = -search(worker, &next, -beta, -beta + 1, depth - 1 - PASS_REDUCTION, ply + 1);
    worker->passed = false;
    worker->frames[ply].solid = worker->frames[ply + 1].solid;
    return !worker->stopped && value >= beta;
}

/* Values: see the head of this file. depth counts the plies still to be looked at; below 1 the node is a leaf. */
static int search(Worker *worker, const Board *board, int alpha, int beta, int depth, int ply) {
    const Grid *grid = &worker->grid;
    Frame *frame = &worker->frames[ply];
    frame->solid = false;
    frame->pv_length = 0;
    count_node(worker);
    if (worker->stopped) return 0;
    if (ply > worker->seldepth) worker->seldepth = ply;

    /* The end of the game, and moves that leave no choice. */
    int value;
    if (grid->game.rule == RULE_LINE) {
        if (search_forced(worker, board, alpha, beta, depth, ply, &value)) return value;
    } else if (board_outcome(grid, board) != OUTCOME_NONE) {
        Side side = board_side(board);
        return solid_value(frame, (board->points[side] - board->points[side_other(side)]) * VALUE_POINT);
    }

    /* What can be said without looking further. */
    Census census = census_take(grid, board);
    Range range = range_of(worker, board, &census, alpha, beta);
    int table_move = MOVE_NONE;
    TableKey key = table_key(worker, board, depth);
    if (probe_table(worker, board, key, alpha, beta, depth, ply, &table_move, &range, &value)) return value;
    if (uses(worker, USE_BOUNDS)) range_pair(grid, board, alpha, beta, depth, ply, &range);
    if (range.low >= beta || range.low == range.high) return solid_value(frame, range.low);
    if (range.high <= alpha) return solid_value(frame, range.high);
    frame->solid = false;

    /* Forced wins: ours ends the node; theirs leaves only the moves that break it. */
    bool use_threats = uses(worker, USE_THREATS) && grid->game.rule == RULE_LINE;
    bool at_home = ply % 2 == 0; /* the side that moves at the root is to move */
    if (use_threats && find_forced_win(worker, board, board_side(board), threat_allowance(worker, depth, at_home))) {
        value = forced_win_value(worker, ply);
        store_in_table(worker, key, value, MOVE_NONE, depth, BOUND_LOWER, ply);
        if (is_fast_enough(worker, value) || value >= beta || depth <= 0) return value;
        range.low = value;
        frame->solid = false;
    }
    if (depth <= 0) return clamp(estimate(worker, board, &census), range);
    /* With merits at hand, the list leaves out useless moves by itself. */
    bool merits_tell = uses(worker, USE_ORDER) && grid->game.rule == RULE_LINE;
    CellSet moves = merits_tell ? board_empty(grid, board) : useful_moves(grid, board);
    Side other = side_other(board_side(board));
    if (use_threats && find_forced_win(worker, board, other, threat_allowance(worker, depth, !at_home))) {
        moves = cells_and(moves, worker->threat_line.needs);
        /* All other moves lose to this line, but perhaps more slowly. */
        int slow_loss = value_loss_at(ply + 1 + worker->threat_line.length);
        if (slow_loss > range.low) range.low = slow_loss;
    } else if (pass_is_good_enough(worker, board, &census, beta, beta - alpha > 1, depth, ply)) {
        return beta;
    }

    /* Within the range the window may narrow, but a move that just reaches its floor should still give a line. */
    int floor = range.low - 1 > alpha ? range.low - 1 : alpha;
    int ceiling = range.high < beta ? range.high : beta;
    value = search_moves(worker, board, moves, floor, ceiling, depth, ply, &table_move);
    if (worker->stopped) return 0;
    value = clamp(value, range);
    Bound bound = value >= beta ? BOUND_LOWER : value > alpha ? BOUND_EXACT : BOUND_UPPER;
    store_in_table(worker, key, value, table_move, depth, bound, ply);
    return value;
}

#endif
