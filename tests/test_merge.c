/* Several machines: parts of a tournament, played side by side and merged, are the tournament in one piece. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "greatest.h"
#include "support/arena.h"

#define THREE                                                                                                          \
    "@B/referee --engine name=A cmd='@B/sparring alphabeta 2' --engine name=B cmd='@B/sparring rules' --engine "       \
    "name=C "                                                                                                          \
    "cmd='@B/sparring random' --each depth=2 --game 3x3x3 --random --rounds 4 "

/* The parts 1/3 to 3/3, at the same time, with as many games at a time as their number says. */
static bool play_parts(const char *options) {
    Proc *procs[3];
    bool is_fine = true;
    for (int k = 1; k <= 3; k++) {
        procs[k - 1] = arena_start(
            arena_command(THREE "%s --quiet --part %d/3 --concurrency %d --record @D/part%d", options, k, k, k));
    }
    for (int k = 0; k < 3; k++) is_fine = arena_end(procs[k]) == 0 && is_fine;
    return is_fine;
}

static bool same_games(const char *one, const char *other, int games) {
    int counts[2];
    char *texts[2] = {arena_games(arena_file(one), &counts[0]), arena_games(arena_file(other), &counts[1])};
    bool is_same = strcmp(texts[0], texts[1]) == 0 && counts[0] == games;
    free(texts[0]);
    free(texts[1]);
    return is_same;
}

TEST merged_parts_are_the_tournament_in_one_piece(void) {
    static const char *const schedules[] = {"--games 2", "--games 3", "--games 4 --openings policy=encounter",
                                            "--no-swap --games 3", "--openings start=3 policy=round"};
    static const int games[] = {24, 36, 48, 36, 24};
    for (int i = 0; i < 5; i++) {
        arena_open();
        ASSERT_EQ(0, RUN(THREE "%s --quiet --record @D/whole", schedules[i]));
        char *printed = strdup(arena_output());
        ASSERTm(schedules[i], play_parts(schedules[i]));
        ASSERT_EQ(0, RUN("@B/referee --merge @D/part3 @D/part1 @D/part2 --quiet --record @D/all"));
        ASSERT_STR_EQ(printed, arena_output());
        ASSERTm(schedules[i], same_games("whole", "all", games[i]));
        /* What was merged is a record like any other: there is nothing left to play. */
        ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/all"));
        free(printed);
        arena_close();
    }
    PASS();
}

TEST the_sequential_test_of_merged_parts_is_that_of_the_whole(void) {
#define MATCH                                                                                                          \
    "@B/referee --engine name=A cmd='@B/sparring rules' --engine name=B cmd='@B/sparring random' --each depth=2 "      \
    "--game 3x3x3 --rounds 60 --quiet --sprt elo0=0 elo1=100 "
    ASSERT_EQ(0, RUN(MATCH "--record @D/whole"));
    char *printed = strdup(arena_output());
    ASSERT(strstr(printed, "H1 accepted") != NULL);
    ASSERT(strstr(printed, "120 of 120") == NULL);
    for (int k = 1; k <= 2; k++) {
        /* A part alone decides nothing. */
        ASSERT_EQ(0, RUN(MATCH "--part %d/2 --record @D/half%d", k, k));
        ASSERT(arena_says("60 of 60 games") && strstr(arena_output(), "accepted") == NULL);
    }
    ASSERT_EQ(0, RUN("@B/referee --merge @D/half1 @D/half2"));
    ASSERT(arena_says("H1 accepted") && arena_says("ended after the decision and are not counted"));
    /* The LLR is that of the decision. */
    const char *line = strstr(printed, "LLR ");
    ASSERT_EQ(0, strncmp(line, strstr(arena_output(), "LLR "), strcspn(line, "\n")));
    free(printed);
    PASS();
}

/* The parts of a test without an end: one line, and a status for scripts, say whether to stop them. */
TEST one_line_says_whether_the_parts_decide(void) {
    static const char match[] = "@B/referee --engine name=A cmd='@B/sparring rules' --engine name=B cmd='@B/sparring "
                                "random' --each depth=2 --game 3x3x3 --quiet --sprt elo0=0 elo1=100 ";
    arena_open();
    ASSERT_EQ(0, RUN("%s --rounds 12 --part 1/2 --record @D/some", match));
    ASSERT_EQ(1, RUN("@B/referee --merge @D/some --verdict"));
    ASSERT_EQ(0, strncmp(arena_output(), "not decided after 12 games: LLR ", 32));
    ASSERT_EQ(strlen(arena_output()) - 1, strcspn(arena_output(), "\n"));
    ASSERT_EQ(0, RUN("%s --record @D/open", match));
    ASSERT(arena_says("H1 accepted") && strstr(arena_output(), " of 1000000") == NULL);
    ASSERT_EQ(0, RUN("@B/referee --merge @D/open --verdict"));
    ASSERT_EQ(0, strncmp(arena_output(), "H1 accepted after ", 18));
    ASSERT_EQ(strlen(arena_output()) - 1, strcspn(arena_output(), "\n"));
    ASSERT_EQ(2, RUN("%s --verdict", match));
    ASSERT(arena_says("--verdict is for --merge"));
    arena_close();
    PASS();
}

