#include "rules/notation.h"

static bool axis_is_lettered(int axis) {
    return axis % 2 == 0;
}

MoveText notation_move(const Game *game, int cell) {
    MoveText move;
    Coordinates at = geometry_coordinates(game, cell);
    Writer writer = writer_on(move.text, sizeof move.text);
    for (int axis = 0; axis < game->d; axis++) {
        if (axis_is_lettered(axis)) {
            writer_add(&writer, "%c", 'a' + at.of[axis]);
        } else {
            writer_add(&writer, "%d", at.of[axis] + 1);
        }
    }
    return move;
}

/* Takes one coordinate from the front of *rest. */
static bool take_coordinate(Word *rest, int axis, int n, int *coordinate) {
    size_t used = 0;
    int value = 0;
    if (axis_is_lettered(axis)) {
        if (rest->length == 0) return false;
        value = rest->at[0] - 'a';
        used = 1;
    } else {
        while (used < rest->length && used < 3 && rest->at[used] >= '0' && rest->at[used] <= '9') {
            value = value * 10 + (rest->at[used++] - '0');
        }
        if (used == 0 || rest->at[0] == '0') return false;
        value--;
    }
    *rest = (Word){rest->at + used, rest->length - used};
    *coordinate = value;
    return value >= 0 && value < n;
}

bool notation_parse_move(const Game *game, Word text, int *cell, Reason *why) {
    Word rest = text;
    Coordinates at = {{0}};
    bool fits = true;
    for (int axis = 0; fits && axis < game->d; axis++) fits = take_coordinate(&rest, axis, game->n, &at.of[axis]);
    if (!fits || rest.length > 0) {
        return refuse(why, "'%.*s' is not a move from %s to %s", word_shown(text), text.at, notation_move(game, 0).text,
                      notation_move(game, game_cells(game) - 1).text);
    }
    *cell = geometry_cell(game, at);
    return true;
}

/* Reads the cells of a setup from left to right; all positions count from the start of the text. */
typedef struct {
    Word text;
    size_t at;
    int row;                  /* cells read in the current row */
    int cells;                /* cells read in all */
    int rows[DIMENSIONS_MAX]; /* [1]: rows in the current layer, [2]: layers in the block, [3]: blocks */
    Setup *setup;
    Reason *why;
} CellReader;

static bool complain(CellReader *reader, const char *what) {
    return refuse(reader->why, "position: %s at character %d", what, (int)reader->at + 1);
}

static bool read_run(CellReader *reader) {
    int run = 0;
    size_t start = reader->at;
    const Word *text = &reader->text;
    if (text->at[start] == '0') return complain(reader, "a number begins with 0");
    while (reader->at < text->length && text->at[reader->at] >= '0' && text->at[reader->at] <= '9') {
        run = run * 10 + (text->at[reader->at] - '0');
        if (run > EDGE_MAX) return complain(reader, "a row is too long");
        reader->at++;
    }
    reader->row += run;
    reader->cells += run;
    return true;
}

static bool read_stone(CellReader *reader, Side side) {
    if (reader->cells >= CELLS_MAX) return complain(reader, "too many cells");
    cells_add(&reader->setup->stones[side], reader->cells);
    reader->cells++;
    reader->row++;
    reader->at++;
    return true;
}

/* The first row gives n, the first layer must have n rows, and so on up the axes. Closes the axes below `axis`. */
static bool close_axes(CellReader *reader, int axis) {
    static const char *const wrong[] = {"", "a row of another length ends", "a layer with a wrong number of rows ends",
                                        "a block with a wrong number of layers ends"};
    Game *game = &reader->setup->game;
    if (reader->row == 0) return complain(reader, "an empty row ends");
    if (game->n == 0) game->n = reader->row;
    if (reader->row != game->n) return complain(reader, wrong[1]);
    reader->row = 0;
    for (int closed = 2; closed <= axis; closed++) {
        if (reader->rows[closed - 1] + 1 != game->n) return complain(reader, wrong[closed]);
        reader->rows[closed - 1] = 0;
    }
    reader->rows[axis]++;
    return true;
}

static bool read_separator(CellReader *reader) {
    int slashes = 0;
    size_t start = reader->at;
    while (start + (size_t)slashes < reader->text.length && reader->text.at[start + (size_t)slashes] == '/') slashes++;
    if (slashes > 3) return complain(reader, "more than three slashes");
    if (!close_axes(reader, slashes)) return false;
    if (reader->setup->game.d <= slashes) reader->setup->game.d = slashes + 1;
    reader->at += (size_t)slashes;
    return true;
}

