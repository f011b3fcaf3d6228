/* The words of UGI and of UCI: what hosts of either kind are shown, and what they may send. */
#include <stdio.h>
#include <string.h>

#include "support/protocol.h"

/* Options */

/* How many options of that name are listed in answer to the greeting. */
static int times_listed(const char *greeting, const char *end, const char *name) {
    char pattern[128];
    int times = 0;
    snprintf(pattern, sizeof pattern, "option name %s type *", name);
    host_send(host, greeting);
    while (!matches(host_line(host), end) && !matches(host_heard(), "(*)")) times += matches(host_heard(), pattern);
    return times;
}

TEST each_kind_of_host_is_shown_one_option_for_the_game(void) {
    ASSERT_EQ(1, times_listed("ugi", "ugiok", "Game"));
    ASSERT_EQ(0, times_listed("ugi", "ugiok", "UCI_Variant"));
    ASSERT_EQ(0, times_listed("uci", "uciok", "Game"));
    ASSERT_EQ(1, times_listed("uci", "uciok", "UCI_Variant"));
    PASS();
}

TEST proofs_are_not_called_a_book(void) {
    ASSERT_EQ(0, times_listed("ugi", "ugiok", "OwnBook"));
    ASSERT_EQ(1, times_listed("ugi", "ugiok", "UseProofs"));
    host_send(host, "go depth 2");
    WAITS_FOR("info string * is from a proof");
    WAITS_FOR("bestmove *");
    SETTLES("setoption name OwnBook value false");
    host_send(host, "go depth 2");
    while (!matches(host_line(host), "bestmove *")) ASSERT_FALSE(matches(host_heard(), "* is from a proof"));
    PASS();
}

/* 21 boards, with two rules each and a third on the cubes 3, 5 and 7; and the name that chess GUIs use. */
TEST every_variant_that_is_listed_can_be_chosen(void) {
    char variants[2048], line[128];
    host_send(host, "uci");
    WAITS_FOR("option name UCI_Variant type combo default 4x4x4 var *");
    snprintf(variants, sizeof variants, "%s", host_heard());
    WAITS_FOR("uciok");
    int count = 0;
    for (char *at = variants; (at = strstr(at, " var ")) != NULL; count++) {
        at += strlen(" var ");
        int length = (int)strcspn(at, " ");
        snprintf(line, sizeof line, "setoption name UCI_Variant value %.*s", length, at);
        host_send(host, line);
        snprintf(line, sizeof line, "%.*s", length, at);
        ANSWERS("game", strcmp(line, "tictactoe") == 0 ? "3x3" : line);
    }
    ASSERT_EQ_FMT(1 + 2 * 21 + 3, count, "%d");
    PASS();
}

TEST an_option_set_to_what_it_is_changes_nothing(const char *line) {
    SETTLES("setoption name Game value 3x3\nsetoption name Threads value 2\nposition startpos moves b2");
    SETTLES(line);
    ANSWERS("fen", "3/1x1/3 o line");
    PASS();
}

/* The table of another game is of no use, but that of this one is kept. */
TEST options_sent_again_forget_nothing(void) {
    SETTLES("setoption name Game value 6x6x6");
    long fresh = host_search_nodes(host, "go depth 4"), again = host_search_nodes(host, "go depth 4");
    ASSERT(fresh > 0 && again < fresh);
    SETTLES("setoption name Game value 6x6x6\nsetoption name Threads value 1\nsetoption name Hash value 4\n"
            "setoption name UCI_Variant value 6x6x6");
    ASSERT(host_search_nodes(host, "go depth 4") <= again);
    PASS();
}

/* What hosts send and Rowan has no use for */

TEST these_words_are_accepted_silently(const char *line) {
    static EngineState before;
    SETTLES("position startpos moves a1a");
    host_read_state(host, &before);
    host_send(host, line);
    IS_SILENT();
    ASSERTm(line, host_state_is(host, &before));
    PASS();
}

/* Moves */

