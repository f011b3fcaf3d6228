/* What goes with a value: the chances of a win, a draw and a loss, and where the static value comes from. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/wdl.h"
#include "rules/shape.h"
#include "support/protocol.h"

/* Chances */

TEST chances_add_up_and_mirror_and_rise_with_the_value(const char *name) {
    Game game;
    Reason why;
    ASSERT(game_parse(word_of(name), &game, &why));
    Shape *shape = shape_new(&game);
    ASSERT(shape != NULL);
    const WdlFit *fit = wdl_fit_for(shape->geometry, &game);
    int last = -1;
    for (int value = -1000; value <= 1000; value += 10) {
        Wdl wdl = wdl_expected(fit, value), mirrored = wdl_expected(fit, -value);
        ASSERT_EQ(1000, wdl.win + wdl.draw + wdl.loss);
        ASSERT(wdl.win >= 0 && wdl.draw >= 0 && wdl.loss >= 0);
        ASSERT(wdl.win <= 999 && wdl.draw <= 999 && wdl.loss <= 999);
        ASSERT(wdl.win == mirrored.loss && wdl.draw == mirrored.draw);
        ASSERT(wdl.win >= last);
        last = wdl.win;
    }
    ASSERT(last > wdl_expected(fit, 0).win);
    shape_free(shape);
    PASS();
}

TEST they_are_shown_after_the_score_and_only_if_asked_for(void) {
    SETTLES("position startpos moves a1a b2b");
    host_send(host, "go depth 2");
    while (!matches(host_line(host), "bestmove *")) ASSERT_FALSEm(host_heard(), matches(host_heard(), "* wdl *"));
    SETTLES("setoption name UCI_ShowWDL value true");
    host_send(host, "go depth 2");
    HEARS("info depth 1 * score * wdl * nodes *");
    int win, draw, loss;
    ASSERT_EQ(3, sscanf(strstr(host_heard(), " wdl "), " wdl %d %d %d", &win, &draw, &loss));
    ASSERT_EQ(1000, win + draw + loss);
    WAITS_FOR("bestmove *");
    PASS();
}

TEST where_a_value_is_proven_there_is_no_doubt(const char *position, const char *shown) {
    char pattern[80];
    SETTLES("setoption name UCI_ShowWDL value true");
    SETTLES(position);
    host_send(host, "go nodes 10000");
    snprintf(pattern, sizeof pattern, "info depth * score * wdl %s nodes *", shown);
    WAITS_FOR(pattern);
    WAITS_FOR("info string proven *");
    WAITS_FOR("bestmove *");
    PASS();
}

/* The first line with 1000 in it is followed by one that says that the value is proven. */
TEST elsewhere_some_doubt_is_left(const char *position, const char *go) {
    int doubtful = 0;
    bool is_sure = false;
    SETTLES("setoption name UCI_ShowWDL value true");
    SETTLES(position);
    host_send(host, go);
    while (!is_sure && !matches(host_line(host), "bestmove *")) {
        ASSERTm(host_heard(), matches(host_heard(), "* wdl *"));
        is_sure = matches(host_heard(), "* wdl *1000 *nodes *");
        doubtful += !is_sure;
    }
    if (is_sure) HEARS("info string proven *");
    ASSERT(doubtful >= 3);
    PASS();
}

/* eval full */

/* The number after the last word "value" of the line; 0 if there is none. */
static int value_in(const char *line) {
    const char *at = strstr(line, ", value ");
    if (at == NULL) at = strstr(line, ": value ");
    return at != NULL ? atoi(at + strlen(", value ")) : 0;
}

TEST the_parts_of_the_value_add_up(const char *position) {
    int sum = 0, value;
    SETTLES(position);
    host_send(host, "eval full");
    while (matches(host_line(host), "info string eval *")) sum += value_in(host_heard());
    ASSERT_EQ_FMTm(host_heard(), 1, sscanf(host_heard(), "eval cp %d", &value), "%d");
    ASSERT_EQ_FMT(value, sum, "%d");
    IS_SILENT();
    PASS();
}

/* The static value after a move is that of its cell, for the other side. */
TEST the_value_of_a_cell_is_that_of_the_position_after_it(void) {
    int of_cell, after;
    SETTLES("position startpos moves a1a b2b c3b");
    host_send(host, "eval full");
    WAITS_FOR("info string eval cells *");
    ASSERT_EQ(1, sscanf(strstr(host_heard(), " d4d "), " d4d %d", &of_cell));
    WAITS_FOR("eval cp *");
    SETTLES("moves d4d");
    host_send(host, "eval");
    WAITS_FOR("eval cp *");
    ASSERT_EQ(1, sscanf(host_heard(), "eval cp %d", &after));
    ASSERT_EQ_FMT(-after, of_cell, "%d");
    PASS();
}

TEST a_cell_that_wins_says_so(void) {
    SETTLES("position fen xx1/oo1/3 x");
    host_send(host, "eval full");
    WAITS_FOR("info string eval cells *");
    ASSERTm(host_heard(), matches(host_heard(), "* c1 wins *"));
    PASS();
}

SUITE(explanations) {
    with_a_host_for_each_test();
    static const char *const games[] = {"3x3", "4x4x4", "15x15", "5x5x5", "6x6x6", "8x8x8", "4x4x4x4", "3x3x3:magic10"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        RUN_TESTp(chances_add_up_and_mirror_and_rise_with_the_value, games[i]);
    }
    RUN_TEST(they_are_shown_after_the_score_and_only_if_asked_for);
    RUN_TESTp(where_a_value_is_proven_there_is_no_doubt, "position fen xx1/oo1/3 x", "1000 0 0");
    RUN_TESTp(where_a_value_is_proven_there_is_no_doubt, "position fen xox/3/3 o", "0 1000 0");
    RUN_TESTp(where_a_value_is_proven_there_is_no_doubt, "position fen xox/3/x1o o", "0 0 1000");
    RUN_TESTp(elsewhere_some_doubt_is_left, "position fen 3/3/3 x", "go depth 9");
    RUN_TESTp(elsewhere_some_doubt_is_left, "position startpos moves a1a b2b d4d a2a", "go nodes 20000");
    RUN_TESTp(elsewhere_some_doubt_is_left,
              "setoption name UseProofs value false\nsetoption name Game value 6x6x6\nposition startpos moves a1a b2b",
              "go nodes 5000");
    RUN_TESTp(the_parts_of_the_value_add_up, "position startpos moves a1a b2b d4d a2a");
    RUN_TESTp(the_parts_of_the_value_add_up, "position fen xo1/1x1/2o x");
    RUN_TESTp(the_parts_of_the_value_add_up, "position fen xxx/oo1/3 o score");
    RUN_TESTp(the_parts_of_the_value_add_up,
              "setoption name Game value 4x4x4x4\nposition startpos moves a1a1 b2b2 a1b1");
    RUN_TEST(the_value_of_a_cell_is_that_of_the_position_after_it);
    RUN_TEST(a_cell_that_wins_says_so);
}
