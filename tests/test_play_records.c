/* The player and recorded games: save, load, replay. */
#include "support/program_run.h"
#include "support/scratch.h"
#include "support/session.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

TEST a_saved_game_can_be_loaded_and_replayed(void) {
    const char *path = scratch_file("saved game.txt");
    char input[300], command[200], expected[300];
    snprintf(input, sizeof input, "a1a\nb2b\nc3c\nsave %s\n", path);
    snprintf(expected, sizeof expected, "3 moves saved to %s.\n", path);
    CHECK_CALL(program_says("play 3x3x3:score10 --x human --o human", input, 0, expected));
    snprintf(input, sizeof input, "load %s\nundo\nc3a\n", path);
    CHECK_CALL(program_says("play 4x4x4 --x human --o human", input, 0, "X has played: 1 9\nO has played: 14\n"));
    snprintf(command, sizeof command, "play --replay '%s'", path);
    CHECK_CALL(program_says(command, "", 0, "Result *: the game is not finished\n"));
    snprintf(input, sizeof input, "1\nresign\nsave %s\n", path);
    snprintf(expected, sizeof expected, "1 move saved to %s.\n", path);
    CHECK_CALL(program_says("play 3x3 --x human --o human", input, 0, expected));
    CHECK_CALL(program_says(command, "", 0, "Result 1-0: O resigned\n"));
    PASS();
}

/* Games of the referee may begin with a position; they are replayed, loaded and saved again with it. */
TEST a_game_that_begins_with_a_position_keeps_it(void) {
    const char *path = scratch_file("from position.txt"), *book = scratch_file("position book.txt");
    char command[600], input[300], expected[300];
    remove(path);
    ASSERT(scratch_write(book, "xo1/3/3 x\n"));
    snprintf(command, sizeof command,
             "referee --engine name=A cmd='%%/sparring rules' --engine name=B cmd='%%/sparring random' --each depth=1 "
             "--game 3x3 "
             "--openings '%s' --games 1 --record '%s'",
             book, path);
    CHECK_CALL(program_says(command, "", 0, "1 of 1 games"));
    snprintf(command, sizeof command, "play --replay '%s'", path);
    CHECK_CALL(program_says(command, "", 0, "ply 2 of "));
    snprintf(input, sizeof input, "load %s\nundo\nsave %s\nquit\n", path, path);
    snprintf(expected, sizeof expected, " saved to %s.\n", path);
    CHECK_CALL(program_says("play 4x4 --x human --o human", input, 0, expected));
    CHECK_CALL(program_says(command, "", 0, "Result *: the game is not finished\n"));
    PASS();
}

/* However a game ends, its record says so. */
TEST the_end_of_a_saved_game_is_recorded(const char *play, const char *moves, const char *result) {
    const char *path = scratch_file("ended game.txt");
    char input[400], command[200];
    remove(path);
    snprintf(input, sizeof input, "%s\nsave %s\nquit\n", moves, path);
    CHECK_CALL(program_says(play, input, 0, " saved to "));
    snprintf(command, sizeof command, "play --replay '%s'", path);
    return program_says(command, "", 0, result);
}

TEST only_recorded_games_are_overwritten(void) {
    const char *path = scratch_file("letter.txt");
    char input[200], expected[300], text[32] = "";
    ASSERT(scratch_write(path, "Dear all,\n"));
    snprintf(input, sizeof input, "save %s\nload %s\n", path, path);
    snprintf(expected, sizeof expected, "%s exists and is not a recorded game.\n", path);
    CHECK_CALL(program_says("play 3x3 --x human --o human", input, 0, expected));
    CHECK_CALL(program_says("play 3x3 --x human --o human", input, 0, "it does not begin with"));
    FILE *file = fopen(path, "r");
    ASSERT(file != NULL && fgets(text, sizeof text, file) != NULL);
    fclose(file);
    ASSERT_STR_EQ("Dear all,\n", text);
    PASS();
}

/* While it is set, programs we start cannot write a byte to any file, as if the disk were full. */
static bool set_disk_full(bool is_full, struct rlimit *usual) {
    struct rlimit none;
    if (is_full && getrlimit(RLIMIT_FSIZE, usual) != 0) return false;
    none = (struct rlimit){.rlim_cur = 0, .rlim_max = usual->rlim_max};
    signal(SIGXFSZ, is_full ? SIG_IGN : SIG_DFL);
    return setrlimit(RLIMIT_FSIZE, is_full ? &none : usual) == 0;
}