TEST moves_are_played_from_the_present_position(void) {
    SETTLES("position fen 3/3/3 x\nmoves b2 a1\nmoves c3");
    ANSWERS("fen", "o2/1x1/2x o line");
    host_send(host, "moves a2 a2");
    HEARS("info string error a2 is occupied");
    ANSWERS("fen", "o2/1x1/2x o line");
    host_send(host, "go infinite\nmoves a2");
    WAITS_FOR("info string error moves: not during a search");
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST a_move_is_legal_if_it_would_be_accepted(void) {
    SETTLES("setoption name Game value 3x3\nmoves b2");
    ANSWERS("islegal a1", "true");
    ANSWERS("islegal b2", "false");
    ANSWERS("islegal d4", "false");
    SETTLES("position fen xxx/oo1/3 o");
    ANSWERS("islegal c2", "false");
    host_send(host, "query islegal");
    HEARS("info string error query: islegal needs a move");
    PASS();
}

/* All lines of 4x4 are blocked, and four cells are empty. */
TEST a_drawn_board_may_be_filled(void) {
    SETTLES("position fen oxox/xo1o/xox1/o2x x");
    for (int empty = 4; empty > 0; empty--) {
        char move[32], line[64];
        int listed = 0;
        ANSWERS("gameover", "true");
        ANSWERS("result", "draw");
        host_send(host, "query moves");
        WAITS_FOR("response *");
        for (const char *at = host_heard(); (at = strchr(at, ' ')) != NULL; at++) listed++;
        ASSERT_EQ(empty, listed);
        host_send(host, "go nodes 100");
        WAITS_FOR("bestmove *");
        ASSERT_EQ(1, sscanf(host_heard(), "bestmove %31s", move));
        snprintf(line, sizeof line, "islegal %s", move);
        ANSWERS(line, "true");
        snprintf(line, sizeof line, "moves %s", move);
        host_send(host, line);
        IS_SILENT();
    }
    ANSWERS("moves", "none");
    host_send(host, "go nodes 100");
    HEARS("bestmove (none)");
    PASS();
}

TEST a_won_board_may_not(void) {
    SETTLES("position fen xxx/oo1/3 o");
    host_send(host, "moves c2");
    HEARS("info string error c2 comes after the end of the game");
    host_send(host, "go depth 1");
    HEARS("bestmove (none)");
    PASS();
}

TEST chess_guis_may_drop_pawns_after_uci(void) {
    SETTLES("setoption name Game value 3x3");
    host_send(host, "position startpos moves P@b2");
    HEARS("info string error 'P@b2' is not a move from a1 to c3");
    SETTLES("uci\nposition startpos moves P@a1 P@b2\nmoves P@b1");
    ANSWERS("fen", "xx1/1o1/3 o line");
    host_send(host, "go depth 3 searchmoves P@c1");
    WAITS_FOR("info depth * pv c1 *");
    WAITS_FOR("bestmove c1");
    SETTLES("setoption name UCI_Variant value tictactoe");
    ANSWERS("game", "3x3");
    ANSWERS("fen", "xx1/1o1/3 o line");
    host_send(host, "go depth 3");
    WAITS_FOR("info depth * pv P@c1 P@a3*");
    WAITS_FOR("bestmove P@c1*");
    SETTLES("setoption name UCI_Variant value 3x3");
    host_send(host, "go depth 3");
    WAITS_FOR("bestmove c1*");
    host_send(host, "setoption name Game value tictactoe");
    HEARS("info string error 'tictactoe' is not a game *");
    PASS();
}

SUITE(protocol_words) {
    with_a_host_for_each_test();
    RUN_TEST(each_kind_of_host_is_shown_one_option_for_the_game);
    RUN_TEST(proofs_are_not_called_a_book);
    RUN_TEST(every_variant_that_is_listed_can_be_chosen);
    RUN_TESTp(an_option_set_to_what_it_is_changes_nothing, "setoption name Game value 3x3");
    RUN_TESTp(an_option_set_to_what_it_is_changes_nothing, "setoption name UCI_Variant value 3x3");
    RUN_TESTp(an_option_set_to_what_it_is_changes_nothing, "setoption name UCI_Variant value tictactoe");
    RUN_TESTp(an_option_set_to_what_it_is_changes_nothing, "setoption name Threads value 2");
    RUN_TESTp(an_option_set_to_what_it_is_changes_nothing, "setoption name Hash value 4");
    RUN_TEST(options_sent_again_forget_nothing);
    static const char *const accepted[] = {
        "debug on",
        "debug off",
        "debug",
        "register later",
        "register name Rowan code 4711",
        "setoption name Clear Hash",
        "setoption name Clear Hash value",
        "setoption name Clear Hash value true",
        "setoption name Proof File",
        "setoption name Proof File value",
        "setoption name Proof File value <empty>",
        "setoption name Debug Log File value",
        "setoption name OwnBook value true",
        "setoption name UCI_AnalyseMode value false",
        "moves",
    };
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        RUN_TESTp(these_words_are_accepted_silently, accepted[i]);
    }
    RUN_TEST(moves_are_played_from_the_present_position);
    RUN_TEST(a_move_is_legal_if_it_would_be_accepted);
    RUN_TEST(a_drawn_board_may_be_filled);
    RUN_TEST(a_won_board_may_not);
    RUN_TEST(chess_guis_may_drop_pawns_after_uci);
}
