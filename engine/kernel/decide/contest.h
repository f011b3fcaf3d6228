/* How Rowan plays for a win that it cannot force: in drawn games, and in lost ones.
 *
 * A draw stays one. A certificate (weight or pairing) holds the other side whatever it does, as long as each of our
 * moves leaves one behind: only such moves are considered, at any limit. In a lost position every move is considered.
 *
 * A chance is taken. The other side is imagined as ourselves with short sight: it completes lines and blocks, and else
 * plays what our own static value likes best, after one ply in drawn games, after three plies of a few moves each in
 * lost ones. It sees no forced win. Its reply is taken for given: the most promising positions are played on, move
 * after move, until one has a forced win. Nobody plays quite so: eight such opponents are imagined, whose liking
 * differs a little, and our first moves that beat them get votes, more for faster wins.
 *
 * Without a chance in sight, a draw is played on by building for a win, and a search without the bounds, which would
 * make everything 0. Building means: each stone more on an open line is worth four times the one before. In three and
 * four dimensions a line that lacks two stones is left alone: a threat by itself is only answered, but two such lines
 * that cross are a fork, which the search for forced wins finds.
 *
 * bench/RESULTS.md has what all this is worth. */
#ifndef ROWAN_KERNEL_DECIDE_CONTEST_H
#define ROWAN_KERNEL_DECIDE_CONTEST_H

#include "kernel/decide/deepen.h"
#include "kernel/eval/held.h"

/* The moves after which a certificate still holds the other side; none if there is no such move. When the time is over
 * one is enough. */
static inline CellSet contest_safe_moves(Worker *worker) {
    enum { STEPS_OF_MOVE = 4 };
    const Grid *grid = &worker->grid;
    const Board *board = &worker->root;
    Side other = side_other(board_side(board));
    CellSet moves = board_empty(grid, board), safe = cells_none();
    Pairing pairing;
    /* A pairing holds whoever is to move, so no move of ours can break it. */
    if (pairing_find(grid, board, other, &pairing)) return moves;
    Census census = census_take(grid, board);
    bool by_weight = census_side_is_held(grid, &census, other, board_side(board));
    if (!by_weight) moves = cells_and(moves, pairing.scarce);
    while (!cells_is_empty(moves) && (cells_is_empty(safe) || !worker->stopped)) {
        int move = cells_take(&moves);
        Board next = *board;
        board_place(grid, &next, move);
        Census after = census_take(grid, &next);
        bool is_safe = census_side_is_held(grid, &after, other, other) || pairing_exists(grid, &next, other, &pairing);
        if (is_safe) cells_add(&safe, move);
        worker_count_steps(worker, STEPS_OF_MOVE);
    }
    return safe;
}

/* What a stone adds to our lines, by cell: 4 to the power of its stones for each. No more than 14 stones are on a line
 * then, and on long lines few cross, so that the sums stay within an int. */
static inline void contest_merits(const Grid *grid, const Board *board, CellSums *merits) {
    int longest = grid->game.d > 2 ? grid_n(grid) - 3 : grid_n(grid) - 1;
    memset(merits, 0, sizeof *merits);
    cell_sums_add(merits, grid, board_untouched_lines(grid, board), 1);
    for (int stones = 1; stones <= longest; stones++) {
        cell_sums_add(merits, grid, board_lines_with(board, board_side(board), stones), 1 << 2 * stones);
    }
}

/* Sorts the root moves that are in the set to the front, best merit first, and drops the others. They are large, so
 * their places are sorted, and each is moved once. */
static inline void contest_keep(Worker *worker, const Board *board, CellSet set) {
    RootMove *moves = worker->root_moves;
    uint16_t from[SIZE_CELLS];
    CellSums merits;
    int kept = 0;
    contest_merits(&worker->grid, board, &merits);
    for (int i = 0; i < worker->root_move_count; i++) {
        if (!cells_has(&set, moves[i].move)) continue;
        int merit = merits.of[moves[i].move], j = kept++;
        for (; j > 0 && merits.of[moves[from[j - 1]].move] < merit; j--) from[j] = from[j - 1];
        from[j] = (uint16_t)i;
    }
    for (int i = 0; i < kept; i++) {
        int at = from[i];
        while (at < i) at = from[at]; /* it has made room for another before */
        RootMove swapped = moves[i];
        moves[i] = moves[at];
        moves[at] = swapped;
    }
    if (kept > 0) worker->root_move_count = kept;
}

/* Of the moves, which are in the order of their merit, leaves those that build nearly as much as the first. */
static inline void contest_build(Worker *worker) {
    const double SHARE = 0.75;
    CellSums merits;
    contest_merits(&worker->grid, &worker->root, &merits);
    double enough = merits.of[worker->root_moves[0].move] * SHARE;
    int count = 1;
    while (count < worker->root_move_count && merits.of[worker->root_moves[count].move] >= enough) count++;
    worker->root_move_count = count;
}

