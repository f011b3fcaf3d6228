#include "play/view.h"

#include "common/screen.h"
#include "rules/magic.h"

/* The board */

typedef struct {
    const Terminal *terminal;
    const Grid *grid;
    const Board *board; /* NULL: draw the numbers */
    const int *numbers;
    int last;        /* the last move */
    CellSet line;    /* cells of a completed line */
    bool is_close;   /* for boards that are too tall: letters once, numbers of rows on the left, no empty rows */
    int label_width; /* a row's number and a blank */
    int cell_width;
    int layer_width; /* the rows or the title, whichever is wider */
    int beside;      /* layers side by side */
} Drawing;

enum { GAP = 3, CLOSE_GAP = 2, TITLE_WIDTH = 7 /* "layer a" */ };

static int digits(int number) {
    return number < 10 ? 1 : number < 100 ? 2 : 3;
}

static void print_colour_stone(const Drawing *drawing, int cell, Side side) {
    static const char *const stone[] = {"1;33", "1;36"};
    bool is_last = cell == drawing->last, is_in_line = cells_has(&drawing->line, cell);
    const char *frame = is_in_line ? (is_last ? ";4;42" : ";42") : is_last ? ";7" : "";
    fprintf(drawing->terminal->out, " \033[%s%sm%c\033[0m", stone[side], frame, side_letter(side));
}

static void print_stone(const Drawing *drawing, int cell) {
    bool is_x = cells_has(&drawing->board->stones[SIDE_X], cell),
         is_o = cells_has(&drawing->board->stones[SIDE_O], cell);
    if (!is_x && !is_o) {
        fputs(" .", drawing->terminal->out);
    } else if (drawing->terminal->has_colour) {
        print_colour_stone(drawing, cell, is_x ? SIDE_X : SIDE_O);
    } else {
        char mark = ' ';
        if (cell == drawing->last) mark = '>';
        if (cells_has(&drawing->line, cell)) mark = '*';
        fprintf(drawing->terminal->out, "%c%c", mark, is_x ? 'X' : 'O');
    }
}

static bool has_label(const Drawing *drawing, bool is_first) {
    return is_first || !drawing->is_close;
}

static void print_row(const Drawing *drawing, int first, bool is_first) {
    int n = drawing->grid->n;
    if (has_label(drawing, is_first)) {
        fprintf(drawing->terminal->out, "%*d ", drawing->label_width - 1, first / n % n + 1);
    }
    for (int cell = first; cell < first + n; cell++) {
        if (drawing->board != NULL) {
            print_stone(drawing, cell);
        } else {
            fprintf(drawing->terminal->out, "%*d", drawing->cell_width, drawing->numbers[cell]);
        }
    }
}

static void print_letters(const Drawing *drawing, bool is_first) {
    fprintf(drawing->terminal->out, "%*s", has_label(drawing, is_first) ? drawing->label_width : 0, "");
    for (int x = 0; x < drawing->grid->n; x++) fprintf(drawing->terminal->out, "%*c", drawing->cell_width, 'a' + x);
}

static void print_title(const Drawing *drawing, int layer, bool is_first) {
    int indent = (has_label(drawing, is_first) ? drawing->label_width : 0) + drawing->cell_width - 1;
    fprintf(drawing->terminal->out, "%*slayer %c", indent, "", 'a' + layer % drawing->grid->n);
}

/* Blanks up to the next layer, unless this is the last. */
static void print_gap(const Drawing *drawing, int printed, bool is_last) {
    int gap = drawing->is_close ? CLOSE_GAP : GAP;
    if (!is_last) fprintf(drawing->terminal->out, "%*s", drawing->layer_width - printed + gap, "");
}

enum { TITLE_ROW = -2, LETTER_ROW = -1 };

/* A row of the layers first to end - 1. */
static void print_across(const Drawing *drawing, int row, int first, int end) {
    int n = drawing->grid->n;
    for (int layer = first; layer < end; layer++) {
        bool is_first = layer == first;
        int label = has_label(drawing, is_first) ? drawing->label_width : 0;
        if (row == TITLE_ROW) print_title(drawing, layer, is_first);
        if (row == LETTER_ROW) print_letters(drawing, is_first);
        if (row >= 0) print_row(drawing, (layer * n + row) * n, is_first);
        int printed = row == TITLE_ROW ? drawing->cell_width - 1 + TITLE_WIDTH : n * drawing->cell_width;
        print_gap(drawing, printed + (drawing->is_close ? 0 : label), layer + 1 == end);
    }
    bool names_block = row == TITLE_ROW && drawing->is_close && drawing->grid->game.d == 4;
    if (names_block) fprintf(drawing->terminal->out, "   block %d", first / n + 1);
    putc('\n', drawing->terminal->out);
}

