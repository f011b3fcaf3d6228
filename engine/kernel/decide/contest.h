/* Play in a draw that is safe.
 *
 * The draw stays one. A certificate (weight or pairing) holds the other side whatever it does, as long as each of our
 * moves leaves one behind: only such moves are considered, at any limit. Among them chance.h looks for a trap.
 *
 * Without a chance in sight, the game is played on by building for a win, and a search without the bounds, which would
 * make everything 0. Building means: each stone more on an open line is worth four times the one before. In three and
 * four dimensions a line that lacks two stones is left alone: a threat by itself is only answered, but two such lines
 * that cross are a fork, which the search for forced wins finds. */
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
