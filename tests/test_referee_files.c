/* The files of the referee: records that cannot be written, leftovers of killed referees, the same name twice, JSON on
 * standard output, and text in records that would steer a terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/files.h"
#include "greatest.h"
#include "referee/json.h"
#include "support/arena.h"
#include "support/build.h"

#define FAKES "--engine name=F cmd=@B/fake_engine --engine name=G cmd=@B/fake_engine --each depth=1 --game 3x3"

static bool write_text(const char *name, const char *text) {
    FILE *stream = fopen(arena_file(name), "w");
    if (stream == NULL) return false;
    fputs(text, stream);
    return fclose(stream) == 0;
}

static bool is_file(const char *name) {
    return access(arena_file(name), F_OK) == 0;
}

TEST a_record_whose_header_cannot_be_written_leaves_no_file(void) {
    /* No byte may be written to any file; the thread sanitizer itself does not start then. */
    if (RUN("/bin/sh -c \"ulimit -f 0; exec @B/referee --version\"") != 0) SKIPm("no program starts under ulimit -f 0");
    int status = RUN("/bin/sh -c \"ulimit -f 0; exec @B/referee --engine name=F cmd=@B/fake_engine "
                     "--engine name=G cmd=@B/fake_engine --each depth=1 --record @D/none\"");
    ASSERT(status == 2 || status == 3);
    ASSERT(arena_says("referee: cannot write '"));
    ASSERT_FALSE(is_file("none"));
    PASS();
}

/* The games are in the record; only the report finds nobody. */
TEST a_pipe_that_nobody_reads_does_not_keep_the_referee(const char *option) {
    ASSERT_EQ(0, RUN("/bin/sh -c 'rm -f @D/pipe @D/piped; mkfifo @D/pipe'"));
    ASSERT_EQ(3, RUN("@B/referee " FAKES " --record @D/piped %s @D/pipe", option));
    ASSERT(arena_says("pipe': nobody reads from this pipe\n") && arena_says("2 of 2 games"));
    ASSERT(arena_is_complete(arena_file("piped"), 2));
    PASS();
}

TEST an_empty_file_can_become_a_record(void) {
    ASSERT(write_text("empty", ""));
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --record @D/empty"));
    ASSERT(arena_is_complete(arena_file("empty"), 2));
    ASSERT(write_text("full", "my diary\n"));
    ASSERT_EQ(2, RUN("@B/referee " FAKES " --record @D/full"));
    ASSERT(arena_says("the file exists"));
    PASS();
}

/* A referee that was killed while it sorted its record or wrote its JSON. No process has so large a number. */
TEST files_of_a_killed_referee_are_cleared_away(void) {
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --record @D/swept"));
    ASSERT(write_text("swept.new-2147483647-0", "half") && write_text("swept.json.new-2147483647-3", "half"));
    ASSERT(write_text("swept.new-me", "not ours") && write_text("swept.newest", "not ours"));
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/swept --rounds 2 --json @D/swept.json"));
    ASSERT_FALSE(is_file("swept.new-2147483647-0"));
    ASSERT_FALSE(is_file("swept.json.new-2147483647-3"));
    ASSERT(is_file("swept.new-me") && is_file("swept.newest"));
    ASSERT_EQ(4, arena_count_files("swept"));
    PASS();
}

/* A resume that does not get as far as a game, because it is not trusted, cannot start its engines or is killed, leaves
 * every byte where it was, also those of a torn game. */
TEST a_torn_record_stays_as_it_was_until_the_first_new_game(void) {
    ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd='@B/fake_engine slow 1' --engine name=G cmd=@B/fake_engine --each "
                     "depth=1 --game 3x3 --plies 2 --games 4 --concurrency 4 --record @D/whole"));
    ASSERT_EQ(0, RUN("/bin/sh -c 'head -c -20 @D/whole > @D/torn && cp @D/torn @D/old'"));
    ASSERT_EQ(2, RUN("@B/referee --resume @D/torn"));
    ASSERT_EQ(0, RUN("/usr/bin/cmp @D/torn @D/old"));
    ASSERT_EQ(2, RUN("/bin/sh -c \"sed 's#/fake_engine slow#/no_engine slow#' @D/torn > @D/bad && cp @D/bad @D/kept && "
                     "exec @B/referee --trust --resume @D/bad\""));
    ASSERT(arena_says("cannot run '"));
    ASSERT_EQ(0, RUN("/usr/bin/cmp @D/bad @D/kept"));
    /* With an engine so slow that no game ends. */
    ASSERT_EQ(0, RUN("/bin/sh -c \"sed 's#slow 1#slow 20000#' @D/torn > @D/bad; cp @D/bad @D/kept; "
                     "@B/referee --trust --resume @D/bad & sleep 0.2; kill -9 \\$!; wait \\$!; cmp @D/bad @D/kept\""));
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/torn"));
    ASSERT(arena_says("4 of 4 games") && arena_is_complete(arena_file("torn"), 4));
    /* What was whole is there unchanged: all but the torn game. */
    ASSERT_EQ(0,
              RUN("/bin/sh -c 'size=$(grep -b ^.Event @D/old | tail -1 | cut -d: -f1); cmp -n $size @D/torn @D/old'"));
    PASS();
}

