/* Moves and positions as text, against the reference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "rules/position.h"
#include "support/bridge.h"
#include "support/games.h"

/* A whole text as a position of any game; words after the rule are refused as well. The position is good until the next
 * one is read. */
static bool read_position(const char *text, Position *position, Reason *why) {
    const char *cursor = text;
    Setup setup;
    Word rest;
    if (!setup_parse(&cursor, &setup, why)) return false;
    if (word_next(&cursor, &rest)) return refuse(why, "more words than expected");
    return position_set_up(position, &shape_of(&setup.game)->grid, &setup, why);
}

TEST a_move_written_and_read_again_is_the_same(const char *name) {
    Game game = game_named(name);
    RefGame reference;
    ASSERT(ref_game_init(&reference, name));
    for (int cell = 0; cell < game_cells(&game); cell++) {
        char expected[REF_MOVE_TEXT_SIZE];
        int parsed = -1;
        Reason why;
        MoveText move = notation_move(&game, cell);
        ASSERT_STR_EQm(name, ref_move_text(&reference, cell, expected), move.text);
        ASSERTm(move.text, notation_parse_move(&game, word_of(move.text), &parsed, &why));
        ASSERT_EQ_FMTm(name, cell, parsed, "%d");
    }
    PASS();
}

TEST moves_alternate_letters_and_numbers(void) {
    Game flat = game_named("15x15"), cube = game_named("4x4x4"), hyper = game_named("4x4x4x4");
    ASSERT_STR_EQ("b10", notation_move(&flat, 1 + 15 * 9).text);
    ASSERT_STR_EQ("b3d", notation_move(&cube, 1 + 4 * 2 + 16 * 3).text);
    ASSERT_STR_EQ("d3b1", notation_move(&hyper, 3 + 4 * 2 + 16 * 1 + 64 * 0).text);
    PASS();
}

TEST malformed_moves_are_refused_with_the_range_of_moves(void) {
    static const char *const refused[] = {"",
                                          "b",
                                          "3",
                                          "b3",
                                          "b3c1",
                                          "b3c ",
                                          "e1a",
                                          "a5a",
                                          "a1e",
                                          "a0a",
                                          "B3C",
                                          "b03c",
                                          "b3C",
                                          "33c",
                                          "bbc",
                                          "b-1a",
                                          "b3",
                                          "b3cc",
                                          "b 3c",
                                          "b3c\n",
                                          "(none)",
                                          "0000",
                                          "b99999999999999999999c",
                                          "\xff\xff\xff",
                                          "`1a"};
    Game game = game_named("4x4x4");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        int cell = -7;
        Reason why = {""};
        ASSERT_FALSEm(refused[i], notation_parse_move(&game, word_of(refused[i]), &cell, &why));
        ASSERT_EQ_FMTm(refused[i], -7, cell, "%d");
        ASSERTm(why.text, strstr(why.text, "is not a move from a1a to d4d") != NULL);
    }
    PASS();
}

TEST random_text_is_a_move_exactly_when_the_reference_says_so(const char *name) {
    static const char alphabet[] = "abcdefgho01123458x-";
    Game game = game_named(name);
    RefGame reference;
    ASSERT(ref_game_init(&reference, name));
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        char text[8];
        int length = ref_random(&seed, 7), cell = -1;
        Reason why;
        for (int k = 0; k < length; k++) text[k] = alphabet[ref_random(&seed, (int)sizeof alphabet - 1)];
        text[length] = '\0';
        notation_parse_move(&game, word_of(text), &cell, &why);
        ASSERT_EQ_FMTm(text, ref_move_from_text(&reference, text), cell, "%d");
    }
    PASS();
}

static bool has_the_stones_of(const Board *board, const RefPosition *position) {
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (cells_has(&board->stones[SIDE_X], cell) != (position->cell[cell] == 'x')) return false;
        if (cells_has(&board->stones[SIDE_O], cell) != (position->cell[cell] == 'o')) return false;
    }
    return board->ply == position->game->cell_count - ref_empty_count(position) &&
           board_side(board) == (ref_side(position) == 'x' ? SIDE_X : SIDE_O);
}

