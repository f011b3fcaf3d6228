/* The referee through the real program: tournaments between the sparring partners, their results, wrong usage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "greatest.h"
#include "support/arena.h"

#define TWO "@B/referee --engine name=A cmd='@B/sparring alphabeta 2' --engine name=B cmd='@B/sparring random' "

TEST a_match_is_counted_correctly(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --game 3x3x3 --games 10 --record @D/a --json @D/a.json"));
    ASSERT(arena_says("game 10 of 10: B - A  0-1  O completed a line"));
    ASSERT(arena_says("> +183"));
    ASSERT(arena_says("0/0/0/0/5"));
    ASSERT(arena_is_complete(arena_file("a"), 10));
    FILE *json = fopen(arena_file("a.json"), "r");
    char text[4096];
    ASSERT(json != NULL);
    text[fread(text, 1, sizeof text - 1, json)] = '\0';
    fclose(json);
    ASSERT(strstr(text, "\"end\": \"done\"") != NULL);
    ASSERT(strstr(text, "{\"games\": 10, \"wins\": 10, \"draws\": 0, \"losses\": 0, \"points\": 10.0, \"elo\": null") !=
           NULL);
    PASS();
}

TEST the_same_seed_gives_the_same_tournament_whatever_the_concurrency(void) {
    static const char *const tails[] = {"--seed 5 --record @D/s1", "--seed 5 --concurrency 3 --record @D/s2",
                                        "--seed 6 --record @D/s3"};
    char *texts[3], *outputs[3];
    int games;
    for (int i = 0; i < 3; i++) {
        ASSERT_EQ(0,
                  RUN(TWO "--engine name=C cmd='@B/sparring rules' --each depth=9 --random --rounds 3 %s", tails[i]));
        outputs[i] = strdup(arena_output());
        char name[] = "s1";
        name[1] = (char)('1' + i);
        texts[i] = arena_games(arena_file(name), &games);
        ASSERT_EQ(18, games);
    }
    ASSERT_STR_EQ(texts[0], texts[1]);
    ASSERT_STR_EQ(outputs[0], outputs[1]);
    ASSERT(strcmp(texts[0], texts[2]) != 0);
    ASSERT(strstr(outputs[0], "points against") != NULL);
    for (int i = 0; i < 3; i++) free(texts[i]), free(outputs[i]);
    PASS();
}

TEST openings_come_from_a_file(void) {
    int games;
    FILE *stream = fopen(arena_file("book"), "w");
    ASSERT(stream != NULL);
    fputs("# two openings\nb2 a1\nxo1/3/3 x moves b2 c3\n", stream);
    fclose(stream);
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --game 3x3 --openings @D/book --games 4 --record @D/b"));
    char *text = arena_games(arena_file("b"), &games);
    ASSERT_EQ(4, games);
    ASSERT(strstr(text, "1. b2 a1 2.") != NULL);
    ASSERT(strstr(text, "[Start \"xo1/3/3 x line\"]") != NULL);
    ASSERT(strstr(text, "1. b2 c3 2.") != NULL);
    free(text);
    PASS();
}

TEST balanced_openings_are_found_beside_the_program(void) {
    int games;
    ASSERT_EQ(0, RUN(TWO "--each depth=1 --game 4x4x4 --balanced --games 6 --record @D/balanced"));
    char *text = arena_games(arena_file("balanced"), &games), opening[256] = "";
    ASSERT_EQ(6, games);
    FILE *file = fopen("bench/openings/4x4x4.txt", "r");
    ASSERT(file != NULL);
    while (fgets(opening, sizeof opening, file) != NULL && opening[0] == '#') {
    }
    fclose(file);
    ASSERT(strncmp(strstr(text, "1. ") + 3, opening, 3) == 0);
    free(text);
    ASSERT_EQ(2, RUN(TWO "--each depth=1 --game 3x3x3:score7 --balanced"));
    ASSERT(arena_says("there are no balanced openings of this game (3x3x3-score7.txt)"));
    ASSERT_EQ(2, RUN(TWO "--each depth=1 --balanced --openings @D/book"));
    ASSERT(arena_says("exclude each other"));
    ASSERT_EQ(2, RUN("env ROWAN_OPENINGS=@D " TWO "--each depth=1 --balanced"));
    ASSERT(arena_says("4x4x4.txt'"));
    PASS();
}

TEST balanced_openings_are_the_default(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=1 --record @D/default"));
    ASSERT_EQ(0, strncmp(arena_output(), "openings: balanced, from 4x4x4.txt, the default", 47));
    /* The record says so, and the same command goes on with it. */
    ASSERT_EQ(0, RUN("grep -q 'Argument .--balanced' @D/default"));
    ASSERT_EQ(0, RUN(TWO "--each depth=1 --record @D/default --continue"));
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/default --rounds 2"));
    ASSERT(arena_says("openings: balanced, from 4x4x4.txt, as the record says\n"));
    ASSERT_EQ(0, RUN(TWO "--each depth=1 --random"));
    ASSERT(arena_says("openings: random, 4 plies, because of --random\n"));
    ASSERT_EQ(0, RUN(TWO "--each depth=1 --plies 1"));
    ASSERT(arena_says("openings: random, 1 ply, because of --plies\n"));
    ASSERT_EQ(0, RUN(TWO "--each depth=1 --game 3x3x3:score7"));
    ASSERT(arena_says("openings: random, 4 plies, because this game has no balanced ones\n"));
    ASSERT_EQ(2, RUN(TWO "--each depth=1 --random --balanced"));
    ASSERT(arena_says("--random and --balanced exclude each other"));
    PASS();
}

