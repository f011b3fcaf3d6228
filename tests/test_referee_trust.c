/* What the referee does not do without being told: play with engines that are not ready or refuse their options, and
 * run what a record says. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "greatest.h"
#include "support/arena.h"
#include "support/session.h"

#define AGAINST(MODE)                                                                                                  \
    "@B/referee --engine name=F cmd='@B/fake_engine " MODE " @M' --engine name=G cmd='@B/fake_engine instant @M' "     \
    "--each depth=1 start-ms=500 setup-ms=500 quit-ms=200 --game 3x3 --record @D/first "

static bool is_file(const char *name) {
    return access(arena_file(name), F_OK) == 0;
}

/* The tournament stops with status 2 before its first game, and does not leave a record that would be in the way. */
static enum greatest_test_res stops(int status, const char *message) {
    ASSERT_EQ(2, status);
    ASSERT(arena_says(message));
    ASSERT(strstr(arena_output(), "game 1") == NULL);
    ASSERT_FALSE(is_file("first"));
    ASSERT(arena_is_empty());
    PASS();
}

TEST an_engine_that_never_gets_ready_stops_the_tournament(void) {
    CHECK_CALL(
        stops(RUN(AGAINST("exit-start")), "referee: engine F: exited with status 3 before ugiok; it wrote: first "));
    CHECK_CALL(stops(RUN(AGAINST("crash-start")), "referee: engine F: crashed with signal 11"));
    CHECK_CALL(stops(RUN(AGAINST("hang-start")), "referee: engine F: timed out after "));
    CHECK_CALL(stops(RUN(AGAINST("no-ugiok")), "no ugiok, only "));
    CHECK_CALL(stops(RUN(AGAINST("hang-ready")), "no readyok"));
    CHECK_CALL(stops(RUN("@B/referee --engine name=T cmd=/bin/true --engine name=G cmd=@B/fake_engine --each depth=1 "
                         "--concurrency 2 --record @D/first"),
                     "referee: engine T: exited with status 0 before "));
    CHECK_CALL(
        stops(RUN("@B/referee --engine name=R cmd='@B/rowan --no-such-option' --engine name=G cmd=@B/fake_engine "
                  "--each depth=1 --record @D/first"),
              "referee: engine R: exited with status "));
    PASS();
}

TEST a_refused_option_stops_the_tournament(void) {
    CHECK_CALL(stops(RUN("@B/referee --engine name=R cmd=@B/rowan option.Level=foo --engine name=G cmd=@B/fake_engine "
                         "--each depth=1 --record @D/first"),
                     "referee: engine R: refuses option.Level=foo: "));
    CHECK_CALL(stops(RUN("@B/referee --engine name=R cmd=@B/rowan option.NoSuch=1 --engine name=G cmd=@B/fake_engine "
                         "--each depth=1 --record @D/first"),
                     "referee: engine R: refuses option.NoSuch=1: has no option 'NoSuch'"));
    CHECK_CALL(stops(RUN(AGAINST("refuse-game")), "referee: engine F: refuses option.Game=3x3: I do not like this"));
    PASS();
}

TEST a_lenient_referee_plays_on(void) {
    ASSERT_EQ(0, RUN(AGAINST("exit-start") "--lenient"));
    ASSERT(arena_says("X exited with status 3 before ugiok") && arena_says("2 of 2 games"));
    ASSERT(arena_is_complete(arena_file("first"), 2));
    ASSERT_EQ(0, unlink(arena_file("first")));
    ASSERT_EQ(0, RUN(AGAINST("refuse") "--lenient"));
    ASSERT(arena_says("referee: engine F: I do not like this option") && arena_says("2 of 2 games"));
    ASSERT_EQ(0, unlink(arena_file("first")));
    PASS();
}

#define LOGGED                                                                                                         \
    "@B/referee --engine name=F cmd=@B/rowan option.Hash=2 --engine name=G cmd=@B/fake_engine dir=. --each "           \
    "depth=1 --game 3x3 "

TEST a_record_is_not_run_without_a_word(void) {
    ASSERT_EQ(0, RUN(LOGGED "--record @D/theirs --log @D/theirs.log --trust"));
    ASSERT_EQ(0, unlink(arena_file("theirs.log")));
    ASSERT_EQ(2, RUN("@B/referee --resume @D/theirs --rounds 2"));
    ASSERT(arena_says(" will\n") && arena_says("  run ") && arena_says("/fake_engine in .\n"));
    ASSERT(arena_says("\n    with Hash=2\n"));
    ASSERT(arena_says("  write ") && arena_says("/theirs.log\n"));
    ASSERT(arena_says("referee: nobody is there to agree to that; if you trust the record, add --trust"));
    ASSERT_FALSE(is_file("theirs.log"));
    ASSERT(arena_is_complete(arena_file("theirs"), 2));
    ASSERT_EQ(0, RUN("@B/referee --resume @D/theirs --rounds 2 --trust"));
    ASSERT(is_file("theirs.log"));
    ASSERT(arena_is_complete(arena_file("theirs"), 4));
    PASS();
}

