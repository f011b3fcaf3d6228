/* In which order moves are tried.
 *
 * The static merit of a cell is the sum of small weights of its live lines: every such line adds its weight to its
 * cells, and only where that changes from one position to the next. The table move and killers, which did well
 * elsewhere in the tree, rank above the rest; the history of a move is added to its merit. */
#ifndef ROWAN_KERNEL_SEARCH_MOVE_ORDER_H
#define ROWAN_KERNEL_SEARCH_MOVE_ORDER_H

#include "job/tt.h"
#include "kernel/eval/cell_sums.h"

enum { KILLERS = 2, HISTORY_MAX = 4096 };

/* The weights of all lines for a side to move, in binary over the planes, and what they add up to on each cell. */
enum { WEIGHT_PLANES = 3 };

typedef struct {
    LineSet weight[WEIGHT_PLANES];
    CellSums sums; /* those of stones mean nothing */
} LineMerits;

/* What a worker has learnt about moves; kept from one search to the next of the same game. */
typedef struct {
    int16_t history[2][SIZE_CELLS];
    uint16_t killers[SIZE_CELLS + 1][KILLERS];
    LineMerits merits[2]; /* of each side to move: of the last position that had it */
} MoveMemory;

/* A rank is a merit with a place in the list below it, so that the highest rank says where it is; of equal merits the
 * first is the highest:
 *
 *     rank   merit | RANK_UNIT - 1 - place */
enum { RANK_UNIT = CELLS_MAX, RANK_OUT = INT_MIN };

/* Every move begins at the place of its cell. One that is handed out makes way for the first that is left, so that
 * those left have the places of `left`. */
typedef struct {
    CellSet left;
    int rank[SIZE_CELLS]; /* RANK_OUT: no move is there */
    uint16_t move[SIZE_CELLS];
    int last_rank; /* of the move handed out last, at the place it would have had */
    int last_place;
    int count; /* moves handed out */
    uint16_t handed_out[SIZE_CELLS];
} MoveList;

static inline void move_memory_clear(MoveMemory *memory) {
    memset(memory, 0, sizeof *memory);
    memset(memory->killers, 0xFF, sizeof memory->killers);
}

/* Nearly full lines first, one's own before the other side's: to extend is to threaten, to block only to defend. So a
 * line counts 7 or 6, half-open ones 3 or 2, untouched ones 1. */
static inline void move_order_weigh_lines(const Grid *grid, const Board *board, Side side,
                                          LineSet weight[WEIGHT_PLANES]) {
    int full = grid_n(grid) - 2;
    LineSet mine = board_open_lines(grid, board, side), theirs = board_open_lines(grid, board, side_other(side));
    weight[0] = mine;
    weight[1] = lines_minus(lines_or(mine, theirs), lines_and(mine, theirs));
    weight[2] = lines_or(board_lines_with(board, SIDE_X, full), board_lines_with(board, SIDE_O, full));
}

/* Where lines are points: those that can be completed now, by either side, count 7, one's own 3, the rest 2. */
static inline void move_order_weigh_points(const Grid *grid, const Board *board, Side side,
                                           LineSet weight[WEIGHT_PLANES]) {
    LineSet mine = board_open_lines(grid, board, side), theirs = board_open_lines(grid, board, side_other(side));
    LineSet threats = lines_or(board_threats(grid, board, SIDE_X), board_threats(grid, board, SIDE_O));
    weight[0] = lines_or(lines_minus(mine, theirs), threats);
    weight[1] = lines_or(mine, theirs);
    weight[2] = threats;
}