/* The moves that the search proves to hold the draw that it has proven. */
static inline CellSet contest_drawing_moves(Worker *worker, const Board *board, int depth) {
    CellSet drawing = cells_none();
    for (int i = 0; i < worker->root_move_count && !worker->stopped; i++) {
        Board next = *board;
        board_place(&worker->grid, &next, worker->root_moves[i].move);
        int value = -search(worker, &next, (Window){VALUE_DRAW, VALUE_DRAW + 1, depth - 1, 1});
        bool holds = !worker->stopped && worker->frames[1].solid && value >= VALUE_DRAW;
        if (i == 0 || holds) cells_add(&drawing, worker->root_moves[i].move);
    }
    return drawing;
}

/* Chances */

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

/* The same within most of the nodes and half of the time, so that a search can follow. */
static inline int chance_within_limits(Worker *worker) {
    uint64_t node_limit = worker->node_limit;
    int64_t time_limit_us = worker->time_limit_us;
    if (node_limit != UINT64_MAX) worker->node_limit = worker_nodes(worker) + worker_nodes_left(worker) / 5 * 4;
    if (time_limit_us != INT64_MAX) worker->time_limit_us = worker->job->shared->budget.soft_us / 2;
    int move = chance_by_votes(worker);
    worker->node_limit = node_limit;
    worker->time_limit_us = time_limit_us;
    worker->stopped = false;
    if (worker_nodes_left(worker) == 0 || worker_is_told_to_stop(worker)) worker->stopped = true;
    return move;
}

/* Where the value is open, a search looks for a real win first, with half of the nodes and a quarter of the time. */
static inline bool contest_sees_win(Worker *worker) {
    const SearchJob *job = worker->job;
    uint64_t node_limit = worker->node_limit;
    int64_t time_limit_us = worker->time_limit_us;
    if (node_limit != UINT64_MAX) worker->node_limit = worker_nodes(worker) + worker_nodes_left(worker) / 2;
    if (time_limit_us != INT64_MAX) worker->time_limit_us = job->shared->budget.soft_us / 4;
    for (int depth = 1; depth <= job->depth_limit && deepen_iteration(worker, &worker->root, depth); depth++) {
        worker->finished_depth = depth;
        if (deepen_is_enough(worker, depth)) break;
    }
    worker->node_limit = node_limit;
    worker->time_limit_us = time_limit_us;
    worker->stopped = worker_nodes_left(worker) == 0 || worker_is_told_to_stop(worker);
    return value_is_win(worker->root_moves[0].line.value);
}

/* Where the moves that are left keep a draw, or the game is lost: makes one that sets a short-sighted opponent a trap
 * the answer, if there is one. A line that must be stopped leaves no choice. What is proven stays so. */
static inline bool contest_take_chance(Worker *worker) {
    const Grid *grid = &worker->grid;
    const Board *board = &worker->root;
    if (!cells_is_empty(board_winning_cells(grid, board, side_other(board_side(board))))) return false;
    if (!worker->root_moves[0].line.proven && contest_sees_win(worker)) return false;
    int move = chance_within_limits(worker);
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

/* Leaves the moves after which the other side stays held, where weight or a pairing can tell or the caller knows that
 * all moves do. If the side to move is held, too, the draw is certain, and reported. */
static inline HeldSides contest_hold(Worker *worker, bool moves_hold, bool is_held) {
    const Board *board = &worker->root;
    CellSet safe = moves_hold ? board_empty(&worker->grid, board) : contest_safe_moves(worker);
    if (cells_is_empty(safe)) return HELD_NONE;
    contest_keep(worker, board, safe);
    if (!is_held && !held_by_count(&worker->grid, board, board_side(board))) return HELD_OTHER;
    SearchLine draw = {.multipv = 1,
                       .depth = 1,
                       .seldepth = 1,
                       .value = VALUE_DRAW,
                       .bound = BOUND_EXACT,
                       .proven = true,
                       .pv_length = 1,
                       .pv = {worker->root_moves[0].move}};
    root_moves_answer(worker, &draw);
    return HELD_BOTH;
}

/* If the search has proven a draw, leaves the moves that keep it. False if it has not, or that is cut short. */
static inline bool contest_narrow(Worker *worker) {
    if (worker->stopped || !deepen_has_proven_draw(worker)) return false;
    contest_keep(worker, &worker->root, contest_drawing_moves(worker, &worker->root, worker->finished_depth));
    return !worker->stopped;
}

/* Until a limit or stop, or until everything has been looked at. */
static inline void contest(Worker *worker) {
    const SearchJob *job = worker->job;
    const Board *board = &worker->root;
    int empty_cells = worker->grid.cells - board->ply;
    bool is_hopeless = lines_is_empty(board_open_lines(&worker->grid, board, board_side(board)));
    contest_build(worker);
    worker_set_outlook(worker, OUTLOOK_CONTEST);
    for (int depth = 1 + job->index % 2; depth <= job->depth_limit && depth <= empty_cells; depth++) {
        if (is_hopeless || !deepen_iteration(worker, board, depth) || deepen_is_decided(worker)) break;
        if (worker_time_is_up(worker, job->shared->budget.soft_us)) break;
    }
    worker_set_outlook(worker, OUTLOOK_CLEAR);
}

#endif