/* All games are there, so no new one takes the place of the torn one. */
TEST a_torn_game_after_the_last_one_goes(void) {
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --record @D/done"));
    ASSERT_EQ(0, RUN("/bin/sh -c 'cp @D/done @D/cut && head -c 31 @D/done >> @D/cut'"));
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/cut"));
    ASSERT(arena_says("its last game is incomplete (31 bytes) and does not count"));
    ASSERT_EQ(0, RUN("/usr/bin/cmp @D/cut @D/done"));
    PASS();
}

TEST a_record_has_one_writer_and_each_game_once(void) {
    ASSERT_EQ(0, RUN("/bin/sh -c \"@B/referee --engine name=F cmd='@B/fake_engine slow 20000' --engine name=G "
                     "cmd=@B/fake_engine "
                     "--each depth=1 --game 3x3 --record @D/busy & until test -s @D/busy; do sleep 0.02; done; "
                     "@B/referee --trust --resume @D/busy; echo status \\$?; kill -9 \\$!; wait \\$!; true\""));
    ASSERT(arena_says("busy: another referee is writing it") && arena_says("status 2"));
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --record @D/once"));
    ASSERT_EQ(2, RUN("/bin/sh -c '{ cat @D/once; sed -n \"/^.Event/,\\$p\" @D/once; } > @D/twice; exec @B/referee "
                     "--trust --resume "
                     "@D/twice'"));
    ASSERT(arena_says("twice: game 1 is in it twice"));
    PASS();
}

TEST one_file_for_two_purposes_is_refused(void) {
    ASSERT_EQ(2, RUN("@B/referee " FAKES " --record @D/same --json @D/same"));
    ASSERT(arena_says("--record and --json name the same file"));
    ASSERT_EQ(2, RUN("@B/referee " FAKES " --record @D/same --log @D/./same"));
    ASSERT(arena_says("--record and --log name the same file"));
    ASSERT_FALSE(is_file("same"));
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --record @D/mine"));
    ASSERT_EQ(0, link(arena_file("mine"), arena_file("linked")));
    ASSERT_EQ(2, RUN("@B/referee --trust --resume @D/mine --json @D/linked"));
    ASSERT(arena_says("--resume and --json name the same file"));
    ASSERT_EQ(2, RUN("@B/referee --trust --resume @D/mine --log @D/mine"));
    ASSERT(arena_is_complete(arena_file("mine"), 2));
    PASS();
}

