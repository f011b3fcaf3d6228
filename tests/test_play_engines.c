/* The player and its engines, working and broken: the fake one, which plays the first free cell, and our own. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "support/arena.h"
#include "support/program_run.h"
#include "support/session.h"

TEST a_person_plays_an_engine_from_either_side(void) {
    CHECK_CALL(program_says("play 5x5 --engine '%/fake_engine instant'", "a5\nb5\nc5\nd5\ne5\n", 0, "X wins!\n"));
    CHECK_CALL(
        program_says("play 5x5 --first engine --engine '%/fake_engine instant'", "a5\nb5\nc5\nd5\n", 0, "X wins!\n"));
    CHECK_CALL(program_says("play 5x5 --o '%/fake_engine instant'", "a5\n", 0, "X: you, O: Fake instant\n"));
    CHECK_CALL(program_says("play 5x5 --x '%/fake_engine instant'", "a5\n", 0, "X: Fake instant, O: you\n"));
    PASS();
}

TEST in_a_terminal_the_engine_answers_each_move(void) {
    Session talk;
    ASSERT(session_begin(&talk, SESSION_TERMINAL, "play 4x4x4 --engine '%/fake_engine instant'", "NO_COLOR=1"));
    static const char *const moves[] = {"a4d\n", "b4d\n", "c4d\n", "64\n"};
    for (int i = 0; i < 4; i++) {
        ASSERT(session_expect(&talk, "X to move: "));
        ASSERT(session_send(&talk, moves[i]));
    }
    ASSERT(session_expect(&talk, "4 *X*X*X*X\r\n"));
    ASSERT(session_expect(&talk, "Winning line: a4d b4d c4d d4d\r\nX wins!\r\n"));
    ASSERT(session_send(&talk, "undo\n"));
    ASSERT(session_expect(&talk, "X to move: "));
    ASSERT(session_send(&talk, "d4d\n"));
    ASSERT(session_expect(&talk, "X wins!"));
    ASSERT(session_send(&talk, "new 3x3\n"));
    ASSERT(session_expect(&talk, "Game 3x3."));
    ASSERT(session_expect(&talk, "X to move: "));
    ASSERT(session_send(&talk, "quit\n"));
    ASSERT_EQ(0, session_end(&talk));
    session_free(&talk);
    PASS();
}

TEST two_engines_play_while_one_watches(void) {
    CHECK_CALL(program_says("play 6x6x6 --x '%/fake_engine instant' --o '%/fake_engine crlf' --info", "", 0,
                            "Winning line: a1a a2a a3a a4a a5a a6a\nX wins!\n"));
    CHECK_CALL(program_says("play 3x3 --x engine --o engine --time 0.02", "", 0,
                            "Draw: every line holds stones of both sides.\n"));
    CHECK_CALL(program_says("play 4x4x4 --x engine --o '%/fake_engine instant' --time 0.05", "", 0, "X wins!\n"));
    PASS();
}

TEST our_engine_is_found_beside_the_program(void) {
    CHECK_CALL(program_says("play 3x3x3 --time 0.05", "b2b\n", 0, "X: you, O: Rowan"));
    CHECK_CALL(program_says("play 3x3x3:magic10 --time 0.05", "engine\nhint\n", 0, "X: Rowan"));
    CHECK_CALL(program_says("play 3x3 --time 0.05", "a1\nhint\n", 0, "Hint: "));
    CHECK_CALL(program_says("play 4x4x4 --time 0.05", "hint\n", 0, ": X wins in at most 26 moves, depth 1, line a1a "));
    PASS();
}

TEST what_the_engine_lacks_is_said(void) {
    CHECK_CALL(program_says("play 3x3 --level easy --seed 7 --engine '%/fake_engine instant'", "", 0,
                            "The engine Fake instant has no option Level, so it plays at its usual strength.\n"
                            "The engine Fake instant has no option Seed, so its choices cannot be repeated.\n"));
    PASS();
}

TEST level_and_seed_make_a_game_that_can_be_repeated(void) {
    char *games[3];
    for (int i = 0; i < 3; i++) {
        int status = -1;
        games[i] = program_run(i < 2 ? "play 4x4x4 --x engine --o engine --level easy --seed 3 --time 20"
                                     : "play 4x4x4 --x engine --o engine --level easy --seed 4 --time 20",
                               "", &status);
        ASSERT(games[i] != NULL);
        ASSERT_EQ(0, status);
        ASSERT(strstr(games[i], "has no option") == NULL);
    }
    ASSERT_STR_EQ(games[0], games[1]);
    ASSERT(strcmp(games[0], games[2]) != 0);
    for (int i = 0; i < 3; i++) free(games[i]);
    return program_says("play 3x3 --seed 99999999999", "", 1, "refuses Seed 99999999999: ");
}

TEST a_broken_engine_gives_a_message_and_never_a_hang(void) {
    static const struct {
        const char *mode, *answer;
    } faults[] = {
        {"exit-start", "does not start: exited with status 3"},
        {"crash-start", "does not start: crashed with signal"},
        {"crash-move", "gave no move: crashed with signal"},
        {"exit-move", "gave no move: exited with status 3"},
        {"close-stdout", "gave no move: closed its output"},
        {"illegal", "gave no legal move: 'a1'"},
        {"none", "gave no legal move: '(none)'"},
        {"malformed", "gave no move: malformed answer"},
        {"hang-move", "gave no move: timed out after "},
        {"flood", "gave no move: sent 200000 lines without bestmove"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        /* Only the one that hangs is to be late, however busy the machine is. */
        const char *seconds = strcmp(faults[i].mode, "hang-move") == 0 ? "0.05" : "60";
        char command[128];
        snprintf(command, sizeof command, "play 3x3 --time %s --engine '%%/fake_engine %s'", seconds, faults[i].mode);
        CHECK_CALL(program_says(command, "a1\nb2\n", 1, faults[i].answer));
    }
    CHECK_CALL(program_says("play 3x3 --engine /nonexistent/engine", "", 1,
                            "does not start: cannot run '/nonexistent/engine'"));
    CHECK_CALL(program_says("play 3x3 --engine yes", "", 1, "does not start: sent 200000 lines without ugiok"));
    CHECK_CALL(program_says("play 3x3 --engine 'a \"b'", "", 1, "a quote is not closed"));
    PASS();
}

