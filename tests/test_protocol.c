/* Every behaviour that hosts rely on, through the real program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "greatest.h"
#include "host.h"

/* A new one for each test, so that a failed test cannot leak into the next. */
static Host *host;

static void set_up(void *unused) {
    (void)unused;
    host = host_new(NULL);
    host_send(host, "setoption name Hash value 4");
}

static void tear_down(void *unused) {
    (void)unused;
    host_free(host);
}

#define HEARS(pattern)          ASSERTm(host_heard(), host_hears(host, pattern))
#define WAITS_FOR(pattern)      ASSERTm(host_heard(), host_waits_for(host, pattern))
#define SETTLES(lines)          ASSERTm(host_heard(), host_settle(host, lines))
#define ANSWERS(what, response) ASSERT_STR_EQ(response, host_query(host, what))
/* Nothing more to hear: isready is answered by the very next line. */
#define IS_SILENT()                                                                                                    \
    do {                                                                                                               \
        host_send(host, "isready");                                                                                    \
        HEARS("readyok");                                                                                              \
    } while (0)

/* Handshake */

TEST ugi_names_the_engine_and_its_options_and_ends_with_ugiok(void) {
    host_send(host, "ugi");
    HEARS("id name Rowan *.*.*");
    HEARS("id author *");
    HEARS("option name Game type string default 4x4x4");
    HEARS("option name UCI_Variant type string default 4x4x4");
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

TEST a_fresh_engine_stands_at_the_start_of_4x4x4(void) {
    ANSWERS("game", "4x4x4");
    ANSWERS("fen", "4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x line");
    ANSWERS("gameover", "false");
    ANSWERS("p1turn", "true");
    ANSWERS("result", "none");
    ANSWERS("line", "none");
    ANSWERS("score", "0 0");
    PASS();
}

TEST blank_and_comment_lines_are_ignored(void) {
    host_send(host, "\n   \n\t\n# go depth 3\n  #quit\n#");
    IS_SILENT();
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

TEST help_knows_every_command(void) {
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

/* Positions and queries */

TEST a_position_is_start_or_text_and_moves(void) {
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

TEST a_position_from_text_leaves_the_option_game_alone(void) {
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

TEST queries_tell_the_result_and_every_completed_line(void) {
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

TEST a_draw_is_seen_while_cells_are_empty(void) {
    host_send(host, "position fen xox/oxx/o1o x moves b3");
    ANSWERS("result", "draw");
    ANSWERS("fen", "xox/oxx/oxo o line");
    host_send(host, "position fen xxo/oox/x2 o moves b3");
    ANSWERS("fen", "xxo/oox/xo1 x line");
    ANSWERS("gameover", "true");
    ANSWERS("result", "draw");
    ANSWERS("moves", "none");
    ANSWERS("line", "none");
    PASS();
}

TEST the_points_of_both_sides_are_told(void) {
    host_send(host, "position fen xxx/ooo/3 x score");
    ANSWERS("score", "1 1");
    ANSWERS("line", "a1 b1 c1 | a2 b2 c2");
    ANSWERS("result", "none");
    ANSWERS("moves", "a3 b3 c3");
    host_send(host, "position fen xxx/oo1/o2 x score2");
    ANSWERS("result", "none");
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

/* Errors: each is told once, and the state is as before. */

static const char *const refused_lines[] = {
    /* unknown words */
    "xyzzy",
    "Quit",
    "go!",
    "query",
    "query weather",
    "setoption",
    "setoption Hash value 3",
    "setoption name",
    "setoption name value 3",
    "setoption name Nonsense",
    "setoption name Nonsense value 3",
    "setoption name Hash",
    "setoption name Clear Hash value 1",
    /* values */
    "setoption name Hash value 0",
    "setoption name Hash value 65537",
    "setoption name Hash value -1",
    "setoption name Hash value many",
    "setoption name Hash value",
    "setoption name Hash value 1 2",
    "setoption name Hash value 99999999999999999999",
    "setoption name Threads value 0",
    "setoption name Threads value 257",
    "setoption name MultiPV value 0",
    "setoption name Move Overhead value -1",
    "setoption name Move Overhead value 5001",
    "setoption name Ponder value perhaps",
    "setoption name Ponder",
    "setoption name Level value superb",
    "setoption name Seed value -1",
    "setoption name Debug Log File value /nonexistent/directory/log",
    /* games */
    "setoption name Game value",
    "setoption name Game value 2x2",
    "setoption name Game value 16x16",
    "setoption name Game value 9x9x9",
    "setoption name Game value 5x5x5x5",
    "setoption name Game value 3x3x3x3x3",
    "setoption name Game value 4x5",
    "setoption name Game value chess",
    "setoption name Game value 3x3:fast",
    "setoption name Game value 3x3:score0",
    "setoption name Game value 4x4x4:magic",
    "setoption name UCI_Variant value 3x3 3x3",
    /* positions */
    "position",
    "position here",
    "position moves a1",
    "position startpos a1",
    "position startpos mooves a1",
    "position fen",
    "position fen 3/3/3",
    "position fen 3/3/3 z",
    "position fen 3/3/3 x chess",
    "position fen 3/3/3 x line line",
    "position fen 3/3 x",
    "position fen /3/3 x",
    "position fen 3/3/3/ x",
    "position fen 3/4/3 x",
    "position fen 0/3/3 x",
    "position fen 3/abc/3 x",
    "position fen 2/2 x",
    "position fen 3/3/3 o",
    "position fen xx1/3/3 o",
    "position fen xx1/oo1/o2 x",
    "position fen xxx/oo1/o2 x",
    "position fen xxx/ooo/3 x",
    "position fen xxxxx/ooo2/xxxxx/ooo2/ooo2 o",
    /* moves */
    "position startpos moves z9",
    "position startpos moves a0",
    "position startpos moves a1a",
    "position startpos moves a4",
    "position startpos moves a1 a1",
    "position startpos moves a1 b1 a1",
    "position startpos moves a1 a2 b1 b2 c1 c2",
    "position fen xox/3/3 o moves b1",
    "position startpos moves a1,b1",
    /* searches */
    "go depth",
    "go depth 0",
    "go depth -1",
    "go depth x",
    "go depth 3 deep",
    "go nodes 0",
    "go movetime -1",
    "go movestogo 0",
    "go p1time",
    "go mate 0",
    "go perft 0",
    "go perft many",
    "go searchmoves",
    "go searchmoves depth 1",
    "go searchmoves z9",
    "go searchmoves b2",
    "go sideways",
    "go depth 99999999999999999999",
    "ponderhit",
};

TEST every_error_is_told_once_and_changes_nothing(void) {
    static State before;
    SETTLES("setoption name Game value 3x3\nsetoption name Ponder value true\nsetoption name MultiPV value 2\n"
            "position startpos moves b2 a1");
    state_of(host, &before);
    for (size_t i = 0; i < sizeof refused_lines / sizeof refused_lines[0]; i++) {
        host_send(host, refused_lines[i]);
        ASSERTm(refused_lines[i], host_hears(host, "info string error *"));
        host_send(host, "isready");
        ASSERTm(refused_lines[i], host_hears(host, "readyok"));
        ASSERTm(refused_lines[i], state_is(host, &before));
    }
    /* The options are as they were, too. */
    host_send(host, "position fen 4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x\ngo depth 2");
    WAITS_FOR("info depth * multipv 2 *");
    WAITS_FOR("bestmove *");
    host_send(host, "position startpos");
    ANSWERS("game", "3x3");
    PASS();
}

TEST an_overlong_line_is_refused_and_the_next_one_read(void) {
    static State before;
    static char line[200001];
    memset(line, 'y', sizeof line - 1);
    memcpy(line, "position startpos moves a1a ", 28);
    state_of(host, &before);
    host_send(host, line);
    HEARS("info string error *");
    IS_SILENT();
    ASSERT(state_is(host, &before));
    PASS();
}

TEST an_error_is_told_in_one_short_printable_line(void) {
    char line[5000];
    memset(line, '\xe4', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    host_send(host, line);
    HEARS("info string error *");
    ASSERT(strlen(host_heard()) < 300);
    for (const char *c = host_heard(); *c != '\0'; c++) ASSERT(*c >= ' ' && *c <= '~');
    IS_SILENT();
    PASS();
}

/* Searches */

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

TEST the_clock_that_counts_is_that_of_the_side_to_move(void) {
    SETTLES("position startpos moves a1a");
    int64_t start_us = clock_now_us();
    host_send(host, "go p1time 3600000 p2time 200");
    WAITS_FOR("bestmove *");
    ASSERT(clock_now_us() - start_us < 5000000);
    SETTLES("position startpos");
    start_us = clock_now_us();
    host_send(host, "go wtime 200 btime 3600000 winc 0 binc 0");
    WAITS_FOR("bestmove *");
    ASSERT(clock_now_us() - start_us < 5000000);
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

TEST a_win_is_told_in_moves_of_the_winner(void) {
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

TEST points_are_told_in_hundredths_and_never_as_mate(void) {
    host_send(host, "position fen xxo/oxo/2x o score\ngo depth 9");
    for (;;) {
        ASSERT(strcmp(host_line(host), "(timeout)") != 0);
        ASSERT_FALSE(matches(host_heard(), "*score mate*"));
        if (matches(host_heard(), "bestmove *")) break;
    }
    PASS();
}

TEST info_has_all_its_parts(void) {
    host_send(host, "setoption name OwnBook value false\ngo depth 2");
    WAITS_FOR("info depth 2 seldepth * score cp * nodes * nps * time * hashfull * pv *");
    WAITS_FOR("bestmove *");
    host_send(host, "setoption name MultiPV value 3\ngo depth 2");
    WAITS_FOR("info depth 2 seldepth * multipv 1 score cp *");
    HEARS("info depth 2 seldepth * multipv 2 score cp *");
    HEARS("info depth 2 seldepth * multipv 3 score cp *");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST bestmove_names_a_ponder_move_only_with_the_option_ponder(void) {
    host_send(host, "setoption name OwnBook value false\ngo depth 3");
    WAITS_FOR("bestmove *");
    ASSERT_FALSE(matches(host_heard(), "*ponder*"));
    host_send(host, "setoption name Ponder value true\ngo depth 3");
    WAITS_FOR("bestmove * ponder *");
    host_send(host, "setoption name ponder value FALSE\ngo depth 3");
    WAITS_FOR("bestmove *");
    ASSERT_FALSE(matches(host_heard(), "*ponder*"));
    PASS();
}

/* Nothing but info comes for a while. */
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

TEST ponderhit_lets_the_clock_run(void) {
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
    ASSERT(clock_now_us() - start_us < 2000000);
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

TEST what_would_change_the_state_is_refused_during_a_search(const char *line) {
    static State before;
    SETTLES("position startpos moves a1a");
    state_of(host, &before);
    host_send(host, "go infinite");
    host_send(host, line);
    WAITS_FOR("info string error *");
    ASSERTm(line, state_is(host, &before));
    ASSERTm(line, holds_its_move_back());
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    ASSERTm(line, state_is(host, &before));
    PASS();
}

TEST stop_without_a_search_says_nothing(void) {
    host_send(host, "stop\nstop");
    IS_SILENT();
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

TEST wait_is_an_error_while_the_search_is_unbounded(const char *go) {
    host_send(host, go);
    host_send(host, "wait");
    WAITS_FOR("info string error *");
    ASSERT(holds_its_move_back());
    host_send(host, "stop");
    WAITS_FOR("bestmove *");
    PASS();
}

/* The nodes of the last info line of a search to a fixed depth. */
static long nodes_of_search(void) {
    long nodes = -1;
    host_send(host, "go depth 4");
    while (!matches(host_line(host), "bestmove *")) {
        const char *at = strstr(host_heard(), " nodes ");
        if (at != NULL) nodes = strtol(at + 7, NULL, 10);
        if (matches(host_heard(), "(*)")) return -1;
    }
    return nodes;
}

TEST a_new_game_and_the_button_forget_what_was_learnt(void) {
    SETTLES("setoption name Game value 6x6x6");
    long fresh = nodes_of_search(), again = nodes_of_search();
    ASSERT(fresh > 0);
    ASSERT(again < fresh);
    SETTLES("uginewgame");
    ASSERT_EQ_FMT(fresh, nodes_of_search(), "%ld");
    SETTLES("ucinewgame");
    ASSERT_EQ_FMT(fresh, nodes_of_search(), "%ld");
    SETTLES("setoption name Clear Hash");
    ASSERT(nodes_of_search() > again);
    PASS();
}

TEST uginewgame_needs_no_isready_and_keeps_the_position(void) {
    host_send(host, "position startpos moves a1a\nuginewgame");
    ANSWERS("fen", "x3/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 o line");
    host_send(host, "uginewgame\nposition startpos moves b1a\nquery p1turn");
    HEARS("response false");
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

TEST the_log_file_gets_both_sides_of_the_conversation(void) {
    BytesFile log = bytes_file_new("", 0);
    char line[128], text[512] = "";
    snprintf(line, sizeof line, "setoption name Debug Log File value %s", log.path);
    SETTLES(line);
    host_send(host, "query game");
    HEARS("response *");
    SETTLES("setoption name Debug Log File value <empty>");
    FILE *file = fopen(log.path, "r");
    size_t length = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file != NULL) fclose(file);
    bytes_file_free(&log);
    text[length] = '\0';
    ASSERTm(text, strstr(text, "> query game\n") != NULL);
    ASSERTm(text, strstr(text, "< response 4x4x4\n") != NULL);
    PASS();
}

/* The end */

TEST quit_ends_the_program_at_once(const char *lines) {
    int64_t start_us = clock_now_us();
    host_send(host, lines);
    ASSERT_EQ_FMTm(lines, 0, host_exit_status(host), "%d");
    ASSERTm(lines, clock_now_us() - start_us < 3000000);
    PASS();
}

TEST the_end_of_input_lets_a_bounded_search_finish(void) {
    host_send(host, "position startpos moves a1a\ngo depth 4");
    host_close_input(host);
    WAITS_FOR("info depth 4 *");
    WAITS_FOR("bestmove *");
    HEARS("(end)");
    ASSERT_EQ_FMT(0, host_exit_status(host), "%d");
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

TEST the_end_of_input_without_a_search_ends_the_program(void) {
    host_close_input(host);
    HEARS("(end)");
    ASSERT_EQ_FMT(0, host_exit_status(host), "%d");
    PASS();
}

/* What cannot be sent as lines comes from a file. */
static void restart_with(const char *bytes, size_t length, BytesFile *file) {
    *file = bytes_file_new(bytes, length);
    host_free(host);
    host = host_new(file->path);
}

TEST lines_may_end_with_carriage_return_and_newline(void) {
    static const char bytes[] = "position startpos moves a1a\r\nisready\r\n\r\n# note\r\nquery p1turn \r\n";
    BytesFile file;
    restart_with(bytes, sizeof bytes - 1, &file);
    bool fine = host_hears(host, "readyok") && host_hears(host, "response false");
    bytes_file_free(&file);
    ASSERTm(host_heard(), fine);
    PASS();
}

TEST invalid_bytes_are_an_error_and_change_nothing(void) {
    static const char bytes[] = "isready\0go\nposition startpos moves a1a\x01\nposition startpos moves a1a\x1b[0m\n"
                                "position startpos \rmoves a1a\nposition startpos moves\x7f a1a\nquery p1turn\n";
    BytesFile file;
    restart_with(bytes, sizeof bytes - 1, &file);
    bool fine = true;
    for (int i = 0; fine && i < 5; i++) fine = host_hears(host, "info string error *");
    fine = fine && host_hears(host, "response true");
    bytes_file_free(&file);
    ASSERTm(host_heard(), fine);
    PASS();
}

TEST a_last_line_without_its_end_counts(void) {
    static const char bytes[] = "position startpos\ngo depth 2";
    BytesFile file;
    restart_with(bytes, sizeof bytes - 1, &file);
    host_close_input(host);
    bool fine = host_waits_for(host, "bestmove *");
    bytes_file_free(&file);
    ASSERTm(host_heard(), fine);
    ASSERT_EQ_FMT(0, host_exit_status(host), "%d");
    PASS();
}

SUITE(protocol) {
    SET_SETUP(set_up, NULL);
    SET_TEARDOWN(tear_down, NULL);
    RUN_TEST(ugi_names_the_engine_and_its_options_and_ends_with_ugiok);
    RUN_TEST(uci_says_the_same_and_ends_with_uciok);
    RUN_TEST(a_fresh_engine_stands_at_the_start_of_4x4x4);
    RUN_TEST(blank_and_comment_lines_are_ignored);
    RUN_TEST(unknown_words_before_a_command_are_skipped);
    RUN_TEST(words_may_be_separated_by_tabs_and_many_spaces);
    RUN_TEST(help_knows_every_command);
    RUN_TEST(a_position_is_start_or_text_and_moves);
    RUN_TEST(a_repeated_word_moves_is_skipped);
    RUN_TEST(a_position_from_text_leaves_the_option_game_alone);
    RUN_TEST(the_option_game_starts_that_game_under_either_name);
    RUN_TEST(queries_tell_the_result_and_every_completed_line);
    RUN_TEST(a_draw_is_seen_while_cells_are_empty);
    RUN_TEST(the_points_of_both_sides_are_told);
    RUN_TEST(the_board_is_drawn_with_the_last_move_marked);
    RUN_TEST(every_error_is_told_once_and_changes_nothing);
    RUN_TEST(an_overlong_line_is_refused_and_the_next_one_read);
    RUN_TEST(an_error_is_told_in_one_short_printable_line);
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
    RUN_TEST(the_clock_that_counts_is_that_of_the_side_to_move);
    RUN_TEST(searchmoves_restricts_the_first_move);
    RUN_TEST(a_win_is_told_in_moves_of_the_winner);
    RUN_TEST(points_are_told_in_hundredths_and_never_as_mate);
    RUN_TEST(info_has_all_its_parts);
    RUN_TEST(bestmove_names_a_ponder_move_only_with_the_option_ponder);
    static const char *const unbounded[] = {"go", "go infinite", "go ponder", "go infinite depth 2",
                                            "go ponder depth 1 p1time 100 p2time 100"};
    for (size_t i = 0; i < sizeof unbounded / sizeof unbounded[0]; i++) {
        RUN_TESTp(an_unbounded_search_holds_its_move_back_until_stop, unbounded[i]);
        RUN_TESTp(wait_is_an_error_while_the_search_is_unbounded, unbounded[i]);
        RUN_TESTp(the_end_of_input_stops_an_unbounded_search, unbounded[i]);
    }
    RUN_TEST(a_finished_game_has_no_move);
    RUN_TEST(ponderhit_lets_the_clock_run);
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
        RUN_TESTp(what_would_change_the_state_is_refused_during_a_search, changes[i]);
    }
    RUN_TEST(stop_without_a_search_says_nothing);
    RUN_TEST(every_go_gets_exactly_one_bestmove);
    RUN_TEST(wait_reads_no_further_until_the_search_is_over);
    RUN_TEST(a_new_game_and_the_button_forget_what_was_learnt);
    RUN_TEST(uginewgame_needs_no_isready_and_keeps_the_position);
    RUN_TEST(a_game_of_512_plies_fits_into_a_line);
    RUN_TEST(the_log_file_gets_both_sides_of_the_conversation);
    RUN_TESTp(quit_ends_the_program_at_once, "quit");
    RUN_TESTp(quit_ends_the_program_at_once, "go infinite\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go depth 100\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go ponder\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go perft 20\nquit");
    RUN_TEST(the_end_of_input_lets_a_bounded_search_finish);
    RUN_TEST(the_end_of_input_without_a_search_ends_the_program);
    RUN_TEST(lines_may_end_with_carriage_return_and_newline);
    RUN_TEST(invalid_bytes_are_an_error_and_change_nothing);
    RUN_TEST(a_last_line_without_its_end_counts);
    SET_SETUP(NULL, NULL);
    SET_TEARDOWN(NULL, NULL);
}
