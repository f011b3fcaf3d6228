/* Searches as a host sees them: limits, reports, and commands during a search. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "support/build.h"
#include "support/protocol.h"

/* Limits and reports */

TEST a_search_ends_with_one_bestmove_at_the_first_limit_reached(const char *limits) {
    char line[256];
    snprintf(line, sizeof line, "go %s", limits);
    int64_t start_us = clock_now_us();
    host_send(host, line);
    WAITS_FOR("bestmove *");
    ASSERTm(limits, !matches(host_heard(), "bestmove (none)*"));
    ASSERTm(limits, clock_now_us() - start_us < 10000000);
    IS_SILENT();
    host_send(host, "stop");
    IS_SILENT();
    PASS();
}

TEST only_the_clock_of_the_side_to_move_counts(void) {
    SETTLES("position startpos moves a1a");
    int64_t start_us = clock_now_us();
    host_send(host, "go p1time 3600000 p2time 200");
    WAITS_FOR("bestmove *");
    ASSERT(clock_now_us() - start_us < (BUILT_TO_BE_SLOW ? 60000000 : 20000000));
    SETTLES("position startpos");
    start_us = clock_now_us();
    host_send(host, "go wtime 200 btime 3600000 winc 0 binc 0");
    WAITS_FOR("bestmove *");
    ASSERT(clock_now_us() - start_us < (BUILT_TO_BE_SLOW ? 60000000 : 20000000));
    PASS();
}

TEST searchmoves_restricts_the_first_move(void) {
    host_send(host, "position fen xx1/oo1/3 x\ngo depth 3 searchmoves a3 b3");
    WAITS_FOR("bestmove *");
    ASSERT(matches(host_heard(), "bestmove a3*") || matches(host_heard(), "bestmove b3*"));
    host_send(host, "go searchmoves c3 depth 2");
    WAITS_FOR("bestmove c3*");
    PASS();
}

