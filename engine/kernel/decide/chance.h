/* How Rowan plays for a win that it cannot force, in drawn games and in lost ones.
 *
 * The other side is imagined as ourselves with short sight: it completes lines and blocks, and else plays what our own
 * static value likes best, after one ply in drawn games, after three plies of a few moves each in lost ones. It sees no
 * forced win. Its reply is taken for given: the most promising positions are played on, move after move, until one has
 * a forced win. Nobody plays quite so: eight such opponents are imagined, whose liking differs a little, and our first
 * moves that beat them get votes, more for faster wins.
 *
 * The caller has left only moves that keep the draw, or the game is lost: what is proven stays so. bench/RESULTS.md has
 * what it is worth. */
#ifndef ROWAN_KERNEL_DECIDE_CHANCE_H
#define ROWAN_KERNEL_DECIDE_CHANCE_H

#include "kernel/decide/deepen.h"

enum { CHANCE_LINES = 16, CHANCE_MOVES = 8, CHANCE_REPLIES = 4 };

/* A line of play against the imagined opponent: our first move, and what it has come to with us to move. */
typedef struct {
    Board board;
    uint16_t first;
    int value;
} ChanceLine;

/* The most promising lines of one length, best first. */
typedef struct {
    int count;
    ChanceLine line[CHANCE_LINES];
} ChanceLines;

/* One imagined opponent. */
typedef struct {
    Worker *worker;
    Side own;
    int sight;         /* in plies */
    uint64_t opponent; /* its number; the first has no liking but the static value */
    CellSet winners;   /* first moves that lead to a forced win */
} Chance;

/* What the static value of our search gives for an open line. */
static inline int chance_line_worth(const Grid *grid, int stones) {
    enum { WORTH_FULL = 200 };
    int empty = grid_n(grid) - stones;
    if (stones == 0) return 0;
    if (empty == 0) return WORTH_FULL;
    return eval_open_line(eval_line_race_weights(grid), empty);
}

/* How much a stone of the side on each cell adds to its static value. */
static inline void chance_gains(CellSums *gains, const Grid *grid, const Board *board, Side side) {
    memset(gains, 0, sizeof *gains);
    cell_sums_add(gains, grid, board_untouched_lines(grid, board), chance_line_worth(grid, 1));
    for (int stones = 1; stones < grid_n(grid); stones++) {
        int worth = chance_line_worth(grid, stones), more = chance_line_worth(grid, stones + 1) - worth;
        cell_sums_add(gains, grid, board_lines_with(board, side, stones), more);
        cell_sums_add(gains, grid, board_lines_with(board, side_other(side), stones), worth);
    }
}

/* The moves with the largest gains, best first; returns how many there are. */
static inline int chance_best_moves(const CellSums *gains, CellSet moves, int wanted, int found[]) {
    int count = 0, enough = INT_MIN; /* what a move must beat */
    for (int i = 0; i < CELL_WORDS; i++) {
        for (uint64_t left = moves.word[i]; left != 0; left &= left - 1) {
            int move = i * 64 + sets_first_bit(left);
            if (gains->of[move] <= enough) continue;
            int at = count < wanted ? count++ : count - 1;
            for (; at > 0 && gains->of[found[at - 1]] < gains->of[move]; at--) found[at] = found[at - 1];
            found[at] = move;
            if (count == wanted) enough = gains->of[found[count - 1]];
        }
    }
    return count;
}

/* A liking for some cells that is the opponent's own. */
static inline void chance_add_liking(const Chance *chance, const Board *board, CellSums *gains) {
    enum { LIKING_MAX = 5 };
    Rng rng = {.state = board->key + chance->opponent * UINT64_C(0x2545F4914F6CDD1D)};
    if (chance->opponent == 0 || board_side(board) == chance->own) return;
    CellSet empty = board_empty(&chance->worker->grid, board);
    for (int i = 0; i < CELL_WORDS; i++) {
        for (uint64_t left = empty.word[i]; left != 0; left &= left - 1) {
            gains->of[i * 64 + sets_first_bit(left)] += rng_below(&rng, LIKING_MAX + 1);
        }
    }
}

/* The cells to choose from: those that stop a line, if there is one to stop. */
static inline CellSet chance_moves(const Grid *grid, const Board *board) {
    CellSet blocks = board_winning_cells(grid, board, side_other(board_side(board)));
    return cells_is_empty(blocks) ? board_empty(grid, board) : blocks;
}

