/* Commands in any order, with anything wrong in them: no host is left waiting, and none gets more than it asked for. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "support/protocol.h"

/* Whatever is wrong with a go */

/* One error line or none, then one best move and nothing else. */
static enum greatest_test_res check_go(const char *go, const char *error, const char *best_move) {
    char wanted[256];
    int64_t start_us = clock_now_us();
    host_send(host, go);
    if (error != NULL) {
        snprintf(wanted, sizeof wanted, "info string error go: %s", error);
        ASSERTm(go, host_hears(host, wanted));
    }
    while (!matches(host_line(host), "bestmove *")) {
        ASSERTm(host_heard(), matches(host_heard(), "info *") && !matches(host_heard(), "info string error *"));
    }
    ASSERTm(host_heard(), matches(host_heard(), best_move));
    ASSERTm(go, clock_now_us() - start_us < 10000000);
    IS_SILENT();
    PASS();
}

TEST a_go_with_something_wrong_in_it_is_answered(const char *go, const char *error) {
    SETTLES("setoption name Game value 5x5x5\nposition startpos moves c3c");
    CHECK_CALL(check_go(go, error, "bestmove *"));
    ASSERTm(host_heard(), !matches(host_heard(), "bestmove (none)"));
    PASS();
}

TEST searchmoves_without_a_legal_move_are_answered_by_none(const char *go, const char *error) {
    SETTLES("position startpos moves b2a");
    CHECK_CALL(check_go(go, error, "bestmove (none)"));
    PASS();
}

TEST of_the_searchmoves_the_legal_ones_count(void) {
    SETTLES("position startpos moves b2a");
    CHECK_CALL(check_go("go depth 2 searchmoves b2a here a1a", "b2a is occupied", "bestmove a1a"));
    CHECK_CALL(check_go("go searchmoves c1a e9 depth 2", "'e9' is not a move from a1a to d4d", "bestmove c1a"));
    PASS();
}

/* A limit that the host meant as one ends the search although the words beside it are not understood. */
TEST what_is_understood_of_a_go_is_carried_out(void) {
    SETTLES("setoption name Game value 5x5x5\nposition startpos moves c3c");
    host_send(host, "go slowly depth 3 please nodes");
    HEARS("info string error go: unknown word 'slowly'*");
    WAITS_FOR("info depth 3 *");
    WAITS_FOR("bestmove *");
    IS_SILENT();
    host_send(host, "go infinite slowly");
    HEARS("info string error *");
    SETTLES("");
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    IS_SILENT();
    PASS();
}

/* Two commands at once */

TEST a_second_go_is_refused_and_gets_no_move_of_its_own(const char *second) {
    SETTLES("setoption name Game value 5x5x5");
    host_send(host, "go infinite");
    host_send(host, second);
    WAITS_FOR("info string error go: not during a search");
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    IS_SILENT();
    host_send(host, "stop");
    IS_SILENT();
    PASS();
}

TEST lines_in_one_breath_give_one_move_for_each_search(const char *lines, int moves) {
    host_send(host, lines);
    host_send(host, "stop\nisready");
    int best_moves = 0;
    while (!matches(host_line(host), "readyok")) {
        ASSERTm(host_heard(), !matches(host_heard(), "(*)"));
        best_moves += matches(host_heard(), "bestmove *");
    }
    ASSERT_EQ_FMTm(lines, moves, best_moves, "%d");
    PASS();
}

/* The end of the program */

static enum greatest_test_res check_end(const char *lines, int moves) {
    int best_moves = 0;
    int64_t start_us = clock_now_us();
    host_send(host, lines);
    host_close_input(host);
    while (!matches(host_line(host), "(end)")) {
        ASSERTm(lines, !matches(host_heard(), "(timeout)"));
        best_moves += matches(host_heard(), "bestmove *");
    }
    ASSERT_EQ_FMTm(lines, 0, host_exit_status(host), "%d");
    ASSERTm(lines, clock_now_us() - start_us < 10000000);
    if (moves >= 0) ASSERT_EQ_FMTm(lines, moves, best_moves, "%d");
    ASSERTm(lines, best_moves <= 1);
    PASS();
}

TEST the_end_of_input_leaves_no_search_without_its_move(const char *lines) {
    CHECK_CALL(check_end(lines, 1));
    PASS();
}

TEST quit_during_a_search_ends_the_program_at_once(const char *lines) {
    CHECK_CALL(check_end(lines, -1));
    PASS();
}