static bool read_cells(Word text, Setup *setup, Reason *why) {
    CellReader reader = {.text = text, .setup = setup, .why = why};
    while (reader.at < text.length) {
        char c = text.at[reader.at];
        bool fine = c == 'x'               ? read_stone(&reader, SIDE_X)
                    : c == 'o'             ? read_stone(&reader, SIDE_O)
                    : c == '/'             ? read_separator(&reader)
                    : c >= '0' && c <= '9' ? read_run(&reader)
                                           : complain(&reader, "neither x, o, a number nor a slash");
        if (!fine) return false;
        if (reader.cells > CELLS_MAX) return complain(&reader, "too many cells");
        if (reader.row > EDGE_MAX) return complain(&reader, "a row is too long");
    }
    Game *game = &setup->game;
    if (game->d == 0) return complain(&reader, "only one row");
    if (!close_axes(&reader, game->d - 1)) return false;
    if (reader.rows[game->d - 1] != game->n) return complain(&reader, "the board ends too early or too late");
    if (!game_shape_is_supported(game->n, game->d)) {
        return refuse(why, "position: there is no game on a board of this size");
    }
    return true;
}

static bool read_side(const char **cursor, Setup *setup, Reason *why) {
    Word side;
    if (!word_next(cursor, &side)) return refuse(why, "position: the side to move is missing");
    if (!word_is(side, "x") && !word_is(side, "o")) {
        return refuse(why, "position: the side to move is x or o, not '%.*s'", word_shown(side), side.at);
    }
    setup->to_move = word_is(side, "x") ? SIDE_X : SIDE_O;
    return true;
}

bool setup_parse(const char **cursor, Setup *setup, Reason *why) {
    Setup read = {.to_move = SIDE_X};
    Word word;
    if (!word_next(cursor, &word)) return refuse(why, "position: no cells given");
    if (!read_cells(word, &read, why) || !read_side(cursor, &read, why)) return false;
    const char *ahead = *cursor;
    if (word_next(&ahead, &word) && !word_is(word, "moves")) {
        if (!game_parse_rule(word, &read.game, why)) return false;
        *cursor = ahead;
    }
    *setup = read;
    return true;
}

static bool is_won(Outcome outcome) {
    return outcome == OUTCOME_X_WINS || outcome == OUTCOME_O_WINS;
}

/* Some stone of the side that moved last must have decided the game. */
static bool last_stone_decided(const Setup *setup, const Grid *grid) {
    Side last = side_other(setup->to_move);
    for (CellSet stones = setup->stones[last]; !cells_is_empty(stones);) {
        CellSet before[2] = {setup->stones[SIDE_X], setup->stones[SIDE_O]};
        cells_remove(&before[last], cells_take(&stones));
        Board board;
        board_set_up(grid, &board, before, last);
        if (!is_won(board_outcome(grid, &board))) return true;
    }
    return false;
}

bool setup_to_board(const Setup *setup, const Grid *grid, Board *board, Reason *why) {
    int x = cells_count(setup->stones[SIDE_X]), o = cells_count(setup->stones[SIDE_O]);
    if (x != o + (setup->to_move == SIDE_O)) {
        return refuse(why, "position: %d x and %d o do not fit %c to move", x, o, "xo"[setup->to_move]);
    }
    Board set_up;
    board_set_up(grid, &set_up, setup->stones, setup->to_move);
    int end = game_counts_points(&grid->game) ? grid->game.target : 1;
    if (end > 0 && set_up.points[SIDE_X] >= end && set_up.points[SIDE_O] >= end) {
        return refuse(why, "position: both sides have won");
    }
    if (end > 0 && set_up.points[setup->to_move] >= end) {
        return refuse(why, "position: the side to move has already won, but the other side moved last");
    }
    if (is_won(board_outcome(grid, &set_up)) && !last_stone_decided(setup, grid)) {
        return refuse(why, "position: the game was won before the last stone");
    }
    *board = set_up;
    return true;
}

static void print_row(const Setup *setup, int first, Writer *writer) {
    int run = 0;
    for (int cell = first; cell < first + setup->game.n; cell++) {
        bool is_x = cells_has(&setup->stones[SIDE_X], cell), is_o = cells_has(&setup->stones[SIDE_O], cell);
        if (!is_x && !is_o) {
            run++;
            continue;
        }
        if (run > 0) writer_add(writer, "%d", run);
        run = 0;
        writer_add(writer, "%c", is_x ? 'x' : 'o');
    }
    if (run > 0) writer_add(writer, "%d", run);
}

void setup_print(const Setup *setup, char text[POSITION_TEXT_SIZE]) {
    const Game *game = &setup->game;
    Writer writer = writer_on(text, POSITION_TEXT_SIZE);
    for (int cell = 0; cell < game_cells(game); cell += game->n) {
        for (int size = game->n; cell > 0 && cell % size == 0; size *= game->n) writer_add(&writer, "/");
        print_row(setup, cell, &writer);
    }
    writer_add(&writer, " %c %s", "xo"[setup->to_move], game_rule_name(game).text);
}

Setup setup_of_board(const Grid *grid, const Board *board) {
    return (Setup){grid->game, {board->stones[SIDE_X], board->stones[SIDE_O]}, board_side(board)};
}

void notation_print_position(const Grid *grid, const Board *board, char text[POSITION_TEXT_SIZE]) {
    Setup setup = setup_of_board(grid, board);
    setup_print(&setup, text);
}
