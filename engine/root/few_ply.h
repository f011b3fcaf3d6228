/* A player who looks a few plies ahead, by the textbook: plain alpha-beta to a fixed depth.
 *
 * It values lines as the player of two plies does (root/two_ply.h), prefers the faster win and the slower loss, and
 * takes the first of equal cells. Its moves are found with few positions: the most promising replies come first, the
 * one that refuted the last move first of all, and the last two plies are read off the gains. */
#ifndef ROWAN_ROOT_FEW_PLY_H
#define ROWAN_ROOT_FEW_PLY_H

#include "root/two_ply.h"

enum { FEW_PLY_DEPTH_MAX = 8, FEW_PLY_INFINITE = 2 * TWO_PLY_WIN };

/* What such a look takes. Values are relative to the lines of the position it begins with. */
typedef struct {
    const Grid *grid;
    bool (*is_over)(void *context); /* asked now and then: must everything stop? NULL: never */
    void *context;
    uint64_t positions, positions_max;     /* looked at so far, and how many there may be */
    bool stopped;                          /* by either; what was found is of no use then */
    int refutation[FEW_PLY_DEPTH_MAX + 1]; /* by ply: the last one */
} FewPly;

typedef struct {
    int alpha, beta, depth, ply;
} FewPlyWindow;

static inline void few_ply_count(FewPly *look) {
    enum { PERIOD = 64 };
    if (look->positions >= look->positions_max) look->stopped = true;
    if (++look->positions % PERIOD == 0 && look->is_over != NULL && look->is_over(look->context)) look->stopped = true;
}

static inline int few_ply_win_at(int ply) {
    return TWO_PLY_WIN - ply;
}

static inline int few_ply_best_gain(const int gain[SIZE_CELLS], CellSet cells) {
    int best = 0;
    while (!cells_is_empty(cells)) {
        int cell = cells_take(&cells);
        if (gain[cell] > best) best = gain[cell];
    }
    return best;
}

/* The cells at which a side would complete a line. */
static inline CellSet few_ply_winning_cells(const int gain[SIZE_CELLS], CellSet empty) {
    CellSet wins = cells_none();
    while (!cells_is_empty(empty)) {
        int cell = cells_take(&empty);
        if (gain[cell] >= TWO_PLY_WIN / 2) cells_add(&wins, cell);
    }
    return wins;
}

/* The value with two plies to go, if the side to move cannot win at once: the best gain after the best answer to it. */
static inline int few_ply_last_two(const FewPly *look, const TwoPly *position, int base, FewPlyWindow window) {
    const Grid *grid = look->grid;
    Side side = board_side(&position->board), other = side_other(side);
    const int *gain = position->gain[side];
    CellSet empty = board_empty(grid, &position->board);
    TwoPlyAnswers answers = two_ply_answers(position->gain[other], empty);
    int best = -few_ply_win_at(window.ply + 2);
    for (CellSet left = empty; !cells_is_empty(left);) {
        int move = cells_take(&left);
        if (base + gain[move] <= best) continue;
        int apart = two_ply_answer_apart(grid, position->gain[other], &answers, empty, move);
        if (apart >= TWO_PLY_WIN / 2 || base + gain[move] - apart <= best) continue;
        int answer = two_ply_answer(grid, position, empty, move, apart);
        if (answer >= TWO_PLY_WIN / 2) continue;
        if (base + gain[move] - answer > best) best = base + gain[move] - answer;
        if (best >= window.beta) return best;
    }
    return best;
}

/* The most promising of the cells: for what it gains, and for what it denies the other side. */
static inline int few_ply_most_promising(const TwoPly *position, CellSet cells) {
    const int *own = position->gain[SIDE_X], *other = position->gain[SIDE_O];
    int best = cells_take(&cells);
    while (!cells_is_empty(cells)) {
        int cell = cells_take(&cells);
        if (own[cell] + other[cell] > own[best] + other[best]) best = cell;
    }
    return best;
}

static int few_ply_value(FewPly *look, const TwoPly *position, int base, FewPlyWindow window);

