/* What the engine answers while it does not search: names, options, positions, queries. Like all suites about the
 * protocol, this one runs the real program. */
#include <stdio.h>
#include <string.h>

#include "support/protocol.h"

/* Handshake and words */

TEST ugi_names_the_engine_and_its_options_and_ends_with_ugiok(void) {
    host_send(host, "ugi");
    HEARS("id name Rowan *.*.*");
    HEARS("id author *");
    HEARS("option name Game type combo default 4x4x4 var 3x3 var 3x3:score var 4x4 *");
    HEARS("option name Hash type spin default * min 1 max *");
    while (matches(host_line(host), "option name * type *")) continue;
    ASSERT_STR_EQ("ugiok", host_heard());
    IS_SILENT();
    PASS();
}

TEST uci_says_the_same_and_ends_with_uciok(void) {
    host_send(host, "uci");
    HEARS("id name Rowan *");
    HEARS("id author *");
    while (matches(host_line(host), "option name * type *")) continue;
    ASSERT_STR_EQ("uciok", host_heard());
    IS_SILENT();
    PASS();
}

TEST a_new_engine_is_at_the_start_of_4x4x4(void) {
    ANSWERS("game", "4x4x4");
    ANSWERS("fen", "4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x line");
    ANSWERS("gameover", "false");
    ANSWERS("p1turn", "true");
    ANSWERS("result", "none");
    ANSWERS("line", "none");
    ANSWERS("score", "0 0");
    PASS();
}

TEST unknown_words_before_a_command_are_skipped(void) {
    host_send(host, "please would you isready");
    HEARS("readyok");
    host_send(host, "joho query p1turn");
    HEARS("response true");
    PASS();
}

TEST words_may_be_separated_by_tabs_and_many_spaces(void) {
    host_send(host, "\tposition \t startpos   moves\ta1a    b2b ");
    ANSWERS("fen", "x3/4/4/4//4/1o2/4/4//4/4/4/4//4/4/4/4 x line");
    PASS();
}

TEST help_lists_every_command(void) {
    static const char *const commands[] = {"ugi",      "uci",  "isready", "uginewgame", "ucinewgame", "setoption",
                                           "position", "go",   "stop",    "ponderhit",  "query",      "wait",
                                           "d",        "eval", "help",    "quit"};
    static char help[8192];
    size_t length = 0;
    host_send(host, "help\nisready");
    while (matches(host_line(host), "info string *")) {
        length += (size_t)snprintf(help + length, sizeof help - length, "%s \n", host_heard());
        ASSERT(length < sizeof help);
    }
    ASSERT_STR_EQ("readyok", host_heard());
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "info string %s ", commands[i]);
        ASSERTm(commands[i], strstr(help, wanted) != NULL);
    }
    PASS();
}

/* Those that a wrong question is answered with. */
TEST help_lists_every_question(void) {
    char questions[512], help[512];
    host_send(host, "query weather");
    WAITS_FOR("info string error query: unknown question *; expected *");
    snprintf(questions, sizeof questions, "%s", strstr(host_heard(), "expected ") + strlen("expected "));
    host_send(host, "help\nisready");
    WAITS_FOR("info string query *");
    snprintf(help, sizeof help, "%s", strstr(host_heard(), "query gameover"));
    WAITS_FOR("readyok");
    int count = 0;
    for (char *word = strtok(questions, ", "); word != NULL; word = strtok(NULL, ", ")) {
        if (strcmp(word, "or") == 0) continue;
        ASSERTm(word, strstr(help, word) != NULL);
        count++;
    }
    ASSERT(count > 10);
    PASS();
}

/* Positions and queries */

TEST a_position_is_startpos_or_fen_with_moves(void) {
    host_send(host, "position startpos moves a1a d4d");
    ANSWERS("fen", "x3/4/4/4//4/4/4/4//4/4/4/4//4/4/4/3o x line");
    host_send(host, "position fen xo1/3/3 x moves a2");
    ANSWERS("fen", "xo1/x2/3 o line");
    ANSWERS("game", "3x3");
    ANSWERS("p1turn", "false");
    host_send(host, "position fen xo1/3/3 x score2 moves a2 b2");
    ANSWERS("fen", "xo1/xo1/3 x score2");
    ANSWERS("game", "3x3:score2");
    host_send(host, "position fen 3/3/3 x moves");
    ANSWERS("fen", "3/3/3 x line");
    PASS();
}

TEST a_repeated_word_moves_is_skipped(void) {
    host_send(host, "position fen 3/3/3 x moves a1 moves b1 moves moves c1");
    ANSWERS("fen", "xox/3/3 o line");
    host_send(host, "position startpos moves a1a moves b1a");
    ANSWERS("fen", "xo2/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x line");
    PASS();
}

TEST a_position_from_fen_leaves_the_option_game_alone(void) {
    host_send(host, "setoption name Game value 5x5:score3\nposition fen 3/3/3 x");
    ANSWERS("game", "3x3");
    host_send(host, "position startpos");
    ANSWERS("game", "5x5:score3");
    ANSWERS("fen", "5/5/5/5/5 x score3");
    PASS();
}

