/* The root of a worker's search: iterative deepening, aspiration windows and several best lines. */
#ifndef ROWAN_ROOT_DEEPEN_H
#define ROWAN_ROOT_DEEPEN_H

#include "points/points_solver.h"
#include "root/mate.h"
#include "root/contest.h"

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
    *solid = *solid || all_solid;
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

/* An estimate of another depth is news. What is proven is not, once it is told. */
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

/* A host that asked for a mate wants it fast, and then no more. */
static inline bool deepen_has_mate(const Worker *worker) {
    int value = worker->root_moves[0].line.value, limit = worker->job->mate_limit;
    return limit != LIMIT_NONE && value_is_win(value) && value_mate_in(value) <= limit;
}

static inline bool deepen_is_enough(const Worker *worker, bool keep_going) {
    return deepen_has_mate(worker) || (deepen_is_decided(worker) && !keep_going);
}

/* Makes this the first root move; it may be new, when the list has only a mirror image of it. */
static inline RootMove *deepen_bring_to_front(Worker *worker, uint16_t move) {
    int at = 0;
    while (at < worker->root_move_count && worker->root_moves[at].move != move) at++;
    if (at == worker->root_move_count) worker->root_move_count++;
    memmove(&worker->root_moves[1], &worker->root_moves[0], sizeof worker->root_moves[0] * (size_t)at);
    worker->root_moves[0].move = move;
    return &worker->root_moves[0];
}

/* Whatever ends the search too soon, a line that the other side would complete next is stopped. */
static inline void deepen_block_first(Worker *worker, const Board *board) {
    CellSet threats = board_winning_cells(&worker->grid, board, side_other(board_side(board)));
    for (int i = worker->root_move_count - 1; i > 0; i--) {
        if (!cells_has(&threats, worker->root_moves[i].move)) continue;
        RootMove block = worker->root_moves[i];
        *deepen_bring_to_front(worker, block.move) = block;
        return;
    }
}

static inline void deepen_set_up(Worker *worker, const SearchJob *job, Board *board) {
    placement_to_board(&job->root, &worker->grid, board);
    worker_begin(worker, job);
    worker->root_move_count = job->root_moves.count;
    for (int i = 0; i < worker->root_move_count; i++) {
        RootMove *root = &worker->root_moves[i];
        memset(root, 0, sizeof *root);
        root->move = job->root_moves.move[i];
        root->cells = job->root_moves.cells[i] > 0 ? job->root_moves.cells[i] : 1;
        root->line = (SearchLine){.multipv = 1, .bound = BOUND_EXACT, .pv_length = 1, .pv = {root->move}};
    }
    if (worker->grid.game.rule == RULE_LINE) deepen_block_first(worker, board);
}

/* A win that is known to the end becomes the answer. */
static inline void deepen_take_win(Worker *worker, const ThreatLine *line) {
    RootMove *root = deepen_bring_to_front(worker, line->cell[0]);
    root->value = value_win_at(line->length);
    SearchLine answer = {.multipv = 1,
                         .depth = 1,
                         .seldepth = line->length,
                         .value = root->value,
                         .bound = BOUND_EXACT,
                         .proven = true,
                         .pv_length = line->length};
    memcpy(answer.pv, line->cell, sizeof line->cell[0] * (size_t)line->length);
    root->line = answer;
    worker->job->report(worker->job->context, &root->line);
}

/* Without a search: a forced win of the side to move, if there is one. */
static inline bool deepen_find_forced_win(Worker *worker, const Board *board) {
    enum { ROOT_ALLOWANCE = 200000 };
    const SearchJob *job = worker->job;
    uint64_t allowance = job->must_win ? PROMISED_ALLOWANCE : ROOT_ALLOWANCE;
    if (!job->free_choice || job->index != 0 || !worker_uses(worker, USE_THREATS) ||
        worker->grid.game.rule != RULE_LINE)
        return false;
    if (!worker_finds_forced_win(worker, board, board_side(board), allowance)) return false;
    worker_shorten_forced_win(worker, board, board_side(board));
    deepen_take_win(worker, &worker->threat_line);
    return true;
}

/* Whether there is a win in the number of moves that the host asked for. */
static inline MateAnswer deepen_find_mate(Worker *worker, const Board *board) {
    const SearchJob *job = worker->job;
    ThreatLine line;
    if (job->mate_limit == LIMIT_NONE || job->index != 0 || worker->grid.game.rule != RULE_LINE) return MATE_NOT_ASKED;
    if (deepen_has_mate(worker)) return MATE_FOUND;
    if (!worker_uses(worker, USE_THREATS)) return MATE_OPEN;
    MateAnswer answer = mate_find(worker, board, &line);
    if (answer == MATE_FOUND) deepen_take_win(worker, &line);
    return answer;
}

static inline void deepen_answer(Worker *worker, const SearchLine *line) {
    RootMove *root = &worker->root_moves[0];
    root->move = line->pv[0];
    root->value = line->value;
    root->line = *line;
    worker->job->report(worker->job->context, line);
}

