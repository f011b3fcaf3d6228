/* The search of one position: principal-variation search with a shared table, forced wins and proven bounds.
 *
 * A node returns a value for its side to move and says in its frame whether that is solid. Solid means proven: what the
 * value stands for (at least beta, at most alpha, or exactly this) holds whatever lies beyond the depth searched. Wins,
 * dead boards and draws that a bound proves are solid at the leaves; further up a cut-off is solid when the move that
 * made it is, anything else when all moves are. */
#ifndef ROWAN_KERNEL_SEARCH_SEARCH_H
#define ROWAN_KERNEL_SEARCH_SEARCH_H

#include "kernel/search/tt_node.h"

static int search(Worker *worker, const Board *board, Window window);

/* The window of a child, as the child sees it. */
static inline Window search_below(Window window, int alpha, int beta, int depth) {
    return (Window){-beta, -alpha, depth, window.ply + 1};
}

/* Moves */

/* The moves worth trying. Under RULE_LINE a cell all of whose lines are dead is a pass, and an extra stone never harms,
 * so such cells are left out as long as there are others. The same holds where lines are points. Only a winner who is
 * about to end the game by points may want to wait: all such cells are one and the same pass then. */
static inline CellSet search_useful_moves(const Grid *grid, const Board *board) {
    LineSet live = lines_or(board_open_lines(grid, board, SIDE_X), board_open_lines(grid, board, SIDE_O));
    CellSet useful = board_empty_cells_of_many(grid, board, live);
    CellSet passes = cells_minus(board_empty(grid, board), useful);
    bool pass_matters = grid->game.target > 0 || cells_is_empty(useful);
    if (pass_matters && !cells_is_empty(passes)) cells_add(&useful, cells_first(&passes));
    return useful;
}

/* Under RULE_LINE the search ends before a line is completed, so no points need counting. */
static inline void search_play(const Grid *grid, Board *board, int move) {
    if (grid->game.rule == RULE_LINE) {
        board_place(grid, board, move);
    } else {
        board_play(grid, board, move);
    }
}

/* The only move there is. What is proven of it is proven of the node. */
static inline int search_only_move(Worker *worker, const Board *board, Window window, int move) {
    Frame *frame = &worker->frames[window.ply], *child = frame + 1;
    Board next = *board;
    search_play(&worker->grid, &next, move);
    int value = -search(worker, &next, search_below(window, window.alpha, window.beta, window.depth));
    frame->solid = child->solid;
    if (value > window.alpha) frame_set_pv(frame, move, child);
    return value;
}

/* Late moves are searched less deeply at first; those that surprise are searched again. */
static inline int search_reduction(const Worker *worker, int depth, int tried) {
    if (!worker_is_selective(worker) || depth < 2 || tried < 2) return 0;
    int plies = 1 + (tried >= 6) + (depth >= 6 && tried >= 8);
    return plies < depth - 1 ? plies : depth - 1;
}

/* Near the leaves, and off the principal variation, only the most promising moves are tried at all: what the others
 * threaten by force the threat search sees anyway. */
static inline bool search_is_too_late(const Worker *worker, int depth, int tried, bool is_pv) {
    bool sees_threats = worker_uses(worker, USE_THREATS) && worker->grid.game.rule == RULE_LINE;
    return worker_is_selective(worker) && sees_threats && !is_pv && depth <= 4 && tried >= 2 + 2 * depth;
}

/* Principal-variation search of one move: all but the first are expected to fail against alpha. */
static inline int search_move(Worker *worker, const Board *next, Window window, int tried) {
    int alpha = window.alpha, beta = window.beta, depth = window.depth - 1;
    if (tried == 0) return -search(worker, next, search_below(window, alpha, beta, depth));
    int reduced = search_reduction(worker, window.depth, tried);
    int value = -search(worker, next, search_below(window, alpha, alpha + 1, depth - reduced));
    if (reduced > 0 && value > alpha && !worker->stopped) {
        value = -search(worker, next, search_below(window, alpha, alpha + 1, depth));
    }
    if (value > alpha && value < beta && !worker->stopped) {
        value = -search(worker, next, search_below(window, alpha, beta, depth));
    }
    return value;
}

/* Workers keep out of each other's way: a move that another one is searching right now is put off, and its value is
 * then mostly in the table (after Kerrigan's simplification of ABDADA). A single worker meets nobody. */
static inline _Atomic uint64_t *search_busy_slot(const Worker *worker, const Board *next) {
    return &worker->job->shared->busy[next->key % BUSY_SLOTS];
}

static inline bool search_is_busy(const Worker *worker, const Board *next) {
    return atomic_load_explicit(search_busy_slot(worker, next), memory_order_relaxed) == next->key;
}