/* The JSON of a tournament with a bit of everything, and names that need quoting. */
TEST json_holds_the_whole_setup(void) {
    ASSERT(write_text("book", "b2\nx2/3/3 o moves b2\na1 b2\n"));
    ASSERT_EQ(
        0,
        RUN("@B/referee --engine name='q\"u\\\\' cmd=@B/rowan option.Hash=2 'option.Clear Hash=' restart=on ponder=on "
            "--engine name='r\xc3\xa9' cmd=@B/fake_engine margin-ms=77 --each depth=1 --game 3x3 --no-swap --games 3 "
            "--order random --seed 5 --openings @D/book policy=round --sprt elo0=0 elo1=5 model=normalised "
            "--event 'an event' --json @D/rich.json --epd @D/rich.epd --log @D/rich.log"));
    Reason why;
    char *text = file_load(arena_file("rich.json"), &why);
    ASSERT(text != NULL);
    JsonValue *json = json_read(text, &why);
    free(text);
    ASSERTm(why.text, json != NULL);
    const JsonValue *setup = json_find(json, "setup"), *engines = json_find(json, "engines"),
                    *sprt = json_find(json, "sprt");
    ASSERT(setup != NULL && engines != NULL && sprt != NULL && engines->count == 2);
    ASSERT_STR_EQ("5", json_text(setup, "seed"));
    ASSERT_STR_EQ("random", json_text(setup, "order"));
    ASSERT_STR_EQ("round", json_text(setup, "policy"));
    ASSERT_STR_EQ("normalised", json_text(sprt, "model"));
    ASSERT_STR_EQ("none", json_text(sprt, "accepted"));
    ASSERT_STR_EQ("q\"u\\\\", json_text(&engines->items[0], "name"));
    ASSERT_STR_EQ("", json_text(json_find(&engines->items[0], "options"), "Clear Hash"));
    ASSERT_STR_EQ("2", json_text(json_find(&engines->items[0], "options"), "Hash"));
    ASSERT_EQ(3, json_find(json, "games")->count);
    json_free(json);
    ASSERT_EQ(0, RUN("/bin/sh -c 'grep -c \"; ending \" @D/rich.epd'"));
    ASSERT(arena_says("3\n"));
    PASS();
}

TEST a_report_that_cannot_be_written_is_reported(void) {
    if (access("/dev/full", W_OK) != 0) SKIPm("there is no /dev/full");
    ASSERT_EQ(3, RUN("@B/referee " FAKES " --epd /dev/full"));
    ASSERT(arena_says("referee: cannot write '/dev/full': No space left"));
    ASSERT_EQ(3, RUN("@B/referee " FAKES " --json /dev/full"));
    ASSERT(arena_says("referee: cannot write '/dev/full': No space left"));
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --epd /dev/null --json /dev/null"));
    ASSERT_EQ(2, RUN("@B/referee " FAKES " --epd @D/no/where"));
    ASSERT_EQ(2, RUN("@B/referee " FAKES " --epd -"));
    ASSERT_EQ(2, RUN("@B/referee " FAKES " --log -"));
    PASS();
}

/* The first game is missing, so the second is printed when that one has been played again. */
TEST a_game_from_the_record_is_printed_with_its_reason(void) {
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --record @D/both"));
    ASSERT_EQ(0, RUN("/bin/sh -c \"awk -v RS= 'NR != 2 && NR != 3 {print; print x}' @D/both > @D/second\""));
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/second"));
    const char *line = strstr(arena_output(), "game 2 of 2: ");
    ASSERT(line != NULL);
    ASSERT_EQ(NULL, strstr(line, "   ("));
    PASS();
}

/* Openings and engines of a record are part of its schedule: with others it would be another tournament. */
TEST a_record_of_other_games_is_not_resumed(void) {
    static const char *const other[] = {"--plies 3",        "--seed 2",           "--openings @D/book",
                                        "--game 3x3:score", "--openings start=2", "--no-swap"};
    ASSERT(write_text("book", "a1 b2 c3 a2\n"));
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --plies 4 --record @D/mine2"));
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        ASSERT_EQ_FMTm(other[i], 2, RUN("@B/referee --trust --resume @D/mine2 --rounds 2 %s", other[i]), "%d");
    }
    ASSERT_EQ(2,
              RUN("/bin/sh -c 'sed s/G/H/ @D/mine2 > @D/mine3; exec @B/referee --trust --resume @D/mine3 --rounds 2'"));
    ASSERT_EQ(2, RUN("@B/referee --trust --resume @D/mine2 --each depth=2"));
    ASSERT_EQ(2, RUN("@B/referee --trust --resume @D/mine2 --record @D/more"));
    ASSERT(arena_is_complete(arena_file("mine2"), 2));
    PASS();
}

TEST openings_that_repeat_are_announced(void) {
    ASSERT(write_text("book", "a1 b2 c3 a2\n"));
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --rounds 2 --openings @D/book"));
    ASSERT(arena_says("2 openings are needed but there is only 1, so openings repeat\n"));
    ASSERT_EQ(0, RUN("@B/referee " FAKES " --rounds 4 --plies 1"));
    ASSERT(arena_says("there are only 3, so openings repeat (there are no more of this length; see --plies)"));
    PASS();
}

