#include "play/view.h"

#include "rules/magic.h"

/* The board */

typedef struct {
    const Terminal *terminal;
    const Grid *grid;
    const Board *board; /* NULL: draw the numbers */
    const int *numbers;
    int last;        /* the last move */
    CellSet line;    /* cells of a completed line */
    int label_width; /* a row's number and a blank */
    int cell_width;
    int layer_width; /* the rows or the title, whichever is wider */
} Drawing;

enum { GAP = 3, TITLE_WIDTH = 7 /* "layer a" */ };

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

static void print_row(const Drawing *drawing, int first) {
    int n = drawing->grid->n;
    fprintf(drawing->terminal->out, "%*d ", drawing->label_width - 1, first / n % n + 1);
    for (int cell = first; cell < first + n; cell++) {
        if (drawing->board != NULL) {
            print_stone(drawing, cell);
        } else {
            fprintf(drawing->terminal->out, "%*d", drawing->cell_width, drawing->numbers[cell]);
        }
    }
}

static void print_letters(const Drawing *drawing) {
    fprintf(drawing->terminal->out, "%*s", drawing->label_width, "");
    for (int x = 0; x < drawing->grid->n; x++) fprintf(drawing->terminal->out, "%*c", drawing->cell_width, 'a' + x);
}

/* Blanks up to the next layer, unless this is the last. */
static void print_gap(const Drawing *drawing, int printed, bool is_last) {
    if (!is_last) fprintf(drawing->terminal->out, "%*s", drawing->layer_width - printed + GAP, "");
}

/* Layers first to end - 1 side by side. */
static void print_layers(const Drawing *drawing, int first, int end) {
    int n = drawing->grid->n, indent = drawing->label_width + drawing->cell_width - 1;
    for (int layer = first; drawing->grid->game.d > 2 && layer < end; layer++) {
        fprintf(drawing->terminal->out, "%*slayer %c", indent, "", 'a' + layer % n);
        print_gap(drawing, indent + TITLE_WIDTH, layer + 1 == end);
    }
    if (drawing->grid->game.d > 2) putc('\n', drawing->terminal->out);
    for (int row = -1; row < n; row++) {
        for (int layer = first; layer < end; layer++) {
            if (row < 0) print_letters(drawing);
            if (row >= 0) print_row(drawing, (layer * n + row) * n);
            print_gap(drawing, drawing->label_width + n * drawing->cell_width, layer + 1 == end);
        }
        putc('\n', drawing->terminal->out);
    }
}

static int layers_side_by_side(const Drawing *drawing) {
    int n = drawing->grid->n;
    if (drawing->terminal->columns == 0) return n;
    int fitting = (drawing->terminal->columns + GAP) / (drawing->layer_width + GAP);
    return fitting < 1 ? 1 : fitting < n ? fitting : n;
}

static void draw(Drawing *drawing) {
    const Grid *grid = drawing->grid;
    drawing->label_width = digits(grid->n) + 1;
    drawing->cell_width = drawing->board != NULL ? 2 : digits(grid->cells) + 1;
    int rows = drawing->label_width + grid->n * drawing->cell_width;
    int title = drawing->label_width + drawing->cell_width - 1 + TITLE_WIDTH;
    drawing->layer_width = rows > title ? rows : title;
    int layers = grid->cells / (grid->n * grid->n), beside = layers_side_by_side(drawing);
    for (int first = 0; first < layers;) {
        if (first > 0) putc('\n', drawing->terminal->out);
        if (grid->game.d == 4 && first % grid->n == 0)
            fprintf(drawing->terminal->out, "block %d\n", first / grid->n + 1);
        int block_end = grid->game.d > 2 ? (first / grid->n + 1) * grid->n : layers;
        int end = first + beside < block_end ? first + beside : block_end;
        print_layers(drawing, first, end);
        first = end;
    }
}

/* The rules */