static inline int search_move_marked(Worker *worker, const Board *next, Window window, int tried) {
    enum { MARKED_DEPTH = 3 };
    if (window.depth < MARKED_DEPTH) return search_move(worker, next, window, tried);
    _Atomic uint64_t *slot = search_busy_slot(worker, next);
    atomic_store_explicit(slot, next->key, memory_order_relaxed);
    int value = search_move(worker, next, window, tried);
    if (search_is_busy(worker, next)) atomic_store_explicit(slot, 0, memory_order_relaxed);
    return value;
}

/* All moves of a node. The table's move comes first; *best_move becomes the best one, if any beat alpha. */
static inline int search_moves(Worker *worker, const Board *board, Window window, CellSet moves, int *best_move) {
    Frame *frame = &worker->frames[window.ply], *child = frame + 1;
    const Grid *grid = &worker->grid;
    bool ordered = worker_uses(worker, USE_ORDER);
    MoveList list;
    move_list_init(&list, grid, board, moves, *best_move, ordered ? &worker->memory : NULL);
    int best = -VALUE_INFINITE, tried = 0;
    bool all_solid = true, is_pv = window.beta - window.alpha > 1;
    *best_move = MOVE_NONE;
    for (int move = move_list_next(&list); move != MOVE_NONE; move = move_list_next(&list), tried++) {
        if (search_is_too_late(worker, window.depth, tried, is_pv)) {
            all_solid = false;
            break;
        }
        tt_node_prefetch(worker, board, move);
        Board next = *board;
        search_play(grid, &next, move);
        if (tried > 0 && search_is_busy(worker, &next) && move_list_defer(&list)) {
            tried--;
            continue;
        }
        int value = search_move_marked(worker, &next, window, tried);
        if (worker->stopped) return 0;
        all_solid = all_solid && child->solid;
        if (value > best) best = value;
        if (value <= window.alpha) continue;
        window.alpha = value;
        *best_move = move;
        frame_set_pv(frame, move, child);
        if (value < window.beta) continue;
        if (ordered) move_memory_reward(&worker->memory, board, &list, window.depth);
        frame->solid = child->solid;
        return best;
    }
    frame->solid = all_solid;
    return best;
}

/* Stages of a node */

/* Under RULE_LINE: a line that can be completed now, or must be blocked now. True if that settles the node. */
static inline bool search_forced(Worker *worker, const Board *board, Window window, int *value) {
    const Grid *grid = &worker->grid;
    Frame *frame = &worker->frames[window.ply];
    Side side = board_side(board);
    CellSet wins = board_winning_cells(grid, board, side);
    if (!cells_is_empty(wins)) {
        frame->pv[0] = (uint16_t)cells_first(&wins);
        frame->pv_length = 1;
        worker_note_depth(worker, window.ply + 1);
        *value = frame_solid_value(frame, value_win_at(window.ply + 1));
        return true;
    }
    if (board_all_lines_dead(grid, board)) {
        *value = frame_solid_value(frame, VALUE_DRAW);
        return true;
    }
    /* The next chance to win is the move after next. */
    if (window.alpha >= value_win_at(window.ply + 3)) {
        *value = frame_solid_value(frame, window.alpha);
        return true;
    }
    CellSet blocks = board_winning_cells(grid, board, side_other(side));
    int cost = worker_uses(worker, USE_THREATS) ? 0 : 1;
    if (cells_is_empty(blocks) || window.depth < cost) return false;
    window.depth -= cost;
    *value = search_only_move(worker, board, window, cells_first(&blocks));
    return true;
}

/* The end of the game, and moves that leave no choice. True if that settles the node. */
static inline bool search_is_decided(Worker *worker, const Board *board, Window window, int *value) {
    if (worker->grid.game.rule == RULE_LINE) return search_forced(worker, board, window, value);
    if (board_outcome(&worker->grid, board) == OUTCOME_NONE) return false;
    *value = frame_solid_value(&worker->frames[window.ply], board_lead(board) * VALUE_POINT);
    return true;
}

/* How many nodes a forced-win search may take: more where it can save more. */
static inline uint64_t search_threat_allowance(int depth) {
    return depth <= 0 ? 100 : depth < 4 ? 1000 : 10000;
}

/* Does this side, which need not be to move, win by threats if it moves now? Only below the leaves, after a pass, can a
 * line be there that must be blocked: anywhere else it settled the node. */
static inline bool search_finds_forced_win(Worker *worker, const Board *board, Window window, Side side) {
    if (!worker_uses(worker, USE_THREATS) || worker->grid.game.rule != RULE_LINE) return false;
    uint64_t allowance = search_threat_allowance(window.depth);
    return window.depth < 0 ? worker_finds_forced_win(worker, board, side, allowance)
                            : worker_finds_win_from_calm(worker, board, side, allowance);
}

