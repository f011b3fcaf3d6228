#include "common/textbook.h"

#include "base/clock.h"

enum { CHECK_EVERY = 1024, STONES_WEIGHED = 7 };

/* What a line is worth that has this many stones of one side and none of the other. */
static int line_weight(const Grid *grid, int stones) {
    if (game_counts_points(&grid->game)) return 50 * stones * stones / (grid->n * grid->n);
    int weight = 1;
    for (int i = 1; i < stones && i < STONES_WEIGHED; i++) weight *= 4;
    return weight;
}

/* For the side to move, in centipoints. Rule line: 4^(k-1) for each line with k stones of one side and none of the
 * other. Rules score and magic: 100 per point, and up to 50 for an unfinished line. */
static int evaluate(const Grid *grid, const Board *board) {
    Side me = board_side(board), other = side_other(me);
    int value = game_counts_points(&grid->game) ? 100 * (board->points[me] - board->points[other]) : 0;
    for (int stones = 1; stones < grid->n; stones++) {
        int mine = lines_count(board_lines_with(board, me, stones));
        int theirs = lines_count(board_lines_with(board, other, stones));
        value += (mine - theirs) * line_weight(grid, stones);
    }
    return value;
}

/* The value of a finished game for the side to move. */
static int final_value(const Grid *grid, const Board *board, Outcome outcome, int ply) {
    Side me = board_side(board);
    if (game_counts_points(&grid->game)) return 100 * (board->points[me] - board->points[side_other(me)]);
    if (outcome == OUTCOME_DRAW) return 0;
    bool is_mine = outcome == (me == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS);
    return is_mine ? TEXTBOOK_WIN - ply : ply - TEXTBOOK_WIN;
}

static bool must_stop(Textbook *textbook) {
    if (textbook->was_stopped) return true;
    if (textbook->nodes_max > 0 && textbook->nodes >= textbook->nodes_max) textbook->was_stopped = true;
    if (textbook->nodes % CHECK_EVERY != 0) return textbook->was_stopped;
    if (textbook->stop != NULL && atomic_load(textbook->stop)) textbook->was_stopped = true;
    if (textbook->deadline_us > 0 && clock_now_us() >= textbook->deadline_us) textbook->was_stopped = true;
    return textbook->was_stopped;
}

/* True if the value of the node is known without looking at its moves. */
static bool is_leaf(const Textbook *textbook, const Board *board, int depth, int ply, int *value) {
    Outcome outcome = board_outcome(textbook->grid, board);
    if (outcome != OUTCOME_NONE) {
        *value = final_value(textbook->grid, board, outcome, ply);
        return true;
    }
    if (depth > 0) return false;
    *value = evaluate(textbook->grid, board);
    return true;
}

static int minimax(Textbook *textbook, const Board *board, int depth, int ply) {
    int best = -TEXTBOOK_INFINITE;
    textbook->nodes++;
    if (is_leaf(textbook, board, depth, ply, &best)) return best;
    for (CellSet moves = board_empty(textbook->grid, board); !cells_is_empty(moves);) {
        Board next = *board;
        board_play(textbook->grid, &next, cells_take(&moves));
        int value = -minimax(textbook, &next, depth - 1, ply + 1);
        if (must_stop(textbook)) return best;
        if (value > best) best = value;
    }
    return best;
}