/* The move of a player who looks `sight` plies ahead, and what it gains by it: VALUE_WIN if it completes a line. */
static int chance_reply(const Chance *chance, const Board *board, int sight, int *value) {
    const Grid *grid = &chance->worker->grid;
    CellSums gains;
    int found[CHANCE_REPLIES] = {0};
    CellSet wins = board_winning_cells(grid, board, board_side(board));
    worker_count_node(chance->worker);
    *value = VALUE_WIN;
    if (!cells_is_empty(wins)) return cells_first(&wins);
    chance_gains(&gains, grid, board, board_side(board));
    chance_add_liking(chance, board, &gains);
    int count = chance_best_moves(&gains, chance_moves(grid, board), sight > 1 ? CHANCE_REPLIES : 1, found);
    int best = found[0];
    *value = sight > 1 ? -VALUE_INFINITE : gains.of[best];
    for (int i = 0; i < count && sight > 1; i++) {
        Board next = *board;
        int answer = 0;
        board_place(grid, &next, found[i]);
        if (!board_all_lines_dead(grid, &next)) chance_reply(chance, &next, sight - 1, &answer);
        if (gains.of[found[i]] - answer <= *value) continue;
        *value = gains.of[found[i]] - answer;
        best = found[i];
    }
    return best;
}

/* Into its place, unless there are enough better ones or moves in another order have led there. */
static inline void chance_insert(ChanceLines *lines, const ChanceLine *line) {
    for (int i = 0; i < lines->count; i++) {
        if (lines->line[i].board.key == line->board.key) return;
    }
    bool is_full = lines->count == CHANCE_LINES;
    if (is_full && lines->line[CHANCE_LINES - 1].value >= line->value) return;
    int at = is_full ? CHANCE_LINES - 1 : lines->count++;
    for (; at > 0 && lines->line[at - 1].value < line->value; at--) lines->line[at] = lines->line[at - 1];
    lines->line[at] = *line;
}

/* A line with our next move and the reply to it: a chance if there is a forced win now, else perhaps to be played on.
 */
static inline void chance_try(Chance *chance, ChanceLine line, int move, ChanceLines *longer) {
    enum { ALLOWANCE = 200 };
    Worker *worker = chance->worker;
    const Grid *grid = &worker->grid;
    int value;
    board_place(grid, &line.board, move);
    if (board_all_lines_dead(grid, &line.board)) return;
    int reply = chance_reply(chance, &line.board, chance->sight, &value);
    if (worker->stopped || value == VALUE_WIN) return;
    board_place(grid, &line.board, reply);
    if (board_all_lines_dead(grid, &line.board)) return;
    if (worker_finds_forced_win(worker, &line.board, chance->own, ALLOWANCE)) {
        cells_add(&chance->winners, line.first);
        return;
    }
    Census census = census_take(grid, &line.board);
    line.value = eval(grid, &line.board, &census);
    chance_insert(longer, &line);
}

/* Plays the line on with each of our best moves. */
static inline void chance_play_on(Chance *chance, const ChanceLine *line, ChanceLines *longer) {
    Worker *worker = chance->worker;
    int found[2 * CHANCE_MOVES], wanted = CHANCE_MOVES;
    CellSums gains;
    CellSet moves = chance_moves(&worker->grid, &line->board);
    bool is_root = line->first == MOVE_NONE;
    if (is_root) {
        wanted = 2 * CHANCE_MOVES;
        moves = cells_none();
        for (int i = 0; i < worker->root_move_count; i++) cells_add(&moves, worker->root_moves[i].move);
    }
    worker_count_node(worker);
    chance_gains(&gains, &worker->grid, &line->board, chance->own);
    int count = chance_best_moves(&gains, moves, wanted, found);
    for (int i = 0; i < count && !worker->stopped; i++) {
        ChanceLine next = *line;
        if (is_root) next.first = (uint16_t)found[i];
        chance_try(chance, next, found[i], longer);
    }
}

