/* The compliance test of the referee: our engines pass it, and engines that misbehave fail the step that is about it.
 */
#include <stdio.h>
#include <string.h>

#include "greatest.h"
#include "support/arena.h"

static bool fails(const char *step) {
    char line[256];
    snprintf(line, sizeof line, "FAIL  %s\n", step);
    return arena_says(line);
}

TEST our_engines_pass(void) {
    static const char *const engines[] = {"rowan", "sparring random"};
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
        ASSERT_EQ_FMTm(engines[i], 0, RUN("@B/referee --check '@B/%s'", engines[i]), "%d");
        ASSERT(arena_says("25 of 25 steps passed, 0 failed, 0 skipped"));
    }
    PASS();
}

TEST who_misbehaves_fails_the_step_that_is_about_it(void) {
    static const char *const known[][2] = {
        {"double", "every go gets one legal bestmove, however small its limits"},
        {"illegal", "whole games, every move legal"},
        {"instant", "go infinite holds its bestmove back until stop"},
        {"instant", "bestmove (none) when the game is over"},
        {"instant", "query p1turn, gameover and result"},
        {"ignore-quit", "quit ends the program"},
        {"exit-start", "handshake: ugi is answered by id name and ugiok"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (i == 0 || strcmp(known[i][0], known[i - 1][0]) != 0) {
            ASSERT_EQ_FMTm(known[i][0], 1, RUN("@B/referee --check '@B/fake_engine %s @M'", known[i][0]), "%d");
        }
        ASSERTm(known[i][0], fails(known[i][1]));
        /* What it does right is not held against it. */
        bool has_passes = strstr(arena_output(), "pass  isready is answered once each") != NULL;
        ASSERT_EQ(strcmp(known[i][0], "exit-start") != 0, has_passes);
    }
    ASSERT(arena_is_empty());
    PASS();
}

/* Whatever line is the last that it reads, every step is judged, and those that need more lines fail. */
TEST an_engine_may_die_at_any_line(void) {
    static const int lines[] = {1, 3, 5, 7, 9, 11, 16};
    int passed_before = 0;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int passed, of, failed;
        ASSERT_EQ(1, RUN("@B/referee --check \"/bin/sh -c 'sed -u %dq | @B/sparring rules'\"", lines[i]));
        ASSERT(fails("whole games, every move legal") && (i > 0 || fails("quit ends the program")));
        const char *sum = strstr(arena_output(), "\n\n");
        ASSERT(sum != NULL && sscanf(sum, "%d of %d steps passed, %d failed, 0 skipped", &passed, &of, &failed) == 3);
        ASSERT_EQ(25, of);
        ASSERT_EQ(25, passed + failed);
        ASSERT(passed >= passed_before);
        passed_before = passed;
    }
    PASS();
}

/* Engines as shell scripts: they answer at once, and nearly everything wrong. */
#define ANSWERS(UGI, READY, GO, STOP, QUERY, OTHER)                                                                    \
    "while read -r word rest; do case $word in ugi) " UGI ";; isready) " READY ";; go) " GO ";; stop) " STOP           \
    ";; query) " QUERY ";; quit) exit 3;; *) " OTHER ";; esac; done\n"

static const char *const scripts[][6] = {
    {ANSWERS("echo 'option name A type magic default 1'; echo ugiok", "echo readyok; echo readyok", "echo bestmove a1",
             "echo bestmove b2", "echo response maybe", ":"),
     "there is no id name before ugiok", "option A: unknown type 'magic'", "8 readyok for 4 isready",
     "it has no option Game", "stop without a search was answered by a bestmove"},
    {ANSWERS("echo 'id name B'; echo 'option name Game type string default 4x4x4'; echo 'option name N type spin "
             "default 1'; "
             "echo ugiok",
             "echo readyok", "echo bestmove zz", ":", "echo response false", ":"),
     "option N has no range", "Game chess was not refused", "is not legal", NULL, NULL},
    {ANSWERS("echo 'id name C'; echo 'option name Game type string default 4x4x4'; echo 'option name N type combo "
             "default a'; "
             "echo ugiok",
             "echo readyok", "echo 'bestmove (none)'", "echo 'bestmove (none)'", "echo response true",
             "echo info string error no"),
     "option N has no var", "it refused a legal position of 3x3: no", "no", NULL, NULL},
    {ANSWERS("echo 'id name D'; echo 'option name N type spin min 1 max 2'; echo ugiok", "echo readyok",
             "echo 'bestmove (none)'", ":", "echo response true", ":"),
     "option N has no default", "bestmove (none), but the game is not over", "came by itself", NULL, NULL},
};

TEST wrong_answers_are_told_apart(void) {
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        FILE *file = fopen(arena_file("engine.sh"), "w");
        ASSERT(file != NULL && fputs(scripts[i][0], file) >= 0 && fclose(file) == 0);
        ASSERT_EQ(1, RUN("@B/referee --check '/bin/sh @D/engine.sh'"));
        for (int k = 1; k < 6 && scripts[i][k] != NULL; k++) ASSERT(arena_says(scripts[i][k]));
        ASSERT(fails("quit ends the program"));
    }
    PASS();
}

TEST an_engine_that_cannot_be_run_is_an_error(void) {
    ASSERT_EQ(2, RUN("@B/referee --check /no/such/engine"));
    ASSERT(arena_says("referee: ") && strstr(arena_output(), "steps") == NULL);
    ASSERT_EQ(2, RUN("@B/referee --check"));
    ASSERT_EQ(2, RUN("@B/referee --check \"build 'rowan\""));
    ASSERT(arena_says("referee: --check: "));
    PASS();
}

SUITE(compliance) {
    arena_open();
    RUN_TEST(our_engines_pass);
    RUN_TEST(who_misbehaves_fails_the_step_that_is_about_it);
    RUN_TEST(an_engine_may_die_at_any_line);
    RUN_TEST(wrong_answers_are_told_apart);
    RUN_TEST(an_engine_that_cannot_be_run_is_an_error);
    arena_close();
}