/* Layers first to end - 1 side by side. */
static void print_layers(const Drawing *drawing, int first, int end) {
    if (drawing->grid->game.d > 2) print_across(drawing, TITLE_ROW, first, end);
    if (first == 0 || !drawing->is_close) print_across(drawing, LETTER_ROW, first, end);
    for (int row = 0; row < drawing->grid->n; row++) print_across(drawing, row, first, end);
}

static void lay_out(Drawing *drawing, bool is_close) {
    const Grid *grid = drawing->grid;
    int columns = drawing->terminal->columns, gap = is_close ? CLOSE_GAP : GAP;
    drawing->is_close = is_close;
    drawing->label_width = digits(grid->n) + 1;
    drawing->cell_width = drawing->board != NULL ? 2 : digits(grid->cells) + 1;
    int label = is_close ? 0 : drawing->label_width;
    int rows = label + grid->n * drawing->cell_width, title = label + drawing->cell_width - 1 + TITLE_WIDTH;
    drawing->layer_width = rows > title || grid->game.d == 2 ? rows : title;
    int fitting = (columns + gap - (is_close ? drawing->label_width : 0)) / (drawing->layer_width + gap);
    drawing->beside = columns == 0 || fitting > grid->n ? grid->n : fitting < 1 ? 1 : fitting;
}

/* Rows of text that the board takes. */
static int height_of(const Drawing *drawing) {
    int n = drawing->grid->n, layers = drawing->grid->cells / (n * n), per_block = layers < n ? layers : n;
    int bands = layers / per_block * ((per_block + drawing->beside - 1) / drawing->beside);
    int titles = drawing->grid->game.d == 4 ? layers / n : 0, spaces = bands - 1;
    if (drawing->grid->game.d == 2) return n + 1;
    return drawing->is_close ? 1 + bands * (n + 1) : bands * (n + 2) + titles + spaces;
}

/* With so many rows of text above or below it. */
static bool is_too_tall(const Drawing *drawing, int other_rows) {
    return drawing->terminal->rows > 0 && height_of(drawing) > drawing->terminal->rows - other_rows;
}

static void draw(Drawing *drawing) {
    const Grid *grid = drawing->grid;
    enum { BELOW = 3 }; /* the move and the prompt */
    lay_out(drawing, false);
    if (is_too_tall(drawing, BELOW)) lay_out(drawing, true);
    int layers = grid->cells / (grid->n * grid->n);
    for (int first = 0; first < layers;) {
        if (first > 0 && !drawing->is_close) putc('\n', drawing->terminal->out);
        if (grid->game.d == 4 && first % grid->n == 0 && !drawing->is_close)
            fprintf(drawing->terminal->out, "block %d\n", first / grid->n + 1);
        int block_end = grid->game.d > 2 ? (first / grid->n + 1) * grid->n : layers;
        int end = first + drawing->beside < block_end ? first + drawing->beside : block_end;
        print_layers(drawing, first, end);
        first = end;
    }
}

/* Numbers and coordinates */

bool view_can_show_numbers(const Terminal *terminal, const Grid *grid) {
    Drawing drawing = {.terminal = terminal, .grid = grid};
    enum { RULES = 10 }; /* and the blank lines, who plays and the prompt */
    lay_out(&drawing, true);
    return !is_too_tall(&drawing, RULES);
}

void view_numbers(const Terminal *terminal, const Grid *grid) {
    int numbers[CELLS_MAX];
    Drawing drawing = {.terminal = terminal, .grid = grid, .numbers = numbers};
    for (int cell = 0; cell < grid->cells; cell++) numbers[cell] = cell + 1;
    putc('\n', terminal->out);
    draw(&drawing);
    if (grid->game.rule == RULE_MAGIC) {
        fprintf(terminal->out, "\nThe magic cube:\n");
        magic_cube(grid->n, numbers);
        draw(&drawing);
    }
    putc('\n', terminal->out);
}

void view_coordinates(const Game *game, int cell, char text[VIEW_COORDINATES_SIZE]) {
    static const char *const axes[DIMENSIONS_MAX] = {"column", "row", "layer", "block"};
    Coordinates at = geometry_coordinates(game, cell);
    Writer writer = writer_on(text, VIEW_COORDINATES_SIZE);
    writer_add(&writer, "%s (", notation_move(game, cell).text);
    for (int axis = 0; axis < game->d; axis++) {
        bool is_lettered = axis % 2 == 0;
        writer_add(&writer, is_lettered ? "%s%s %c" : "%s%s %d", axis > 0 ? ", " : "", axes[axis],
                   is_lettered ? 'a' + at.of[axis] : at.of[axis] + 1);
    }
    writer_add(&writer, ")");
}

