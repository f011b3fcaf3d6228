/* A player who looks two plies ahead, and positions in which its moves are found quickly.
 *
 * It is the plainest player that wins and blocks where it can: a line with k stones of one side alone is worth 4^(k-1)
 * to that side, it plays for the best sum after its move and the best answer to it, and takes the first of equal cells.
 *
 * For every cell a position keeps what a stone of either side there would gain. A stone changes that only on its own
 * lines. So the answer to a move is the best one on other lines, which is the same for most moves, or one of the few
 * on its lines; and a move that cannot be the best even without the latter need not be looked at. */
#ifndef ROWAN_ROOT_TWO_PLY_H
#define ROWAN_ROOT_TWO_PLY_H

#include "rules/board.h"

enum { TWO_PLY_WIN = 1000000, TWO_PLY_ANSWERS = 12 };

typedef struct {
    Board board;
    uint8_t stones[2][SIZE_LINES]; /* of each side on each line */
    int gain[2][SIZE_CELLS];
} TwoPly;

/* The best cells of a side, the best first. */
typedef struct {
    int count;
    uint16_t cell[TWO_PLY_ANSWERS];
} TwoPlyAnswers;

static inline int two_ply_weight(const Grid *grid, int stones) {
    static const int weights[] = {0, 1, 4, 16, 64, 256, 1024, 4096};
    enum { MOST = sizeof weights / sizeof weights[0] - 1 };
    if (stones == grid_n(grid)) return TWO_PLY_WIN;
    return weights[stones < MOST ? stones : MOST];
}

/* What a stone gains on a line with so many stones of its own side and of the other. */
static inline int two_ply_line_gain(const Grid *grid, int own, int other) {
    if (other == 0) return two_ply_weight(grid, own + 1) - two_ply_weight(grid, own);
    return own == 0 ? two_ply_weight(grid, other) : 0;
}

/* The side to move puts a stone there; no line is complete before. */
static inline void two_ply_play(const Grid *grid, TwoPly *position, int cell) {
    Side side = board_side(&position->board), other = side_other(side);
    for (LineSet lines = grid->through[cell]; !lines_is_empty(lines);) {
        int line = lines_take(&lines);
        int own = position->stones[side][line]++, theirs = position->stones[other][line];
        if (own + 1 == grid_n(grid)) continue;
        int change = two_ply_line_gain(grid, own + 1, theirs) - two_ply_line_gain(grid, own, theirs);
        int change_theirs = two_ply_line_gain(grid, theirs, own + 1) - two_ply_line_gain(grid, theirs, own);
        if (change == 0 && change_theirs == 0) continue;
        for (int i = 0; i < grid_n(grid); i++) {
            int along = grid->cells_along[line][i];
            position->gain[side][along] += change;
            position->gain[other][along] += change_theirs;
        }
    }
    board_play(grid, &position->board, cell);
}

static inline void two_ply_set_up(const Grid *grid, TwoPly *position, const Board *board) {
    memset(position, 0, sizeof *position);
    position->board = *board;
    for (int line = 0; line < grid->lines; line++) {
        int x = cells_count(cells_and(grid->line_cells[line], board->stones[SIDE_X]));
        int o = cells_count(cells_and(grid->line_cells[line], board->stones[SIDE_O]));
        position->stones[SIDE_X][line] = (uint8_t)x;
        position->stones[SIDE_O][line] = (uint8_t)o;
        for (int i = 0; i < grid_n(grid) && x < grid_n(grid) && o < grid_n(grid); i++) {
            position->gain[SIDE_X][grid->cells_along[line][i]] += two_ply_line_gain(grid, x, o);
            position->gain[SIDE_O][grid->cells_along[line][i]] += two_ply_line_gain(grid, o, x);
        }
    }
}

static inline TwoPlyAnswers two_ply_answers(const int gain[SIZE_CELLS], CellSet empty) {
    TwoPlyAnswers answers = {.count = 0};
    while (!cells_is_empty(empty)) {
        int cell = cells_take(&empty);
        if (answers.count == TWO_PLY_ANSWERS && gain[answers.cell[TWO_PLY_ANSWERS - 1]] >= gain[cell]) continue;
        int at = answers.count < TWO_PLY_ANSWERS ? answers.count++ : TWO_PLY_ANSWERS - 1;
        for (; at > 0 && gain[answers.cell[at - 1]] < gain[cell]; at--) answers.cell[at] = answers.cell[at - 1];
        answers.cell[at] = (uint16_t)cell;
    }
    return answers;
}

/* The gain of the best answer on other lines than those of the move. */
static inline int two_ply_answer_apart(const Grid *grid, const int gain[SIZE_CELLS], const TwoPlyAnswers *answers,
                                       CellSet empty, int move) {
    int best = 0;
    for (int i = 0; i < answers->count; i++) {
        if (!lines_meet(grid->through[move], grid->through[answers->cell[i]])) return gain[answers->cell[i]];
    }
    while (!cells_is_empty(empty)) {
        int cell = cells_take(&empty);
        if (gain[cell] > best && !lines_meet(grid->through[move], grid->through[cell])) best = gain[cell];
    }
    return best;
}

/* The gain of the best answer to the move, of which the best on other lines is known. */
static inline int two_ply_answer(const Grid *grid, const TwoPly *position, CellSet empty, int move, int apart) {
    Side side = board_side(&position->board), other = side_other(side);
    int best = apart;
    for (LineSet lines = grid->through[move]; !lines_is_empty(lines);) {
        int line = lines_take(&lines);
        int own = position->stones[side][line], theirs = position->stones[other][line];
        int change = two_ply_line_gain(grid, theirs, own + 1) - two_ply_line_gain(grid, theirs, own);
        for (int i = 0; i < grid_n(grid); i++) {
            int cell = grid->cells_along[line][i];
            if (cell == move || !cells_has(&empty, cell)) continue;
            if (position->gain[other][cell] + change > best) best = position->gain[other][cell] + change;
        }
    }
    return best;
}

/* All losses are equal. */
static inline int two_ply_value(int gain, int answer) {
    return answer >= TWO_PLY_WIN / 2 ? -TWO_PLY_WIN : gain - answer;
}

/* What the player, to move, plays. The game must not be over. */
static inline int two_ply_move(const Grid *grid, const TwoPly *position) {
    Side side = board_side(&position->board), other = side_other(side);
    const int *gain = position->gain[side];
    CellSet empty = board_empty(grid, &position->board);
    TwoPlyAnswers answers = two_ply_answers(position->gain[other], empty);
    int apart[SIZE_CELLS], bound[SIZE_CELLS];
    int first = cells_first(&empty), best = -2 * TWO_PLY_WIN, choice = MOVE_NONE;
    for (CellSet left = empty; !cells_is_empty(left);) {
        int move = cells_take(&left);
        if (gain[move] >= TWO_PLY_WIN / 2) return move;
        apart[move] = two_ply_answer_apart(grid, position->gain[other], &answers, empty, move);
        bound[move] = two_ply_value(gain[move], apart[move]);
        if (bound[move] > bound[first]) first = move;
    }
    /* Once more the one that promises most, then all in the order of the cells. */
    for (CellSet left = empty; !cells_is_empty(left);) {
        int move = choice == MOVE_NONE ? first : cells_take(&left);
        if (choice != MOVE_NONE && (bound[move] < best || (bound[move] == best && move >= choice))) continue;
        int value = two_ply_value(gain[move], two_ply_answer(grid, position, empty, move, apart[move]));
        if (value > best || (value == best && move < choice)) {
            best = value;
            choice = move;
        }
    }
    return choice;
}

#endif
