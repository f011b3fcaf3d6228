/* In which order moves are tried.
 *
 * The static merit of a cell is the sum of small weights of its live lines: every such line adds its weight to its
 * cells. The table move and killers, which did well elsewhere in the tree, rank above the rest; the history of a move
 * is added to its merit. */
#ifndef ROWAN_KERNEL_SEARCH_ORDER_H
#define ROWAN_KERNEL_SEARCH_ORDER_H

#include "job/tt.h"
#include "kernel/eval/cell_sums.h"

enum { KILLERS = 2, HISTORY_MAX = 4096 };

/* What a worker has learnt about moves; kept from one search to the next of the same game. */
typedef struct {
    int16_t history[2][SIZE_CELLS];
    uint16_t killers[SIZE_CELLS + 1][KILLERS];
} MoveMemory;

/* A rank is a merit with a position in the list below it, so that the highest rank says where it is; of equal merits
 * the first is the highest:
 *
 *     rank   merit | RANK_UNIT - 1 - position */
enum { RANK_UNIT = CELLS_MAX };

typedef struct {
    int count;
    int next; /* moves before this one have been handed out */
    uint16_t move[SIZE_CELLS];
    int rank[SIZE_CELLS];
} MoveList;

static inline void move_memory_clear(MoveMemory *memory) {
    memset(memory->history, 0, sizeof memory->history);
    memset(memory->killers, 0xFF, sizeof memory->killers);
}

/* Merits are sums over all cells; those of stones mean nothing. */
enum { MERIT_LINE = 256 };

/* Nearly full lines first, one's own before the other side's: to extend is to threaten, to block only to defend. */
static inline void order_add_lines(CellSums *merits, const Grid *grid, const Board *board, Side side) {
    int n = grid_n(grid);
    Side other = side_other(side);
    LineSet mine = board_lines_with(board, side, n - 2), theirs = board_lines_with(board, other, n - 2);
    LineSet own_half = lines_minus(board_open_lines(grid, board, side), mine);
    LineSet other_half = lines_minus(board_open_lines(grid, board, other), theirs);
    LineSet untouched = lines_and(own_half, other_half);
    cell_sums_add(merits, grid, mine, 7 * MERIT_LINE);
    cell_sums_add(merits, grid, theirs, 6 * MERIT_LINE);
    cell_sums_add(merits, grid, lines_minus(own_half, untouched), 3 * MERIT_LINE);
    cell_sums_add(merits, grid, lines_minus(other_half, untouched), 2 * MERIT_LINE);
    cell_sums_add(merits, grid, untouched, 1 * MERIT_LINE);
}

/* Where lines are points: those that can be completed now, by either side, then one's own, then the rest. */
static inline void order_add_points(CellSums *merits, const Grid *grid, const Board *board, Side side) {
    Side other = side_other(side);
    LineSet threats = lines_or(board_threats(grid, board, side), board_threats(grid, board, other));
    LineSet mine = lines_minus(board_open_lines(grid, board, side), threats);
    LineSet theirs = lines_minus(board_open_lines(grid, board, other), threats);
    cell_sums_add(merits, grid, threats, 7 * MERIT_LINE);
    cell_sums_add(merits, grid, lines_minus(mine, theirs), 3 * MERIT_LINE);
    cell_sums_add(merits, grid, theirs, 2 * MERIT_LINE);
}

static inline void order_merits(CellSums *merits, const Grid *grid, const Board *board, const MoveMemory *memory) {
    enum { MERIT_KILLER = 1 << 16 };
    Side side = board_side(board);
    for (int cell = 0; cell < SIZE_CELLS; cell++) merits->of[cell] = memory->history[side][cell];
    for (int i = 0; i < KILLERS; i++) {
        int killer = memory->killers[board->ply][i];
        if (killer != MOVE_NONE) merits->of[killer] += MERIT_KILLER;
    }
    if (game_counts_points(&grid->game)) {
        order_add_points(merits, grid, board, side);
    } else {
        order_add_lines(merits, grid, board, side);
    }
}

/* Lists the moves with their merits; the table move first of all. Without a memory, in the order of the cells. */
static inline void move_list_init(MoveList *list, const Grid *grid, const Board *board, CellSet moves, int table_move,
                                  const MoveMemory *memory) {
    enum { MERIT_TABLE = 1 << 20 };
    CellSums merits;
    if (memory != NULL) {
        order_merits(&merits, grid, board, memory);
    } else {
        memset(&merits, 0, sizeof merits);
    }
    if (table_move != MOVE_NONE) merits.of[table_move] += MERIT_TABLE;
    int count = 0;
    for (int i = 0; i < CELL_WORDS; i++) {
        for (uint64_t left = moves.word[i]; left != 0; left &= left - 1, count++) {
            int move = i * 64 + sets_first_bit(left);
            list->move[count] = (uint16_t)move;
            list->rank[count] = (merits.of[move] + 1) * RANK_UNIT - 1 - count;
        }
    }
    list->count = count;
    list->next = 0;
}

/* Hands out the best move left, MOVE_NONE at the end. */
static inline int move_list_next(MoveList *list) {
    if (list->next == list->count) return MOVE_NONE;
    int next = list->next++, highest = list->rank[next];
    for (int i = next + 1; i < list->count; i++) highest = list->rank[i] > highest ? list->rank[i] : highest;
    int best = RANK_UNIT - 1 - (highest & (RANK_UNIT - 1));
    uint16_t move = list->move[best];
    list->move[best] = list->move[next];
    list->rank[best] = list->rank[next] - (best - next);
    list->move[next] = move;
    list->rank[next] = highest + (best - next);
    return move;
}

/* Puts the move just handed out behind all others; false if that was done before. */
static inline bool move_list_defer(MoveList *list) {
    enum { MERIT_DEFERRED = -(1 << 20) };
    int last = list->next - 1, rank = (MERIT_DEFERRED + 1) * RANK_UNIT - 1 - last;
    if (list->rank[last] == rank || list->next == list->count) return false;
    list->rank[last] = rank;
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
