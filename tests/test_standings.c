/* The referee's tables: no wider than the screen, with what matters most. */
#include <stdio.h>
#include <string.h>

#include "greatest.h"
#include "support/arena.h"

static size_t longest_line(void) {
    size_t longest = 0;
    for (const char *line = arena_output(); *line != '\0'; line += strcspn(line, "\n") + (strchr(line, '\n') != NULL)) {
        size_t length = strcspn(line, "\n");
        if (length > longest) longest = length;
    }
    return longest;
}

#define THREE                                                                                                          \
    "@B/referee --engine name=somewhat-long cmd='@B/sparring alphabeta 2' --engine name=short cmd='@B/sparring "       \
    "rules' "                                                                                                          \
    "--engine cmd='@B/sparring random' --each depth=2 --game 3x3x3 --rounds 6 --quiet"

TEST tables_fit_80_columns_and_name_what_they_leave_out(void) {
    ASSERT_EQ(0, RUN("env -u COLUMNS " THREE));
    ASSERT(longest_line() <= 80);
    ASSERT(arena_says("Left out (COLUMNS=130 shows all): games, X +/=/-, O +/=/-"));
    ASSERT(arena_says("somewhat-long") && arena_says(" 95% ") && arena_says("faults"));
    ASSERT_EQ(0, RUN("env COLUMNS=60 " THREE));
    ASSERT(arena_says("95%") && arena_says("#  points against"));
    PASS();
}

/* However long the names are. */
TEST tables_with_the_longest_names_fit_as_well(void) {
    char name[64];
    memset(name, 'n', sizeof name - 2);
    name[sizeof name - 2] = '\0';
    ASSERT_EQ(0,
              RUN("env -u COLUMNS @B/referee --engine name=A%s cmd=@B/fake_engine --engine name=B%s cmd=@B/fake_engine "
                  "--engine cmd=@B/fake_engine --each depth=1 --game 3x3 --quiet",
                  name, name));
    ASSERT(arena_says("Left out (COLUMNS=130 shows all): games, X +/=/-, O +/=/-, LOS, pairs 0..2"));
    ASSERT(longest_line() <= 80);
    ASSERT(arena_says("  Annnnnnnn") && arena_says("n~  ")); /* what is cut is marked */
    ASSERT(strstr(arena_output(), "fake_engine~") == NULL);
    PASS();
}

TEST tables_use_the_room_that_there_is(void) {
    ASSERT_EQ(0, RUN("env COLUMNS=130 " THREE));
    ASSERT(longest_line() > 80 && longest_line() <= 130);
    ASSERT(arena_says("X +/=/-") && arena_says("LOS") && arena_says("pairs 0..2"));
    ASSERT(strstr(arena_output(), "Left out") == NULL);
    PASS();
}

/* The places of twenty opponents do not fit beside each other; every one of them is in one of the parts. */
TEST a_wide_crosstable_comes_in_parts(void) {
    char command[4096] = "env -u COLUMNS @B/referee --each depth=1 --game 3x3 --games 2 --quiet";
    for (int i = 1; i <= 20; i++) {
        size_t length = strlen(command);
        snprintf(command + length, sizeof command - length, " --engine name=engine-%d cmd=@B/fake_engine", i);
    }
    ASSERT_EQ(0, RUN("%s", command));
    ASSERT(longest_line() <= 80);
    int parts = 0;
    for (const char *at = arena_output(); (at = strstr(at, "#  points against")) != NULL; at++) parts++;
    ASSERT(parts >= 2);
    ASSERT(arena_says("  20\n"));
    PASS();
}

SUITE(standings) {
    arena_open();
    RUN_TEST(tables_fit_80_columns_and_name_what_they_leave_out);
    RUN_TEST(tables_with_the_longest_names_fit_as_well);
    RUN_TEST(tables_use_the_room_that_there_is);
    RUN_TEST(a_wide_crosstable_comes_in_parts);
    arena_close();
}
