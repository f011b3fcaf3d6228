#include "play/classic.h"

#include <stdlib.h>

#include "rules/board.h"

enum { NUMBER_CAP = 1000000 }; /* far outside every range; longer numbers are not counted any further */

static bool is_blank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The next word, if it is an integer within 0..max; the blank behind it is consumed and nothing more, so that a
 * terminal is not asked for another line. */
static bool read_integer(FILE *in, int max, int *integer) {
    int c = getc(in);
    while (is_blank(c)) c = getc(in);
    bool is_negative = c == '-';
    if (c == '-' || c == '+') c = getc(in);
    int value = 0, digits = 0;
    for (; c >= '0' && c <= '9'; c = getc(in)) {
        if (value < NUMBER_CAP) value = value * 10 + (c - '0');
        digits++;
    }
    if (digits == 0 || !(is_blank(c) || c == EOF)) return false;
    if (is_negative) value = -value;
    *integer = value;
    return value >= 0 && value <= max;
}

static char cell_char(const Board *board, int cell) {
    return cells_has(&board->stones[SIDE_X], cell) ? 'X' : cells_has(&board->stones[SIDE_O], cell) ? 'O' : '?';
}

static void print_grid(FILE *out, const Grid *grid, const Board *board) {
    for (int row = 0; row < grid->n; row++) {
        for (int i = 0; row > 0 && i < 4 * grid->n - 1; i++) putc('-', out);
        if (row > 0) putc('\n', out);
        for (int column = 0; column < grid->n; column++) {
            fprintf(out, "%s %c ", column > 0 ? "|" : "", cell_char(board, row * grid->n + column));
        }
        putc('\n', out);
    }
}

/* Asks until a free square is chosen. */
static bool read_square(FILE *in, FILE *out, const Grid *grid, const Board *board, int *square) {
    CellSet taken = board_occupied(board);
    do {
        fprintf(out, "Player %c enter your square choice [0-%d]: ", side_letter(board_side(board)), grid->cells - 1);
        if (fflush(out) != 0 || !read_integer(in, grid->cells - 1, square)) return false;
    } while (cells_has(&taken, *square));
    return true;
}

static void play(FILE *in, FILE *out, const Grid *grid) {
    static const char *const words[] = {"", "X player wins!", "O player wins!", "Draw...game over!"};
    Board board;
    board_init(&board);
    Outcome outcome = OUTCOME_NONE;
    for (int square = 0; outcome == OUTCOME_NONE && read_square(in, out, grid, &board, &square);) {
        board_play(grid, &board, square);
        print_grid(out, grid, &board);
        outcome = board_outcome(grid, &board);
        if (outcome != OUTCOME_NONE) fprintf(out, "%s\n", words[outcome]);
    }
}

bool classic_run(FILE *in, FILE *out) {
    int n = 0;
    if (!read_integer(in, EDGE_MAX, &n) || !game_shape_is_supported(n, 2)) return true;
    Game game = {.n = n, .d = 2, .rule = RULE_LINE};
    Geometry *geometry = geometry_new(&game);
    Grid *grid = malloc(sizeof *grid);
    bool is_ready = geometry != NULL && grid != NULL;
    if (is_ready) {
        grid_init(grid, geometry);
        play(in, out, grid);
    }
    free(grid);
    geometry_free(geometry);
    return is_ready && fflush(out) == 0;
}
