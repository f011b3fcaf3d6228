#include "play/classic.h"

#include "rules/position.h"
#include "rules/shape.h"

enum { NUMBER_CAP = 1000000 }; /* far outside every range: further digits change nothing */

/* Reads the next word if it is an integer from 0 to max. Takes the one blank that follows it and no more: at a
 * terminal, looking for a second one would wait for another line. */
static bool read_integer(FILE *in, int max, int *integer) {
    int c = getc(in);
    while (text_is_space(c)) c = getc(in);
    bool is_negative = c == '-';
    if (c == '-' || c == '+') c = getc(in);
    int value = 0, digits = 0;
    for (; c >= '0' && c <= '9'; c = getc(in)) {
        if (value < NUMBER_CAP) value = value * 10 + (c - '0');
        digits++;
    }
    if (digits == 0 || !(text_is_space(c) || c == EOF)) return false;
    if (is_negative) value = -value;
    *integer = value;
    return value >= 0 && value <= max;
}

static char cell_char(const Board *board, int cell) {
    return cells_has(&board->stones[SIDE_X], cell) ? 'X' : cells_has(&board->stones[SIDE_O], cell) ? 'O' : '?';
}

static void print_board(FILE *out, const Position *position) {
    int n = position->grid->n;
    for (int row = 0; row < n; row++) {
        for (int i = 0; row > 0 && i < 4 * n - 1; i++) putc('-', out);
        if (row > 0) putc('\n', out);
        for (int column = 0; column < n; column++) {
            fprintf(out, "%s %c ", column > 0 ? "|" : "", cell_char(&position->board, row * n + column));
        }
        putc('\n', out);
    }
}

/* Asks until a free square is chosen. */
static bool read_square(FILE *in, FILE *out, const Position *position, int *square) {
    int last = position->grid->cells - 1;
    Reason why;
    do {
        fprintf(out, "Player %c enter your square choice [0-%d]: ", side_letter(board_side(&position->board)), last);
        if (fflush(out) != 0 || !read_integer(in, last, square)) return false;
    } while (!position_is_free(position, *square, &why));
    return true;
}

static void play(FILE *in, FILE *out, Position *position) {
    static const char *const words[] = {"", "X player wins!", "O player wins!", "Draw...game over!"};
    Reason why;
    for (int square = 0; !position_is_over(position) && read_square(in, out, position, &square);) {
        position_play(position, square, &why);
        print_board(out, position);
    }
    Outcome outcome = board_outcome(position->grid, &position->board);
    if (outcome != OUTCOME_NONE) fprintf(out, "%s\n", words[outcome]);
}

bool classic_run(FILE *in, FILE *out, Reason *why) {
    int n = 0;
    if (!read_integer(in, EDGE_MAX, &n) || !game_shape_is_supported(n, 2)) return true;
    Shape *shape = shape_new(&(Game){.n = n, .d = 2, .rule = RULE_LINE});
    if (shape == NULL) return refuse(why, "not enough memory");
    Position position;
    position_init(&position, &shape->grid);
    play(in, out, &position);
    shape_free(shape);
    return true;
}