/* The value of a move, for the side that makes it. */
static inline int few_ply_try(FewPly *look, const TwoPly *position, int move, int base, FewPlyWindow window) {
    TwoPly next = *position;
    int gain = position->gain[board_side(&position->board)][move];
    two_ply_play(look->grid, &next, move);
    FewPlyWindow below = {-window.beta, -window.alpha, window.depth - 1, window.ply + 1};
    return -few_ply_value(look, &next, -(base + gain), below);
}

/* Of all these moves; the one that makes a cut-off is tried first next time. */
static inline int few_ply_best(FewPly *look, const TwoPly *position, CellSet moves, int base, FewPlyWindow window) {
    int best = -FEW_PLY_INFINITE, *refutation = &look->refutation[window.ply];
    int move = cells_has(&moves, *refutation) ? *refutation : few_ply_most_promising(position, moves);
    for (;;) {
        int value = few_ply_try(look, position, move, base, window);
        if (value > best) best = value;
        if (value > window.alpha) window.alpha = value;
        if (value >= window.beta) *refutation = move;
        cells_remove(&moves, move);
        if (value >= window.beta || cells_is_empty(moves) || look->stopped) return best;
        move = few_ply_most_promising(position, moves);
    }
}

/* For the side to move: exact inside the window, else a bound. The base is what the lines are worth to it. */
static int few_ply_value(FewPly *look, const TwoPly *position, int base, FewPlyWindow window) {
    Side side = board_side(&position->board);
    CellSet empty = board_empty(look->grid, &position->board);
    few_ply_count(look);
    if (window.depth == 0 || cells_is_empty(empty)) return base;
    int gain = few_ply_best_gain(position->gain[side], empty);
    if (gain >= TWO_PLY_WIN / 2) return few_ply_win_at(window.ply + 1);
    if (window.depth == 1) return base + gain;
    CellSet blocks = few_ply_winning_cells(position->gain[side_other(side)], empty);
    if (cells_count(blocks) > 1) return -few_ply_win_at(window.ply + 2);
    if (window.depth == 2) return few_ply_last_two(look, position, base, window);
    return few_ply_best(look, position, cells_is_empty(blocks) ? empty : blocks, base, window);
}

/* The first cell of the best value: the most promising one, unless another is better, or as good and before it. */
static inline int few_ply_choose(FewPly *look, const TwoPly *position, CellSet moves, int depth) {
    int choice = few_ply_most_promising(position, moves);
    int best = few_ply_try(look, position, choice, 0, (FewPlyWindow){-FEW_PLY_INFINITE, FEW_PLY_INFINITE, depth, 0});
    cells_remove(&moves, choice);
    while (!cells_is_empty(moves) && !look->stopped) {
        int move = few_ply_most_promising(position, moves), wanted = move < choice ? best : best + 1;
        int value = few_ply_try(look, position, move, 0, (FewPlyWindow){wanted - 1, FEW_PLY_INFINITE, depth, 0});
        cells_remove(&moves, move);
        if (value < wanted) continue;
        best = value;
        choice = move;
    }
    return choice;
}

/* What the player, to move, plays, or anything if it was stopped. The game must not be over. */
static inline int few_ply_move(FewPly *look, const TwoPly *position, int depth) {
    Side side = board_side(&position->board);
    CellSet empty = board_empty(look->grid, &position->board);
    few_ply_count(look);
    if (depth == 2) return two_ply_move(look->grid, position);
    CellSet wins = few_ply_winning_cells(position->gain[side], empty);
    if (!cells_is_empty(wins)) return cells_first(&wins);
    CellSet blocks = few_ply_winning_cells(position->gain[side_other(side)], empty);
    if (depth > 1 && !cells_is_empty(blocks)) {
        return cells_count(blocks) == 1 ? cells_first(&blocks) : cells_first(&empty);
    }
    for (int i = 0; i <= FEW_PLY_DEPTH_MAX; i++) look->refutation[i] = cells_first(&empty);
    return few_ply_choose(look, position, empty, depth);
}

#endif
