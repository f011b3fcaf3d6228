/* The board of the checker: stones on lines are counted with plain counters, so that the check can be read without
 * knowing how the engine represents a board. Stones are put and taken back. All of it is counted as work. For one
 * thread. */
#ifndef ROWAN_PROOF_CHECK_BOARD_H
#define ROWAN_PROOF_CHECK_BOARD_H

#include <string.h>

#include "base/rng.h"
#include "proof/work.h"
#include "rules/canonical.h"

typedef struct {
    const Geometry *geometry;
    Work *work;
    int empty_count;
    bool has_stone[2][CELLS_MAX];
    uint8_t load[LINES_MAX]; /* stones on a line: those of X, plus 16 for each of O */
    CellSet stones[2];
    uint64_t key; /* for tables in which a false match does no harm */
    uint64_t cell_keys[2][CELLS_MAX];
} CheckBoard;

/* Of a line with so many stones of one side alone. */
static inline uint8_t check_board_load(Side side, int stones) {
    return (uint8_t)(side == SIDE_X ? stones : stones << 4);
}

static inline int check_board_count(const CheckBoard *board, Side side, int line) {
    return side == SIDE_X ? board->load[line] & 15 : board->load[line] >> 4;
}

static inline bool check_board_is_empty(const CheckBoard *board, int cell) {
    return !board->has_stone[SIDE_X][cell] && !board->has_stone[SIDE_O][cell];
}

static inline CellSet check_board_empty_cells(const CheckBoard *board) {
    CellSet empty = cells_none();
    work_add(board->work, board->geometry->cells);
    for (int cell = 0; cell < board->geometry->cells; cell++) {
        if (check_board_is_empty(board, cell)) cells_add(&empty, cell);
    }
    return empty;
}

static inline void check_board_put(CheckBoard *board, Side side, int cell) {
    const Geometry *geometry = board->geometry;
    board->has_stone[side][cell] = true;
    cells_add(&board->stones[side], cell);
    board->key ^= board->cell_keys[side][cell];
    board->empty_count--;
    work_add(board->work, geometry->lines_through[cell]);
    uint8_t step = check_board_load(side, 1);
    for (int i = 0; i < geometry->lines_through[cell]; i++) board->load[geometry->cell_lines[cell][i]] += step;
}

static inline void check_board_take(CheckBoard *board, Side side, int cell) {
    const Geometry *geometry = board->geometry;
    board->has_stone[side][cell] = false;
    cells_remove(&board->stones[side], cell);
    board->key ^= board->cell_keys[side][cell];
    board->empty_count++;
    work_add(board->work, geometry->lines_through[cell]);
    uint8_t step = check_board_load(side, 1);
    for (int i = 0; i < geometry->lines_through[cell]; i++) board->load[geometry->cell_lines[cell][i]] -= step;
}

static inline void check_board_init(CheckBoard *board, const Geometry *geometry, const CellSet stones[2], Work *work) {
    Rng rng = {.state = 0};
    *board = (CheckBoard){.geometry = geometry, .work = work, .empty_count = geometry->cells};
    for (int cell = 0; cell < geometry->cells; cell++) {
        board->cell_keys[SIDE_X][cell] = rng_next(&rng);
        board->cell_keys[SIDE_O][cell] = rng_next(&rng);
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (CellSet left = stones[side]; !cells_is_empty(left);) {
            check_board_put(board, (Side)side, cells_take(&left));
        }
    }
}

/* The first line from `line` on that holds so many stones of the side and none of the other; as many as there are
 * lines: none does. Machines look at sixteen lines or more at once. */
static inline int check_board_next_line(const CheckBoard *board, Side side, int stones, int line) {
    int lines = board->geometry->lines;
    work_add(board->work, 4 + (lines - line) / 16);
    const uint8_t *found = memchr(board->load + line, check_board_load(side, stones), (size_t)(lines - line));
    return found == NULL ? lines : (int)(found - board->load);
}

static inline int check_board_empty_cell_of(const CheckBoard *board, int line) {
    for (int i = 0; i < board->geometry->n; i++) {
        int cell = board->geometry->line_cells[line][i];
        if (check_board_is_empty(board, cell)) return cell;
    }
    return MOVE_NONE;
}

/* The cells that complete a line of a side, as far as two of them. */
typedef struct {
    int count;
    int cell[2];
} Completing;

static inline void check_board_add_completing(const CheckBoard *board, int line, Completing *found) {
    int cell = check_board_empty_cell_of(board, line);
    if (found->count == 0 || found->cell[0] != cell) found->cell[found->count++] = cell;
}

static inline Completing check_board_completing(const CheckBoard *board, Side side) {
    int stones = board->geometry->n - 1, lines = board->geometry->lines;
    Completing found = {0};
    for (int line = 0; found.count < 2; line++) {
        line = check_board_next_line(board, side, stones, line);
        if (line == lines) break;
        check_board_add_completing(board, line, &found);
    }
    return found;
}

/* The same for the lines through one cell only. */
static inline Completing check_board_completing_through(const CheckBoard *board, Side side, int cell) {
    const Geometry *geometry = board->geometry;
    uint8_t load = check_board_load(side, geometry->n - 1);
    Completing found = {0};
    work_add(board->work, geometry->lines_through[cell]);
    for (int i = 0; i < geometry->lines_through[cell] && found.count < 2; i++) {
        int line = geometry->cell_lines[cell][i];
        if (board->load[line] == load) check_board_add_completing(board, line, &found);
    }
    return found;
}

#endif