/* The side to move wins by threats: the whole line becomes the principal variation. */
static inline int search_forced_win_value(Worker *worker, int ply) {
    Frame *frame = &worker->frames[ply];
    const ThreatLine *line = &worker->threat_line;
    frame->pv_length = line->length;
    memcpy(frame->pv, line->cell, sizeof line->cell[0] * (size_t)line->length);
    worker_note_depth(worker, ply + line->length);
    return frame_solid_value(frame, value_win_at(ply + line->length));
}

/* An extra stone never harms, except where points end the game, so a side that holds beta after passing holds it by
 * moving too; what a pass proves is proven. Only tried where it is likely, and never twice in a row. */
static inline bool search_pass_is_enough(Worker *worker, const Board *board, const Census *census, Window window) {
    enum { PASS_DEPTH_MIN = 2, PASS_REDUCTION = 2 };
    int beta = window.beta;
    if (!worker_is_selective(worker) || worker->grid.game.target > 0 || beta - window.alpha > 1) return false;
    if (window.depth < PASS_DEPTH_MIN || worker->passed || value_is_win(beta)) return false;
    if (eval(&worker->grid, board, census) < beta) return false;
    Board next = *board;
    board_pass(&worker->grid, &next);
    worker->passed = true;
    int value = -search(worker, &next, search_below(window, beta - 1, beta, window.depth - 1 - PASS_REDUCTION));
    worker->passed = false;
    worker->frames[window.ply].solid = worker->frames[window.ply + 1].solid;
    return !worker->stopped && value >= beta;
}

/* Values: see the head of this file. Elo says what a stage is worth on 4x4x4 at 5,000 nodes a move (bench/README.md);
 * where it is worth nothing there, the nodes to depth 6 say what it saves elsewhere. */
static int search(Worker *worker, const Board *board, Window window) {
    const Grid *grid = &worker->grid;
    Side side = board_side(board);
    Frame *frame = &worker->frames[window.ply];
    int value;

    /* 1. Count the node; stop at limits. */
    frame->solid = false;
    frame->pv_length = 0;
    worker_count_node(worker);
    if (worker->stopped) return 0;
    worker_note_depth(worker, window.ply);

    /* 2. The end of the game, and moves that leave no choice. That these cost no depth: nothing either way. */
    if (search_is_decided(worker, board, window, &value)) return value;

    /* 3. What can be said without looking further: counts of lines, the table, pairings. Table: 45 Elo. Bounds: 0 Elo;
     *    without them 6x6x6 takes 1.2 times the nodes, 5x5:score 130 times. */
    bool use_bounds = worker_uses(worker, USE_BOUNDS);
    Census census = census_take(grid, board);
    Range range = use_bounds ? range_of(grid, board, &census, window) : range_any();
    TtNode known = tt_node_of(worker, board, window.depth);
    if (tt_node_settles(&known, worker, board, window, &range, &value)) return value;
    if (use_bounds) range_pair(&range, grid, board, window, worker->pairings);
    if (range.low >= window.beta || range.low == range.high) return frame_solid_value(frame, range.low);
    if (range.high <= window.alpha) return frame_solid_value(frame, range.high);
    frame->solid = false;

    /* 4. A forced win of ours ends the node: 357 Elo. */
    if (search_finds_forced_win(worker, board, window, side)) {
        value = search_forced_win_value(worker, window.ply);
        tt_node_store(&(TtNode){known.key, known.symmetry, MOVE_NONE}, worker, value, BOUND_LOWER, window);
        return value;
    }

    /* 5. A leaf has its static value. */
    if (window.depth <= 0) return range_clamp(range, eval(grid, board, &census));

    /* 6. A forced win of theirs leaves only the moves that break it; all others lose to it, but perhaps more slowly: 50
     *    Elo. Without one, passing may be enough: 0 Elo; without it 6x6x6 takes 1.4 times the nodes. */
    CellSet candidates = grid->all_cells;
    if (search_finds_forced_win(worker, board, window, side_other(side))) {
        candidates = worker->threat_line.needs;
        int slow_loss = value_loss_at(window.ply + 1 + worker->threat_line.length);
        if (slow_loss > range.low) range.low = slow_loss;
    } else if (search_pass_is_enough(worker, board, &census, window)) {
        return window.beta;
    }

    /* 7. The moves. Within the range the window narrows, but a move that just reaches its floor still gives a line.
     *    Order: 126 Elo; reductions: 41; leaving out the last ones: 48. */
    Window narrowed = window;
    if (range.low - 1 > window.alpha) narrowed.alpha = range.low - 1;
    if (range.high < window.beta) narrowed.beta = range.high;
    CellSet moves = cells_and(search_useful_moves(grid, board), candidates);
    value = search_moves(worker, board, narrowed, moves, &known.move);
    if (worker->stopped) return 0;

    /* 8. Keep what was found. */
    value = range_clamp(range, value);
    Bound bound = value >= window.beta ? BOUND_LOWER : value > window.alpha ? BOUND_EXACT : BOUND_UPPER;
    tt_node_store(&known, worker, value, bound, window);
    return value;
}

#endif