/* Reads the text of a position, compares the two, and writes it again. */
static enum greatest_test_res round_trip(const RefPosition *position) {
    static char expected[REF_POSITION_TEXT_SIZE], text[POSITION_TEXT_SIZE];
    static Reason why;
    Position read;
    Game game;
    char name[REF_GAME_TEXT_SIZE];
    ref_position_text(position, expected);
    ASSERTm(why.text, read_position(expected, &read, &why));
    game = game_named(ref_game_text(position->game, name));
    ASSERTm(expected, game_equal(&game, &read.grid->game));
    ASSERTm(expected, has_the_stones_of(&read.board, position));
    notation_print_position(read.grid, &read.board, text);
    ASSERT_STR_EQ(expected, text);
    PASS();
}

TEST a_position_written_and_read_again_is_the_same(const char *name) {
    RefGame game;
    ASSERT(ref_game_init(&game, name));
    for (uint64_t seed = 0; seed < 3; seed++) {
        RefPosition position;
        RandomPlay random = random_play(&game, seed);
        ref_start(&position, &game);
        CHECK_CALL(round_trip(&position));
        while (!ref_is_over(&position)) {
            ref_play(&position, random_move(&random, &position));
            CHECK_CALL(round_trip(&position));
        }
    }
    PASS();
}

TEST a_position_without_a_rule_has_the_rule_line(void) {
    Position position;
    Reason why;
    char text[POSITION_TEXT_SIZE];
    ASSERT(read_position("xo1/3/1x1 o", &position, &why));
    notation_print_position(position.grid, &position.board, text);
    ASSERT_STR_EQ("xo1/3/1x1 o line", text);
    PASS();
}

TEST reading_stops_before_the_word_moves(void) {
    const char *cursor = "\t3/3/3  x\tscore2 moves a1", *bare = "3/3/3 x moves a1";
    Setup setup;
    Reason why;
    ASSERT(setup_parse(&cursor, &setup, &why));
    ASSERT_STR_EQ(" moves a1", cursor);
    ASSERT_EQ_FMT(2, setup.game.target, "%d");
    ASSERT(setup_parse(&bare, &setup, &why));
    ASSERT_STR_EQ(" moves a1", bare);
    ASSERT_EQ(RULE_LINE, setup.game.rule);
    PASS();
}