TEST json_can_be_written_to_standard_output(void) {
    ASSERT_EQ(0, RUN("/bin/sh -c '@B/referee " FAKES " --json - 2>@D/text'"));
    ASSERT_EQ('{', arena_output()[0]);
    ASSERT(arena_says("\"end\": \"done\""));
    ASSERT(strstr(arena_output(), "engine  ") == NULL);
    ASSERT_EQ(0, RUN("/bin/cat @D/text"));
    ASSERT(arena_says("game 2 of 2: G - F") && arena_says("3x3, 2 of 2 games"));
    ASSERT_FALSE(access("-", F_OK) == 0);
    ASSERT_EQ(2, RUN("@B/referee " FAKES " --record -"));
    ASSERT(arena_says("only --json can write to standard output"));
    PASS();
}

/* By tests/faults: the first fork fails as if the process table were full. */
TEST a_system_without_processes_is_not_wrong_usage(void) {
    if (BUILT_TO_BE_SLOW || RUN("/bin/sh -c 'test -r @B/faults.so'") != 0) SKIPm("faults cannot be injected here");
    ASSERT_EQ(3, RUN("env LD_PRELOAD=@B/faults.so ROWAN_FAULT='fork 1' ROWAN_FAULT_PROGRAM=referee @B/referee " FAKES));
    ASSERT(arena_says("referee: engine F: cannot fork for '"));
    PASS();
}

TEST an_error_in_each_is_not_blamed_on_an_engine(void) {
    ASSERT_EQ(2, RUN("@B/referee --engine name=F cmd=x --engine name=G cmd=y --each depth=none"));
    ASSERT(arena_says("referee: --each: depth: 'none' is not"));
    ASSERT_EQ(2, RUN("@B/referee --engine name=F cmd=x depth=1 --engine name=G cmd=y depth=none"));
    ASSERT(arena_says("referee: engine 2: depth: 'none' is not"));
    PASS();
}

/* ESC and the one-byte CSI, in the names, the reason and the date. */
TEST replay_prints_no_control_characters(void) {
    ASSERT(write_text(
        "escapes",
        "; Rowan referee, record format 1\n[Argument \"--help\"]\n\n[Number \"1\"]\n[X \"\033]0;owned\007\"]\n"
        "[O \"b\303\244r \302\233 \233 1\"]\n[Game \"3x3\"]\n[OpeningPlies \"0\"]\n[Result \"1-0\"]\n"
        "[Ending \"crash\"]\n[Reason \"O \033[2J crashed\"]\n\n1. a1\n1-0\n\n"));
    ASSERT_EQ(0, RUN("@B/play --replay @D/escapes 1"));
    ASSERT(arena_says("?]0;owned?") && arena_says("b\303\244r ?? ? 1") && arena_says("O ?[2J crashed"));
    ASSERT(strchr(arena_output(), '\033') == NULL && strchr(arena_output(), '\007') == NULL);
    ASSERT_EQ(2, RUN("@B/referee --engine name='\033[2J' cmd=x --engine cmd=y --each depth=1"));
    ASSERT(arena_says("is not a name of 1 to 63 printable bytes"));
    ASSERT(strchr(arena_output(), '\033') == NULL);
    PASS();
}

SUITE(referee_files) {
    arena_open();
    RUN_TEST(a_record_whose_header_cannot_be_written_leaves_no_file);
    RUN_TESTp(a_pipe_that_nobody_reads_does_not_keep_the_referee, "--json");
    RUN_TESTp(a_pipe_that_nobody_reads_does_not_keep_the_referee, "--epd");
    RUN_TEST(an_empty_file_can_become_a_record);
    RUN_TEST(files_of_a_killed_referee_are_cleared_away);
    RUN_TEST(a_torn_record_stays_as_it_was_until_the_first_new_game);
    RUN_TEST(a_torn_game_after_the_last_one_goes);
    RUN_TEST(a_record_has_one_writer_and_each_game_once);
    RUN_TEST(one_file_for_two_purposes_is_refused);
    RUN_TEST(json_holds_the_whole_setup);
    RUN_TEST(a_report_that_cannot_be_written_is_reported);
    RUN_TEST(a_game_from_the_record_is_printed_with_its_reason);
    RUN_TEST(a_record_of_other_games_is_not_resumed);
    RUN_TEST(openings_that_repeat_are_announced);
    RUN_TEST(json_can_be_written_to_standard_output);
    RUN_TEST(a_system_without_processes_is_not_wrong_usage);
    RUN_TEST(an_error_in_each_is_not_blamed_on_an_engine);
    RUN_TEST(replay_prints_no_control_characters);
    arena_close();
}
