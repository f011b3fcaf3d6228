#include "ugi/query.h"

#include "kernel/eval/eval.h"
#include "kernel/eval/pairing.h"
#include "rules/canonical.h"
#include "solving/draw_pictures.h"

static const char *truth(bool claim) {
    return claim ? "true" : "false";
}

static void answer_gameover(const QuerySubject *subject, Writer *writer) {
    writer_add(writer, "%s", truth(position_is_over(subject->position)));
}

static void answer_p1turn(const QuerySubject *subject, Writer *writer) {
    writer_add(writer, "%s", truth(board_side(&subject->position->board) == SIDE_X));
}

static void answer_result(const QuerySubject *subject, Writer *writer) {
    static const char *const names[] = {"none", "p1win", "p2win", "draw"};
    writer_add(writer, "%s", names[board_outcome(subject->position->grid, &subject->position->board)]);
}

static void answer_fen(const QuerySubject *subject, Writer *writer) {
    char fen[POSITION_TEXT_SIZE];
    notation_print_position(subject->position->grid, &subject->position->board, fen);
    writer_add(writer, "%s", fen);
}

static void answer_game(const QuerySubject *subject, Writer *writer) {
    writer_add(writer, "%s", game_name(&subject->position->grid->game).text);
}

/* Cells and lines */

static const char *const side_words[] = {[SIDE_X] = "p1", [SIDE_O] = "p2"};

static void add_cells(const Position *position, CellSet cells, Writer *writer) {
    const char *space = "";
    while (!cells_is_empty(cells)) {
        writer_add(writer, "%s%s", space, notation_move(&position->grid->game, cells_take(&cells)).text);
        space = " ";
    }
}

static void answer_moves(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    if (position_can_go_on(position)) {
        add_cells(position, board_empty(position->grid, &position->board), writer);
    } else {
        writer_add(writer, "none");
    }
}

static void answer_score(const QuerySubject *subject, Writer *writer) {
    const Board *board = &subject->position->board;
    writer_add(writer, "%d %d", board->points[SIDE_X], board->points[SIDE_O]);
}

static void answer_classes(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    CellSet empty = board_empty(position->grid, &position->board);
    uint16_t first[CELLS_MAX];
    canonical_classes(subject->shape->symmetries, position->board.stones, first);
    if (cells_is_empty(empty)) writer_add(writer, "none");
    const char *bar = "";
    while (!cells_is_empty(empty)) {
        CellSet class = cells_none();
        int head = cells_first(&empty);
        for (CellSet left = empty; !cells_is_empty(left);) {
            int cell = cells_take(&left);
            if (first[cell] == head) cells_add(&class, cell);
        }
        writer_add(writer, "%s", bar);
        add_cells(position, class, writer);
        empty = cells_minus(empty, class);
        bar = " | ";
    }
}

/* Each line after the word, where there is one; returns what must stand before the next line. */
static const char *add_lines(const Position *position, LineSet lines, const char *bar, const char *word,
                             Writer *writer) {
    while (!lines_is_empty(lines)) {
        writer_add(writer, "%s%s", bar, word);
        add_cells(position, position->grid->line_cells[lines_take(&lines)], writer);
        bar = " | ";
    }
    return bar;
}

static void answer_line(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    const Board *board = &position->board;
    bool sides_differ = game_counts_points(&position->grid->game);
    int n = grid_n(position->grid);
    const char *bar = "";
    if (lines_is_empty(board_completed_lines(position->grid, board))) writer_add(writer, "none");
    bar = add_lines(position, board_lines_with(board, SIDE_X, n), bar, sides_differ ? "p1 " : "", writer);
    add_lines(position, board_lines_with(board, SIDE_O, n), bar, sides_differ ? "p2 " : "", writer);
}

static void answer_lines(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    add_lines(position, position->grid->all_lines, "", "", writer);
}

static void answer_threats(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        CellSet cells = board_winning_cells(position->grid, &position->board, (Side)side);
        writer_add(writer, "%s%s ", side == SIDE_X ? "" : " | ", side_words[side]);
        if (position_is_over(position) || cells_is_empty(cells)) {
            writer_add(writer, "none");
        } else {
            add_cells(position, cells, writer);
        }
    }
}

