#include "play/drawing.h"

typedef struct {
    FILE *out;
    DrawingStyle style;
    const Grid *grid;
    const Board *board; /* NULL: draw the numbers */
    const int *numbers;
    int last;
    CellSet line;
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
    fprintf(drawing->out, " \033[%s%sm%c\033[0m", stone[side], frame, side_letter(side));
}

static void print_stone(const Drawing *drawing, int cell) {
    bool is_x = cells_has(&drawing->board->stones[SIDE_X], cell),
         is_o = cells_has(&drawing->board->stones[SIDE_O], cell);
    if (!is_x && !is_o) {
        fputs(" .", drawing->out);
    } else if (drawing->style.has_colour) {
        print_colour_stone(drawing, cell, is_x ? SIDE_X : SIDE_O);
    } else {
        char mark = ' ';
        if (cell == drawing->last) mark = '>';
        if (cells_has(&drawing->line, cell)) mark = '*';
        fprintf(drawing->out, "%c%c", mark, is_x ? 'X' : 'O');
    }
}

static void print_row(const Drawing *drawing, int first) {
    int n = drawing->grid->n;
    fprintf(drawing->out, "%*d ", drawing->label_width - 1, first / n % n + 1);
    for (int cell = first; cell < first + n; cell++) {
        if (drawing->board != NULL) {
            print_stone(drawing, cell);
        } else {
            fprintf(drawing->out, "%*d", drawing->cell_width, drawing->numbers[cell]);
        }
    }
}

static void print_letters(const Drawing *drawing) {
    fprintf(drawing->out, "%*s", drawing->label_width, "");
    for (int x = 0; x < drawing->grid->n; x++) fprintf(drawing->out, "%*c", drawing->cell_width, 'a' + x);
}

/* Blanks up to the next layer, unless this is the last. */
static void print_gap(const Drawing *drawing, int printed, bool is_last) {
    if (!is_last) fprintf(drawing->out, "%*s", drawing->layer_width - printed + GAP, "");
}

/* Layers first to end - 1 side by side. */
static void print_layers(const Drawing *drawing, int first, int end) {
    int n = drawing->grid->n, indent = drawing->label_width + drawing->cell_width - 1;
    for (int layer = first; drawing->grid->game.d > 2 && layer < end; layer++) {
        fprintf(drawing->out, "%*slayer %c", indent, "", 'a' + layer % n);
        print_gap(drawing, indent + TITLE_WIDTH, layer + 1 == end);
    }
    if (drawing->grid->game.d > 2) putc('\n', drawing->out);
    for (int row = -1; row < n; row++) {
        for (int layer = first; layer < end; layer++) {
            if (row < 0) print_letters(drawing);
            if (row >= 0) print_row(drawing, (layer * n + row) * n);
            print_gap(drawing, drawing->label_width + n * drawing->cell_width, layer + 1 == end);
        }
        putc('\n', drawing->out);
    }
}

static int layers_side_by_side(const Drawing *drawing) {
    int n = drawing->grid->n;
    if (drawing->style.columns == 0) return n;
    int fitting = (drawing->style.columns + GAP) / (drawing->layer_width + GAP);
    return fitting < 1 ? 1 : fitting < n ? fitting : n;
}

static void draw(Drawing *drawing) {
    const Grid *grid = drawing->grid;
    int rows = drawing->label_width + grid->n * drawing->cell_width;
    int title = drawing->label_width + drawing->cell_width - 1 + TITLE_WIDTH;
    drawing->layer_width = rows > title ? rows : title;
    int layers = grid->cells / (grid->n * grid->n), beside = layers_side_by_side(drawing);
    for (int first = 0; first < layers;) {
        if (first > 0) putc('\n', drawing->out);
        if (grid->game.d == 4 && first % grid->n == 0) fprintf(drawing->out, "block %d\n", first / grid->n + 1);
        int block_end = grid->game.d > 2 ? (first / grid->n + 1) * grid->n : layers;
        int end = first + beside < block_end ? first + beside : block_end;
        print_layers(drawing, first, end);
        first = end;
    }
}

void drawing_stones(FILE *out, DrawingStyle style, const Position *position, CellSet line) {
    const Grid *grid = position->grid;
    Drawing drawing = {.out = out,
                       .style = style,
                       .grid = grid,
                       .board = &position->board,
                       .last = position->last_move,
                       .line = line,
                       .label_width = digits(grid->n) + 1,
                       .cell_width = 2};
    draw(&drawing);
}

void drawing_numbers(FILE *out, DrawingStyle style, const Grid *grid, const int numbers[]) {
    Drawing drawing = {.out = out,
                       .style = style,
                       .grid = grid,
                       .numbers = numbers,
                       .last = MOVE_NONE,
                       .label_width = digits(grid->n) + 1,
                       .cell_width = digits(grid->cells) + 1};
    draw(&drawing);
}
