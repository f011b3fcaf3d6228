/* `rowan analyse`: a line of JSON for each position, in order, whatever is wrong with some of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "support/host.h"
#include "support/program_run.h"
#include "support/scratch.h"

static const char positions[] = "# a comment, and an empty line\n"
                                "\n"
                                "3x3 moves a1 b1 a2 b2\n"
                                "position fen xo1/3/1x1 o\n"
                                "3/3/3//3/3/3//3/3/3 x score moves b2b\r\n"
                                "position startpos\n"
                                "nonsense \"quoted\\ \n"
                                "xxx/oo1/3 o\n"
                                "3x3 moves a1 a1\n"
                                "5x5";

/* What each object must hold, in order. */
static const char *const expected[] = {
    "{\"line\":3,\"game\":\"3x3\",\"position\":\"xo1/xo1/3 x line\",\"result\":null,\"value\":{\"mate\":1},"
    "\"proven\":\"win\",\"best\":[{\"move\":\"a3\",\"value\":{\"mate\":1},\"proven\":\"win\",\"depth\":1,\"pv\":["
    "\"a3\"]}"
    "],\"nodes\":*,\"time\":*}",
    "{\"line\":4,\"game\":\"3x3\",\"position\":\"xo1/3/1x1 o line\",*}",
    "{\"line\":5,\"game\":\"3x3x3:score\",\"position\":\"3/3/3//3/1x1/3//3/3/3 o score\",*\"value\":{\"cp\":*}",
    "{\"line\":6,\"game\":\"4x4x4\",*\"value\":{\"mate\":*\"proven\":\"win\",*",
    "{\"line\":7,\"error\":\"*",
    "{\"line\":8,\"game\":\"3x3\",\"position\":\"xxx/oo1/3 o "
    "line\",\"result\":\"p1win\",\"value\":null,\"proven\":null,"
    "\"best\":[],\"nodes\":0,\"time\":0}",
    "{\"line\":9,\"error\":\"a1 is occupied\"}",
    "{\"line\":10,\"game\":\"5x5\",*\"proven\":\"draw\",*",
};

enum { EXPECTED = sizeof expected / sizeof expected[0] };

/* The objects are as expected; what goes to standard error stands between them. */
static enum greatest_test_res check_objects(const char *output) {
    static char line[20000];
    int found = 0;
    while (*output != '\0') {
        size_t length = strcspn(output, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, output);
        output += length + (output[length] == '\n');
        if (line[0] != '{') continue;
        ASSERTm("more objects than positions", found < EXPECTED);
        ASSERTm(line, matches(line, expected[found++]));
    }
    ASSERT_EQ_FMT((int)EXPECTED, found, "%d");
    PASS();
}

TEST each_position_gets_its_object_in_order(const char *arguments) {
    char command[300];
    int status;
    const char *path = scratch_file("positions.txt");
    ASSERT(scratch_write(path, positions));
    snprintf(command, sizeof command, "rowan analyse --nodes 3000 --hash 1 %s %s", arguments, path);
    char *output = program_run(command, "", &status);
    ASSERT(output != NULL);
    static char copy[60000];
    snprintf(copy, sizeof copy, "%s", output);
    free(output);
    ASSERT_EQ_FMTm(copy, 1, status, "%d");
    ASSERTm(copy, strstr(copy, "rowan: line 9: a1 is occupied\n") != NULL);
    CHECK_CALL(check_objects(copy));
    PASS();
}

/* One position after the other or side by side, the answers are the same, but for the time. */
TEST answers_depend_on_nothing_but_the_position(void) {
    static char input[4000], single[60000], several[60000];
    int status, length = 0;
    const char *cells[] = {"a1a", "b2b", "c3a", "d1d", "b3c", "a2d"};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            if (i == j) continue;
            length +=
                snprintf(input + length, sizeof input - (size_t)length, "4x4x4 moves %s %s b1a\n", cells[i], cells[j]);
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        char *output = program_run(pass == 0 ? "rowan analyse --nodes 500 --hash 1 --multipv 2"
                                             : "rowan analyse --nodes 500 --hash 1 --multipv 2 --threads 4 -",
                                   input, &status);
        ASSERT(output != NULL);
        char *text = pass == 0 ? single : several, *end = text;
        for (char *line = strtok(output, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            end += sprintf(end, "%.*s\n", (int)(strstr(line, ",\"time\"") - line), line);
        }
        free(output);
        ASSERT_EQ_FMT(0, status, "%d");
    }
    ASSERTm(single, strstr(single, "\"line\":30,") != NULL);
    ASSERT_STR_EQ(single, several);
    PASS();
}

/* Of several moves only what the search itself proves is known, of each by itself. */
TEST several_moves_have_their_own_proofs(const char *position, const char *expected_part) {
    char command[] = "rowan analyse --nodes 3000 --hash 1 --multipv 2";
    return program_says(command, position, 0, expected_part);
}

TEST a_wrong_game_is_refused_as_a_game(const char *line, const char *reason) {
    return program_says("rowan analyse --nodes 10 --hash 1", line, 1, reason);
}

TEST wrong_arguments_are_refused(const char *command, const char *reason) {
    return program_says(command, "", 2, reason);
}

SUITE(analyse) {
    RUN_TESTp(each_position_gets_its_object_in_order, "");
    RUN_TESTp(each_position_gets_its_object_in_order, "--threads 3");
    RUN_TEST(answers_depend_on_nothing_but_the_position);
    RUN_TESTp(several_moves_have_their_own_proofs, "4x4x4\n", "\"proven\":null,\"best\":[{\"move\":");
    RUN_TESTp(several_moves_have_their_own_proofs, "6x6x6\n", "\"proven\":null,\"best\":[{\"move\":");
    RUN_TESTp(several_moves_have_their_own_proofs, "3x3x3\n", "\"proven\":\"loss\"");
    RUN_TESTp(a_wrong_game_is_refused_as_a_game, "9x9x9\n", "line 1: there is no board 9x9x9: ");
    RUN_TESTp(a_wrong_game_is_refused_as_a_game, "4X4X4\n", "line 1: '4X4X4' is not a game such as ");
    RUN_TESTp(a_wrong_game_is_refused_as_a_game, "4x4x4:magic moves a1a\n", "line 1: the rule magic needs ");
    RUN_TESTp(wrong_arguments_are_refused, "rowan analyse --nodes", "--nodes needs a number from 1 to ");
    RUN_TESTp(wrong_arguments_are_refused, "rowan analyse --threads 0", "--threads needs a number from 1 to ");
    RUN_TESTp(wrong_arguments_are_refused, "rowan analyse --fast", "unknown option '--fast'");
    RUN_TESTp(wrong_arguments_are_refused, "rowan analyse a b", "unexpected argument 'b'");
    RUN_TESTp(wrong_arguments_are_refused, "rowan analyse nowhere/nothing",
              "cannot read 'nowhere/nothing': No such file");
}