/* A copy of the record in which one text stands for another. */
static bool forge(const char *from, const char *to) {
    static char text[1 << 16];
    FILE *stream = fopen(arena_file("theirs"), "r");
    size_t length = stream != NULL ? fread(text, 1, sizeof text - 1, stream) : 0;
    if (stream != NULL) fclose(stream);
    text[length] = '\0';
    char *at = strstr(text, from);
    stream = fopen(arena_file("forged"), "w");
    if (at == NULL || stream == NULL) return false;
    fprintf(stream, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return fclose(stream) == 0;
}

/* What is shown is what is run: U+202E turns round what follows it on a terminal, and two words are not one. */
TEST a_record_cannot_show_another_command_than_it_runs(void) {
    ASSERT(forge("fake_engine\"]", "fake_engine 'a  b' \xe2\x80\xaetxt.exe c\xe2\x80\x8b\"]"));
    ASSERT_EQ(2, RUN("@B/referee --resume @D/forged --rounds 9"));
    ASSERT(strstr(arena_output(), "\xe2\x80") == NULL);
    ASSERT(arena_says(
        "/fake_engine 'a  b' \"$(printf '\\342\\200\\256txt.exe')\" \"$(printf 'c\\342\\200\\213')\" in .\n"));
    ASSERT(forge("Argument \"--log\"]", "Argument \"--help\"]"));
    ASSERT_EQ(2, RUN("@B/referee --resume @D/forged --rounds 9"));
    ASSERT(arena_says("referee: --help has no place in a record\n"));
    PASS();
}

#define PART                                                                                                           \
    "@B/referee --engine name=F cmd=@B/rowan option.Hash=2 --engine name=G cmd=@B/fake_engine --game 3x3 --quiet "

/* One command that begins or goes on, for schedulers that run it again: it needs no trust, as it says itself what is to
 * be run. */
TEST the_same_command_begins_and_goes_on(void) {
    ASSERT_EQ(0, RUN(PART "--each depth=1 --part 1/2 --rounds 2 --record @D/part --continue"));
    ASSERT(arena_says("3x3, part 1/2, 2 of 2 games"));
    ASSERT_EQ(0, RUN(PART "--each depth=1 --part 1/2 --rounds 2 --record @D/part --continue --concurrency 2"));
    ASSERT(arena_says("3x3, part 1/2, 2 of 2 games"));
    /* Half a game at the end, as a kill leaves it, and an empty file, as an early one does. */
    ASSERT_EQ(0, RUN("/bin/sh -c 'head -c -300 @D/part > @D/torn; : > @D/empty'"));
    ASSERT_EQ(0, RUN(PART "--each depth=1 --part 1/2 --rounds 2 --record @D/torn --continue"));
    ASSERT(arena_says("and does not count") && arena_says("3x3, part 1/2, 2 of 2 games"));
    ASSERT_EQ(0, RUN(PART "--each depth=1 --part 1/2 --rounds 2 --record @D/empty --continue"));
    ASSERT(arena_says("3x3, part 1/2, 2 of 2 games"));
    PASS();
}

TEST another_command_does_not_go_on_with_a_record(void) {
    ASSERT_EQ(2, RUN(PART "--each depth=2 --part 1/2 --rounds 2 --record @D/part --continue"));
    ASSERT(arena_says("/part, line 13: of another tournament: 'depth=1', but the command line has 'depth=2'\n"));
    ASSERT_EQ(2, RUN(PART "--each depth=1 --part 2/2 --rounds 2 --record @D/part --continue"));
    ASSERT(arena_says("/part is part 1/2, but the command line is part 2/2\n"));
    ASSERT_EQ(2, RUN("@B/referee --continue --resume @D/part"));
    ASSERT(arena_says("--continue is for --record"));
    /* What the record says is still not run unasked. */
    ASSERT_EQ(2, RUN("@B/referee --resume @D/part --rounds 4"));
    ASSERT(arena_says("add --trust"));
    PASS();
}

static enum greatest_test_res answer(const char *text, int status) {
    Session session;
    char command[256];
    snprintf(command, sizeof command, "referee --resume %s --rounds 3", arena_file("theirs"));
    ASSERT(session_begin(&session, SESSION_TERMINAL, command, NULL));
    ASSERT(session_expect(&session, "Go on? [y/N] "));
    ASSERT(session_send(&session, text));
    int ended = session_end(&session);
    session_free(&session);
    ASSERT_EQ(status, ended);
    PASS();
}

TEST on_a_terminal_the_user_is_asked(void) {
    CHECK_CALL(answer("n\n", 2));
    ASSERT(arena_is_complete(arena_file("theirs"), 4));
    CHECK_CALL(answer("y\n", 0));
    ASSERT(arena_is_complete(arena_file("theirs"), 6));
    PASS();
}

SUITE(referee_trust) {
    arena_open();
    RUN_TEST(an_engine_that_never_gets_ready_stops_the_tournament);
    RUN_TEST(a_refused_option_stops_the_tournament);
    RUN_TEST(a_lenient_referee_plays_on);
    RUN_TEST(a_record_is_not_run_without_a_word);
    RUN_TEST(a_record_cannot_show_another_command_than_it_runs);
    RUN_TEST(the_same_command_begins_and_goes_on);
    RUN_TEST(another_command_does_not_go_on_with_a_record);
    RUN_TEST(on_a_terminal_the_user_is_asked);
    arena_close();
}