/* Those without a reason are accepted, for comparison. */
static const struct {
    const char *text, *reason;
} refused[] = {
    /* shape */
    {"", "no cells"},
    {"3", "only one row"},
    {"9 x", "only one row"},
    {"/ x", "empty row"},
    {"/// x", "empty row"},
    {"/3/3 x", "empty row"},
    {"3/3/3/ x", "empty row"},
    {"3/3/3// x", "position: "},
    {"/3/3/3 x", "empty row"},
    {"3/3 x", "position: "},
    {"3/3/3/3 x", "position: "},
    {"3/4/3 x", "another length"},
    {"3/2/3 x", "another length"},
    {"4/3/3 x", "another length"},
    {"3/xx/3 x", "another length"},
    {"3//3//3 x", "wrong number of rows"},
    {"3/3/3//3/3/3 x", "position: "},
    {"3/3/3//3/3//3/3/3 x", "wrong number of rows"},
    {"3/3/3//3/3/3//3/3/3//3/3/3 x", "position: "},
    {"3/3/3///3/3/3///3/3/3 x", "position: "},
    {"3/3/3////3/3/3////3/3/3 x", "more than three slashes"},
    {"3/3/3//3/3/3///3/3/3//3/3/3 x", "wrong number of layers"},
    {"2/2 x", "there is no game"},
    {"1 x", "only one row"},
    {"5/5/5/5/5//5/5/5/5/5//5/5/5/5/5//5/5/5/5/5 x", "position: "},
    {"16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 x", "a row is too long"},
    /* cells */
    {"0/3/3 x", "begins with 0"},
    {"03/3/3 x", "begins with 0"},
    {"21/3/3 x", "a row is too long"},
    {"99999999999999999999999/3/3 x", "a row is too long"},
    {"xxxxxxxxxxxxxxxxxxxxxxxx x", "a row is too long"},
    {"X2/3/3 o", "neither x, o, a number nor a slash at character 1"},
    {"3/.../3 x", "at character 3"},
    {"3/3/-3 x", "at character 5"},
    {"3/3/3x x", "another length"},
    {"\xff/3/3 x", "neither"},
    {"3/3|3 x", "neither"},
    /* side and rule */
    {"3/3/3", "side to move is missing"},
    {"3/3/3 moves", "x or o, not 'moves'"},
    {"3/3/3 X", "x or o, not 'X'"},
    {"3/3/3 w", "x or o, not 'w'"},
    {"3/3/3 xo", "x or o, not 'xo'"},
    {"3/3/3 x lines", "not a rule"},
    {"3/3/3 x score0", "not a rule"},
    {"3/3/3 x magic", "three dimensions"},
    {"3/3/3 x 3x3", "not a rule"},
    {"3/3/3 x line line", "more words"},
    /* stones that do not fit the side to move */
    {"3/3/3 o", "0 x and 0 o do not fit o to move"},
    {"x2/3/3 x", "1 x and 0 o do not fit x to move"},
    {"o2/3/3 x", "0 x and 1 o do not fit x to move"},
    {"o2/3/3 o", "do not fit"},
    {"xo1/3/3 o", "do not fit"},
    {"xxx/3/3 o", "do not fit"},
    /* winners */
    {"xxx/ooo/3 x", "both sides have won"},
    {"xxx/ooo/x2 o", "both sides have won"},
    {"xxx/oo1/o2 x", "has already won"},
    {"xx1/ooo/xx1 o", "has already won"},
    {"xxx/ooo/3 x score1", "both sides have won"},
    {"xxx/oo1/o2 x score1", "has already won"},
    {"xxxx/4/oooo/4 x", "both sides have won"},
    {"xxxxx/ooo2/xxxxx/ooo2/ooo2 o", "won before the last stone"},
    {"xxxxx/ooo2/xxxxx/ooo2/ooo2 o score2", NULL},
    {"xxxxx/ooo2/xxxxx/ooo2/ooo2 o score1", "won before the last stone"},
    {"xxxxx/ooo2/xxxxx/ooo2/ooo2 o score3", NULL},
    {"xxxxx/ooo2/xxxxx/ooo2/ooo2 o score", NULL},
};

TEST malformed_and_impossible_positions_are_refused_with_a_reason(void) {
    static char message[400];
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        Position position;
        memset(&position, 0x5a, sizeof position);
        Reason why = {"accepted"};
        bool is_read = read_position(refused[i].text, &position, &why);
        snprintf(message, sizeof message, "'%s': %s", refused[i].text, why.text);
        ASSERT_EQm(message, refused[i].reason == NULL, is_read);
        if (is_read) continue;
        ASSERTm(message, strstr(why.text, refused[i].reason) != NULL);
        ASSERT_EQm(message, 0x5a5a, position.board.ply);
    }
    PASS();
}

TEST a_stone_that_completes_two_lines_wins(void) {
    Position position;
    Reason why;
    ASSERT(read_position("xxxxx/xo3/xo3/xoo2/xoooo o", &position, &why));
    ASSERT_EQ(OUTCOME_X_WINS, board_outcome(position.grid, &position.board));
    ASSERT_EQ_FMT(2, position.board.points[SIDE_X], "%d");
    PASS();
}

/* Does taking back one stone of the side that moved last undo the win? If not, no game could have led there, and the
 * engine refuses the position; the reference accepts it. */
static bool last_stone_won(const RefPosition *position) {
    char last = ref_side(position) == 'x' ? 'o' : 'x';
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (position->cell[cell] != last) continue;
        RefPosition before = *position;
        before.cell[cell] = '.';
        RefResult result = ref_result(&before);
        if (result == REF_NONE || result == REF_DRAW) return true;
    }
    return false;
}

