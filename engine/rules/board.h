/* A position: stones, line counts and key, and the rules that say when it is over.
 *
 * The counts are bit-sliced over lines: bit l of every LineSet is about line l. For every line the board knows whether
 * each side has a stone on it and, while only one side has, how many, in binary over the planes:
 *
 *     line        0  1  2  3          touched[X]  1 1 0 1     line 0: X alone, 3 stones
 *     stones     3X  X OO XO          touched[O]  0 0 1 1     line 1: X alone, 1 stone
 *                                     count[0]    1 1 0 .     line 2: O alone, 2 stones
 *                                     count[1]    1 0 1 .     line 3: dead; its count means nothing
 *
 * Placing a stone is then one ripple-carry addition for all lines of the cell at once, and "all lines of X with one
 * empty cell" a few ANDs. A Board is copied rather than undone. The Grid is immutable and may be shared by threads. */
#ifndef ROWAN_RULES_BOARD_H
#define ROWAN_RULES_BOARD_H

#include <string.h>

#include "base/compiler.h"
#include "base/rng.h"
#include "rules/sets.h"

/* The geometry as sets of this size class. */
typedef struct {
    int n;
    int cells;
    int lines;
    Game game;
    CellSet all_cells;
    LineSet all_lines;
    LineSet through[SIZE_CELLS];                     /* the lines of a cell */
    CellSet line_cells[SIZE_LINES];                  /* the cells of a line */
    uint16_t cells_along[SIZE_LINES][SIZE_EDGE_MAX]; /* the same as a list */
    uint64_t cell_keys[2][SIZE_CELLS];
    uint64_t side_key;
} Grid;

typedef struct {
    CellSet stones[2];
    LineSet touched[2];          /* lines with at least one stone of the side */
    LineSet count[COUNT_PLANES]; /* stones on lines that only one side has touched */
    uint64_t key;                /* stones and side to move */
    int16_t points[2];           /* completed lines */
    int16_t ply;                 /* stones on the board */
    uint8_t to_move;             /* a Side */
} Board;

typedef enum { OUTCOME_NONE, OUTCOME_X_WINS, OUTCOME_O_WINS, OUTCOME_DRAW } Outcome;

/* Length of a line; a constant where the size class has only one. */
static inline int grid_n(const Grid *grid) {
    return SIZE_EDGE_MIN == SIZE_EDGE_MAX ? SIZE_EDGE_MIN : grid->n;
}

static inline void board_init(Board *board) {
    memset(board, 0, sizeof *board);
}

static inline Side board_side(const Board *board) {
    return (Side)board->to_move;
}

static inline CellSet board_occupied(const Board *board) {
    return cells_or(board->stones[SIDE_X], board->stones[SIDE_O]);
}

static inline CellSet board_empty(const Grid *grid, const Board *board) {
    return cells_minus(grid->all_cells, board_occupied(board));
}

static inline bool board_is_full(const Grid *grid, const Board *board) {
    return board->ply == grid->cells;
}

/* Lines without a stone of the other side. */
static inline LineSet board_open_lines(const Grid *grid, const Board *board, Side side) {
    return lines_minus(grid->all_lines, board->touched[side_other(side)]);
}

/* Lines with exactly `stones` stones of the side (at least one) and none of the other. */
ALWAYS_INLINE LineSet board_lines_with(const Board *board, Side side, int stones) {
    LineSet lines = lines_minus(board->touched[side], board->touched[side_other(side)]);
    for (int plane = 0; plane < COUNT_PLANES; plane++) {
        uint64_t flip = (stones >> plane & 1) != 0 ? 0 : ~UINT64_C(0);
        for (int i = 0; i < LINE_WORDS; i++) lines.word[i] &= board->count[plane].word[i] ^ flip;
    }
    return lines;
}

/* Lines without any stone. */
static inline LineSet board_untouched_lines(const Grid *grid, const Board *board) {
    return lines_minus(grid->all_lines, lines_or(board->touched[SIDE_X], board->touched[SIDE_O]));
}

/* Lines open for the side with exactly this many empty cells. */
ALWAYS_INLINE LineSet board_lines_with_empty(const Grid *grid, const Board *board, Side side, int empty) {
    int stones = grid_n(grid) - empty;
    return stones > 0 ? board_lines_with(board, side, stones) : board_untouched_lines(grid, board);
}

/* Lines on which the side needs one more stone. */
static inline LineSet board_threats(const Grid *grid, const Board *board, Side side) {
    return board_lines_with(board, side, grid_n(grid) - 1);
}

static inline CellSet grid_cells_of(const Grid *grid, LineSet lines) {
    CellSet cells = cells_none();
    for (int i = 0; i < LINE_WORDS; i++) {
        for (uint64_t left = lines.word[i]; left != 0; left &= left - 1) {
            cells = cells_or(cells, grid->line_cells[i * 64 + sets_first_bit(left)]);
        }
    }
    return cells;
}

/* The empty cells of these lines. */
static inline CellSet board_empty_cells_of(const Grid *grid, const Board *board, LineSet lines) {
    return cells_minus(grid_cells_of(grid, lines), board_occupied(board));
}

/* The cells that complete a line of the side: mostly none. */
static inline CellSet board_winning_cells(const Grid *grid, const Board *board, Side side) {
    LineSet threats = board_threats(grid, board, side);
    return lines_is_empty(threats) ? cells_none() : board_empty_cells_of(grid, board, threats);
}

/* Empty cells that are on one of these lines, many of which leave hardly a cell out: so it stops when none is. */
static inline CellSet board_empty_cells_of_many(const Grid *grid, const Board *board, LineSet lines) {
    CellSet out = board_empty(grid, board);
    for (int i = 0; i < LINE_WORDS && !cells_is_empty(out); i++) {
        for (uint64_t left = lines.word[i]; left != 0; left &= left - 1) {
            out = cells_minus(out, grid->line_cells[i * 64 + sets_first_bit(left)]);
        }
    }
    return cells_minus(board_empty(grid, board), out);
}

