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

TEST an_engine_that_cannot_be_run_is_an_error(void) {
    ASSERT_EQ(2, RUN("@B/referee --check /no/such/engine"));
    ASSERT(arena_says("referee: ") && strstr(arena_output(), "steps") == NULL);
    ASSERT_EQ(2, RUN("@B/referee --check"));
    PASS();
}

SUITE(compliance) {
    arena_open();
    RUN_TEST(our_engines_pass);
    RUN_TEST(who_misbehaves_fails_the_step_that_is_about_it);
    RUN_TEST(an_engine_that_cannot_be_run_is_an_error);
    arena_close();
}
