/* What to play where every move loses, or looks bad enough to be lost.
 *
 * The other side has yet to find out how. So the game is rehearsed: after each of the moves that look best when the
 * other side's forced wins are overlooked, it is played on against an imagined opponent who looks a few plies ahead, by
 * the textbook. The move that did best against such opponents of several depths is played. On 4x4x4, as O against
 * plain alpha-beta of depth 4 from random openings, this raised the score from 68% to 90%. Beginning before the loss is
 * seen raised it from 60 to 66.5 of 70 on other openings. */
#ifndef ROWAN_ROOT_RESIST_H
#define ROWAN_ROOT_RESIST_H

#include "search/search.h"

typedef struct {
    uint16_t move;
    int merit; /* at first what a hopeful look says, then the sum of its rehearsals */
} Attempt;

typedef struct {
    int count;
    Attempt list[SIZE_CELLS];
} Attempts;

/* For one reporting worker that may answer with any move, and has found nothing better than a loss or a bad
 * estimate: on 4x4x4 O's first moves decide, and the loss is seen only after them. */
static inline bool resist_is_called_for(const Worker *worker) {
    enum { BAD = -90 };
    const SearchJob *job = worker->job;
    return job->free_choice && job->index == 0 && worker_uses(worker, USE_THREATS) &&
           worker->grid.game.rule == RULE_LINE && worker->root_moves[0].line.value < BAD;
}

/* Not too late: deeper searches of what seems lost may take all that nodes and time allow. */
static inline bool resist_is_due(const Worker *worker) {
    enum { SHARE = 8 };
    const SearchJob *job = worker->job;
    if (job->keep_going || !resist_is_called_for(worker)) return false;
    return worker_nodes(worker) >= job->node_limit / SHARE ||
           worker_time_is_up(worker, job->shared->budget.soft_us / SHARE);
}

static inline bool resist_is_over(const Worker *worker) {
    const SearchShared *shared = worker->job->shared;
    return worker->stopped || worker_time_is_up(worker, shared->budget.soft_us);
}

static inline void attempts_sort(Attempts *attempts) {
    for (int i = 1; i < attempts->count; i++) {
        Attempt attempt = attempts->list[i];
        int j = i;
        for (; j > 0 && attempts->list[j - 1].merit < attempt.merit; j--) {
            attempts->list[j] = attempts->list[j - 1];
        }
        attempts->list[j] = attempt;
    }
}

/* All moves, best first as a hopeful look at each has it. */
static inline void attempts_take(Worker *worker, const Board *board, int depth, Attempts *attempts) {
    worker_set_outlook(worker, OUTLOOK_HOPEFUL);
    attempts->count = 0;
    for (int i = 0; i < worker->root_move_count && !resist_is_over(worker); i++) {
        uint16_t move = worker->root_moves[i].move;
        Board next = *board;
        board_play(&worker->grid, &next, move);
        int value = -search(worker, &next, (Window){-VALUE_INFINITE, VALUE_INFINITE, depth, 1});
        attempts->list[attempts->count++] = (Attempt){move, value};
    }
    attempts_sort(attempts);
}

/* Plays what such a player would. False if it has no move to propose, as all lines are dead or the search stopped. */
static inline bool resist_play_as(Worker *worker, Board *board, Outlook outlook, int depth, int *value) {
    worker_set_outlook(worker, outlook);
    *value = search(worker, board, (Window){-VALUE_INFINITE, VALUE_INFINITE, depth, 0});
    const Frame *frame = &worker->frames[0];
    if (worker->stopped || frame->pv_length == 0) return false;
    board_play(&worker->grid, board, frame->pv[0]);
    return true;
}

/* An imagined opponent, how far we look ahead against it, and on how many of our moves it is tried. */
typedef struct {
    int depth, own_depth, attempts;
} Opponent;

enum { REHEARSAL_OPPONENTS = 3 };

/* How to rehearse: how far the first look at each move goes, and who is played against in turn. */
typedef struct {
    int look;
    Opponent opponents[REHEARSAL_OPPONENTS];
} Rehearsal;

/* Plays on after our move, against such an opponent, until one side has won, or for a while. What came of it:
 * a win or a loss, better late than early, or else how it looked in the end. */
static inline int resist_rehearse(Worker *worker, Board board, const Opponent *opponent) {
    enum { PLIES = 24, WON = 1000, LOOKS_MAX = 400, ALLOWANCE = 2000 };
    int looks = 0;
    for (int ply = 1; ply < PLIES; ply += 2) {
        int value;
        CellSet lost_by = board_winning_cells(&worker->grid, &board, board_side(&board));
        if (!cells_is_empty(lost_by)) return -WON + ply;
        if (!resist_play_as(worker, &board, OUTLOOK_PLAIN, opponent->depth, &value)) return 0;
        if (worker_finds_forced_win(worker, &board, board_side(&board), ALLOWANCE)) return WON - ply;
        if (!resist_play_as(worker, &board, OUTLOOK_HOPEFUL, opponent->own_depth, &value)) return 0;
        looks = range_clamp((Range){-LOOKS_MAX, LOOKS_MAX}, value);
    }
    return looks;
}