TEST a_win_is_reported_in_moves_of_the_winner(void) {
    host_send(host, "position fen xx1/oo1/3 x\ngo depth 4");
    WAITS_FOR("info depth * score mate 1 *");
    WAITS_FOR("bestmove c1*");
    host_send(host, "position fen xx1/xo1/o2 o\ngo depth 6");
    WAITS_FOR("bestmove c1*");
    host_send(host, "position fen x1x/1o1/x1o o\ngo depth 8");
    WAITS_FOR("info depth * score mate -1 *");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST go_mate_finds_the_mate_or_says_what_it_knows(void) {
    host_send(host, "position startpos moves a4a d1a d4a d4d d3c a1a c3c a1d d1d c2c c1c a4d\ngo mate 9");
    WAITS_FOR("info depth * score mate 9 *");
    WAITS_FOR("bestmove *");
    host_send(host, "go mate 4");
    WAITS_FOR("info string no mate in 4");
    WAITS_FOR("bestmove *");
    host_send(host, "go mate 8 nodes 5000");
    WAITS_FOR("info string no mate in 8 found: not everything was looked at");
    WAITS_FOR("bestmove *");
    host_send(host, "position fen xx1/oo1/3 x\ngo mate 3 depth 2 searchmoves a3 b3");
    WAITS_FOR("info string no mate in 3 found: not everything was looked at");
    WAITS_FOR("bestmove *");
    host_send(host, "go mate 2 searchmoves a3 b3");
    WAITS_FOR("info string no mate in 2");
    WAITS_FOR("bestmove *");
    host_send(host, "go mate 1 nodes 1");
    WAITS_FOR("bestmove c1");
    PASS();
}

/* The proof attempt and the short search after it share one node count and one time limit. */
/* Looking for blocks takes seconds, in which the host hears of it again and again. */
TEST go_prove_says_that_it_looks_for_blocks(void) {
    SETTLES("setoption name Game value 6x6x6");
    host_send(host, "go prove infinite");
    for (int i = 0; i < 3; i++) WAITS_FOR("info string looking for blocks that stop a side");
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    host_send(host, "go prove nodes 200");
    while (!matches(host_line(host), "info string not proven: out of nodes")) {
        ASSERTm(host_heard(), !matches(host_heard(), "*blocks*"));
        ASSERTm(host_heard(), !matches(host_heard(), "bestmove *"));
    }
    WAITS_FOR("bestmove *");
    PASS();
}

/* Those of the proof and those of the search for a move after it. */
TEST go_prove_counts_all_its_nodes(void) {
    unsigned long long nodes = 0;
    SETTLES("setoption name Game value 6x6x6");
    host_send(host, "go prove nodes 1000");
    while (!matches(host_line(host), "bestmove *")) {
        const char *count = strstr(host_heard(), " nodes ");
        ASSERTm(host_heard(), !matches(host_heard(), "(*)"));
        if (count == NULL) continue;
        unsigned long long counted = strtoull(count + strlen(" nodes "), NULL, 10);
        ASSERTm(host_heard(), counted >= nodes);
        nodes = counted;
    }
    ASSERT(nodes > 1000);
    PASS();
}

TEST go_prove_ends_in_time(void) {
    SETTLES("setoption name Game value 6x6x6");
    int64_t start_us = clock_now_us();
    host_send(host, "go prove movetime 100");
    WAITS_FOR("info string not proven: out of time");
    WAITS_FOR("bestmove *");
    ASSERT(clock_now_us() - start_us < (BUILT_TO_BE_SLOW ? 60000000 : 20000000));
    host_send(host, "go prove infinite\nisready");
    WAITS_FOR("readyok");
    host_send(host, "stop");
    WAITS_FOR("info string not proven: stopped");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST go_mate_says_so_where_lines_are_points(void) {
    host_send(host, "position fen 3/3/3//3/1x1/3//3/3/3 o score\ngo mate 2");
    HEARS("info string mate is for the rule line: only the depth is limited");
    WAITS_FOR("info depth 3 *");
    HEARS("bestmove *");
    PASS();
}

TEST points_are_reported_in_hundredths_and_never_as_mate(void) {
    host_send(host, "position fen xxo/oxo/2x o score\ngo depth 9");
    for (;;) {
        ASSERT(strcmp(host_line(host), "(timeout)") != 0);
        ASSERT_FALSE(matches(host_heard(), "*score mate*"));
        if (matches(host_heard(), "bestmove *")) break;
    }
    PASS();
}

TEST info_has_all_its_parts(void) {
    host_send(host, "setoption name UseProofs value false\ngo depth 2");
    WAITS_FOR("info depth 2 seldepth * score cp * nodes * nps * time * hashfull * pv *");
    WAITS_FOR("bestmove *");
    host_send(host, "setoption name MultiPV value 3\ngo depth 2");
    WAITS_FOR("info depth 2 seldepth * multipv 1 score cp *");
    HEARS("info depth 2 seldepth * multipv 2 score cp *");
    HEARS("info depth 2 seldepth * multipv 3 score cp *");
    WAITS_FOR("bestmove *");
    PASS();
}

/* Wherever a node limit cuts the search off, it is kept exactly, and all lines are reported again, the best first. */
TEST a_search_cut_short_ends_with_its_best_lines(void) {
    host_send(host, "setoption name UseProofs value false\nsetoption name MultiPV value 3");
    for (int nodes = 500; nodes < 40000; nodes += nodes / 7) {
        static char last[512]; /* shown with a failure */
        char wanted[64], cut[64], ask[128];
        snprintf(ask, sizeof ask, "uginewgame\nposition startpos moves b1d a1c d4a d3a b1b\ngo nodes %d", nodes);
        host_send(host, ask);
        while (!matches(host_line(host), "bestmove *")) {
            ASSERTm(host_heard(), !matches(host_heard(), "(*)"));
            if (matches(host_heard(), "* multipv 1 *")) snprintf(last, sizeof last, "%s", host_heard());
        }
        snprintf(cut, sizeof cut, "* nodes %d *", nodes);
        snprintf(wanted, sizeof wanted, "* multipv 1 * pv %.3s*", host_heard() + strlen("bestmove "));
        ASSERTm(last, matches(last, cut));
        ASSERTm(last, matches(last, wanted));
    }
    PASS();
}

TEST bestmove_names_a_ponder_move_only_with_the_option_ponder(void) {
    host_send(host, "setoption name UseProofs value false\ngo depth 3");
    WAITS_FOR("bestmove *");
    ASSERT_FALSE(matches(host_heard(), "*ponder*"));
    host_send(host, "setoption name Ponder value true\ngo depth 3");
    WAITS_FOR("bestmove * ponder *");
    host_send(host, "setoption name ponder value FALSE\ngo depth 3");
    WAITS_FOR("bestmove *");
    ASSERT_FALSE(matches(host_heard(), "*ponder*"));
    PASS();
}

TEST every_go_gets_exactly_one_bestmove(void) {
    int best_moves = 0;
    for (int i = 0; i < 30; i++) {
        host_send(host, "position startpos moves a1a b2b");
        host_send(host, i % 3 == 0 ? "go infinite" : i % 3 == 1 ? "go depth 2" : "go nodes 500");
        host_send(host, i % 2 == 0 ? "stop\nstop" : "isready\nstop");
        WAITS_FOR("bestmove *");
        best_moves++;
    }
    host_send(host, "isready");
    while (!matches(host_line(host), "readyok")) {
        ASSERT(matches(host_heard(), "readyok*") || matches(host_heard(), "info *"));
    }
    ASSERT_EQ(30, best_moves);
    PASS();
}

/* Whatever remains of the built-in draw here is seen to be lost without a single node. */
TEST a_draw_that_can_no_longer_be_held_by_its_picture_is_given_up(void) {
    SETTLES("setoption name Game value 6x6x6");
    host_send(host,
              "position startpos moves"
              " c3d f3e f6a e5b b2b e5e e1a b5b b2e b2a f1a a5a f5f e2e d3d e3e d4c e3d c4d d5b f4a e1e a6f e6a c6d"
              " a5b e2b b5e a5f d3e e4e f1e e4c a3e c4e f5e b3e f4e c4c d5e f2e d1e c2d c1d f5b a1e a5e d6e f4c c1e"
              " b1e d4e d2e f1f d6c a4c a4f e4b d3c e6b a2b a1a f2b d2b a4a c1c d1d c1f a2f c1a c1b a1f f2a d2c f3a"
              " f5a d4d e3b d2d d5d a1d b4b a3d b1f a6d d5a e2d b5d d5f b5a b2d e5a c5a b5f");
    host_send(host, "go nodes 10000");
    WAITS_FOR("bestmove *");
    PASS();
}

/* What is kept from one search to the next */

TEST a_new_game_and_clear_hash_forget_earlier_searches(void) {
    SETTLES("setoption name Game value 6x6x6");
    long fresh = host_search_nodes(host, "go depth 4"), again = host_search_nodes(host, "go depth 4");
    ASSERT(fresh > 0);
    ASSERT(again < fresh);
    SETTLES("uginewgame");
    ASSERT_EQ_FMT(fresh, host_search_nodes(host, "go depth 4"), "%ld");
    SETTLES("ucinewgame");
    ASSERT_EQ_FMT(fresh, host_search_nodes(host, "go depth 4"), "%ld");
    SETTLES("setoption name Clear Hash");
    ASSERT(host_search_nodes(host, "go depth 4") > again);
    PASS();
}

/* During a search */

/* For a while nothing comes but info lines. */
static bool holds_its_move_back(void) {
    int64_t until_us = clock_now_us() + 200000;
    do {
        const char *line = host_line_within(host, 50);
        if (!matches(line, "info *") && !matches(line, "(timeout)")) return false;
    } while (clock_now_us() < until_us);
    return true;
}

TEST an_unbounded_search_holds_its_move_back_until_stop(const char *go) {
    SETTLES("setoption name Game value 3x3");
    host_send(host, go);
    ASSERTm(go, holds_its_move_back());
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST wait_is_an_error_while_the_search_is_unbounded(const char *go) {
    host_send(host, go);
    host_send(host, "wait");
    WAITS_FOR("info string error *");
    ASSERT(holds_its_move_back());
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST the_end_of_input_stops_an_unbounded_search(const char *go) {
    host_send(host, go);
    host_close_input(host);
    WAITS_FOR("bestmove *");
    HEARS("(end)");
    ASSERT_EQ_FMT(0, host_exit_status(host), "%d");
    PASS();
}

TEST a_finished_game_has_no_move(void) {
    host_send(host, "position fen xxx/oo1/3 o\ngo depth 3");
    WAITS_FOR("bestmove (none)");
    IS_SILENT();
    host_send(host, "go infinite");
    ASSERT(holds_its_move_back());
    host_send(host, "stop");
    HEARS("bestmove (none)");
    IS_SILENT();
    PASS();
}

TEST ponderhit_starts_the_clock(void) {
    SETTLES("setoption name Game value 4x4x4");
    host_send(host, "go ponder movetime 100");
    ASSERT(holds_its_move_back());
    host_send(host, "ponderhit");
    WAITS_FOR("bestmove *");
    IS_SILENT();
    host_send(host, "ponderhit");
    HEARS("info string error *");
    host_send(host, "go ponder p1time 1000 p2time 1000");
    ASSERT(holds_its_move_back());
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    IS_SILENT();
    PASS();
}

TEST isready_and_queries_are_answered_during_a_search(void) {
    host_send(host, "go infinite");
    int64_t start_us = clock_now_us();
    SETTLES("");
    ASSERT_STR_EQ("4x4x4", host_query(host, "game"));
    ASSERT_STR_EQ("true", host_query(host, "p1turn"));
    ASSERT(clock_now_us() - start_us < 10000000);
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST commands_that_change_the_state_are_refused_during_a_search(const char *line) {
    static EngineState before;
    SETTLES("position startpos moves a1a");
    host_read_state(host, &before);
    host_send(host, "go infinite");
    host_send(host, line);
    WAITS_FOR("info string error *");
    ASSERTm(line, host_state_is(host, &before));
    ASSERTm(line, holds_its_move_back());
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    ASSERTm(line, host_state_is(host, &before));
    PASS();
}

TEST stop_without_a_search_says_nothing(void) {
    host_send(host, "stop\nstop");
    IS_SILENT();
    PASS();
}

TEST wait_reads_no_further_until_the_search_is_over(void) {
    host_send(host, "go movetime 300\nwait\nquery game");
    for (;;) {
        ASSERT_FALSE(matches(host_line(host), "response *"));
        if (matches(host_heard(), "bestmove *")) break;
        ASSERT(matches(host_heard(), "info *"));
    }
    HEARS("response 4x4x4");
    host_send(host, "wait");
    IS_SILENT();
    PASS();
}

/* X wins on 3x3x3 by its second move in the centre, but only worse moves are allowed. */
TEST go_prove_plays_a_move_that_is_allowed(void) {
    host_send(host, "setoption name Game value 3x3x3\nposition startpos moves a1a a2a\ngo prove searchmoves c1a c3b");
    WAITS_FOR("info string proven win");
    WAITS_FOR("bestmove *");
    ASSERTm(host_heard(), matches(host_heard(), "bestmove c1a*") || matches(host_heard(), "bestmove c3b*"));
    PASS();
}

/* One random move is looked at, which loses; d2 draws. */
TEST a_level_that_overlooks_moves_claims_nothing_of_the_position(void) {
    SETTLES(
        "setoption name Game value 4x4\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value "
        "0\nsetoption name Seed value 2\nsetoption name MultiPV value 3\nposition startpos moves b1 d3 a3 c4 a4 c1 d4 "
        "b3 a2 b4 c2 a1 b2");
    host_send(host, "go depth 3");
    while (!matches(host_line(host), "bestmove *")) {
        ASSERTm(host_heard(), !matches(host_heard(), "(*)") && !matches(host_heard(), "info string proven *"));
    }
    PASS();
}

/* In a tenth of a second the system could clear only a part of the table: that must be done before the clock starts.
 * There is no `isready`, so `go` has to do it. The best of up to twenty, as other programs may take the processor. */
TEST a_large_table_takes_no_nodes_from_the_first_search(const char *hash) {
    char new_table[64];
    long first = 0, later = 0;
    snprintf(new_table, sizeof new_table, "setoption name Hash value 1\nsetoption name Hash value %s", hash);
    SETTLES("setoption name Game value 5x5x5\nsetoption name UseProofs value false\nposition startpos");
    for (int i = 0; i < 20 && (i == 0 || first <= later / 3); i++) {
        host_send(host, new_table);
        long nodes = host_search_nodes(host, "go movetime 100");
        if (nodes > first) first = nodes;
        SETTLES("uginewgame");
        nodes = host_search_nodes(host, "go movetime 100");
        if (nodes > later) later = nodes;
    }
    ASSERT(first > later / 3);
    SETTLES("setoption name Hash value 1");
    PASS();
}

/* The first move in the list must not be the answer where a line has to be stopped. */
TEST a_threat_is_stopped_at_the_smallest_limits(const char *game, const char *moves, const char *block) {
    static const char *const limits[] = {"nodes 1", "movetime 0", "nodes 2"};
    for (int i = 0; i < 3; i++) {
        char lines[256];
        snprintf(lines, sizeof lines, "setoption name Game value %s\nposition startpos moves %s\ngo %s", game, moves,
                 limits[i]);
        host_send(host, lines);
        WAITS_FOR("bestmove *");
        ASSERTm(host_heard(), strncmp(host_heard() + strlen("bestmove "), block, strlen(block)) == 0);
    }
    PASS();
}

SUITE(protocol_search) {
    with_a_host_for_each_test();
    static const char *const limits[] = {
        "depth 3",
        "nodes 2000",
        "movetime 50",
        "movetime 0",
        "p1time 300 p2time 300 p1inc 10 p2inc 10",
        "p1time 300 p2time 300 movestogo 1",
        "wtime 300 btime 300 winc 10 binc 10",
        "p1time 0 p2time 0",
        "p1time -50 p2time -50",
        "p1time 1 p2time 1",
        "mate 1",
        "depth 2 movetime 600000",
        "depth 200 nodes 1000 movetime 600000",
        "nodes 999999999999 movetime 50",
        "depth 2 mate 3 nodes 100000 p1time 600000 p2time 600000",
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        RUN_TESTp(a_search_ends_with_one_bestmove_at_the_first_limit_reached, limits[i]);
    }
    RUN_TEST(only_the_clock_of_the_side_to_move_counts);
    RUN_TEST(searchmoves_restricts_the_first_move);
    RUN_TEST(a_win_is_reported_in_moves_of_the_winner);
    RUN_TEST(go_mate_finds_the_mate_or_says_what_it_knows);
    RUN_TEST(go_prove_says_that_it_looks_for_blocks);
    RUN_TEST(go_prove_counts_all_its_nodes);
    RUN_TEST(go_prove_ends_in_time);
    RUN_TEST(go_mate_says_so_where_lines_are_points);
    RUN_TEST(points_are_reported_in_hundredths_and_never_as_mate);
    RUN_TEST(info_has_all_its_parts);
    RUN_TEST(a_search_cut_short_ends_with_its_best_lines);
    RUN_TEST(bestmove_names_a_ponder_move_only_with_the_option_ponder);
    RUN_TEST(every_go_gets_exactly_one_bestmove);
    RUN_TEST(a_draw_that_can_no_longer_be_held_by_its_picture_is_given_up);
    RUN_TEST(a_new_game_and_clear_hash_forget_earlier_searches);
    static const char *const unbounded[] = {"go", "go infinite", "go ponder", "go infinite depth 2",
                                            "go ponder depth 1 p1time 100 p2time 100"};
    for (size_t i = 0; i < sizeof unbounded / sizeof unbounded[0]; i++) {
        RUN_TESTp(an_unbounded_search_holds_its_move_back_until_stop, unbounded[i]);
        RUN_TESTp(wait_is_an_error_while_the_search_is_unbounded, unbounded[i]);
        RUN_TESTp(the_end_of_input_stops_an_unbounded_search, unbounded[i]);
    }
    RUN_TESTp(a_threat_is_stopped_at_the_smallest_limits, "3x3", "a1 b2 a2", "a3");
    RUN_TESTp(a_threat_is_stopped_at_the_smallest_limits, "4x4x4", "a1a d4a a2a c4b a3a", "a4a");
    RUN_TESTp(a_threat_is_stopped_at_the_smallest_limits, "5x5x5", "a1a d4a a2a c4b a3a e3b a4a", "a5a");
    RUN_TESTp(a_threat_is_stopped_at_the_smallest_limits, "6x6x6", "a1a d4a a2a c4b a3a f3b a4a f6e a5a", "a6a");
    RUN_TESTp(a_threat_is_stopped_at_the_smallest_limits, "7x7x7", "a1a d4a a2a c4b a3a e3b a4a e2c a5a f2d a6a",
              "a7a");
    RUN_TEST(a_finished_game_has_no_move);
    RUN_TEST(ponderhit_starts_the_clock);
    RUN_TEST(isready_and_queries_are_answered_during_a_search);
    static const char *const changes[] = {"position startpos",
                                          "position fen 3/3/3 x",
                                          "go depth 1",
                                          "go",
                                          "setoption name Hash value 2",
                                          "setoption name Game value 3x3",
                                          "uginewgame",
                                          "ucinewgame",
                                          "go perft 1",
                                          "setoption name Clear Hash"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        RUN_TESTp(commands_that_change_the_state_are_refused_during_a_search, changes[i]);
    }
    RUN_TEST(stop_without_a_search_says_nothing);
    RUN_TEST(wait_reads_no_further_until_the_search_is_over);
    RUN_TEST(go_prove_plays_a_move_that_is_allowed);
    RUN_TEST(a_level_that_overlooks_moves_claims_nothing_of_the_position);
    RUN_TESTp(a_large_table_takes_no_nodes_from_the_first_search, "256");
    RUN_TESTp(a_large_table_takes_no_nodes_from_the_first_search, "1024");
}
