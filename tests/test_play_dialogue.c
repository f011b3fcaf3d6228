/* The dialogue of the player: what a person can type in a game, right or wrong, and how the answers look. The engine is
 * the fake one, which plays the first free cell. */
#include "support/program_run.h"
#include "support/session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Endings outside the rules */

TEST a_person_may_resign_or_quit_or_stop_typing(void) {
    CHECK_CALL(program_says("play 5x5 --x human --o human", "a1\nresign\n", 0, "O resigns. X wins!\n"));
    CHECK_CALL(program_says("play 5x5 --x human --o human", "resign\nundo\na1\n", 0, "X played a1 (cell 1)\n"));
    CHECK_CALL(program_says("play 5x5 --x human --o human", "a1\nquit\n", 0, "O to move: quit\n"));
    CHECK_CALL(program_says("play 5x5 --x human --o human", "a1\n", 0,
                            "O to move: \nThe input has ended, so the game stops here.\n"));
    CHECK_CALL(program_says("play 5x5 --x human --o human", "a1\nb", 0, "'b' is not a move"));
    CHECK_CALL(program_says("play 3x3x3:score10 --engine '%/fake_engine instant'", "", 0,
                            "Do you want to go first, yes or no? \n"));
    CHECK_CALL(program_says("play 3x3x3:score10 --engine '%/fake_engine instant'", "what\nquit\n", 0,
                            "Please type 'yes', 'no' or 'quit'.\n"));
    PASS();
}

TEST max_plies_ends_a_game_as_a_draw(void) {
    CHECK_CALL(program_says("play 6x6x6 --max-plies 3 --x human --o human", "1\n2\n3\n4\n", 0,
                            "Draw: the game has reached its limit of 3 plies.\n"
                            "new, undo, save FILE or quit: 4\n"
                            "The game is over.\n"));
    CHECK_CALL(program_says("play 6x6x6 --max-plies 20 --x '%/fake_engine instant' --o '%/fake_engine instant'", "", 0,
                            "Draw: the game has reached its limit of 20 plies.\n"));
    CHECK_CALL(program_says("play 3x3 --max-plies 1 --x human --o human", "1\n", 0,
                            "Draw: the game has reached its limit of 1 ply.\n"));
    PASS();
}

TEST control_d_in_a_terminal_ends_the_game(void) {
    Session talk;
    ASSERT(session_begin(&talk, SESSION_TERMINAL, "play 3x3 --x human --o human", NULL));
    ASSERT(session_expect(&talk, "X to move: "));
    session_end_input(&talk);
    ASSERT(session_expect(&talk, "The input has ended, so the game stops here."));
    ASSERT_EQ(0, session_end(&talk));
    session_free(&talk);
    PASS();
}

/* Wrong input */