TEST the_option_game_starts_that_game_under_either_name(void) {
    host_send(host, "setoption name Game value 3x3x3:magic10");
    ANSWERS("fen", "3/3/3//3/3/3//3/3/3 x magic10");
    host_send(host, "setoption name uci_variant value 15x15");
    ANSWERS("game", "15x15");
    host_send(host, "setoption name Game value 4x4x4x4:line");
    ANSWERS("game", "4x4x4x4");
    PASS();
}

TEST queries_give_the_result_and_every_completed_line(void) {
    host_send(host, "position fen xx1/oo1/3 x moves c1");
    ANSWERS("gameover", "true");
    ANSWERS("result", "p1win");
    ANSWERS("line", "a1 b1 c1");
    ANSWERS("moves", "none");
    ANSWERS("score", "1 0");
    ANSWERS("p1turn", "false");
    host_send(host, "position fen xx1/oo1/x2 o moves c2");
    ANSWERS("result", "p2win");
    ANSWERS("line", "a2 b2 c2");
    host_send(host, "position fen 1xxxx/xo3/xo3/xoo2/xoooo x moves a1");
    ANSWERS("line", "a1 b1 c1 d1 e1 | a1 a2 a3 a4 a5");
    ANSWERS("score", "2 0");
    PASS();
}

TEST a_draw_is_recognised_before_the_board_is_full(void) {
    host_send(host, "position fen xox/oxx/o1o x moves b3");
    ANSWERS("result", "draw");
    ANSWERS("fen", "xox/oxx/oxo o line");
    host_send(host, "position fen xxo/oox/x2 o moves b3");
    ANSWERS("fen", "xxo/oox/xo1 x line");
    ANSWERS("gameover", "true");
    ANSWERS("result", "draw");
    ANSWERS("moves", "c3");
    ANSWERS("line", "none");
    PASS();
}

TEST query_score_gives_the_points_of_both_sides(void) {
    host_send(host, "position fen xxx/ooo/3 x score");
    ANSWERS("score", "1 1");
    ANSWERS("line", "p1 a1 b1 c1 | p2 a2 b2 c2");
    ANSWERS("result", "none");
    ANSWERS("moves", "a3 b3 c3");
    host_send(host, "position fen xxx/oo1/o2 x score2");
    ANSWERS("result", "none");
    PASS();
}

TEST a_game_of_512_plies_fits_into_a_line(void) {
    static char line[8192];
    size_t length = (size_t)snprintf(line, sizeof line, "position startpos moves");
    for (int cell = 0; cell < 512; cell++) {
        length += (size_t)snprintf(line + length, sizeof line - length, " %c%d%c", 'a' + cell % 8, cell / 8 % 8 + 1,
                                   'a' + cell / 64);
    }
    host_send(host, "setoption name Game value 8x8x8:score");
    host_send(host, line);
    ANSWERS("gameover", "true");
    ANSWERS("moves", "none");
    PASS();
}

TEST uginewgame_needs_no_isready_and_keeps_the_position(void) {
    host_send(host, "position startpos moves a1a\nuginewgame");
    ANSWERS("fen", "x3/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 o line");
    host_send(host, "uginewgame\nposition startpos moves b1a\nquery p1turn");
    HEARS("response false");
    PASS();
}

TEST the_board_is_drawn_with_the_last_move_marked(void) {
    host_send(host, "setoption name Game value 3x3\nposition startpos moves b2 a1\nd");
    HEARS("* a  b  c*");
    HEARS("* 1 [o] .  .*");
    HEARS("* 2  .  x  .*");
    HEARS("* 3  .  .  .*");
    HEARS("fen o2/1x1/3 x line");
    host_send(host, "setoption name Game value 4x4x4\nd");
    HEARS("*layer a*layer b*layer c*layer d*");
    WAITS_FOR("fen *");
    IS_SILENT();
    PASS();
}

SUITE(protocol) {
    with_a_host_for_each_test();
    RUN_TEST(ugi_names_the_engine_and_its_options_and_ends_with_ugiok);
    RUN_TEST(uci_says_the_same_and_ends_with_uciok);
    RUN_TEST(a_new_engine_is_at_the_start_of_4x4x4);
    RUN_TEST(unknown_words_before_a_command_are_skipped);
    RUN_TEST(words_may_be_separated_by_tabs_and_many_spaces);
    RUN_TEST(help_lists_every_command);
    RUN_TEST(help_lists_every_question);
    RUN_TEST(a_position_is_startpos_or_fen_with_moves);
    RUN_TEST(a_repeated_word_moves_is_skipped);
    RUN_TEST(a_position_from_fen_leaves_the_option_game_alone);
    RUN_TEST(the_option_game_starts_that_game_under_either_name);
    RUN_TEST(queries_give_the_result_and_every_completed_line);
    RUN_TEST(a_draw_is_recognised_before_the_board_is_full);
    RUN_TEST(query_score_gives_the_points_of_both_sides);
    RUN_TEST(a_game_of_512_plies_fits_into_a_line);
    RUN_TEST(uginewgame_needs_no_isready_and_keeps_the_position);
    RUN_TEST(the_board_is_drawn_with_the_last_move_marked);
}