/* The Elo of games that were not lost on the board means little. */
TEST many_faults_are_told_under_the_elo(void) {
    ASSERT_EQ(0, RUN(TWO "--engine name=F cmd='@B/fake_engine illegal' --each depth=1 --game 3x3 --quiet"));
    ASSERT(arena_says("\n4 of 6 games were lost on time or by a fault: beware of the Elo.\n"));
    ASSERT_EQ(0, RUN(TWO "--each depth=1 --game 3x3 --quiet"));
    ASSERT(strstr(arena_output(), "beware") == NULL);
    PASS();
}

TEST games_can_be_adjudicated(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --game 6x6x6 --random --max-plies 8"));
    ASSERT(arena_says("1/2-1/2  adjudicated as a draw after 8 plies (8 plies)"));
    /* fake_engine always says +7: both sides agree on a draw, never on a winner. */
    ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd=@B/fake_engine --engine name=G cmd=@B/fake_engine --each depth=1 "
                     "--game 5x5 --draw moves=3 score=10 plies=12 --resign moves=1 score=5"));
    ASSERT(arena_says("1/2-1/2  adjudicated as a draw: both engines agreed for 3 moves (12 plies)"));
    ASSERT_EQ(0, RUN("@B/referee --engine name=A cmd='@B/sparring alphabeta 4' --engine name=B cmd='@B/sparring "
                     "minimax 3' --each depth=9 --game 3x3x3 --plies 2 --resign moves=1 score=900"));
    ASSERT(arena_says("both engines agreed for 1 move (") && arena_says("adjudicated as lost for "));
    PASS();
}

TEST the_sequential_test_stops_and_says_why(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --rounds 500 --concurrency 2 --sprt elo0=0 elo1=200 --quiet"));
    ASSERT(arena_says("H1 accepted: a lead of 200 Elo for A fits the results better than one of 0."));
    ASSERT(strstr(arena_output(), "1000 of 1000") == NULL);
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=B cmd='@B/sparring random' --engine name=A cmd='@B/sparring alphabeta 2' "
                  "--each depth=9 --rounds 500 --sprt elo0=0 elo1=200 model=normalised --quiet"));
    ASSERT(arena_says("H0 accepted: a lead of 0 normalised Elo for B fits the results better than one of 200."));
    PASS();
}

TEST resuming_another_tournament_is_refused(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --game 3x3 --random --games 4 --record @D/other"));
    ASSERT_EQ(2, RUN("@B/referee --trust --resume @D/other --seed 9"));
    ASSERT(arena_says("game 1 does not belong to this tournament"));
    ASSERT_EQ(2, RUN("@B/referee --trust --resume @D/other --game 4x4"));
    ASSERT_EQ(2, RUN("@B/referee --trust --resume @D/other --engine cmd=x"));
    ASSERT_EQ(2, RUN(TWO "--each depth=9 --record @D/other"));
    ASSERT(arena_says("use --resume to continue it"));
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/other --rounds 2"));
    ASSERT(arena_is_complete(arena_file("other"), 8));
    ASSERT_EQ(2, RUN("@B/referee --trust --resume @D/other --rounds 1"));
    ASSERT(arena_says("holds game 5 of round 2, but only 4 games are asked for"));
    PASS();
}