static void run_wrong_goes(void) {
    static const char *const goes[][2] = {
        {"go depth 3 foo", "unknown word 'foo'*"},
        {"go foo", "unknown word 'foo'*"},
        {"go foo prove", "unknown word 'foo'*"},
        {"go prove movetime soon", "movetime needs a number, not 'soon'"},
        {"go depth 3 movestogo 0", NULL},
        {"go movestogo 0 p1time 100 p2time 100", NULL},
        {"go movestogo -3 p1time 100 p2time 100", NULL},
        {"go nodes 0", NULL},
        {"go nodes -1", NULL},
        {"go depth 0", NULL},
        {"go depth -1", NULL},
        {"go mate 0", NULL},
        {"go movetime -1", NULL},
        {"go movetime 0", NULL},
        {"go wtime 100 btime 100 winc -1 binc -1", NULL},
        {"go depth 99999999999999999999 movetime 50", NULL},
        {"go depth 2 nodes -99999999999999999999", NULL},
        {"go wtime 100", "p2time is missing, the clock of the side to move"},
        {"go p1time 100 p1inc 10", "p2time is missing, the clock of the side to move"},
        {"go depth", "depth needs a number"},
        {"go depth x", "depth needs a number, not 'x'"},
        {"go depth 3.5", "depth needs a number, not '3.5'"},
        {"go depth -", "depth needs a number, not '-'"},
        {"go depth movetime 20", "depth needs a number"},
        {"go p1time", "p1time needs a number"},
        {"go sideways up", "unknown word 'sideways'*"},
        {"go depth 2 Infinite", "unknown word 'Infinite'*"},
    };
    for (size_t i = 0; i < sizeof goes / sizeof goes[0]; i++) {
        RUN_TESTp(a_go_with_something_wrong_in_it_is_answered, goes[i][0], goes[i][1]);
    }
    static const char *const none[][2] = {
        {"go searchmoves 0000 movetime 1000", "'0000' is not a move from a1a to d4d"},
        {"go searchmoves", "searchmoves needs at least one move"},
        {"go searchmoves depth 3", "searchmoves needs at least one move"},
        {"go depth 3 searchmoves b2a", "b2a is occupied"},
    };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        RUN_TESTp(searchmoves_without_a_legal_move_are_answered_by_none, none[i][0], none[i][1]);
    }
}

static void run_breaths(void) {
    static const struct {
        const char *lines;
        int moves;
    } breaths[] = {
        {"go infinite\nstop\ngo infinite\nstop\nstop", 2},
        {"go ponder\nponderhit\nstop\ngo depth 1\nwait", 2},
        {"go ponder depth 2\nponderhit\nwait\ngo depth 2", 2},
        {"go ponder btime 20\nponderhit\nwait\ngo ponder junk\nponderhit\nwait", 2},
        {"go depth 40 btime 20\nwait\ngo nodes 1000000000 btime 20\nwait", 2},
        {"go ponder movetime 20\nponderhit\nponderhit\nwait\ngo ponder", 2},
        {"ponderhit\nstop\ngo ponder\nstop\nponderhit", 1},
        {"go infinite\ngo infinite\ngo depth 3\nstop", 1},
        {"go infinite\nsetoption name Hash value 2\nposition startpos moves a1a\nuginewgame\nstop", 1},
        {"go perft 9\ngo perft 1\nstop\ngo perft 1", 2},
        {"go prove\nstop\ngo prove infinite", 2},
        {"position fen xxx/oo1/3 o\ngo\nstop\ngo depth 2\nwait\ngo infinite", 3},
        {"setoption name Threads value 3\ngo nodes 5000\nwait\ngo infinite\nstop", 2},
        {"go infinite searchmoves z\nstop\ngo searchmoves z", 2},
    };
    for (size_t i = 0; i < sizeof breaths / sizeof breaths[0]; i++) {
        RUN_TESTp(lines_in_one_breath_give_one_move_for_each_search, breaths[i].lines, breaths[i].moves);
    }
}

static void run_ends(void) {
    static const char *const searches[] = {
        "position startpos moves a1a\ngo infinite",
        "position startpos moves a1a\ngo ponder depth 4",
        "position startpos moves a1a\ngo ponder movetime 50\nponderhit",
        "position startpos moves a1a\ngo movetime 200",
        "setoption name Threads value 3\nposition startpos moves a1a\ngo",
        "setoption name Game value 4x4x4:score\ngo infinite",
        "go foo",
    };
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        char quit[256];
        snprintf(quit, sizeof quit, "%s\nquit", searches[i]);
        RUN_TESTp(the_end_of_input_leaves_no_search_without_its_move, searches[i]);
        RUN_TESTp(quit_during_a_search_ends_the_program_at_once, quit);
    }
    RUN_TESTp(quit_during_a_search_ends_the_program_at_once, "setoption name Game value 6x6x6\ngo prove\nquit");
    RUN_TESTp(quit_during_a_search_ends_the_program_at_once, "go movetime 60000\nquit");
    RUN_TESTp(quit_during_a_search_ends_the_program_at_once, "go perft 20\nquit");
}

SUITE(protocol_order) {
    with_a_host_for_each_test();
    run_wrong_goes();
    RUN_TEST(of_the_searchmoves_the_legal_ones_count);
    RUN_TEST(what_is_understood_of_a_go_is_carried_out);
    RUN_TESTp(a_second_go_is_refused_and_gets_no_move_of_its_own, "go");
    RUN_TESTp(a_second_go_is_refused_and_gets_no_move_of_its_own, "go depth 3 foo");
    RUN_TESTp(a_second_go_is_refused_and_gets_no_move_of_its_own, "go searchmoves 0000");
    run_breaths();
    run_ends();
}
