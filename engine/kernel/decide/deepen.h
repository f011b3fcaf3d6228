/* The root of a worker's search: iterative deepening, aspiration windows and several best lines. */
#ifndef ROWAN_KERNEL_DECIDE_DEEPEN_H
#define ROWAN_KERNEL_DECIDE_DEEPEN_H

#include "kernel/decide/root_moves.h"
#include "kernel/points/exact_solution.h"

/* Stable, best first: moves that did not come up to the best keep their order. */
static inline void deepen_sort(RootMove moves[], int from, int count) {
    for (int i = from + 1; i < count; i++) {
        RootMove move = moves[i];
        int j = i;
        while (j > from && moves[j - 1].value < move.value) {
            moves[j] = moves[j - 1];
            j--;
        }
        moves[j] = move;
    }
}

static inline void deepen_remember(Worker *worker, RootMove *root, int depth, int value, Bound bound) {
    const Frame *child = &worker->frames[1];
    bool is_as_proven = root->line.value == value && bound == BOUND_EXACT;
    root->value = value;
    root->line.proven = root->line.proven && is_as_proven;
    root->line.depth = depth;
    root->line.seldepth = worker->seldepth;
    root->line.value = value;
    root->line.bound = bound;
    root->line.is_contest = worker->outlook == OUTLOOK_CONTEST;
    root->line.pv[0] = root->move;
    root->line.pv_length = child->pv_length + 1;
    memcpy(root->line.pv + 1, child->pv, sizeof child->pv[0] * (size_t)child->pv_length);
}

/* The value of a root move; here, unlike below, a move may end the game. */
static inline int deepen_root_move(Worker *worker, const Board *board, int move, Window window, int tried) {
    Frame *child = &worker->frames[1];
    Board next = *board;
    board_play(&worker->grid, &next, move);
    if (worker->grid.game.rule == RULE_LINE && next.points[board->to_move] > 0) {
        child->pv_length = 0;
        worker_note_depth(worker, 1);
        return frame_solid_value(child, value_win_at(1));
    }
    return search_move(worker, &next, window, tried);
}

/* Tells the host of a bound on the way to the value. With several lines it would not know which line it is about. Out
 * of line, as it has nothing to do with the nodes. */
NOINLINE static void deepen_report_bound(Worker *worker, const RootMove *root, Bound bound) {
    enum { DEPTH_MIN = 4 }; /* the iterations before take no time */
    const SearchJob *job = worker->job;
    if (job->index != 0 || job->multipv > 1 || root->line.depth < DEPTH_MIN) return;
    SearchLine line = root->line;
    line.multipv = 1;
    line.bound = bound;
    line.proven = line.move_is_proven = false;
    job->report(job->context, &line);
}

/* One pass over the root moves that have no value yet in this iteration. A value is proven when every move is (or, for
 * a win, the winning one): solid says so. */
static inline int deepen_root(Worker *worker, const Board *board, Window window, bool *solid) {
    const Frame *child = &worker->frames[1];
    int best = -VALUE_INFINITE, tried = 0;
    bool all_solid = true;
    for (int i = worker->multipv_done; i < worker->root_move_count; i++) worker->root_moves[i].value = -VALUE_INFINITE;
    for (int i = worker->multipv_done; i < worker->root_move_count; i++, tried++) {
        RootMove *root = &worker->root_moves[i];
        worker->place = (SearchPlace){window.depth, root->move, i + 1};
        int value = deepen_root_move(worker, board, root->move, window, tried);
        if (worker->stopped) return best;
        all_solid = all_solid && child->solid;
        if (value > best) best = value;
        if (value <= window.alpha && tried > 0) continue;
        Bound bound = value >= window.beta ? BOUND_LOWER : value <= window.alpha ? BOUND_UPPER : BOUND_EXACT;
        deepen_remember(worker, root, window.depth, value, bound);
        root->line.move_is_proven = child->solid && bound == BOUND_EXACT;
        if (value > window.alpha) window.alpha = value;
        *solid = child->solid && value_is_win(value);
        if (value >= window.beta) return best;
        /* Better than the moves before it: the value is this or more, whatever the others bring. */
        if (tried > 0) deepen_report_bound(worker, root, BOUND_LOWER);
    }
    *solid = *solid || (all_solid && !worker->job->overlooks_moves);
    return best;
}

/* Searches with a narrow window around the last value and widens it until the value lies inside. */
static inline bool deepen_aspiring(Worker *worker, const Board *board, int depth, int expected) {
    int width = depth >= 4 ? 30 : 2 * VALUE_INFINITE;
    int alpha = expected - width, beta = expected + width;
    for (;;) {
        if (alpha < -VALUE_ESTIMATE_MAX) alpha = -VALUE_INFINITE;
        if (beta > VALUE_ESTIMATE_MAX) beta = VALUE_INFINITE;
        bool solid = false;
        int value = deepen_root(worker, board, (Window){alpha, beta, depth, 0}, &solid);
        deepen_sort(worker->root_moves, worker->multipv_done, worker->root_move_count);
        if (worker->stopped) return false;
        RootMove *best = &worker->root_moves[worker->multipv_done];
        best->line.proven = solid;
        if (best->line.bound != BOUND_EXACT) deepen_report_bound(worker, best, best->line.bound);
        width *= 4;
        if (value <= alpha) {
            alpha = value - width;
        } else if (value >= beta) {
            beta = value + width;
        } else {
            return true;
        }
    }
}