TEST a_game_that_cannot_be_saved_leaves_the_old_one(void) {
    const char *path = scratch_file("kept game.txt");
    char save[200], load[200], expected[300];
    struct rlimit usual;
    snprintf(save, sizeof save, "a1\nb2\nsave %s\n", path);
    snprintf(expected, sizeof expected, "2 moves saved to %s.\n", path);
    CHECK_CALL(program_says("play 3x3 --x human --o human", save, 0, expected));
    snprintf(save, sizeof save, "save %s\n", path);
    snprintf(expected, sizeof expected, "Cannot write '%s': File too large.\n", path);
    ASSERT(set_disk_full(true, &usual));
    int status = -1;
    char *text = program_run("play 5x5 --x human --o human", save, &status);
    ASSERT(set_disk_full(false, &usual));
    ASSERT(text != NULL && strstr(text, expected) != NULL);
    ASSERT_EQ(0, status);
    free(text);
    snprintf(load, sizeof load, "load %s\n", path);
    return program_says("play 4x4x4 --x human --o human", load, 0, "O played b2 (cell 5)\n");
}

/* A name may have 255 bytes, and the file that is written first needs one of its own beside it. */
TEST a_game_is_saved_under_the_longest_name(size_t length) {
    char folder[] = "/tmp/rowan-tests-XXXXXX", path[300], input[700], again[340], command[340];
    ASSERT(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/%0*d", folder, (int)length, 0);
    snprintf(input, sizeof input, "a1\nsave %s\nb2\nsave %s\n", path, path);
    snprintf(again, sizeof again, "2 moves saved to %s.\n", path);
    CHECK_CALL(program_says("play 3x3 --x human --o human", input, 0, again));
    snprintf(command, sizeof command, "solve 3x3x3 --proof %s", path);
    CHECK_CALL(program_says(command, "", 0, "proof  1 entry"));
    ASSERT_EQ(0, unlink(path));
    ASSERT_EQm("something else is left in the folder", 0, rmdir(folder));
    PASS();
}

/* Two games as the referee writes them. */
static const char record_text[] = "; Rowan referee, record format 1\n"
                                  "[Argument \"--games\"]\n"
                                  "[Argument \"2\"]\n"
                                  "\n"
                                  "[Number \"1\"]\n[Round \"1\"]\n[X \"A\"]\n[O \"B\"]\n[Game \"3x3\"]\n"
                                  "[OpeningPlies \"1\"]\n[ControlX \"depth=2\"]\n[ControlO \"depth=2\"]\n"
                                  "[Date \"2026-11-16T05:52:11Z\"]\n[Result \"1-0\"]\n[Ending \"line\"]\n"
                                  "[Reason \"X completed a line\"]\n[Plies \"5\"]\n"
                                  "\n"
                                  "1. b2 a1 {+0.35/6 4023 0.012s} 2. b1 {+M2/9 77 0.003s} c1 3. b3 {+M1/1 5 0.001s}\n"
                                  "1-0\n"
                                  "\n"
                                  "[Number \"2\"]\n[Round \"1\"]\n[X \"B\"]\n[O \"A\"]\n[Game \"3x3x3\"]\n"
                                  "[OpeningPlies \"0\"]\n[ControlX \"\"]\n[ControlO \"\"]\n[Date \"\"]\n"
                                  "[Result \"1-0\"]\n[Ending \"crash\"]\n[Reason \"O crashed\"]\n[Plies \"1\"]\n"
                                  "\n"
                                  "1. b2b\n"
                                  "1-0\n"
                                  "\n";

TEST a_recorded_game_is_replayed_move_by_move(void) {
    const char *path = scratch_file("record.txt");
    char command[200];
    ASSERT(scratch_write(path, record_text));
    snprintf(command, sizeof command, "play --replay %s", path);
    CHECK_CALL(program_says(command, "", 0, "Game 1: 3x3, X: A, O: B, 5 plies (1 from the opening)\n\nply 0 of 5\n"));
    CHECK_CALL(
        program_says(command, "", 0, "\nO played a1 (cell 1)\nvalue +0.35 for O, depth 6, 4023 nodes, 0.012 s\n"));
    CHECK_CALL(program_says(command, "", 0, "1  O*X O\n2  .*X .\n3  .*X .\n\nX played b3 (cell 8)\n"));
    snprintf(command, sizeof command, "play --replay %s 2", path);
    CHECK_CALL(program_says(command, "", 0, "Game 2: 3x3x3, X: B, O: A"));
    CHECK_CALL(program_says(command, "", 0, "Result 1-0: O crashed\n"));
    snprintf(command, sizeof command, "play --replay %s 3", path);
    CHECK_CALL(program_says(command, "", 2, "holds 2 games, so there is no game 3\n"));
    CHECK_CALL(program_says("play --replay /nonexistent/file", "", 2, "/nonexistent/file"));
    ASSERT(scratch_write(path, "; Rowan referee, record format 1\n\n[Number \"1\"]\n[Game \"3x3\"]\n"));
    snprintf(command, sizeof command, "play --replay %s", path);
    CHECK_CALL(program_says(command, "", 2, "ends in the middle of game 1\n"));
    PASS();
}

TEST in_a_terminal_a_replay_waits_at_each_ply(void) {
    const char *path = scratch_file("record.txt");
    char command[200];
    Session talk;
    ASSERT(scratch_write(path, record_text));
    snprintf(command, sizeof command, "play --replay %s 1", path);
    ASSERT(session_begin(&talk, SESSION_TERMINAL, command, NULL));
    static const char *const steps[][2] = {{"\n", "ply 1 of 5"},         {"\n", "ply 2 of 5"},
                                           {"b\n", "ply 1 of 5"},        {"4\n", "ply 4 of 5"},
                                           {"9\n", "a ply from 0 to 5"}, {"n\n", "Result 1-0: X completed a line"},
                                           {"0\n", "ply 0 of 5"}};
    for (int i = 0; i < 7; i++) {
        ASSERT(session_expect(&talk, "q quit] "));
        ASSERT(session_send(&talk, steps[i][0]));
        ASSERT(session_expect(&talk, steps[i][1]));
    }
    ASSERT(session_send(&talk, "q\n"));
    ASSERT_EQ(0, session_end(&talk));
    session_free(&talk);
    PASS();
}

SUITE(play_records) {
    RUN_TEST(a_saved_game_can_be_loaded_and_replayed);
    RUN_TEST(a_game_that_begins_with_a_position_keeps_it);
    RUN_TESTp(the_end_of_a_saved_game_is_recorded, "play 3x3 --x human --o human", "a1\nb1\na2\nb2\na3",
              "Result 1-0: X completed a line\n");
    RUN_TESTp(the_end_of_a_saved_game_is_recorded, "play 3x3 --x human --o human", "a1\nb1\na2\nb2\nc3\nb3",
              "Result 0-1: O completed a line\n");
    RUN_TESTp(the_end_of_a_saved_game_is_recorded, "play 3x3 --x human --o human", "a1\nb2\nc3\nb1\nb3\na3\nc1\nc2\na2",
              "Result 1/2-1/2: draw\n");
    RUN_TESTp(the_end_of_a_saved_game_is_recorded, "play 3x3:score --x human --o human",
              "a1\na2\nb1\nb2\nc1\na3\nc2\nb3\nc3", "Result 1-0: X has more points\n");
    RUN_TESTp(the_end_of_a_saved_game_is_recorded, "play 5x5 --x human --o human --max-plies 3", "a1\nb1\na2",
              "Result 1/2-1/2: draw after 3 plies\n");
    RUN_TEST(only_recorded_games_are_overwritten);
    RUN_TEST(a_game_that_cannot_be_saved_leaves_the_old_one);
    RUN_TESTp(a_game_is_saved_under_the_longest_name, 200);
    RUN_TESTp(a_game_is_saved_under_the_longest_name, 244);
    RUN_TESTp(a_game_is_saved_under_the_longest_name, 255);
    RUN_TEST(a_recorded_game_is_replayed_move_by_move);
    RUN_TEST(in_a_terminal_a_replay_waits_at_each_ply);
}