TEST wrong_usage_is_explained_in_one_line(void) {
    static const char *const known[][3] = {
        {"", "--help"},
        {"--engine name=A cmd=x depth=1", "at least two engines"},
        {"--bogus", "unknown option '--bogus'; see --help"},
        {"--format ladder", "is not one of match, roundrobin, gauntlet"},
        {"--game '3x3\n'", "line break"},
        {"--games", "--games needs a value"},
        {"--games 0", "is not a number"},
        {"--game 2x2", "no board 2x2"},
        {"--resume @D/nothing", "cannot open '", "/nothing': No such file"},
        {"--sprt elo0=5 elo1=1", "elo0 must be below"},
        {"--sprt wind=3", "is not elo0="},
        {"--sprt elo0=-9999 elo1=9999", "must be from -1000 to 1000"},
        {"--sprt elo0=0 elo1=201 model=normalised", "must be from -200 to 200"},
        {"--engine cmd=x nodes=9223372036854775807 --engine cmd=y", "is not a number from 1 to 10^15"},
        {"--engine cmd=x nodes=1000000000000001 --engine cmd=y", "is not a number from 1 to 10^15"},
        {"--engine cmd=x --engine cmd=y --each tc=1000000000 nodes=1000000000000000 name=x", "are called x"},
        {"--draw moves=3", "needs moves=N and score=CP"},
        {"--engine cmd=x depth=1 --engine cmd=x depth=1", "two engines are called x"},
        {"--engine cmd=x --engine cmd=y depth=1", "has no limit"},
        {"--engine name=A depth=1 --engine cmd=y depth=1", "has no cmd="},
        {"--engine cmd=x tc=1/ --engine cmd=y", "tc: '1/'"},
        {"--engine cmd=x tc=-3 --engine cmd=y", "tc: '-3'"},
        {"--engine cmd=x speed=1 --engine cmd=y", "'speed' is not a setting"},
        {"--engine cmd=x --engine cmd=y --each depth=1 --openings @D/nothing", "cannot open '",
         "/nothing': No such file"},
        {"--engine cmd=x --engine cmd=y --engine cmd=z --each depth=1 --format match", "needs exactly two engines"},
        {"--engine cmd=@D/nothing --engine cmd=@B/fake_engine --each depth=1", "cannot run"},
        {"--engine cmd=@B/fake_engine name=A --engine cmd=@B/fake_engine --each depth=1 --record @D/no/x",
         "cannot create '", "/no/x': No such file"},
        {"--engine cmd=@B/fake_engine name=A --engine cmd=@B/fake_engine --each depth=1 --record @D/y --json @D/no/x",
         "cannot write '", "/no/x': No such file"},
        {"--engine cmd=@B/fake_engine name=A --engine cmd=@B/fake_engine --each depth=1 --record @D/y --log @D/no/x",
         "cannot write '", "/no/x': No such file"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ASSERT_EQm(known[i][0], 2, RUN("@B/referee %s", known[i][0]));
        ASSERT(arena_says(known[i][1]) && (known[i][2] == NULL || arena_says(known[i][2])));
        const char *first = strstr(arena_output(), "referee: ");
        ASSERTm(known[i][0], first != NULL && strchr(first, '\n')[1] != 'r');
    }
    ASSERT_EQ(2, RUN("@B/referee --engine cmd=@D/nothing --engine cmd=@B/fake_engine --each depth=1"));
    ASSERTm("a standing without a game", strstr(arena_output(), " games\n") == NULL);
    ASSERT(access(arena_file("y"), F_OK) != 0); /* found before the record was begun */
    PASS();
}

/* At most 100 columns, and every option is there. */
TEST help_and_version_are_printed(void) {
    static const char *const options[] = {
        "--engine",   "--each",    "--game",   "--format",  "--games",       "--rounds",    "--openings",     "--order",
        "--plies",    "--seed",    "--strict", "--draw",    "--resign",      "--sprt",      "--record",       "--json",
        "--log",      "--resume",  "--quiet",  "--recover", "--concurrency", "--max-plies", "--report-every", "name=",
        "cmd=",       "args=",     "dir=",     "option.",   "tc=",           "st=",         "depth=",         "nodes=",
        "margin-ms=", "start-ms=", "ping-ms=", "setup-ms=", "hang-ms=",      "quit-ms="};
    ASSERT_EQ(0, RUN("@B/referee --version"));
    ASSERT(arena_says("referee (Rowan) "));
    ASSERT_EQ(0, RUN("@B/referee -h"));
    char *help = strdup(arena_output());
    ASSERT_EQ(0, RUN("@B/referee --games 3 --help"));
    ASSERT_STR_EQ(help, arena_output());
    free(help);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) ASSERT(arena_says(options[i]));
    for (const char *line = arena_output(); *line != '\0'; line += strcspn(line, "\n") + 1) {
        ASSERTm(line, strcspn(line, "\n") <= 100);
    }
    PASS();
}

TEST a_full_disk_is_reported(void) {
    if (access("/dev/full", W_OK) != 0) SKIPm("there is no /dev/full");
    ASSERT_EQ(3, RUN(TWO "--each depth=9 --game 3x3 --games 2 --log /dev/full"));
    ASSERT(arena_says("referee: cannot write '/dev/full': "));
    ASSERT_EQ(3, RUN(TWO "--each depth=9 --game 3x3 --rounds 100000 --quiet --log /dev/full"));
    ASSERT_EQ(3, RUN(TWO "--each depth=9 --game 3x3 --games 2 --json /dev/full"));
    ASSERT(arena_says("referee: cannot write '/dev/full': "));
    PASS();
}

SUITE(referee) {
    arena_open();
    RUN_TEST(a_match_is_counted_correctly);
    RUN_TEST(the_same_seed_gives_the_same_tournament_whatever_the_concurrency);
    RUN_TEST(openings_come_from_a_file);
    RUN_TEST(balanced_openings_are_found_beside_the_program);
    RUN_TEST(balanced_openings_are_the_default);
    RUN_TEST(many_faults_are_told_under_the_elo);
    RUN_TEST(games_can_be_adjudicated);
    RUN_TEST(the_sequential_test_stops_and_says_why);
    RUN_TEST(resuming_another_tournament_is_refused);
    RUN_TEST(wrong_usage_is_explained_in_one_line);
    RUN_TEST(help_and_version_are_printed);
    RUN_TEST(a_full_disk_is_reported);
    arena_close();
}