/* The search has proven a draw: what else there is to say, the contest says. */
static inline bool deepen_can_contest(const Worker *worker) {
    const SearchLine *line = &worker->root_moves[0].line;
    return contest_is_asked_for(worker) && line->proven && line->value == VALUE_DRAW;
}

/* Until a limit or stop, or until everything has been looked at. */
static inline void deepen_contest(Worker *worker, const Board *board) {
    const SearchJob *job = worker->job;
    int empty_cells = worker->grid.cells - board->ply;
    bool is_hopeless = lines_is_empty(board_open_lines(&worker->grid, board, board_side(board)));
    worker_set_outlook(worker, OUTLOOK_CONTEST);
    for (int depth = 1 + job->index % 2; depth <= job->depth_limit && depth <= empty_cells; depth++) {
        if (is_hopeless || !deepen_iteration(worker, board, depth) || deepen_is_decided(worker)) break;
        if (worker_time_is_up(worker, job->shared->budget.soft_us)) break;
    }
    worker_set_outlook(worker, OUTLOOK_CLEAR);
}

/* Iterative deepening until a limit, a proof or stop; returns the last depth that was finished. Helpers begin at
 * different depths, so that they differ. */
static inline int deepen_to_limit(Worker *worker, const Board *board) {
    const SearchJob *job = worker->job;
    int empty_cells = worker->grid.cells - board->ply, finished = 0;
    Sideline sideline = sideline_open(worker, board);
    SearchLine exact;
    for (int depth = 1 + job->index % 2; depth <= job->depth_limit; depth++) {
        if (!deepen_iteration(worker, board, depth)) break;
        finished = depth;
        /* As late moves are reduced, a depth of all empty cells need not have shown the end of every game. */
        if (deepen_is_enough(worker, job->keep_going && depth < empty_cells) || deepen_can_contest(worker)) break;
        if (sideline_go_on(worker, board, &sideline, &exact)) {
            deepen_answer(worker, &exact);
            return finished;
        }
        if (worker->stopped || worker_time_is_up(worker, job->shared->budget.soft_us)) break;
    }
    if (sideline_has_win(worker, board, &sideline, &exact)) deepen_answer(worker, &exact);
    return finished;
}

/* A draw that certificates prove is reported once, before anything is searched. */
static inline bool deepen_draw_is_certain(Worker *worker, const Board *board, CellSet safe) {
    const SearchJob *job = worker->job;
    bool is_harmless = job->cannot_win || contest_is_harmless(&worker->grid, board, board_side(board));
    if (cells_is_empty(safe) || !is_harmless) return false;
    contest_choose(worker, board, safe);
    SearchLine *line = &worker->root_moves[0].line;
    *line = (SearchLine){.multipv = 1,
                         .depth = 1,
                         .seldepth = 1,
                         .value = VALUE_DRAW,
                         .bound = BOUND_EXACT,
                         .proven = true,
                         .pv_length = 1,
                         .pv = {worker->root_moves[0].move}};
    if (job->index == 0) job->report(job->context, line);
    return true;
}

/* Where a draw is proven, at once or by the search, the game goes on for the better chances. Where a win is proven and
 * the host wants to see more, no draw is to be kept. */
static inline void deepen_and_contest(Worker *worker, const Board *board) {
    const SearchLine *known = &worker->root_moves[0].line;
    bool is_won = worker->root_move_count > 0 && known->proven && value_is_win(known->value);
    if (!contest_is_asked_for(worker) || is_won) {
        deepen_to_limit(worker, board);
        return;
    }
    double merit[SIZE_CELLS];
    CellSet safe =
        worker->job->moves_hold_draw ? board_empty(&worker->grid, board) : contest_safe_moves(&worker->grid, board);
    if (deepen_draw_is_certain(worker, board, safe)) {
        deepen_contest(worker, board);
        return;
    }
    if (!cells_is_empty(safe)) contest_keep(worker, board, safe, merit);
    int depth = deepen_to_limit(worker, board);
    if (!worker->stopped && deepen_can_contest(worker)) {
        contest_choose(worker, board, contest_drawing_moves(worker, board, depth));
        if (!worker->stopped) deepen_contest(worker, board);
    }
}

/* Of a search that ended before it had looked at every move, a loss is only the worst that can come. */
static inline void deepen_qualify_loss(Worker *worker) {
    SearchLine *line = &worker->root_moves[0].line;
    if (value_is_loss(line->value) && !line->proven && line->bound == BOUND_EXACT) line->bound = BOUND_LOWER;
}

static inline void deepen(Worker *worker, const SearchJob *job, SearchLine *best) {
    Board board;
    deepen_set_up(worker, job, &board);
    bool wins = deepen_find_forced_win(worker, &board);
    MateAnswer mate = deepen_find_mate(worker, &board);
    if (mate != MATE_FOUND && (!wins || job->keep_going)) deepen_and_contest(worker, &board);
    /* A search that ended inside an iteration tells its last nodes and time, too. */
    if (worker->stopped) {
        deepen_qualify_loss(worker);
        deepen_report_lines(worker, true);
    }
    *best = worker->root_moves[0].line;
    best->multipv = 1;
    best->mate = mate != MATE_NOT_ASKED && deepen_has_mate(worker) ? MATE_FOUND : mate;
}

#endif
