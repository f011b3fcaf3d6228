/* Positions and moves. What is accepted says the same when it is printed and read again, and the reference agrees: it
 * accepts the position too, and has the same outcome after every move. */
#include "fuzz/fuzz.h"
#include "reference/reference.h"
#include "rules/position.h"
#include "rules/shape.h"

/* A shape takes a while to make, so the last one is kept. */
static const Shape *shape_of(const Game *game) {
    static Shape *shape;
    if (shape != NULL && game_equal(&shape->geometry->game, game)) return shape;
    shape_free(shape);
    shape = shape_new(game);
    FUZZ_CHECK(shape != NULL);
    return shape;
}

static RefResult expected(Outcome outcome) {
    static const RefResult results[] = {[OUTCOME_NONE] = REF_NONE,
                                        [OUTCOME_X_WINS] = REF_P1WIN,
                                        [OUTCOME_O_WINS] = REF_P2WIN,
                                        [OUTCOME_DRAW] = REF_DRAW};
    return results[outcome];
}

static void check_same(const Position *position, const RefPosition *reference) {
    char text[POSITION_TEXT_SIZE], other[REF_POSITION_TEXT_SIZE];
    notation_print_position(position->grid, &position->board, text);
    FUZZ_CHECK(strcmp(text, ref_position_text(reference, other)) == 0);
    FUZZ_CHECK(expected(board_outcome(position->grid, &position->board)) == ref_result(reference));
}

/* Under `line` a board on which no line can be completed any more may be filled all the same (rules/position.h). */
static bool play_reference(RefPosition *reference, int cell) {
    if (cell < 0 || cell >= reference->game->cell_count) return false;
    if (ref_play(reference, cell)) return true;
    bool is_drawn = reference->game->rule == REF_LINE && ref_result(reference) == REF_DRAW;
    if (!is_drawn || reference->cell[cell] != '.') return false;
    reference->cell[cell] = ref_side(reference);
    return true;
}

/* The rest of the text is moves; each is played by both or by neither. */
static void play_moves(Position *position, RefPosition *reference, const char *moves) {
    Reason why;
    Word word;
    while (word_next(&moves, &word)) {
        char text[REF_MOVE_TEXT_SIZE];
        snprintf(text, sizeof text, "%.*s", (int)(word.length < 15 ? word.length : 15), word.at);
        bool is_played = position_play_text(position, word, &why);
        int cell = word.length < 15 ? ref_move_from_text(reference->game, text) : -1;
        FUZZ_CHECK(is_played == play_reference(reference, cell));
        check_same(position, reference);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static RefGame game;
    static RefPosition reference;
    static Position position;
    char *text = fuzz_text(data, size);
    const char *cursor = text;
    Setup setup;
    Reason why;
    char printed[POSITION_TEXT_SIZE];
    if (setup_parse(&cursor, &setup, &why)) {
        const Shape *shape = shape_of(&setup.game);
        if (position_set_up(&position, &shape->grid, &setup, &why)) {
            setup_print(&setup, printed);
            FUZZ_CHECK(ref_position_from_text(&game, &reference, printed));
            check_same(&position, &reference);
            play_moves(&position, &reference, cursor);
        }
    }
    free(text);
    return 0;
}
