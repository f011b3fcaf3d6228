/* What to play where every move loses, or looks bad enough to be lost.
 *
 * The other side has yet to find out how. So the game is rehearsed: after each of the moves that look best when the
 * other side's forced wins are overlooked, it is played on against imagined opponents who look a few plies ahead, by
 * the textbook (root/few_ply.h); those who would have replied like the real one come first. The move that did best is
 * played, and the game that was won is kept: as long as the opponent replies as imagined, it is followed.
 * bench/README.md has what that is worth. */
#ifndef ROWAN_ROOT_RESIST_H
#define ROWAN_ROOT_RESIST_H

#include "root/few_ply.h"
#include "search/search.h"

typedef struct {
    uint16_t move;
    int merit; /* at first what a hopeful look says, then the sum of its rehearsals */
} Attempt;

typedef struct {
    int count;
    Attempt list[SIZE_CELLS];
} Attempts;

/* For one reporting worker that may answer with any move. */
static inline bool resist_is_possible(const Worker *worker) {
    const SearchJob *job = worker->job;
    return job->free_choice && job->index == 0 && worker_uses(worker, USE_THREATS) &&
           worker->grid.game.rule == RULE_LINE;
}

/* It has found nothing better than a loss or a bad estimate: on 4x4x4 O's first moves decide, and the loss is seen only
 * after them. */