/* The game */

void view_last_move(const Terminal *terminal, const GameHistory *history) {
    int cell = history->position.last_move;
    if (cell == MOVE_NONE) return;
    Side mover = side_other(history_side_to_move(history));
    fprintf(terminal->out, "%c played %s (cell %d)\n", side_letter(mover),
            notation_move(history_game(history), cell).text, cell + 1);
}

/* The cells a side has: those of the start first, then in the order of play. */
static void print_cells(const Terminal *terminal, const GameHistory *history, Side side) {
    const Board *start = &history->start.board;
    fprintf(terminal->out, "%c has played:", side_letter(side));
    for (CellSet cells = start->stones[side]; !cells_is_empty(cells);) {
        fprintf(terminal->out, " %d", cells_take(&cells) + 1);
    }
    int first = board_side(start) == side ? 0 : 1;
    for (int ply = first; ply < history->plies; ply += 2) fprintf(terminal->out, " %d", history->moves[ply] + 1);
    putc('\n', terminal->out);
}

void view_position(const Terminal *terminal, const GameHistory *history) {
    const Board *board = &history->position.board;
    putc('\n', terminal->out);
    draw(&(Drawing){.terminal = terminal,
                    .grid = history_grid(history),
                    .board = board,
                    .last = history->position.last_move,
                    .line = history_last_lines(history)});
    putc('\n', terminal->out);
    if (!game_counts_points(history_game(history))) return;
    fprintf(terminal->out, "Points: X %d, O %d\n", board->points[SIDE_X], board->points[SIDE_O]);
    print_cells(terminal, history, SIDE_X);
    print_cells(terminal, history, SIDE_O);
}

void view_add_value(Writer *text, Side side, bool is_mate, int64_t value) {
    long long moves = (long long)(value < 0 ? -value : value);
    if (is_mate) {
        /* An engine has found that win, not all wins: there may be a faster one. */
        writer_add(text, "%c %s in %s%lld %s", side_letter(side), value > 0 ? "wins" : "loses",
                   moves > 1 ? "at most " : "", moves, text_plural(moves, "move", "moves"));
    } else {
        writer_add(text, "value %+.2f for %c", (double)value / 100, side_letter(side));
    }
}

void view_answer(const char *engine, Side side, const ClientAnswer *answer) {
    char text[SCREEN_PARAGRAPH_SIZE];
    Writer writer = writer_on(text, sizeof text);
    writer_add(&writer, "%s: ", engine);
    if (answer->score_kind == CLIENT_NO_SCORE) {
        writer_add(&writer, "no value");
    } else {
        view_add_value(&writer, side, answer->score_kind == CLIENT_MATE, answer->score);
    }
    if (answer->depth > 0) writer_add(&writer, ", depth %lld", (long long)answer->depth);
    if (answer->pv[0] != '\0') writer_add(&writer, ", line %s", answer->pv);
    screen_paragraph(0, "%s", text);
}

static void print_winning_line(const Terminal *terminal, const GameHistory *history) {
    CellSet cells = history_last_lines(history);
    if (cells_is_empty(cells) || game_counts_points(history_game(history))) return;
    fputs(cells_count(cells) == history_grid(history)->n ? "Winning line:" : "Winning lines:", terminal->out);
    while (!cells_is_empty(cells)) {
        fprintf(terminal->out, " %s", notation_move(history_game(history), cells_take(&cells)).text);
    }
    putc('\n', terminal->out);
}

void view_ending(const Terminal *terminal, const GameHistory *history) {
    HistoryEnd end = history_end(history);
    const Board *board = &history->position.board;
    bool counts_points = game_counts_points(history_game(history));
    if (end == HISTORY_GOES_ON) return;
    if (counts_points) {
        fprintf(terminal->out, "Final score: X %d, O %d.\n", board->points[SIDE_X], board->points[SIDE_O]);
    }
    print_winning_line(terminal, history);
    if (end == HISTORY_RESIGNED) fprintf(terminal->out, "%c resigns. ", side_letter(history->resigned));
    if (end == HISTORY_MAX_PLIES) {
        fprintf(terminal->out, "Draw: the game has reached its limit of %d %s.\n", history->max_plies,
                text_plural(history->max_plies, "ply", "plies"));
    } else if (history_outcome(history) == OUTCOME_DRAW) {
        fputs(counts_points ? "Draw.\n" : "Draw: every line holds stones of both sides.\n", terminal->out);
    } else {
        fprintf(terminal->out, "%c wins!\n", history_outcome(history) == OUTCOME_X_WINS ? 'X' : 'O');
    }
}
