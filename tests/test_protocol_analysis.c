/* Analysis: a search that goes on where the value is proven, says what it is doing, and says nothing twice. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "support/protocol.h"

/* Proofs */

/* A move from the built-in proof comes first, then the lines of the search, and the answer is the move of the proof. */
static enum greatest_test_res check_analysis(const char *go, bool must_be_stopped) {
    char proof[64], best[64];
    int proven = 0;
    host_send(host, go);
    HEARS("info depth 1 * score mate * lowerbound * pv *");
    HEARS("info string * is from a proof");
    ASSERT_EQ(1, sscanf(host_heard(), "info string %63s is from a proof", proof));
    HEARS("info string proven win");
    while (!matches(host_line(host), "info depth 6 * score cp *")) {
        ASSERTm(host_heard(), matches(host_heard(), "info *"));
        proven += matches(host_heard(), "info string proven *");
    }
    if (must_be_stopped) host_send(host, "stop");
    WAITS_FOR("bestmove *");
    snprintf(best, sizeof best, "bestmove %.50s", proof);
    ASSERT_STR_EQ(best, host_heard());
    ASSERT_EQ(0, proven);
    IS_SILENT();
    PASS();
}

TEST infinite_searches_on_where_the_game_is_proven(void) {
    CHECK_CALL(check_analysis("go infinite", true));
    PASS();
}

TEST with_the_option_so_does_any_search(void) {
    SETTLES("setoption name UCI_AnalyseMode value true");
    CHECK_CALL(check_analysis("go depth 6", false));
    SETTLES("setoption name UCI_AnalyseMode value false");
    host_send(host, "go depth 6");
    while (!matches(host_line(host), "bestmove *")) ASSERT_FALSE(matches(host_heard(), "info depth 6 *"));
    PASS();
}

/* Easy looks two plies ahead. */
TEST analysis_is_at_full_strength(void) {
    SETTLES("setoption name Level value easy\nposition startpos moves b2b\nsetoption name UCI_AnalyseMode value true");
    host_send(host, "go depth 5");
    WAITS_FOR("info depth 5 *");
    WAITS_FOR("bestmove *");
    SETTLES("setoption name UCI_AnalyseMode value false");
    host_send(host, "go depth 5");
    while (!matches(host_line(host), "bestmove *")) ASSERT_FALSE(matches(host_heard(), "info depth 3 *"));
    host_send(host, "go infinite");
    WAITS_FOR("info depth 5 *");
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST pondering_ends_with_the_move_of_the_proof(void) {
    host_send(host, "go ponder p1time 3600000 p2time 3600000");
    WAITS_FOR("info string proven win");
    int64_t start_us = clock_now_us();
    host_send(host, "ponderhit");
    HEARS("bestmove *");
    ASSERT(clock_now_us() - start_us < 10000000);
    PASS();
}

/* Signs of life */

TEST a_long_search_says_each_second_what_it_does(void) {
    host_hear_activity(host);
    SETTLES("setoption name Game value 6x6x6");
    host_send(host, "go infinite");
    int time_ms = 0;
    do { /* in the first seconds without a move */
        WAITS_FOR("info nodes * nps * time * hashfull *");
        ASSERT_EQ(1, sscanf(strstr(host_heard(), " time "), " time %d", &time_ms));
    } while (!matches(host_heard(), "* depth * currmove * currmovenumber *"));
    ASSERTm(host_heard(), time_ms >= 3000);
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    IS_SILENT();
    PASS();
}

TEST it_does_so_while_it_holds_its_move_back(const char *position, const char *go) {
    host_hear_activity(host);
    SETTLES(position);
    host_send(host, go);
    long long nodes = -1, speed = -1, nodes_before, speed_before;
    do { /* on a slow machine the first of them may be from the search */
        nodes_before = nodes, speed_before = speed;
        WAITS_FOR("info nodes * nps * time * hashfull *");
        ASSERT_EQ(2, sscanf(host_heard(), "info nodes %lld nps %lld", &nodes, &speed));
    } while (nodes != nodes_before);
    ASSERT_EQ_FMT(speed_before, speed, "%lld"); /* the time of waiting does not count */
    ASSERT_FALSEm(host_heard(), matches(host_heard(), "*currmove*"));
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    IS_SILENT();
    PASS();
}

TEST bounds_are_reported_on_the_way_to_the_value(void) {
    SETTLES("setoption name UseProofs value false");
    host_send(host, "go infinite");
    WAITS_FOR("info depth * score * lowerbound nodes * pv *");
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

/* What is proven, and what to play */

/* The lines up to the first sign of life: by then everything is searched to the end. */
static int lines_until_idle(void) {
    int lines = 0;
    host_hear_activity(host);
    while (!matches(host_line(host), "info nodes *") && !matches(host_heard(), "(*)")) lines++;
    return lines;
}

TEST what_is_proven_is_said_once(const char *options, int lines_max) {
    SETTLES(options);
    host_send(host, "go infinite");
    int lines = lines_until_idle();
    ASSERTm(host_heard(), matches(host_heard(), "info nodes *"));
    ASSERTm("too many lines", lines > 0 && lines <= lines_max);
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

/* X lacks one cell of the first row, O one of the second: o1 wins, and a search that keeps the draw would block. */
TEST a_known_win_is_played_after_analysis(void) {
    SETTLES(
        "setoption name Game value 15x15\n"
        "position startpos moves a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 f1 f2 g1 g2 h1 h2 i1 i2 j1 j2 k1 k2 l1 l2 m1 m2 n1 n2");
    host_send(host, "go infinite");
    HEARS("info depth 1 * score mate 1 * pv o1");
    HEARS("info string proven win");
    lines_until_idle();
    host_send(host, "stop");
    WAITS_FOR("bestmove o1");
    PASS();
}

SUITE(protocol_analysis) {
    with_a_host_for_each_test();
    RUN_TEST(a_long_search_says_each_second_what_it_does);
    RUN_TESTp(it_does_so_while_it_holds_its_move_back, "setoption name Game value 3x3", "go infinite");
    RUN_TESTp(it_does_so_while_it_holds_its_move_back, "position fen xxx/oo1/3 o", "go ponder movetime 10");
    RUN_TEST(bounds_are_reported_on_the_way_to_the_value);
    RUN_TESTp(what_is_proven_is_said_once, "setoption name Game value 3x3x3", 20);
    /* A line and its proof for each cell, and one for the position. */
    RUN_TESTp(what_is_proven_is_said_once, "setoption name Game value 15x15\nsetoption name MultiPV value 225", 451);
    RUN_TEST(a_known_win_is_played_after_analysis);
    RUN_TEST(infinite_searches_on_where_the_game_is_proven);
    RUN_TEST(with_the_option_so_does_any_search);
    RUN_TEST(analysis_is_at_full_strength);
    RUN_TEST(pondering_ends_with_the_move_of_the_proof);
}