static void add_pairs(const Position *position, LineSet lines, const Pairing *pairing, Writer *writer) {
    const Grid *grid = position->grid;
    while (!lines_is_empty(lines)) {
        int pair[2];
        pairing_pair(grid, pairing, lines_take(&lines), pair);
        writer_add(writer, " %s-%s", notation_move(&grid->game, pair[0]).text,
                   notation_move(&grid->game, pair[1]).text);
    }
}

static void answer_pairing(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    const Grid *grid = position->grid;
    const Board *board = &position->board;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Pairing pairing;
        LineSet complete = board_lines_with(board, (Side)side, grid_n(grid));
        LineSet lines = lines_minus(board_open_lines(grid, board, (Side)side), complete);
        writer_add(writer, "%s%s", side == SIDE_X ? "" : " | ", side_words[side]);
        if (lines_is_empty(lines)) {
            writer_add(writer, " blocked");
        } else if (position_is_over(position) || !pairing_find_for(grid, board, (Side)side, lines, &pairing)) {
            writer_add(writer, " none");
        } else {
            add_pairs(position, lines, &pairing, writer);
        }
    }
}

/* Blocks */

/* What the answer may take: a tenth of a second or two. */
enum { ANSWER_NODES = 20000 };

/* The empty cells of a block, with hyphens between. */
static void add_block(const Lineup *lineup, const Block *block, Writer *writer) {
    const char *before = " ";
    for (int i = 0; i < block->cells; i++) {
        if (!lineup->is_empty[block->cell[i]]) continue;
        writer_add(writer, "%s%s", before, notation_move(&lineup->geometry->game, block->cell[i]).text);
        before = "-";
    }
}

static void add_picture(const Geometry *geometry, const Position *position, Side side, Writer *writer) {
    Picture picture;
    Lineup lineup;
    bool holds = !position_is_over(position) && draw_pictures_built_in(geometry, &picture);
    PictureMemory *memory = holds ? picture_memory_new() : NULL;
    holds = memory != NULL;
    if (holds) {
        lineup_init(&lineup, geometry, &position->board, side);
        holds = picture_holds(&picture, &lineup, memory, &(RestEffort){.nodes = ANSWER_NODES});
    }
    picture_memory_free(memory);
    if (!holds) writer_add(writer, " none");
    for (int i = 0; holds && i < picture.count; i++) add_block(&lineup, &picture.block[i], writer);
}

static void answer_blocks(const QuerySubject *subject, Writer *writer) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        writer_add(writer, "%s", side == SIDE_X ? "p1" : " | p2");
        add_picture(subject->shape->geometry, subject->position, (Side)side, writer);
    }
}

/* All of them */

static const struct {
    const char *name;
    void (*answer)(const QuerySubject *subject, Writer *writer);
} queries[] = {
    {"gameover", answer_gameover}, {"p1turn", answer_p1turn},   {"result", answer_result},
    {"fen", answer_fen},           {"game", answer_game},       {"moves", answer_moves},
    {"line", answer_line},         {"score", answer_score},     {"lines", answer_lines},
    {"threats", answer_threats},   {"classes", answer_classes}, {"pairing", answer_pairing},
    {"blocks", answer_blocks},
};

enum { QUERIES = sizeof queries / sizeof queries[0] };

/* The one question about a move. */
static const char islegal[] = "islegal";

static bool answer_islegal(const QuerySubject *subject, const char *arguments, Writer *writer, Reason *why) {
    Word move;
    Reason ignored;
    int cell;
    if (!word_next(&arguments, &move)) return refuse(why, "query: islegal needs a move");
    writer_add(writer, "%s", truth(position_read_move(subject->position, move, &cell, &ignored)));
    return true;
}

/* "gameover, p1turn ... or islegal" */
static void list_names(Writer *writer) {
    for (int i = 0; i < QUERIES; i++) writer_add(writer, "%s%s", i > 0 ? ", " : "", queries[i].name);
    writer_add(writer, " or %s", islegal);
}