/* Puts a stone of any side on an empty cell; turn and points stay as they are. */
static inline void board_put(const Grid *grid, Board *board, Side side, int cell) {
    const LineSet *through = &grid->through[cell];
    cells_add(&board->stones[side], cell);
    board->touched[side] = lines_or(board->touched[side], *through);
    LineSet carry = lines_minus(*through, board->touched[side_other(side)]);
    for (int plane = 0; plane < COUNT_PLANES; plane++) {
        LineSet next = lines_and(board->count[plane], carry);
        for (int i = 0; i < LINE_WORDS; i++) board->count[plane].word[i] ^= carry.word[i];
        carry = next;
    }
    board->key ^= grid->cell_keys[side][cell];
    board->ply++;
}

static inline void board_pass(const Grid *grid, Board *board) {
    board->to_move ^= 1;
    board->key ^= grid->side_key;
}

/* What the key will be when the side to move has played there. */
static inline uint64_t board_key_after(const Grid *grid, const Board *board, int cell) {
    return board->key ^ grid->cell_keys[board->to_move][cell] ^ grid->side_key;
}

/* A move that counts no points: enough where it is known to complete no line. */
static inline void board_place(const Grid *grid, Board *board, int cell) {
    board_put(grid, board, board_side(board), cell);
    board_pass(grid, board);
}

/* The stone's lines that the side has completed. */
static inline LineSet board_completed_through(const Grid *grid, const Board *board, Side side, int cell) {
    return lines_and(board_lines_with(board, side, grid_n(grid)), grid->through[cell]);
}

/* A whole move: the stone, and the points it makes. */
static inline void board_play(const Grid *grid, Board *board, int cell) {
    Side side = board_side(board);
    board_place(grid, board, cell);
    int completed = lines_count(board_completed_through(grid, board, side, cell));
    board->points[side] = (int16_t)(board->points[side] + completed);
}

static inline bool board_all_lines_dead(const Grid *grid, const Board *board) {
    return lines_equal(lines_and(board->touched[SIDE_X], board->touched[SIDE_O]), grid->all_lines);
}

/* All lines that are complete, of both sides. */
static inline LineSet board_completed_lines(const Grid *grid, const Board *board) {
    int n = grid_n(grid);
    return lines_or(board_lines_with(board, SIDE_X, n), board_lines_with(board, SIDE_O, n));
}

/* The points of the side to move beyond those of the other. */
static inline int board_lead(const Board *board) {
    Side side = board_side(board);
    return board->points[side] - board->points[side_other(side)];
}

static inline Outcome board_outcome_by_points(const Board *board) {
    int difference = board->points[SIDE_X] - board->points[SIDE_O];
    return difference > 0 ? OUTCOME_X_WINS : difference < 0 ? OUTCOME_O_WINS : OUTCOME_DRAW;
}

/* The result, or OUTCOME_NONE while the game goes on. */
static inline Outcome board_outcome(const Grid *grid, const Board *board) {
    if (grid->game.rule == RULE_LINE) {
        if (board->points[SIDE_X] + board->points[SIDE_O] > 0) return board_outcome_by_points(board);
        return board_all_lines_dead(grid, board) ? OUTCOME_DRAW : OUTCOME_NONE;
    }
    int target = grid->game.target;
    bool reached = target > 0 && (board->points[SIDE_X] >= target || board->points[SIDE_O] >= target);
    return reached || board_is_full(grid, board) ? board_outcome_by_points(board) : OUTCOME_NONE;
}

/* What the key of a board with these stones is. */
static inline uint64_t board_key(const Grid *grid, const CellSet stones[2], Side to_move) {
    uint64_t key = to_move == SIDE_O ? grid->side_key : 0;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (CellSet left = stones[side]; !cells_is_empty(left);) key ^= grid->cell_keys[side][cells_take(&left)];
    }
    return key;
}

/* Sets up any stones, in whatever order they were played. */
static inline void board_set_up(const Grid *grid, Board *board, const CellSet stones[2], Side to_move) {
    board_init(board);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (CellSet left = stones[side]; !cells_is_empty(left);) board_put(grid, board, (Side)side, cells_take(&left));
        board->points[side] = (int16_t)lines_count(board_lines_with(board, (Side)side, grid_n(grid)));
    }
    if (to_move == SIDE_O) board_pass(grid, board);
}

static inline void grid_init(Grid *grid, const Geometry *geometry) {
    memset(grid, 0, sizeof *grid);
    grid->game = geometry->game;
    grid->n = geometry->n;
    grid->cells = geometry->cells;
    grid->lines = geometry->lines;
    for (int line = 0; line < grid->lines; line++) {
        lines_add(&grid->all_lines, line);
        for (int i = 0; i < grid->n; i++) {
            int cell = geometry->line_cells[line][i];
            cells_add(&grid->line_cells[line], cell);
            lines_add(&grid->through[cell], line);
            grid->cells_along[line][i] = (uint16_t)cell;
        }
    }
    /* Games have keys of their own, so that positions of several games can share a table. */
    Rng rng = {.state = (uint64_t)(((grid->game.target * 4 + (int)grid->game.rule) * 8 + grid->game.d) * 16 + grid->n)};
    grid->side_key = rng_next(&rng);
    for (int cell = 0; cell < grid->cells; cell++) {
        cells_add(&grid->all_cells, cell);
        grid->cell_keys[SIDE_X][cell] = rng_next(&rng);
        grid->cell_keys[SIDE_O][cell] = rng_next(&rng);
    }
}

#endif
