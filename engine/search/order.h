/* In which order moves are tried.
 *
 * The static merit of a cell is the sum of small weights of its lines. The weights of all lines are held bit-sliced, so
 * that the merit of a cell is three ANDs and popcounts. The table move and killers, which did well
 * elsewhere in the tree, rank above the rest; the history of a move is added to its merit. */
#ifndef ROWAN_SEARCH_ORDER_H
#define ROWAN_SEARCH_ORDER_H

#include "job/tt.h"
#include "rules/board.h"

enum { KILLERS = 2, HISTORY_MAX = 4096 };

/* What a worker has learnt about moves; kept from one search to the next of the same game. */
typedef struct {
    int16_t history[2][SIZE_CELLS];
    uint16_t killers[SIZE_CELLS + 1][KILLERS];
} MoveMemory;

typedef struct {
    int count;
    int next; /* moves before this one have been handed out */
    uint16_t move[SIZE_CELLS];
    int merit[SIZE_CELLS];
} MoveList;

static inline void move_memory_clear(MoveMemory *memory) {
    memset(memory->history, 0, sizeof memory->history);
    memset(memory->killers, 0xFF, sizeof memory->killers);
}

/* The weight of every line, 0..7, as three planes. */
typedef struct {
    LineSet plane[3];
} LineWeights;

static inline void line_weights_add(LineWeights *weights, LineSet lines, int weight) {
    for (int bit = 0; bit < 3; bit++) {
        if ((weight >> bit & 1) != 0) weights->plane[bit] = lines_or(weights->plane[bit], lines);
    }
}

/* Nearly full lines first, one's own before the other side's: to extend is to threaten, to block only to defend. */
static inline LineWeights line_weights_of(const Grid *grid, const Board *board, Side side) {
    LineWeights weights = {{lines_none(), lines_none(), lines_none()}};
    int n = grid_n(grid);
    Side other = side_other(side);
    LineSet mine = board_lines_with(board, side, n - 2), theirs = board_lines_with(board, other, n - 2);
    LineSet own_half = lines_minus(board_open_lines(grid, board, side), mine);
    LineSet other_half = lines_minus(board_open_lines(grid, board, other), theirs);
    line_weights_add(&weights, mine, 7);
    line_weights_add(&weights, theirs, 6);
    LineSet untouched = lines_and(own_half, other_half);
    line_weights_add(&weights, untouched, 1);
    line_weights_add(&weights, lines_minus(own_half, untouched), 3);
    line_weights_add(&weights, lines_minus(other_half, untouched), 2);
    return weights;
}

/* Where lines are points: those that can be completed now, by either side, then one's own, then the rest. */
static inline LineWeights line_weights_of_points(const Grid *grid, const Board *board, Side side) {
    LineWeights weights = {{lines_none(), lines_none(), lines_none()}};
    Side other = side_other(side);
    LineSet threats = lines_or(board_threats(grid, board, side), board_threats(grid, board, other));
    LineSet mine = lines_minus(board_open_lines(grid, board, side), threats);
    LineSet theirs = lines_minus(board_open_lines(grid, board, other), threats);
    LineSet neutral = lines_and(mine, theirs);
    line_weights_add(&weights, threats, 7);
    line_weights_add(&weights, lines_minus(mine, neutral), 3);
    line_weights_add(&weights, theirs, 2);
    return weights;
}

static inline int line_weights_merit(const LineWeights *weights, const LineSet *through) {
    int merit = 0;
    for (int bit = 0; bit < 3; bit++) merit += lines_count(lines_and(weights->plane[bit], *through)) << bit;
    return merit;
}

/* Lists the moves with their merits; the table move first of all. Without a memory, in the order of the cells. */
static inline void move_list_init(MoveList *list, const Grid *grid, const Board *board, CellSet moves, int table_move,
                                  const MoveMemory *memory) {
    enum { MERIT_TABLE = 1 << 24, MERIT_KILLER = 1 << 16, MERIT_WEIGHT = 256 };
    Side side = board_side(board);
    LineWeights weights = game_counts_points(&grid->game) ? line_weights_of_points(grid, board, side)
                                                          : line_weights_of(grid, board, side);
    list->count = list->next = 0;
    while (!cells_is_empty(moves)) {
        int move = cells_take(&moves), merit = 0;
        if (memory != NULL) {
            const uint16_t *killers = memory->killers[board->ply];
            int weight = line_weights_merit(&weights, &grid->through[move]);
            if (weight == 0 && grid->game.rule == RULE_LINE) continue; /* all its lines are dead */
            merit = weight * MERIT_WEIGHT + memory->history[side][move];
            if (move == killers[0] || move == killers[1]) merit += MERIT_KILLER;
        }
        if (move == table_move) merit += MERIT_TABLE;
        list->move[list->count] = (uint16_t)move;
        list->merit[list->count++] = merit;
    }
}

/* Hands out the best move left, MOVE_NONE at the end. */
static inline int move_list_next(MoveList *list) {
    if (list->next == list->count) return MOVE_NONE;
    int best = list->next;
    for (int i = best + 1; i < list->count; i++) {
        if (list->merit[i] > list->merit[best]) best = i;
    }
    uint16_t move = list->move[best];
    int merit = list->merit[best];
    list->move[best] = list->move[list->next];
    list->merit[best] = list->merit[list->next];
    list->move[list->next] = move;
    list->merit[list->next++] = merit;
    return move;
}

/* Puts the move just handed out behind all others; false if that was done before. */
static inline bool move_list_defer(MoveList *list) {
    enum { MERIT_DEFERRED = -(1 << 24) };
    int last = list->next - 1;
    if (list->merit[last] == MERIT_DEFERRED || list->next == list->count) return false;
    list->merit[last] = MERIT_DEFERRED;
    list->next = last;
    return true;
}

static inline void move_memory_nudge(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * (bonus < 0 ? -bonus : bonus) / HISTORY_MAX);
}

/* The last move handed out caused a cut-off: it rises, the ones tried before it sink. */
static inline void move_memory_reward(MoveMemory *memory, const Board *board, const MoveList *list, int depth) {
    int bonus = depth * depth < 400 ? depth * depth : 400;
    int16_t *history = memory->history[board->to_move];
    uint16_t *killers = memory->killers[board->ply];
    uint16_t move = list->move[list->next - 1];
    move_memory_nudge(&history[move], bonus);
    for (int i = 0; i < list->next - 1; i++) move_memory_nudge(&history[list->move[i]], -bonus);
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
}

#endif