bool query_answer(const QuerySubject *subject, const char *arguments, char answer[QUERY_ANSWER_SIZE], Reason *why) {
    Word what;
    char names[sizeof why->text];
    Writer list = writer_on(names, sizeof names);
    list_names(&list);
    if (!word_next(&arguments, &what)) return refuse(why, "query: expected %s", names);
    Writer writer = writer_on(answer, QUERY_ANSWER_SIZE);
    if (word_is(what, islegal)) return answer_islegal(subject, arguments, &writer, why);
    for (int i = 0; i < QUERIES; i++) {
        if (!word_is(what, queries[i].name)) continue;
        queries[i].answer(subject, &writer);
        return true;
    }
    return refuse(why, "query: unknown question '%.*s'; expected %s", word_shown(what), what.at, names);
}

/* The static value, explained */

static int value_of(const Grid *grid, const Board *board) {
    Census census = census_take(grid, board);
    return eval(grid, board, &census);
}

/* An open line by its stones, as kernel/eval/eval.h has it. */
static int weight_of(const Grid *grid, int stones) {
    int missing = grid_n(grid) - stones;
    if (game_counts_points(&grid->game)) return VALUE_POINT >> missing;
    return eval_open_line(eval_line_race_weights(grid), missing);
}

/* A part of the value: a count of each side and what one is worth. Returns what it is worth to the side. */
static int send_part(Output *output, const char *what, const int counts[2], int weight, Side side) {
    int value = (counts[side] - counts[side_other(side)]) * weight;
    if (counts[SIDE_X] + counts[SIDE_O] == 0 || weight == 0) return 0;
    output_send(output, "info string eval %s: p1 %d, p2 %d, each %d, value %d", what, counts[SIDE_X], counts[SIDE_O],
                weight, value);
    return value;
}

static int send_lines(const Grid *grid, const Census *census, Side side, Output *output) {
    int sum = 0;
    for (int stones = grid_n(grid) - 1; stones > 0; stones--) {
        char what[40];
        int counts[] = {census->open[SIDE_X][stones], census->open[SIDE_O][stones]};
        snprintf(what, sizeof what, "lines that lack %d", grid_n(grid) - stones);
        sum += send_part(output, what, counts, weight_of(grid, stones), side);
    }
    return sum;
}

static int send_rest(const Grid *grid, const Board *board, Side side, Output *output) {
    int points[] = {board->points[SIDE_X], board->points[SIDE_O]};
    if (game_counts_points(&grid->game)) return send_part(output, "points", points, VALUE_POINT, side);
    int weight = eval_line_race_weights(grid)->crossing;
    if (weight == 0) return 0;
    int counts[] = {eval_crossings(grid, board, SIDE_X), eval_crossings(grid, board, SIDE_O)};
    return send_part(output, "crossings", counts, weight, side);
}

/* What the position would be worth to the side to move after its stone there. */
static void send_cells(const Position *position, Output *output) {
    const Grid *grid = position->grid;
    char text[CELLS_MAX * (MOVE_TEXT_SIZE + 12)];
    Writer writer = writer_on(text, sizeof text);
    for (CellSet empty = board_empty(grid, &position->board); !cells_is_empty(empty);) {
        int cell = cells_take(&empty);
        Board next = position->board;
        board_play(grid, &next, cell);
        bool wins = !game_counts_points(&grid->game) && next.points[board_side(&position->board)] > 0;
        writer_add(&writer, " %s", notation_move(&grid->game, cell).text);
        if (wins) writer_add(&writer, " wins");
        if (!wins) writer_add(&writer, " %d", -value_of(grid, &next));
    }
    output_send(output, "info string eval cells%s", text);
}

void query_explain_value(const Position *position, Output *output) {
    const Grid *grid = position->grid;
    const Board *board = &position->board;
    Side side = board_side(board);
    Census census = census_take(grid, board);
    int sum = send_rest(grid, board, side, output) + send_lines(grid, &census, side, output);
    output_send(output, "info string eval the move: value %d", value_of(grid, board) - sum);
    send_cells(position, output);
}