/* Copies a record, without some of its lines and with a text replaced. */
static void copy(const char *from, const char *to, int skip_from, int skip_to, const char *old, const char *new) {
    char line[4096];
    FILE *in = fopen(arena_file(from), "r"), *out = fopen(arena_file(to), "w");
    if (in == NULL || out == NULL) abort();
    for (int number = 1; fgets(line, sizeof line, in) != NULL; number++) {
        char *at = old != NULL ? strstr(line, old) : NULL;
        if (number >= skip_from && number < skip_to) continue;
        if (at != NULL) {
            fprintf(out, "%.*s%s%s", (int)(at - line), line, new, at + strlen(old));
        } else {
            fputs(line, out);
        }
    }
    fclose(in);
    fclose(out);
}

/* The line in which the n-th game of a record begins. */
static int line_of_game(const char *name, int n) {
    char line[4096];
    int number = 0;
    FILE *in = fopen(arena_file(name), "r");
    if (in == NULL) abort();
    while (n > 0 && fgets(line, sizeof line, in) != NULL) {
        number++;
        n -= strncmp(line, "[Event", 6) == 0;
    }
    fclose(in);
    return number;
}

TEST what_does_not_fit_is_refused_with_file_and_line(void) {
    char expected[256];
    ASSERT(play_parts("--games 2"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/part2"));
    ASSERT(arena_says("game 5 is missing: there is no part 3/3"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/part2 @D/part3 @D/part2"));
    snprintf(expected, sizeof expected, "part2, line %d: game 3 is there twice: also in ", line_of_game("part2", 1));
    ASSERT(arena_says(expected));
    copy("part2", "other", 0, 0, "depth=2", "depth=3");
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/other @D/part3"));
    ASSERT(arena_says("other, line 12: of another tournament: 'depth=3', but ") &&
           arena_says("part1, line 12, has 'depth=2'"));
    copy("part2", "gap", line_of_game("part2", 2), line_of_game("part2", 3), NULL, NULL);
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/gap @D/part3 --record @D/none"));
    snprintf(expected, sizeof expected, "gap: game 4 is missing, after the game in line %d", line_of_game("part2", 1));
    ASSERT(arena_says(expected));
    ASSERT(access(arena_file("none"), F_OK) != 0);
    ASSERT_EQ(0, RUN("@B/referee --merge @D/part1 @D/gap @D/part3 --allow-gaps"));
    ASSERT(arena_says("23 of 24 games"));
    copy("part2", "cut", line_of_game("part2", 3) + 5, 100000, NULL, NULL);
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/cut @D/part3"));
    snprintf(expected, sizeof expected, "cut, line %d: a game is cut off", line_of_game("part2", 3));
    ASSERT(arena_says(expected));
    ASSERT_EQ(0, RUN(THREE "--games 2 --quiet --seed 9 --part 2/3 --record @D/seed"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/seed @D/part3"));
    ASSERT(arena_says("of another tournament"));
    ASSERT_EQ(0, RUN(THREE "--games 2 --quiet --part 2/4 --record @D/fourth"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/fourth"));
    ASSERT(arena_says("is part 2/4, but ") && arena_says("part1 is part 1/3"));
    ASSERT_EQ(0, RUN("@B/referee --merge @D/part1 @D/cut @D/part3 --allow-gaps --record @D/some"));
    ASSERT(arena_says(" of 24 games"));
    PASS();
}

TEST a_part_that_is_damaged_is_refused(void) {
    copy("part2", "alien", 0, 0, "[Number \"3\"]", "[Number \"999\"]");
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/alien @D/part3"));
    ASSERT(arena_says("game 999 does not belong to this tournament"));
    copy("part2", "alien", 0, 0, "[Number \"3\"]", "[Number \"5\"]");
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/alien @D/part3"));
    ASSERT(arena_says("game 5 does not belong to this tournament"));
    copy("part2", "alien", 0, 0, "[Number \"3\"]", "[Number \"x\"]");
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/alien @D/part3"));
    ASSERT(arena_says("alien: line ") && arena_says("tag Number: invalid value"));
    copy("part2", "short", 12, 13, NULL, NULL); /* the last argument is gone, so is what only this part has */
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/short @D/part3"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/nothing"));
    ASSERT(arena_says("cannot open '"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 --engine cmd=x"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 --each depth=1"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 --resume @D/part2"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/part2 @D/part3 --record @D/no/where"));
    ASSERT(arena_says("cannot create '"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/part1 @D/part2 @D/part3 --record @D/alien"));
    ASSERT(arena_says("alien: the file exists"));
    PASS();
}

SUITE(merging) {
    RUN_TEST(one_line_says_whether_the_parts_decide);
    RUN_TEST(merged_parts_are_the_tournament_in_one_piece);
    arena_open();
    RUN_TEST(the_sequential_test_of_merged_parts_is_that_of_the_whole);
    RUN_TEST(what_does_not_fit_is_refused_with_file_and_line);
    RUN_TEST(a_part_that_is_damaged_is_refused);
    arena_close();
}
