#include "ugi/query.h"

static const char *truth(bool claim) {
    return claim ? "true" : "false";
}

static void answer_gameover(const Position *position, Writer *writer) {
    writer_add(writer, "%s", truth(board_outcome(position->grid, &position->board) != OUTCOME_NONE));
}

static void answer_p1turn(const Position *position, Writer *writer) {
    writer_add(writer, "%s", truth(board_side(&position->board) == SIDE_X));
}

static void answer_result(const Position *position, Writer *writer) {
    static const char *const names[] = {"none", "p1win", "p2win", "draw"};
    writer_add(writer, "%s", names[board_outcome(position->grid, &position->board)]);
}

static void answer_fen(const Position *position, Writer *writer) {
    char fen[POSITION_TEXT_SIZE];
    position_print(position->grid, &position->board, fen);
    writer_add(writer, "%s", fen);
}

static void answer_game(const Position *position, Writer *writer) {
    char name[GAME_NAME_SIZE];
    game_name(&position->grid->game, name);
    writer_add(writer, "%s", name);
}

static void add_cells(const Position *position, CellSet cells, Writer *writer) {
    const char *space = "";
    while (!cells_is_empty(cells)) {
        char move[MOVE_TEXT_SIZE];
        move_print(&position->grid->game, cells_take(&cells), move);
        writer_add(writer, "%s%s", space, move);
        space = " ";
    }
}

static void answer_moves(const Position *position, Writer *writer) {
    bool over = board_outcome(position->grid, &position->board) != OUTCOME_NONE;
    if (over) {
        writer_add(writer, "none");
    } else {
        add_cells(position, board_empty(position->grid, &position->board), writer);
    }
}

static void answer_line(const Position *position, Writer *writer) {
    LineSet lines = board_completed_lines(position->grid, &position->board);
    if (lines_is_empty(lines)) writer_add(writer, "none");
    for (const char *bar = ""; !lines_is_empty(lines); bar = " | ") {
        writer_add(writer, "%s", bar);
        add_cells(position, position->grid->line_cells[lines_take(&lines)], writer);
    }
}

static void answer_score(const Position *position, Writer *writer) {
    writer_add(writer, "%d %d", position->board.points[SIDE_X], position->board.points[SIDE_O]);
}

static const struct {
    const char *name;
    void (*answer)(const Position *position, Writer *writer);
} queries[] = {
    {"gameover", answer_gameover}, {"p1turn", answer_p1turn}, {"result", answer_result}, {"fen", answer_fen},
    {"game", answer_game},         {"moves", answer_moves},   {"line", answer_line},     {"score", answer_score},
};

enum { QUERIES = sizeof queries / sizeof queries[0] };

bool query_answer(const Position *position, Word what, char answer[QUERY_ANSWER_SIZE], Reason *why) {
    for (int i = 0; i < QUERIES; i++) {
        if (!word_is(what, queries[i].name)) continue;
        Writer writer = writer_on(answer, QUERY_ANSWER_SIZE);
        queries[i].answer(position, &writer);
        return true;
    }
    return refuse(why,
                  "query: unknown question '%.*s'; expected gameover, p1turn, result, fen, game, moves, line or score",
                  word_shown(what), what.at);
}
