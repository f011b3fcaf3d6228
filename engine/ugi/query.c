#include "ugi/query.h"

#include "rules/canonical.h"
#include "ugi/query_blocks.h"
#include "ugi/query_lines.h"

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
    char name[GAME_NAME_SIZE];
    game_name(&subject->position->grid->game, name);
    writer_add(writer, "%s", name);
}

static void answer_moves(const QuerySubject *subject, Writer *writer) {
    const Position *position = subject->position;
    if (position_is_over(position)) {
        writer_add(writer, "none");
    } else {
        query_lines_add_cells(position, board_empty(position->grid, &position->board), writer);
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
        query_lines_add_cells(position, class, writer);
        empty = cells_minus(empty, class);
        bar = " | ";
    }
}

static const struct {
    const char *name;
    void (*answer)(const QuerySubject *subject, Writer *writer);
} queries[] = {
    {"gameover", answer_gameover},
    {"p1turn", answer_p1turn},
    {"result", answer_result},
    {"fen", answer_fen},
    {"game", answer_game},
    {"moves", answer_moves},
    {"line", query_lines_answer_line},
    {"score", answer_score},
    {"lines", query_lines_answer},
    {"threats", query_lines_answer_threats},
    {"classes", answer_classes},
    {"pairing", query_lines_answer_pairing},
    {"blocks", query_blocks_answer},
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