/* Makes the merits those of this position: only lines whose weight has changed since the last one cost anything. */
static inline void move_order_mend_merits(LineMerits *merits, const Grid *grid, const Board *board) {
    LineSet weight[WEIGHT_PLANES];
    if (game_counts_points(&grid->game)) {
        move_order_weigh_points(grid, board, board_side(board), weight);
    } else {
        move_order_weigh_lines(grid, board, board_side(board), weight);
    }
    for (int plane = 0; plane < WEIGHT_PLANES; plane++) {
        LineSet *last = &merits->weight[plane];
        cell_sums_add(&merits->sums, grid, lines_minus(weight[plane], *last), 1 << plane);
        cell_sums_add(&merits->sums, grid, lines_minus(*last, weight[plane]), -(1 << plane));
        *last = weight[plane];
    }
}

static inline void move_order_merits(CellSums *merits, const Grid *grid, const Board *board, MoveMemory *memory) {
    enum { MERIT_KILLER = 1 << 16, MERIT_LINE = 256 };
    Side side = board_side(board);
    LineMerits *lines = &memory->merits[side];
    move_order_mend_merits(lines, grid, board);
    for (int cell = 0; cell < SIZE_CELLS; cell++) {
        merits->of[cell] = memory->history[side][cell] + lines->sums.of[cell] * MERIT_LINE;
    }
    for (int i = 0; i < KILLERS; i++) {
        int killer = memory->killers[board->ply][i];
        if (killer != MOVE_NONE) merits->of[killer] += MERIT_KILLER;
    }
}

static inline int move_list_rank(int merit, int place) {
    return (merit + 1) * RANK_UNIT - 1 - place;
}

/* Lists the moves with their merits; the table move first of all. Without a memory, in the order of the cells. */
static inline void move_list_init(MoveList *list, const Grid *grid, const Board *board, CellSet moves, int table_move,
                                  MoveMemory *memory) {
    enum { MERIT_TABLE = 1 << 20, HALF = 32 };
    CellSums merits;
    if (memory != NULL) {
        move_order_merits(&merits, grid, board, memory);
    } else {
        memset(&merits, 0, sizeof merits);
    }
    if (table_move != MOVE_NONE) merits.of[table_move] += MERIT_TABLE;
    list->left = moves;
    list->count = 0;
    for (int from = 0; from < SIZE_CELLS; from += HALF) { /* of a word: such loops become vectors */
        uint32_t bits = (uint32_t)(moves.word[from / 64] >> from % 64);
        for (int i = 0; i < HALF; i++) {
            int rank = move_list_rank(merits.of[from + i], from + i);
            list->rank[from + i] = (bits >> i & 1) != 0 ? rank : RANK_OUT;
        }
    }
    for (int cell = 0; cell < SIZE_CELLS; cell++) list->move[cell] = (uint16_t)cell;
}

/* Hands out the best move left, MOVE_NONE at the end. */
static inline int move_list_next(MoveList *list) {
    if (cells_is_empty(list->left)) return MOVE_NONE;
    int first = cells_take(&list->left), highest = RANK_OUT;
    for (int i = 0; i < SIZE_CELLS; i++) highest = list->rank[i] > highest ? list->rank[i] : highest;
    int best = RANK_UNIT - 1 - (highest & (RANK_UNIT - 1));
    uint16_t move = list->move[best];
    list->move[best] = list->move[first];
    list->rank[best] = list->rank[first] - (best - first);
    list->rank[first] = RANK_OUT;
    list->last_rank = highest + (best - first);
    list->last_place = first;
    list->handed_out[list->count++] = move;
    return move;
}

/* Puts the move just handed out behind all others; false if that was done before. */
static inline bool move_list_defer(MoveList *list) {
    enum { MERIT_DEFERRED = -(1 << 20) };
    int place = list->last_place, rank = move_list_rank(MERIT_DEFERRED, place);
    if (list->last_rank == rank || cells_is_empty(list->left)) return false;
    list->rank[place] = rank;
    list->move[place] = list->handed_out[--list->count];
    cells_add(&list->left, place);
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
    uint16_t move = list->handed_out[list->count - 1];
    move_memory_nudge(&history[move], bonus);
    for (int i = 0; i < list->count - 1; i++) move_memory_nudge(&history[list->handed_out[i]], -bonus);
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
}

#endif