static void print_points_rule(const Terminal *terminal, const Grid *grid) {
    const Game *game = &grid->game;
    fprintf(terminal->out, "Every straight line of %d that you complete is a point", game->n);
    if (game->rule == RULE_MAGIC) {
        fprintf(terminal->out, " if its numbers in the\nmagic cube below add up to %d; %d lines do.\n",
                magic_constant(game->n), grid->lines);
    } else {
        fprintf(terminal->out, "; there are %d lines.\n", grid->lines);
    }
    fprintf(terminal->out, "The game ends when the board is full");
    if (game->target > 0)
        fprintf(terminal->out, " or a side has %d %s", game->target, text_plural(game->target, "point", "points"));
    fprintf(terminal->out, ".\nMore points win; equal points are a draw.\n");
}

void view_rules(const Terminal *terminal, const Grid *grid) {
    char name[GAME_NAME_SIZE];
    game_name(&grid->game, name);
    fprintf(terminal->out, "Game %s. X and O take turns; X begins.\n", name);
    if (game_counts_points(&grid->game)) {
        print_points_rule(terminal, grid);
    } else {
        fprintf(terminal->out,
                "The first to complete a straight line of %d wins; there are %d lines.\n"
                "When every line holds stones of both sides, the game is a draw.\n",
                grid->n, grid->lines);
    }
    fputs("Type a move as coordinates, such as ", terminal->out);
    view_coordinates(terminal, &grid->game, 1);
    fputs(",\nor as a cell number, such as 2. Type 'help' for everything else.\n", terminal->out);
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

void view_coordinates(const Terminal *terminal, const Game *game, int cell) {
    static const char *const axes[DIMENSIONS_MAX] = {"column", "row", "layer", "block"};
    Coordinates at = geometry_coordinates(game, cell);
    char move[MOVE_TEXT_SIZE];
    notation_print_move(game, cell, move);
    fprintf(terminal->out, "%s (", move);
    for (int axis = 0; axis < game->d; axis++) {
        bool is_lettered = axis % 2 == 0;
        fprintf(terminal->out, is_lettered ? "%s%s %c" : "%s%s %d", axis > 0 ? ", " : "", axes[axis],
                is_lettered ? 'a' + at.of[axis] : at.of[axis] + 1);
    }
    putc(')', terminal->out);
}

/* The game */

void view_last_move(const Terminal *terminal, const GameHistory *history) {
    char move[MOVE_TEXT_SIZE];
    int cell = history->position.last_move;
    if (cell == MOVE_NONE) return;
    notation_print_move(history_game(history), cell, move);
    Side mover = side_other(history_side_to_move(history));
    fprintf(terminal->out, "%c plays %s (cell %d)\n", side_letter(mover), move, cell + 1);
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

void view_value(const Terminal *terminal, Side side, bool is_mate, int64_t value) {
    long long moves = (long long)(value < 0 ? -value : value);
    if (is_mate) {
        /* An engine has found that win, not all wins: there may be a faster one. */
        fprintf(terminal->out, "%c %s in %s%lld %s", side_letter(side), value > 0 ? "wins" : "loses",
                moves > 1 ? "at most " : "", moves, text_plural(moves, "move", "moves"));
    } else {
        fprintf(terminal->out, "value %+.2f for %c", (double)value / 100, side_letter(side));
    }
}

void view_answer(const Terminal *terminal, const char *engine, Side side, const ClientAnswer *answer) {
    fprintf(terminal->out, "%s: ", engine);
    if (answer->score_kind == CLIENT_NO_SCORE) {
        fputs("no value", terminal->out);
    } else {
        view_value(terminal, side, answer->score_kind == CLIENT_MATE, answer->score);
    }
    if (answer->depth > 0) fprintf(terminal->out, ", depth %lld", (long long)answer->depth);
    if (answer->pv[0] != '\0') fprintf(terminal->out, ", line %s", answer->pv);
    putc('\n', terminal->out);
}

static void print_winning_line(const Terminal *terminal, const GameHistory *history) {
    CellSet cells = history_last_lines(history);
    if (cells_is_empty(cells) || game_counts_points(history_game(history))) return;
    fputs(cells_count(cells) == history_grid(history)->n ? "Winning line:" : "Winning lines:", terminal->out);
    while (!cells_is_empty(cells)) {
        char move[MOVE_TEXT_SIZE];
        notation_print_move(history_game(history), cells_take(&cells), move);
        fprintf(terminal->out, " %s", move);
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