TEST a_wrong_move_is_explained_and_asked_for_again(void) {
    static const struct {
        const char *input, *answer;
    } wrong[] = {
        {"b2b", "Cell 22 (b2b) is taken by X."},
        {"22", "Cell 22 (b2b) is taken by X."},
        {"0", "Cells are numbered from 1 to 64; there is no cell 0."},
        {"65", "Cells are numbered from 1 to 64; there is no cell 65."},
        {"-1", "Cells are numbered from 1 to 64; there is no cell -1."},
        {"99999999999999999999", "Cells are numbered from 1 to 64; there is no cell 99999999999999999999."},
        {"e1a", "'e1a' is not a move from a1a to d4d, a cell number or a command; type 'help' for\na list."},
        {"a5a", "'a5a' is not a move from a1a to d4d"},
        {"a1", "'a1' is not a move from a1a to d4d"},
        {"a1a1", "'a1a1' is not a move from a1a to d4d"},
        {"1a1", "'1a1' is not a move from a1a to d4d"},
        {"a1a b1a", "One move at a time, please."},
        {"castle", "'castle' is not a move"},
        {"\001\377", "'\?\?' is not a move"},
        {"save", "Which file?"},
        {"load", "Which file?"},
        {"load /nonexistent/file", "Cannot open '/nonexistent/file': No such file"},
        {"save /nonexistent/file", "Cannot write '/nonexistent/file': No such file or directory."},
        {"info maybe", "Type 'info', 'info on' or 'info off'."},
        {"info", "No engine has moved yet."},
        {"new 9x9x9", "There is no board 9x9x9: edges are 3 to 15 in two dimensions, 3 to 8 in three, 3\n"
                      "or 4 in four.\n"},
        {"new 4", "There is no board 4: "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char input[128], expected[256];
        snprintf(input, sizeof input, "b2b\n%s\nundo\nc3c\n", wrong[i].input);
        CHECK_CALL(program_says("play 4x4x4 --x human --o human", input, 0, wrong[i].answer));
        snprintf(expected, sizeof expected, "X played c3c (cell 43)\n");
        CHECK_CALL(program_says("play 4x4x4 --x human --o human", input, 0, expected));
    }
    CHECK_CALL(
        program_says("play 3x3 --x human --o human", "undo\n\n   \n", 0, "There is no move of yours to take back.\n"));
    PASS();
}

TEST a_line_of_a_megabyte_is_asked_for_again(void) {
    enum { LENGTH = 1 << 20 };
    char *input = malloc(LENGTH + 16);
    ASSERT(input != NULL);
    memset(input, 'a', LENGTH);
    strcpy(input + LENGTH, "\nb2\n");
    CHECK_CALL(program_says("play 3x3 --x human --o human", input, 0, "X played b2 (cell 5)\n"));
    CHECK_CALL(program_says("play 3x3 --x human --o human", input, 0,
                            "X to move: (a line of 1048576 characters is too long)\nX to move: b2\n"));
    free(input);
    PASS();
}

TEST a_wrong_command_line_is_explained(void) {
    static const struct {
        const char *arguments, *answer;
    } wrong[] = {
        {"2x2", "2x2"},
        {"4x4x5", "the edges of a board must be equal"},
        {"3x3 4x4", "more than one game given: '4x4'"},
        {"--first", "--first needs a value"},
        {"--first me", "--first needs human or engine, not 'me'"},
        {"--first human --x engine", "use either --first or --x and --o, not both"},
        {"--level expert", "--level needs easy, medium, hard or master, not 'expert'"},
        {"--time fast", "--time needs seconds from 0.001 to 86400, not 'fast'"},
        {"--time 0", "not '0'"},
        {"--time -1", "not '-1'"},
        {"--time 1e3", "not '1e3'"},
        {"--time .", "not '.'"},
        {"--seed x", "--seed needs a whole number, 0 or more, not 'x'"},
        {"--max-plies 0", "--max-plies needs a number from 1 to 2147483647, not '0'"},
        {"--engine ''", "--engine needs a value"},
        {"--replay", "--replay needs a value"},
        {"--replay x.txt first", "the number of the game must be 1 or more, not 'first'"},
        {"--colour", "unknown option '--colour'; see --help"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char command[128];
        snprintf(command, sizeof command, "play %s", wrong[i].arguments);
        CHECK_CALL(program_says(command, "", 2, wrong[i].answer));
    }
    PASS();
}

TEST help_and_version_are_printed_instead_of_playing(void) {
    CHECK_CALL(program_says("play --help", "", 0, "usage: play [GAME] [options]\n"));
    CHECK_CALL(program_says("play 3x3 -h", "", 0, "usage: play [GAME] [options]\n"));
    CHECK_CALL(program_says("play --version", "", 0, "play (Rowan) "));
    PASS();
}

/* Commands */

TEST hint_and_info_tell_value_depth_and_line(void) {
    CHECK_CALL(program_says("play 3x3 --engine '%/fake_engine instant'", "hint\n", 0,
                            "Hint: a1 (cell 1)\nFake instant: value +0.07 for X, depth 1, line a1 a2\n"));
    CHECK_CALL(program_says("play 3x3 --engine '%/fake_engine instant'", "a1\ninfo\n", 0,
                            "X to move: info\nFake instant: value +0.07 for O, depth 1, line "));
    CHECK_CALL(program_says("play 3x3 --engine '%/fake_engine instant'", "info on\na1\n", 0,
                            "3  . . .\n\nO played b1 (cell 2)\nFake instant: value +0.07 for O, depth 1, line "));
    PASS();
}

TEST undo_takes_back_the_engines_answer_too(void) {
    CHECK_CALL(program_says("play 3x3 --engine '%/fake_engine instant'", "a3\nundo\n", 0,
                            "X to move: undo\n\n   a b c\n1  . . .\n2  . . .\n3  . . .\n\nX to move: "));
    CHECK_CALL(program_says("play 3x3 --first engine --engine '%/fake_engine instant'", "undo\n", 0,
                            "There is no move of yours to take back.\n"));
    CHECK_CALL(program_says("play 3x3 --x human --o human", "a3\nb2\nundo\n", 0,
                            "X to move: undo\n\n   a b c\n1  . . .\n2  . . .\n3 >X . .\n\nO to move: "));
    PASS();
}

TEST board_numbers_help_and_new_do_as_they_say(void) {
    CHECK_CALL(
        program_says("play 3x3 --x human --o human", "a1\nboard\n", 0, "O to move: board\n\n   a b c\n1 >X . .\n"));
    CHECK_CALL(
        program_says("play 3x3 --x human --o human", "a1\nnumbers\n", 0, "O to move: numbers\n\n   a b c\n1  1 2 3\n"));
    CHECK_CALL(program_says(
        "play 3x3 --x human --o human", "help\n", 0,
        "Moves are coordinates from a1 to c3, such as b1 (column b, row 1), or cell\nnumbers from 1 to 9."));
    static const char *const commands[] = {"  new ",       "  undo ",   "  hint ", "  board ", "  save FILE ",
                                           "  load FILE ", "  resign ", "  help ", "  quit "};
    for (int i = 0; i < 9; i++) CHECK_CALL(program_says("play 3x3 --x human --o human", "HELP\n", 0, commands[i]));
    CHECK_CALL(program_says("play 3x3 --x human --o human", "a1\nnew\na1\n", 0, "O to move: new\nGame 3x3."));
    CHECK_CALL(program_says("play 3x3 --x human --o human", "a1\nnew 5x5\n25\n", 0, "X played e5 (cell 25)\n"));
    PASS();
}

/* The scoring game on 3x3x3 */

TEST the_scoring_game_tells_its_rules_and_asks_who_begins(void) {
    CHECK_CALL(program_says("play 3x3x3:score10 --engine '%/fake_engine instant'", "human\n", 0,
                            "Game 3x3x3:score10. X and O take turns; X begins.\n"
                            "Every straight line of 3 that you complete is a point; there are 49 lines. The\n"
                            "game ends when the board is full or a side has 10 points. More points win; equal\n"
                            "points are a draw.\n"
                            "Type a move as coordinates, such as b1a (column b, row 1, layer a), or as a cell\n"
                            "number, such as 2. Type 'help' for everything else.\n"
                            "\n"
                            "    layer a       layer b       layer c\n"
                            "    a  b  c       a  b  c       a  b  c\n"
                            "1   1  2  3   1  10 11 12   1  19 20 21\n"
                            "2   4  5  6   2  13 14 15   2  22 23 24\n"
                            "3   7  8  9   3  16 17 18   3  25 26 27\n"
                            "\n"
                            "Do you want to go first, yes or no? human\n"
                            "X: you, O: Fake instant\n"
                            "X to move: "));
    static const char *const engine_first[] = {"Engine", "you", "n", "2"}, *const person_first[] = {"me", "YES", "1"};
    for (int i = 0; i < 4; i++) {
        char input[16];
        snprintf(input, sizeof input, "%s\n27\n", engine_first[i]);
        CHECK_CALL(program_says("play 3x3x3:magic10 --engine '%/fake_engine instant'", input, 0,
                                "\nX: Fake instant, O: you\n"));
        snprintf(input, sizeof input, "%s\n", person_first[i % 3]);
        CHECK_CALL(program_says("play 3x3x3:magic10 --engine '%/fake_engine instant'", input, 0,
                                "\nX: you, O: Fake instant\n"));
    }
    CHECK_CALL(program_says("play 3x3x3:magic10 --engine '%/fake_engine instant'", "me\n", 0,
                            "if its numbers in the\nmagic cube below add up to 42; 37 lines do."));
    CHECK_CALL(program_says("play 3x3x3:magic10 --engine '%/fake_engine instant'", "me\n", 0,
                            "The magic cube:\n"
                            "    layer a       layer b       layer c\n"
                            "    a  b  c       a  b  c       a  b  c\n"
                            "1   8 24 10   1  15  1 26   1  19 17  6\n"));
    PASS();
}

TEST the_scoring_game_shows_layers_points_and_positions(void) {
    return program_says("play 3x3x3:score10 --engine '%/fake_engine instant'", "human\n27\n26\n25\n", 0,
                        "X to move: 25\n"
                        "X played a3c (cell 25)\n"
                        "\n"
                        "   layer a      layer b      layer c\n"
                        "   a b c        a b c        a b c\n"
                        "1 *O*O*O     1  . . .     1  . . .\n"
                        "2  . . .     2  . . .     2  . . .\n"
                        "3  . . .     3  . . .     3  X X X\n"
                        "\n"
                        "Points: X 1, O 1\n"
                        "X has played: 27 26 25\n"
                        "O has played: 1 2 3\n"
                        "O played c1a (cell 3)\n");
}

/* Looks */

TEST colour_is_for_terminals_without_no_color(void) {
    static const struct {
        SessionKind kind;
        const char *variable;
        bool has_colour;
    } cases[] = {{SESSION_TERMINAL, NULL, true},
                 {SESSION_TERMINAL, "NO_COLOR=1", false},
                 {SESSION_TERMINAL, "TERM=dumb", false},
                 {SESSION_PIPES, NULL, false}};
    for (int i = 0; i < 4; i++) {
        Session talk;
        ASSERT(session_begin(&talk, cases[i].kind, "play 3x3 --x human --o human", cases[i].variable));
        ASSERT(session_send(&talk, "a1\na2\nb1\nb2\nc1\n"));
        ASSERT(session_expect(&talk, "X wins!"));
        session_end(&talk);
        ASSERT_EQ(cases[i].has_colour, strstr(talk.text, "\033[1;33;7mX\033[0m") != NULL);  /* the last move */
        ASSERT_EQ(cases[i].has_colour, strstr(talk.text, "\033[1;33;42mX\033[0m") != NULL); /* the line */
        ASSERT_EQ(!cases[i].has_colour, strstr(talk.text, ">X") != NULL);
        ASSERT_EQ(!cases[i].has_colour, strstr(talk.text, "*X*X*X") != NULL);
        if (!cases[i].has_colour) ASSERT(strstr(talk.text, "\033") == NULL);
        session_free(&talk);
    }
    PASS();
}

/* 24 rows: the whole board, the move and the prompt. */
TEST a_board_that_is_too_tall_is_drawn_closer(void) {
    Session talk;
    ASSERT(session_begin(&talk, SESSION_TERMINAL, "play 4x4x4x4 --engine '%/fake_engine instant'", "NO_COLOR=1"));
    ASSERT(session_expect(&talk, "X to move: "));
    ASSERT(session_send(&talk, "d4d4\n"));
    ASSERT(session_expect(&talk, "X played d4d4 (cell 256)\r\n"));
    ASSERT(session_expect(&talk, "X to move: "));
    const char *board = strstr(strstr(talk.text, "played d4d4"), "   layer d   block 1\r\n");
    ASSERT(board != NULL && strstr(board, "   layer d   block 4\r\n1 ") != NULL);
    int rows = 0;
    for (; (board = strchr(board, '\n')) != NULL; board++) rows++;
    ASSERT(rows < 24);
    session_end(&talk);
    session_free(&talk);
    PASS();
}

TEST layers_that_do_not_fit_a_screen_go_below(void) {
    Session talk;
    ASSERT(session_begin(&talk, SESSION_TERMINAL, "play 8x8x8 --x human --o human", "NO_COLOR=1"));
    ASSERT(session_expect(&talk, "X to move: "));
    ASSERT(session_send(&talk, "a1a\n"));
    ASSERT(session_expect(
        &talk, "   layer a           layer b           layer c           layer d\r\n   a b c d e f g h   a b"));
    ASSERT(session_expect(&talk, "   layer e           layer f           layer g           layer h\r\n1  . . ."));
    session_end(&talk);
    session_free(&talk);
    PASS();
}

SUITE(play_dialogue) {
    RUN_TEST(a_person_may_resign_or_quit_or_stop_typing);
    RUN_TEST(max_plies_ends_a_game_as_a_draw);
    RUN_TEST(control_d_in_a_terminal_ends_the_game);
    RUN_TEST(a_wrong_move_is_explained_and_asked_for_again);
    RUN_TEST(a_line_of_a_megabyte_is_asked_for_again);
    RUN_TEST(a_wrong_command_line_is_explained);
    RUN_TEST(help_and_version_are_printed_instead_of_playing);
    RUN_TEST(hint_and_info_tell_value_depth_and_line);
    RUN_TEST(undo_takes_back_the_engines_answer_too);
    RUN_TEST(board_numbers_help_and_new_do_as_they_say);
    RUN_TEST(the_scoring_game_tells_its_rules_and_asks_who_begins);
    RUN_TEST(the_scoring_game_shows_layers_points_and_positions);
    RUN_TEST(colour_is_for_terminals_without_no_color);
    RUN_TEST(a_board_that_is_too_tall_is_drawn_closer);
    RUN_TEST(layers_that_do_not_fit_a_screen_go_below);
}