static inline bool resist_is_called_for(const Worker *worker) {
    enum { BAD = -90 };
    return resist_is_possible(worker) && worker->root_moves[0].line.value < BAD;
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

/* What we would play; MOVE_NONE if there is nothing to propose, as all lines are dead or the search stopped. */
static inline int resist_own_move(Worker *worker, const Board *board, int depth, int *value) {
    worker_set_outlook(worker, OUTLOOK_HOPEFUL);
    *value = search(worker, board, (Window){-VALUE_INFINITE, VALUE_INFINITE, depth, 0});
    const Frame *frame = &worker->frames[0];
    return worker->stopped || frame->pv_length == 0 ? MOVE_NONE : frame->pv[0];
}

/* What an opponent of this depth would. A position that it looks at takes as long as several nodes of the search. */
static inline int resist_reply(Worker *worker, const TwoPly *position, int depth) {
    enum { NODES = 4 };
    FewPly look = {.grid = &worker->grid,
                   .is_over = worker_is_over,
                   .context = worker,
                   .positions_max = worker_nodes_left(worker) / NODES};
    int move = few_ply_move(&look, position, depth);
    uint64_t nodes = worker_nodes(worker) + NODES * look.positions;
    atomic_store_explicit(&worker->nodes, nodes < worker->node_limit ? nodes : worker->node_limit,
                          memory_order_relaxed);
    if (look.stopped) worker->stopped = true;
    return move;
}

/* How far we look ahead in rehearsals: at each move before them, and in them. */
typedef struct {
    int first_look, look;
} Rehearsal;

/* Plays our move, and on against an opponent of this depth until one side has won, or for a while. What came of it: a
 * loss, better late than early, how it looked in the end, or a win, better early than late. Only a game that was won
 * has a length. */
static inline int resist_rehearse(Worker *worker, TwoPly position, int depth, int look, RehearsedGame *game) {
    enum { WON = 1000, LOOKS_MAX = 400, ALLOWANCE = 2000 };
    const Grid *grid = &worker->grid;
    int move = game->move[0], looks = 0;
    for (int i = 0; i < REHEARSAL_MOVES; i++) {
        game->key[i] = position.board.key;
        game->move[i] = (uint16_t)move;
        two_ply_play(grid, &position, move);
        CellSet lost_by = board_winning_cells(grid, &position.board, board_side(&position.board));
        if (!cells_is_empty(lost_by)) return -WON + 2 * i;
        if (board_all_lines_dead(grid, &position.board)) return 0;
        two_ply_play(grid, &position, resist_reply(worker, &position, depth));
        if (worker->stopped) return 0;
        if (worker_finds_forced_win(worker, &position.board, board_side(&position.board), ALLOWANCE)) {
            game->length = i + 1;
            return WON - 2 * i;
        }
        move = resist_own_move(worker, &position.board, look, &looks);
        if (move == MOVE_NONE) return 0;
    }
    return range_clamp((Range){-LOOKS_MAX, LOOKS_MAX}, looks);
}

/* The depths that the imagined opponents look to. */
static inline int resist_depth(int opponent) {
    static const int depths[REHEARSAL_OPPONENTS] = {4, 3, 2};
    return depths[opponent];
}

/* Which of them would have given the reply that led here, if it was one to our last answer? Each position counts once.
 */
static inline void resist_learn(Worker *worker, const Board *board) {
    Rehearsals *rehearsals = &worker->rehearsals;
    Board *before = &rehearsals->answered;
    Side side = board_side(board), other = side_other(side);
    CellSet reply = cells_minus(board->stones[other], before->stones[other]);
    bool is_reply = before->ply + 1 == board->ply && cells_equal(before->stones[side], board->stones[side]);
    if (!is_reply || cells_count(reply) != 1) return;
    TwoPly position;
    two_ply_set_up(&worker->grid, &position, before);
    for (int i = 0; i < REHEARSAL_OPPONENTS; i++) {
        int imagined = resist_reply(worker, &position, resist_depth(i));
        if (worker->stopped) return;
        if (!cells_has(&reply, imagined)) rehearsals->misses[i]++;
    }
    before->ply = 0;
}

/* Those who foresaw most replies first, of equals the strongest, who tells most. */
static inline void resist_rank(const Worker *worker, int ranking[REHEARSAL_OPPONENTS]) {
    const int *misses = worker->rehearsals.misses;
    for (int i = 0; i < REHEARSAL_OPPONENTS; i++) {
        int j = i;
        for (; j > 0 && misses[ranking[j - 1]] > misses[i]; j--) ranking[j] = ranking[j - 1];
        ranking[j] = i;
    }
}

/* One move against the opponents, as long as it wins; each counts for more than all that follow. True if it beat them
 * all. */
static inline bool resist_try(Worker *worker, const TwoPly *position, Attempt *attempt, int look,
                              RehearsedGame games[REHEARSAL_OPPONENTS]) {
    int ranking[REHEARSAL_OPPONENTS];
    resist_rank(worker, ranking);
    memset(games, 0, sizeof games[0] * REHEARSAL_OPPONENTS);
    for (int i = 0; i < REHEARSAL_OPPONENTS; i++) {
        if (resist_is_over(worker)) return false;
        games[i].move[0] = attempt->move;
        int outcome = resist_rehearse(worker, *position, resist_depth(ranking[i]), look, &games[i]);
        if (worker->stopped) return false;
        attempt->merit += outcome * (1 << (REHEARSAL_OPPONENTS - 1 - i));
        if (games[i].length == 0) return false;
    }
    return true;
}

/* The best attempt, whose games are kept. One that there was no time for is better than one that lost. */
static inline int resist_try_all(Worker *worker, const Board *board, Attempts *attempts, int look) {
    enum { ATTEMPTS_MAX = 12 };
    TwoPly position;
    RehearsedGame games[REHEARSAL_OPPONENTS];
    int best = 0;
    two_ply_set_up(&worker->grid, &position, board);
    if (attempts->count > ATTEMPTS_MAX) attempts->count = ATTEMPTS_MAX;
    for (int i = 0; i < attempts->count; i++) attempts->list[i].merit = 0;
    for (int i = 0; i < attempts->count && !resist_is_over(worker); i++) {
        Attempt *attempt = &attempts->list[i];
        bool beats_all = resist_try(worker, &position, attempt, look, games);
        if (i == 0 || attempt->merit > attempts->list[best].merit) {
            best = i;
            memcpy(worker->rehearsals.games, games, sizeof games);
        }
        if (beats_all) break;
    }
    return attempts->list[best].move;
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

/* The first look at all moves takes 8,000 to 60,000 nodes on 4x4x4, and a rehearsed game 10,000; with few nodes nothing
 * would come of that. */
static inline const Rehearsal *resist_plan(const Worker *worker) {
    enum { THOROUGH_NODES = 80000 };
    static const Rehearsal thorough = {2, 3}, brief = {0, 1};
    return resist_nodes_left(worker) >= THOROUGH_NODES ? &thorough : &brief;
}

static inline int resist_choose(Worker *worker, const Board *board) {
    enum { LEARNING_NODES = 4000 };
    if (worker_nodes_left(worker) > LEARNING_NODES) resist_learn(worker, board);
    const Rehearsal *plan = resist_plan(worker);
    Attempts attempts;
    attempts_take(worker, board, plan->first_look, &attempts);
    if (resist_is_over(worker)) return MOVE_NONE;
    return resist_try_all(worker, board, &attempts, plan->look);
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

/* For the next search: what the opponent was to reply to. */
static inline void resist_note_answer(Worker *worker, const Board *board, int move) {
    if (!resist_is_possible(worker)) return;
    worker->rehearsals.answered = *board;
    board_play(&worker->grid, &worker->rehearsals.answered, move);
}

static inline bool resist_may_play(const Worker *worker, int move) {
    for (int i = 0; i < worker->root_move_count; i++) {
        if (worker->root_moves[i].move == move) return true;
    }
    return false;
}

/* What won a rehearsed game from here on, if the opponent replied as imagined; else MOVE_NONE. */
static inline int resist_recall(const Worker *worker, const Board *board) {
    if (!resist_is_possible(worker) || worker->job->keep_going) return MOVE_NONE;
    for (int i = 0; i < REHEARSAL_OPPONENTS; i++) {
        const RehearsedGame *game = &worker->rehearsals.games[i];
        for (int j = 1; j < game->length; j++) {
            if (game->key[j] == board->key && resist_may_play(worker, game->move[j])) return game->move[j];
        }
    }
    return MOVE_NONE;
}

/* Makes this the answer, unless a draw or a win is certain. The value reported stays the one that was found; this move
 * may be worth less, so that is an upper bound. */
static inline void resist_answer(Worker *worker, int move) {
    SearchLine *line = &worker->root_moves[0].line;
    bool is_certain = value_is_win(line->value) || (line->proven && !value_is_loss(line->value));
    if (move == MOVE_NONE || move == line->pv[0] || is_certain) return;
    line->bound = BOUND_UPPER;
    line->pv_length = 1;
    line->pv[0] = (uint16_t)move;
    if (!worker->stopped) worker->job->report(worker->job->context, line);
}

#endif