/* One opponent for all attempts that are left. Where there is no time for one, it keeps its merit: what was not tried
 * is better than what was lost. (Leaving it out came to the same, 126 of 140 games at 100,000 nodes.) */
static inline void resist_rehearse_all(Worker *worker, const Board *board, const Opponent *opponent,
                                       Attempts *attempts) {
    if (attempts->count > opponent->attempts) attempts->count = opponent->attempts;
    for (int i = 0; i < attempts->count && !resist_is_over(worker); i++) {
        Board next = *board;
        board_play(&worker->grid, &next, attempts->list[i].move);
        int outcome = resist_rehearse(worker, next, opponent);
        if (worker->stopped) break;
        attempts->list[i].merit += outcome;
    }
    attempts_sort(attempts);
}

/* How many nodes there are left to rehearse with; under a limit of time, at the pace so far. */
static inline uint64_t resist_nodes_left(const Worker *worker) {
    const SearchShared *shared = worker->job->shared;
    uint64_t left = worker_nodes_left(worker);
    int64_t soft_us = shared->budget.soft_us;
    if (soft_us == INT64_MAX || !atomic_load_explicit(&shared->clock_is_on, memory_order_acquire)) return left;
    int64_t spent_us = clock_now_us() - atomic_load_explicit(&shared->start_us, memory_order_relaxed);
    if (spent_us <= 0 || spent_us >= soft_us) return spent_us <= 0 ? left : 0;
    double by_pace = (double)worker_nodes(worker) * (double)(soft_us - spent_us) / (double)spent_us;
    return by_pace < (double)left ? (uint64_t)by_pace : left;
}

/* With many nodes strong opponents come first: they tell most. The first look takes 8,000 to 60,000 nodes on 4x4x4, and
 * a game against depth 4 as many; with few nodes nothing would come of that, so a glance and weak opponents come first.
 */
static inline const Rehearsal *resist_plan(const Worker *worker) {
    enum { THOROUGH_NODES = 80000 };
    static const Rehearsal thorough = {2, {{4, 3, 12}, {3, 3, 10}, {2, 3, 8}}};
    static const Rehearsal brief = {0, {{2, 1, 12}, {3, 2, 8}, {4, 3, 5}}};
    return resist_nodes_left(worker) >= THOROUGH_NODES ? &thorough : &brief;
}

static inline int resist_choose(Worker *worker, const Board *board) {
    const Rehearsal *plan = resist_plan(worker);
    Attempts attempts;
    attempts_take(worker, board, plan->look, &attempts);
    if (resist_is_over(worker)) return MOVE_NONE;
    for (int i = 0; i < attempts.count; i++) attempts.list[i].merit = 0;
    for (int i = 0; i < REHEARSAL_OPPONENTS && !resist_is_over(worker); i++) {
        resist_rehearse_all(worker, board, &plan->opponents[i], &attempts);
    }
    return attempts.list[0].move;
}

/* The move that resists best; MOVE_NONE where there is no choice, or no time for one. Out of line: taken into its
 * callers it made every node of the search 5% dearer. */
NOINLINE static int resist_find(Worker *worker, const Board *board) {
    enum { NODES_MAX = 1000000 };
    CellSet blocks = board_winning_cells(&worker->grid, board, side_other(board_side(board)));
    if (!cells_is_empty(blocks) || worker->root_move_count == 1) return MOVE_NONE;
    uint64_t limit = worker_nodes(worker) + NODES_MAX, before = worker->node_limit;
    if (limit < worker->node_limit) worker->node_limit = limit;
    int move = resist_choose(worker, board);
    worker_set_outlook(worker, OUTLOOK_CLEAR);
    /* Only the rehearsals are over: a limit of the search would be noticed again at once. */
    worker->node_limit = before;
    worker->stopped = false;
    return move;
}

/* Makes this the answer. The value reported stays the one that was found; this move may be worth less, so that is an
 * upper bound. */
static inline void resist_answer(Worker *worker, int move) {
    SearchLine *line = &worker->root_moves[0].line;
    if (move == MOVE_NONE || move == line->pv[0]) return;
    line->bound = BOUND_UPPER;
    line->pv_length = 1;
    line->pv[0] = (uint16_t)move;
    if (!worker->stopped) worker->job->report(worker->job->context, line);
}

#endif