/* This many lines, best first, are all that the host asked for. A move with mirror images fills several places. */
static inline bool deepen_lines_suffice(const Worker *worker, int lines) {
    int places = 0;
    for (int i = 0; i < lines; i++) places += worker->root_moves[i].cells;
    return places >= worker->job->multipv || lines == worker->root_move_count;
}

/* An estimate of another depth is news. A proven value is not, once it is reported. */
static inline bool deepen_is_news(RootMove *root) {
    const SearchLine *line = &root->line;
    Told told = root->told;
    root->told = (Told){line->multipv, line->value, line->proven, line->move_is_proven};
    if (line->is_contest || !(line->proven || line->move_is_proven)) return true;
    return told.multipv != line->multipv || told.value != line->value || told.proven != line->proven ||
           told.move_is_proven != line->move_is_proven;
}

/* All of the best lines, or none if the host knows them: it may take them as one. */
static inline void deepen_report_lines(Worker *worker, bool again) {
    const SearchJob *job = worker->job;
    bool is_news = again;
    int count = 0;
    if (job->index != 0) return;
    for (; !deepen_lines_suffice(worker, count); count++) {
        worker->root_moves[count].line.multipv = count + 1;
        if (deepen_is_news(&worker->root_moves[count])) is_news = true;
    }
    for (int i = 0; is_news && i < count; i++) {
        if (worker->root_moves[i].line.depth > 0) job->report(job->context, &worker->root_moves[i].line);
    }
}

/* The lines of this iteration, best first; false when stopped on the way. */
static inline bool deepen_iteration(Worker *worker, const Board *board, int depth) {
    worker->seldepth = 0;
    for (worker->multipv_done = 0; !deepen_lines_suffice(worker, worker->multipv_done); worker->multipv_done++) {
        RootMove *root = &worker->root_moves[worker->multipv_done];
        if (!deepen_aspiring(worker, board, depth, root->line.value)) return false;
        deepen_sort(worker->root_moves, 0, worker->multipv_done + 1);
        root->line.seldepth = worker->seldepth;
    }
    deepen_report_lines(worker, false);
    return true;
}

static inline bool deepen_is_decided(const Worker *worker) {
    for (int i = 0; !deepen_lines_suffice(worker, i); i++) {
        if (!worker->root_moves[i].line.proven) return false;
    }
    return true;
}

static inline bool deepen_has_proven_draw(const Worker *worker) {
    const SearchLine *line = &worker->root_moves[0].line;
    return line->proven && line->value == VALUE_DRAW;
}

static inline bool deepen_has_proven_loss(const Worker *worker) {
    const SearchLine *line = &worker->root_moves[0].line;
    return line->proven && value_is_loss(line->value);
}

static inline bool deepen_is_enough(const Worker *worker, int depth) {
    const SearchJob *job = worker->job;
    if (root_moves_have_mate(worker) || (job->stops_at_draw && deepen_has_proven_draw(worker))) return true;
    /* As late moves are reduced, a depth of all empty cells need not have shown the end of every game. */
    bool keep_going = job->keep_going && depth < worker->grid.cells - worker->root.ply;
    return deepen_is_decided(worker) && !keep_going;
}

/* Until a limit, a proof or stop. Helpers begin at different depths, so that they differ. */
static inline void deepen(Worker *worker) {
    const SearchJob *job = worker->job;
    const Board *board = &worker->root;
    Sideline sideline = sideline_open(worker, board);
    SearchLine exact;
    for (int depth = 1 + job->index % 2; depth <= job->depth_limit; depth++) {
        if (!deepen_iteration(worker, board, depth)) break;
        worker->finished_depth = depth;
        if (deepen_is_enough(worker, depth)) break;
        if (sideline_go_on(worker, board, &sideline, &exact)) {
            root_moves_answer(worker, &exact);
            return;
        }
        if (worker->stopped || worker_time_is_up(worker, job->shared->budget.soft_us)) break;
    }
    if (sideline_has_win(worker, board, &sideline, &exact)) root_moves_answer(worker, &exact);
}

/* A search that ended inside an iteration tells its last nodes and time, too. If it had not looked at every move, a
 * loss is only the worst that can come. */
static inline void deepen_end(Worker *worker, SearchLine *best) {
    SearchLine *line = &worker->root_moves[0].line;
    if (worker->stopped) {
        if (value_is_loss(line->value) && !line->proven && line->bound == BOUND_EXACT) line->bound = BOUND_LOWER;
        deepen_report_lines(worker, true);
    }
    *best = *line;
    best->multipv = 1;
}

#endif
