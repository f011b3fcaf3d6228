/* The referee never waits for ever, gives nobody time for nothing, and keeps what engines write to standard error away
 * from the terminal. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "common/proc.h"
#include "greatest.h"
#include "referee/overruns.h"
#include "support/arena.h"

enum { LOG_MAX = 1 << 21, END_WITHIN_MS = 30000 };

/* The whole file, to be freed. */
static char *read_file(const char *name, size_t *length) {
    FILE *stream = fopen(arena_file(name), "r");
    char *text = calloc(1, LOG_MAX);
    if (stream == NULL || text == NULL) abort();
    *length = fread(text, 1, LOG_MAX - 1, stream);
    fclose(stream);
    return text;
}

static int count(const char *text, const char *part) {
    int found = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part)) found++;
    return found;
}

/* On a machine that stalls there are some. They are played again. */
static int void_games(void) {
    return count(arena_output(), "  void  the referee was held up ");
}

#define AGAINST(MODE)                                                                                                  \
    "@B/referee --engine name=F cmd='@B/fake_engine " MODE " @M' --engine name=G cmd='@B/fake_engine instant @M' "

/* The engine has left its process group and ignores every signal that can be ignored. */
TEST an_engine_that_cannot_be_reached_does_not_keep_the_referee(void) {
    ProcFailure failure;
    ProcEnd end;
    ProcLine line;
    char **argv = arena_command(AGAINST("steal-group after=2") "--each depth=1 hang-ms=60000 quit-ms=100 --game 4x4x4");
    Proc *proc = proc_new(&(ProcSpec){.argv = argv, .stderr_to = PROC_STDERR_NULL}, &failure);
    free(argv);
    ASSERT(proc != NULL);
    int64_t end_us = clock_now_us() + END_WITHIN_MS * INT64_C(1000);
    arena_sleep_ms(300);
    ASSERT_EQ(0, kill(proc_pid(proc), SIGTERM));
    while (proc_read_line(proc, end_us, &line) == PROC_OK) {
    }
    bool has_ended = proc_wait(proc, end_us, &end);
    proc_free(proc);
    ASSERT(has_ended);
    ASSERT_EQ(128 + SIGTERM, end.code);
    ASSERT(arena_is_empty());
    PASS();
}

TEST no_position_is_known_before_its_time_runs(void) {
    size_t length;
    ASSERT_EQ(0, RUN(AGAINST("think-ready 40") "--each st=1 --game 3x3 --log @D/thinker --quiet"));
    char *log = read_file("thinker", &length);
    ASSERT(count(log, "F > position") >= 4);
    ASSERT_EQ(0, count(log, "thought while the clock stood still"));
    free(log);
    PASS();
}

/* With all deadlines at their defaults: the game is lost when its time is up, not a minute later. */
TEST a_hung_engine_is_stopped_killed_and_started_again(void) {
    size_t length;
    ASSERT_EQ(0, RUN(AGAINST("hang-move") "st=60 --each st=0.1 --game 3x3 --games 2 --log @D/hung"));
    const char *reason = strstr(arena_output(), " timed out after ");
    ASSERT(reason != NULL);
    long waited_ms = strtol(reason + strlen(" timed out after "), NULL, 10);
    ASSERTm(reason, waited_ms >= 1100 && waited_ms < 30000);
    char *log = read_file("hung", &length);
    ASSERT_EQ(2 + void_games(), count(log, "F > stop\n"));
    ASSERT_EQ(2 + void_games(), count(log, "F > ugi\n"));
    free(log);
    PASS();
}

/* One that answers stop has lost on time, but it need not be started again. */
TEST a_late_engine_that_obeys_stop_lives_on(void) {
    size_t length;
    ASSERT_EQ(0, RUN(AGAINST("until-stop") "st=60 --each st=0.05 --game 3x3 --games 2 --log @D/late"));
    ASSERT_EQ(2, count(arena_output(), " lost on time by "));
    char *log = read_file("late", &length);
    ASSERT(count(log, "F > ugi\n") <= 1 + void_games());
    free(log);
    PASS();
}

TEST standard_error_goes_to_the_log_and_cannot_steer_a_terminal(void) {
    size_t length;
    ASSERT_EQ(0, RUN(AGAINST("escapes") "--each depth=1 --game 3x3 --log @D/escapes"));
    ASSERT(strchr(arena_output(), '\033') == NULL && strstr(arena_output(), "owned") == NULL);
    char *log = read_file("escapes", &length);
    ASSERT(count(log, " F ! ?]0;owned??[2J?[31mred ") >= 4);
    ASSERT(count(log, " F < info string \\x1b]0;owned\\x07\\x1b[2J\\x1b[31mred \\x9b") >= 4);
    for (size_t i = 0; i < length; i++) ASSERT(log[i] == '\n' || ((unsigned char)log[i] >= ' ' && log[i] != 0x7f));
    free(log);
    PASS();
}

/* 3.8 MB at each move; a quarter of a megabyte a game is kept. */
TEST standard_error_is_bounded(void) {
    size_t length;
    ASSERT_EQ(0, RUN(AGAINST("loud") "--each depth=1 --game 3x3 --log @D/loud"));
    ASSERT(strlen(arena_output()) < 4096);
    char *log = read_file("loud", &length);
    ASSERT(count(log, " F ! this is a line of one hundred bytes") > 1000);
    ASSERT_EQ(2, count(log, " F ! (the rest of this game is left out)\n"));
    ASSERT(length < 1 << 20);
    free(log);
    PASS();
}

/* Three of the last ten games, and not by one engine alone; never twice. */
TEST overruns_of_different_engines_are_noticed_once(void) {
    const struct {
        const char *losers; /* game by game: the engine that lost on time, or a dash */
        int warns_at;       /* 0: never */
    } known[] = {{"----------", 0}, {"000000000000", 0},          {"00-1", 4},  {"0-1-0-1-0", 5},
                 {"01", 0},         {"0---------1---------0", 0}, {"2--1-2", 6}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Overruns overruns = {0};
        Reason text;
        int warned_at = 0;
        for (int game = 0; known[i].losers[game] != '\0'; game++) {
            char loser = known[i].losers[game];
            if (!overruns_add(&overruns, loser == '-' ? -1 : loser - '0', &text)) continue;
            ASSERTm(known[i].losers, warned_at == 0);
            warned_at = game + 1;
        }
        ASSERT_EQ_FMTm(known[i].losers, known[i].warns_at, warned_at, "%d");
    }
    PASS();
}

TEST a_time_control_that_nobody_keeps_is_remarked_on(void) {
    ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd='@B/fake_engine slow 60' --engine name=G cmd='@B/fake_engine slow "
                     "61 after=2' --each st=0.02 --game 3x3 --games 8 --plies 2"));
    ASSERT_EQ(1, count(arena_output(), "referee: different engines lost "));
    ASSERT(arena_says("margin-ms"));
    PASS();
}

SUITE(referee_deadlines) {
    arena_open();
    RUN_TEST(an_engine_that_cannot_be_reached_does_not_keep_the_referee);
    RUN_TEST(no_position_is_known_before_its_time_runs);
    RUN_TEST(a_hung_engine_is_stopped_killed_and_started_again);
    RUN_TEST(a_late_engine_that_obeys_stop_lives_on);
    RUN_TEST(standard_error_goes_to_the_log_and_cannot_steer_a_terminal);
    RUN_TEST(standard_error_is_bounded);
    RUN_TEST(overruns_of_different_engines_are_noticed_once);
    RUN_TEST(a_time_control_that_nobody_keeps_is_remarked_on);
    arena_close();
}