/* The worth of every empty cell: of the lines through it that a stone there would extend or block. */
static void weigh_cells(const Grid *grid, const Board *board, int weights[SIZE_CELLS]) {
    int line_worth[SIZE_LINES] = {0};
    LineSet untouched = lines_minus(board_open_lines(grid, board, SIDE_X), board->touched[SIDE_X]);
    while (!lines_is_empty(untouched)) line_worth[lines_take(&untouched)] = 1;
    for (int stones = 1; stones < grid->n; stones++) {
        for (int side = SIDE_X; side <= SIDE_O; side++) {
            LineSet lines = board_lines_with(board, (Side)side, stones);
            /* A tie between extending and blocking goes to extending. */
            int worth = 8 * line_weight(grid, stones) + (side == board->to_move);
            while (!lines_is_empty(lines)) line_worth[lines_take(&lines)] = worth;
        }
    }
    for (CellSet cells = board_empty(grid, board); !cells_is_empty(cells);) {
        int cell = cells_take(&cells);
        weights[cell] = 0;
        for (LineSet lines = grid->through[cell]; !lines_is_empty(lines);) {
            weights[cell] += line_worth[lines_take(&lines)];
        }
    }
}

int textbook_promising(const Grid *grid, const Board *board, int top, int moves[SIZE_CELLS]) {
    CellSet cells = board_empty(grid, board);
    int count = 0, weights[SIZE_CELLS];
    weigh_cells(grid, board, weights);
    while (!cells_is_empty(cells)) {
        int cell = cells_take(&cells), at = count < top ? count++ : count;
        for (; at > 0 && weights[moves[at - 1]] < weights[cell]; at--) {
            if (at < top) moves[at] = moves[at - 1];
        }
        if (at < top) moves[at] = cell;
    }
    return count;
}

/* Fills in the moves to look at: all of them in the order of the cells, or the `top` best, the best first. */
static int choose_moves(const Textbook *textbook, const Board *board, int moves[SIZE_CELLS]) {
    CellSet cells = board_empty(textbook->grid, board);
    int count = 0;
    if (textbook->top > 0) return textbook_promising(textbook->grid, board, textbook->top, moves);
    while (!cells_is_empty(cells)) moves[count++] = cells_take(&cells);
    return count;
}

/* Fail-hard: a value between alpha and beta is exact at this depth; alpha or beta itself is a bound. */
static int alphabeta(Textbook *textbook, const Board *board, int depth, int ply, int alpha, int beta) {
    int value, moves[SIZE_CELLS];
    textbook->nodes++;
    if (is_leaf(textbook, board, depth, ply, &value)) return value;
    int count = choose_moves(textbook, board, moves);
    for (int i = 0; i < count; i++) {
        Board next = *board;
        board_play(textbook->grid, &next, moves[i]);
        value = -alphabeta(textbook, &next, depth - 1, ply + 1, -beta, -alpha);
        if (must_stop(textbook)) return alpha;
        if (value >= beta) return beta;
        if (value > alpha) alpha = value;
    }
    return alpha;
}

static TextbookChoice search_root(Textbook *textbook, const Board *board, bool is_alphabeta) {
    TextbookChoice best = {MOVE_NONE, -TEXTBOOK_INFINITE};
    int moves[SIZE_CELLS];
    textbook->nodes = 0;
    textbook->was_stopped = false;
    if (board_outcome(textbook->grid, board) != OUTCOME_NONE) return best;
    int count = choose_moves(textbook, board, moves);
    best.cell = moves[0];
    for (int i = 0; i < count && !textbook->was_stopped; i++) {
        Board next = *board;
        board_play(textbook->grid, &next, moves[i]);
        int value = is_alphabeta ? -alphabeta(textbook, &next, textbook->depth - 1, 1, -TEXTBOOK_INFINITE, -best.value)
                                 : -minimax(textbook, &next, textbook->depth - 1, 1);
        if (must_stop(textbook)) break;
        if (value > best.value) best = (TextbookChoice){moves[i], value};
    }
    /* Stopped before the first move was finished, so its value is not known. */
    if (best.value == -TEXTBOOK_INFINITE) best.value = evaluate(textbook->grid, board);
    return best;
}

TextbookChoice textbook_minimax(Textbook *textbook, const Board *board) {
    textbook->top = 0;
    return search_root(textbook, board, false);
}

TextbookChoice textbook_alphabeta(Textbook *textbook, const Board *board) {
    return search_root(textbook, board, true);
}