TEST a_failed_hint_does_not_end_the_game(void) {
    return program_says(
        "play 3x3 --x human --o human --engine '%/fake_engine crash-move'", "hint\na1\n", 0,
        "There is no hint: the engine Fake crash-move gave no move: crashed with signal 11 (segmentation "
        "fault) before bestmove.\n"
        "X to move: a1\n\n   a b c\n1 >X . .\n");
}

/* Its child has left its group and made itself a session. */
TEST nothing_that_an_engine_started_outlives_the_game(int number) {
    ProcFailure failure;
    ProcLine line = {0};
    char **argv = arena_command("@B/play 4x4x4 --engine '@B/fake_engine session-child @M'");
    Proc *proc = proc_new(&(ProcSpec){.argv = argv, .stderr_to = PROC_STDERR_NULL}, &failure);
    int64_t deadline_us = clock_now_us() + 20000000;
    free(argv);
    ASSERT(proc != NULL && proc_write_line(proc, "a1a", deadline_us) == PROC_OK);
    do ASSERT_EQ(PROC_OK, proc_read_line(proc, deadline_us, &line));
    while (strncmp(line.text, "O played ", 9) != 0);
    if (number == 0) ASSERT_EQ(PROC_OK, proc_write_line(proc, "quit", deadline_us));
    if (number != 0) ASSERT_EQ(0, kill(proc_pid(proc), number));
    ProcEnd how;
    ASSERT(proc_wait(proc, deadline_us, &how));
    ASSERT_EQ(number, how.kind == PROC_SIGNALLED ? how.code : 0);
    proc_free(proc);
    ASSERT(arena_is_empty());
    PASS();
}

SUITE(play_engines) {
    RUN_TEST(a_person_plays_an_engine_from_either_side);
    RUN_TEST(in_a_terminal_the_engine_answers_each_move);
    RUN_TEST(two_engines_play_while_one_watches);
    RUN_TEST(our_engine_is_found_beside_the_program);
    RUN_TEST(what_the_engine_lacks_is_said);
    RUN_TEST(level_and_seed_make_a_game_that_can_be_repeated);
    RUN_TEST(a_broken_engine_gives_a_message_and_never_a_hang);
    RUN_TEST(a_failed_hint_does_not_end_the_game);
    arena_open();
    RUN_TESTp(nothing_that_an_engine_started_outlives_the_game, 0);
    RUN_TESTp(nothing_that_an_engine_started_outlives_the_game, SIGINT);
    arena_close();
}
