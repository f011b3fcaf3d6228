/* The static value of a position, and the bounds that come with it at no extra cost.
 *
 * Both read off the planes how many lines are open for each side with k stones. The weights are those of a line race:
 * each additional stone on an open line is worth several times the one before. */
#ifndef ROWAN_KERNEL_EVAL_EVAL_H
#define ROWAN_KERNEL_EVAL_EVAL_H

#include "job/value.h"
#include "rules/board.h"

/* Lines open for each side by the number of its stones on them. */
typedef struct {
    int open[2][SIZE_EDGE_MAX + 1];
} Census;

/* Of these lines of one word, counts those with `from` to `from` + 3 stones: the number in the two lowest planes. */
static inline void census_add_four(Census *census, const Board *board, int word, const uint64_t open[2], int from) {
    uint64_t ones = board->count[0].word[word], twos = board->count[1].word[word];
    const uint64_t with[4] = {~ones & ~twos, ones & ~twos, twos & ~ones, ones & twos};
    for (int stones = from > 0 ? from : 1; stones < from + 4 && stones <= SIZE_EDGE_MAX; stones++) {
        census->open[SIDE_X][stones] += sets_count_bits(open[SIDE_X] & with[stones - from]);
        census->open[SIDE_O][stones] += sets_count_bits(open[SIDE_O] & with[stones - from]);
    }
}

/* Adds the lines of one word. On long lines most have few stones, and numbers that none has are passed over. */
static inline void census_add_word(Census *census, const Grid *grid, const Board *board, int word) {
    uint64_t x = board->touched[SIDE_X].word[word], o = board->touched[SIDE_O].word[word];
    census->open[SIDE_X][0] += sets_count_bits(grid->all_lines.word[word] & ~(x | o));
    for (int from = 0; from <= SIZE_EDGE_MAX; from += 4) {
        uint64_t many = x ^ o;
        for (int plane = 2; plane < COUNT_PLANES; plane++)
            many &= board->count[plane].word[word] ^ ((uint64_t)(from >> plane & 1) - 1);
        if (many != 0) census_add_four(census, board, word, (const uint64_t[2]){many & x, many & o}, from);
    }
}

static inline Census census_take(const Grid *grid, const Board *board) {
    Census census = {{{0}}};
    for (int word = 0; word < LINE_WORDS; word++) census_add_word(&census, grid, board, word);
    census.open[SIDE_O][0] = census.open[SIDE_X][0];
    return census;
}

/* Erdos and Selfridge 1973: if the sum of 2^-(empty cells) over the lines open for a side is below 1/2 with that side
 * to move, or below 1 with the other to move, then the other side can keep it from ever completing a line. */
static inline bool census_side_is_held(const Grid *grid, const Census *census, Side side, Side to_move) {
    int n = grid_n(grid);
    int sum = 0; /* in units of 2^-n */
    for (int stones = 0; stones < n; stones++) sum += census->open[side][stones] << stones;
    return sum < 1 << (side == to_move ? n - 1 : n);
}

/* What counts under RULE_LINE, roughly in hundredths of a line. */
typedef struct {
    int tempo;             /* to be the one to move */
    int by_empty_cells[6]; /* an open line, by its empty cells; those with more are worth 1 */
    int crossing;          /* a line two cells short that meets one three cells short at an empty cell: a fork to be */
} LineRaceWeights;

/* Tuned by matches at equal nodes from random openings. On 4x4x4 crossings gained 11 Elo in 3,400 games at 20,000 and
 * 50,000 nodes; on 4x4x4x4, together with less for the many lines that have a single stone, 58 [35, 82] at 10,000. On
 * larger cubes nearly all games between equals are drawn, and nothing showed. */
static inline const LineRaceWeights *eval_line_race_weights(const Grid *grid) {
    static const LineRaceWeights cube = {40, {0, 60, 30, 9, 3, 1}, 0};
    static const LineRaceWeights cube_of_four = {40, {0, 60, 30, 9, 3, 1}, 2};
    static const LineRaceWeights hypercube = {40, {0, 60, 30, 2, 1, 1}, 4};
    if (grid_n(grid) != 4 || grid->game.d < 3) return &cube;
    return grid->game.d == 3 ? &cube_of_four : &hypercube;
}

static inline int eval_crossings(const Grid *grid, const Board *board, Side side) {
    int n = grid_n(grid), crossings = 0;
    CellSet cells = board_empty_cells_of(grid, board, board_lines_with(board, side, n - 2));
    LineSet lines = board_lines_with(board, side, n - 3);
    while (!cells_is_empty(cells)) {
        crossings += lines_count(lines_and(grid->through[cells_take(&cells)], lines));
    }
    return crossings;
}

/* An open line with so many empty cells. */
static inline int eval_open_line(const LineRaceWeights *weights, int empty) {
    return empty <= 5 ? weights->by_empty_cells[empty] : 1;
}

static inline int eval_line_race(const Grid *grid, const Board *board, const Census *census, Side side) {
    const LineRaceWeights *weights = eval_line_race_weights(grid);
    Side other = side_other(side);
    int n = grid_n(grid), value = weights->tempo;
    for (int stones = 1; stones < n; stones++) {
        int lead = census->open[side][stones] - census->open[other][stones];
        value += lead * eval_open_line(weights, n - stones);
    }
    if (weights->crossing == 0) return value;
    int lead = eval_crossings(grid, board, side) - eval_crossings(grid, board, other);
    return value + lead * weights->crossing;
}

/* The expected final difference: points made, for every open line the chance that it will be completed, and the next
 * stone, as long as it has a line to count on; on short lines it counts for more.
 *
 * On 4x4x4 half the tempo lost 30 Elo, half as much again 74, and 20 for an odd number of empty cells 35; on 3x3x3 that
 * gained as much as the larger tempo. */
static inline int eval_points(const Grid *grid, const Board *board, const Census *census, Side side) {
    enum { TEMPO = 40, TEMPO_OF_THREE = 60 };
    int tempo = grid_n(grid) == 3 ? TEMPO_OF_THREE : TEMPO;
    int value = (board->points[side] - board->points[side_other(side)]) * VALUE_POINT, open = 0;
    for (int stones = 1; stones < grid_n(grid); stones++) {
        int mine = census->open[side][stones], theirs = census->open[side_other(side)][stones];
        value += (mine - theirs) * (VALUE_POINT >> (grid_n(grid) - stones));
        open += mine + theirs;
    }
    return open > 0 ? value + tempo : value;
}

/* For the side to move. */
static inline int eval(const Grid *grid, const Board *board, const Census *census) {
    Side side = board_side(board);
    return game_counts_points(&grid->game) ? eval_points(grid, board, census, side)
                                           : eval_line_race(grid, board, census, side);
}

#endif