static bool is_possible(const char *text) {
    static RefGame game;
    static RefPosition position;
    if (!ref_position_from_text(&game, &position, text)) return false;
    RefResult result = ref_result(&position);
    return result == REF_NONE || result == REF_DRAW || last_stone_won(&position);
}

static void mutate(char text[], size_t size, uint64_t *seed) {
    static const char alphabet[] = "xo/123450 x/osclinerm";
    size_t length = strlen(text);
    size_t at = (size_t)ref_random(seed, (int)length);
    char letter = alphabet[ref_random(seed, (int)sizeof alphabet - 1)];
    switch (ref_random(seed, 4)) {
    case 0:
        text[at] = letter;
        break;
    case 1:
        memmove(text + at, text + at + 1, length - at);
        break;
    case 2:
        if (length + 2 > size) return;
        memmove(text + at + 1, text + at, length - at + 1);
        text[at] = letter;
        break;
    default: {
        size_t other = (size_t)ref_random(seed, (int)length);
        char swapped = text[at];
        text[at] = text[other];
        text[other] = swapped;
    }
    }
}

/* The reference allows exactly one space between words; the engine allows more. */
static bool has_single_spaces(const char *text) {
    size_t length = strlen(text);
    return length > 0 && text[0] != ' ' && text[length - 1] != ' ' && strstr(text, "  ") == NULL;
}

TEST mutated_positions_are_read_exactly_when_the_reference_allows_it(const char *name) {
    static RefGame game;
    uint64_t seed = 3;
    int read = 0, texts = 100 * samples_wanted();
    ASSERT(ref_game_init(&game, name));
    for (int i = 0; i < texts; i++) {
        static char text[REF_POSITION_TEXT_SIZE];
        RefPosition position;
        Position parsed;
        Reason why;
        RandomPlay random = random_play(&game, (uint64_t)i);
        ref_start(&position, &game);
        for (int ply = ref_random(&seed, 20); ply > 0 && !ref_is_over(&position); ply--) {
            ref_play(&position, random_move(&random, &position));
        }
        ref_position_text(&position, text);
        for (int count = ref_random(&seed, 4); count > 0 && strlen(text) > 1; count--) mutate(text, sizeof text, &seed);
        if (!has_single_spaces(text)) continue;
        bool is_read = read_position(text, &parsed, &why);
        ASSERT_EQm(text, is_possible(text), is_read);
        read += is_read;
    }
    ASSERT(read > texts / 6);
    PASS();
}

SUITE(notation) {
    static ListedGame games[GAMES_MAX];
    int count = games_all(games);
    for (int i = 0; i < count; i++) {
        RUN_TESTp(a_move_written_and_read_again_is_the_same, games[i].text);
        RUN_TESTp(a_position_written_and_read_again_is_the_same, games[i].text);
    }
    RUN_TEST(moves_alternate_letters_and_numbers);
    RUN_TEST(malformed_moves_are_refused_with_the_range_of_moves);
    RUN_TEST(a_position_without_a_rule_has_the_rule_line);
    RUN_TEST(reading_stops_before_the_word_moves);
    RUN_TEST(malformed_and_impossible_positions_are_refused_with_a_reason);
    RUN_TEST(a_stone_that_completes_two_lines_wins);
    static const char *const fuzzed[] = {"3x3",           "4x4:score2", "11x11", "15x15:score2", "3x3x3",
                                         "3x3x3:magic10", "4x4x4",      "8x8x8", "3x3x3x3",      "4x4x4x4:score"};
    for (size_t i = 0; i < sizeof fuzzed / sizeof fuzzed[0]; i++) {
        RUN_TESTp(random_text_is_a_move_exactly_when_the_reference_says_so, fuzzed[i]);
        RUN_TESTp(mutated_positions_are_read_exactly_when_the_reference_allows_it, fuzzed[i]);
    }
}