/* Finds the first moves that beat this opponent soonest; returns in how many moves, 0 if none does. */
static inline int chance_find_winners(Chance *chance) {
    enum { LENGTH_MAX = 14 };
    const Worker *worker = chance->worker;
    ChanceLines lines[2];
    lines[0].count = 1;
    lines[0].line[0] = (ChanceLine){.board = worker->root, .first = MOVE_NONE};
    chance->winners = cells_none();
    for (int length = 1; length <= LENGTH_MAX && !worker->stopped; length++) {
        const ChanceLines *last = &lines[(length - 1) % 2];
        ChanceLines *longer = &lines[length % 2];
        longer->count = 0;
        for (int i = 0; i < last->count && !worker->stopped; i++) chance_play_on(chance, &last->line[i], longer);
        if (!cells_is_empty(chance->winners)) return length;
    }
    return 0;
}

/* The first move that beats most opponents, MOVE_NONE if none of them is beaten. */
static inline int chance_by_votes(Worker *worker) {
    enum { OPPONENTS = 8, SIGHT = 1, SIGHT_OF_WINNER = 3 };
    const double FADING = 0.6; /* with each move that a win takes, as nobody plays quite as imagined */
    double votes[SIZE_CELLS] = {0};
    int best = MOVE_NONE;
    bool is_lost = value_is_loss(worker->root_moves[0].line.value);
    Chance chance = {.worker = worker, .own = board_side(&worker->root), .sight = is_lost ? SIGHT_OF_WINNER : SIGHT};
    for (; chance.opponent < OPPONENTS && !worker->stopped; chance.opponent++) {
        double weight = 1;
        for (int length = chance_find_winners(&chance); length > 0; length--) weight *= FADING;
        for (CellSet left = chance.winners; !cells_is_empty(left);) {
            int move = cells_take(&left);
            votes[move] += weight;
            if (best == MOVE_NONE || votes[move] > votes[best]) best = move;
        }
    }
    return best;
}

/* The limits of the search as they were, to be restored. */
typedef struct {
    uint64_t nodes;
    int64_t time_us;
} ChanceLimits;

/* Leaves a part of the nodes and of the time, so that a search can follow. */
static inline ChanceLimits chance_share_limits(Worker *worker, uint64_t nodes, int64_t time_us) {
    ChanceLimits whole = {worker->node_limit, worker->time_limit_us};
    if (whole.nodes != UINT64_MAX) worker->node_limit = worker_nodes(worker) + nodes;
    if (whole.time_us != INT64_MAX) worker->time_limit_us = time_us;
    return whole;
}

static inline void chance_restore_limits(Worker *worker, ChanceLimits whole) {
    worker->node_limit = whole.nodes;
    worker->time_limit_us = whole.time_us;
    worker->stopped = worker_nodes_left(worker) == 0 || worker_is_told_to_stop(worker);
}

/* Where the value is open, a search looks for a real win first, with half of the nodes and a quarter of the time. */
static inline bool chance_is_needless(Worker *worker) {
    const SearchJob *job = worker->job;
    ChanceLimits whole = chance_share_limits(worker, worker_nodes_left(worker) / 2, job->shared->budget.soft_us / 4);
    for (int depth = 1; depth <= job->depth_limit && deepen_iteration(worker, &worker->root, depth); depth++) {
        worker->finished_depth = depth;
        if (deepen_is_enough(worker, depth)) break;
    }
    chance_restore_limits(worker, whole);
    return value_is_win(worker->root_moves[0].line.value);
}

/* The move that sets a short-sighted opponent a trap, found with most of the nodes and half of the time. */
static inline int chance_find(Worker *worker) {
    ChanceLimits whole =
        chance_share_limits(worker, worker_nodes_left(worker) / 5 * 4, worker->job->shared->budget.soft_us / 2);
    int move = chance_by_votes(worker);
    chance_restore_limits(worker, whole);
    return move;
}

/* Makes a move that sets a trap the answer, if there is one. A line that must be stopped leaves no choice. */
static inline bool chance_take(Worker *worker) {
    const Grid *grid = &worker->grid;
    const Board *board = &worker->root;
    if (!cells_is_empty(board_winning_cells(grid, board, side_other(board_side(board))))) return false;
    if (!worker->root_moves[0].line.proven && chance_is_needless(worker)) return false;
    int move = chance_find(worker);
    if (move == MOVE_NONE) return false;
    SearchLine line = worker->root_moves[0].line;
    bool is_lost = value_is_loss(line.value);
    Census census = census_take(grid, board);
    line.multipv = 1;
    line.is_contest = line.proven && !is_lost;
    if (!line.proven) line.value = eval(grid, board, &census);
    line.pv_length = 1;
    line.pv[0] = (uint16_t)move;
    root_moves_answer(worker, &line);
    return true;
}

#endif
