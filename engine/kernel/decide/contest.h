/* What to play where a draw is proven: the game goes on, for the better chances.
 *
 * A certificate (weight or pairing) holds the draw whatever the other side does, as long as each of our moves leaves
 * one behind: only such moves are considered, at any limit of time or nodes. Among them those are searched that build
 * most for a win, by a search without the bounds, which would make everything 0.
 *
 * Building means: each stone more on an open line is worth four times the one before. In three and four dimensions a
 * line that lacks two stones is left alone: a threat by itself is only answered, but two such lines that cross are a
 * fork, which the search for forced wins finds.
 *
 * Wins of 100 games from random openings, 5,000 nodes a move, against a random mover: 5x5 100, 6x6 99, 8x8 100, 10x10
 * 100, where a plain search without bounds won 1 to 35, as it takes the other side to answer everything. Of 20 games
 * against an opponent that wins or blocks where it can and else takes the first free cell, on 6x6x6, 7x7x7 and 8x8x8:
 * 20 each; with lines that lack two stones completed at once, 7 on 6x6x6 and none on 8x8x8. */
#ifndef ROWAN_KERNEL_DECIDE_CONTEST_H
#define ROWAN_KERNEL_DECIDE_CONTEST_H

#include "kernel/decide/deepen.h"
#include "kernel/eval/held.h"

/* The moves after which a certificate still holds the other side; none if there is no such move. */
static inline CellSet contest_safe_moves(const Grid *grid, const Board *board) {
    Side other = side_other(board_side(board));
    CellSet moves = board_empty(grid, board), safe = cells_none();
    Pairing pairing;
    /* A pairing holds whoever is to move, so no move of ours can break it. */
    if (pairing_find(grid, board, other, &pairing)) return moves;
    Census census = census_take(grid, board);
    bool by_weight = census_side_is_held(grid, &census, other, board_side(board));
    if (!by_weight) moves = cells_and(moves, pairing.scarce);
    while (!cells_is_empty(moves)) {
        int move = cells_take(&moves);
        Board next = *board;
        board_place(grid, &next, move);
        if (held_by_count(grid, &next, other)) cells_add(&safe, move);
    }
    return safe;
}

/* What a stone adds to our lines. */
static inline double contest_merit(const Grid *grid, const Board *board, int cell) {
    const double RATIO = 4;
    Side side = board_side(board);
    int longest = grid->game.d > 2 ? grid_n(grid) - 3 : grid_n(grid) - 1;
    double merit = lines_count(lines_and(grid->through[cell], board_untouched_lines(grid, board))), weight = 1;
    for (int stones = 1; stones <= longest; stones++) {
        weight *= RATIO;
        merit += weight * lines_count(lines_and(grid->through[cell], board_lines_with(board, side, stones)));
    }
    return merit;
}

/* Sorts the root moves that are in the set to the front, best merit first, and drops the others. */
static inline void contest_keep(Worker *worker, const Board *board, CellSet set, double merit[SIZE_CELLS]) {
    int kept = 0;
    for (int i = 0; i < worker->root_move_count; i++) {
        RootMove root = worker->root_moves[i];
        if (!cells_has(&set, root.move)) continue;
        double value = contest_merit(&worker->grid, board, root.move);
        int j = kept++;
        for (; j > 0 && merit[j - 1] < value; j--) {
            merit[j] = merit[j - 1];
            worker->root_moves[j] = worker->root_moves[j - 1];
        }
        merit[j] = value;
        worker->root_moves[j] = root;
    }
    if (kept > 0) worker->root_move_count = kept;
}

/* Of the moves that keep the draw, leaves those that build nearly as much as the best. */
static inline void contest_choose(Worker *worker, const Board *board, CellSet drawing) {
    const double SHARE = 0.75;
    double merit[SIZE_CELLS];
    contest_keep(worker, board, drawing, merit);
    int count = 1;
    while (count < worker->root_move_count && merit[count] >= merit[0] * SHARE) count++;
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
 * all moves do. True if the side to move is held, too: then the draw is certain, and reported. */
static inline bool contest_hold(Worker *worker, bool moves_hold, bool is_held) {
    const Board *board = &worker->root;
    double merit[SIZE_CELLS];
    CellSet safe = moves_hold ? board_empty(&worker->grid, board) : contest_safe_moves(&worker->grid, board);
    if (cells_is_empty(safe)) return false;
    if (!is_held && !held_by_count(&worker->grid, board, board_side(board))) {
        contest_keep(worker, board, safe, merit);
        return false;
    }
    contest_choose(worker, board, safe);
    SearchLine draw = {.multipv = 1,
                       .depth = 1,
                       .seldepth = 1,
                       .value = VALUE_DRAW,
                       .bound = BOUND_EXACT,
                       .proven = true,
                       .pv_length = 1,
                       .pv = {worker->root_moves[0].move}};
    root_answer(worker, &draw);
    return true;
}

/* If the search has proven a draw, leaves the moves that keep it. False if it has not, or that is cut short. */
static inline bool contest_narrow(Worker *worker) {
    if (worker->stopped || !deepen_has_proven_draw(worker)) return false;
    contest_choose(worker, &worker->root, contest_drawing_moves(worker, &worker->root, worker->finished_depth));
    return !worker->stopped;
}

/* Until a limit or stop, or until everything has been looked at. */
static inline void contest(Worker *worker) {
    const SearchJob *job = worker->job;
    const Board *board = &worker->root;
    int empty_cells = worker->grid.cells - board->ply;
    bool is_hopeless = lines_is_empty(board_open_lines(&worker->grid, board, board_side(board)));
    worker_set_outlook(worker, OUTLOOK_CONTEST);
    for (int depth = 1 + job->index % 2; depth <= job->depth_limit && depth <= empty_cells; depth++) {
        if (is_hopeless || !deepen_iteration(worker, board, depth) || deepen_is_decided(worker)) break;
        if (worker_time_is_up(worker, job->shared->budget.soft_us)) break;
    }
    worker_set_outlook(worker, OUTLOOK_CLEAR);
}

#endif
