/* What the documents promise about every program: it answers -h, --help and --version, refuses what it does not know,
 * and has a README beside its source. Run from the root of the repository. */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/build.h"
#include "greatest.h"
#include "support/program_run.h"

/* Shown with a failure. */
static char where[600];

typedef struct {
    char *output; /* standard error included; to be freed */
    int status;
} ProgramAnswer;

static ProgramAnswer answer_to(const char *program, const char *arguments) {
    ProgramAnswer answer = {.status = -1};
    char command[200];
    snprintf(command, sizeof command, "%s %s", program, arguments);
    answer.output = program_run(command, "", &answer.status);
    if (answer.output == NULL) abort();
    snprintf(where, sizeof where, "%s: status %d, %.200s", command, answer.status, answer.output);
    return answer;
}

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool is_one_line(const char *text) {
    const char *end = strchr(text, '\n');
    return end != NULL && end != text && end[1] == '\0';
}

/* Terminals are narrow. */
enum { HELP_COLUMNS_MAX = 80 };

static size_t longest_line(const char *text) {
    size_t longest = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (length > longest) longest = length;
        text += length + (text[length] == '\n');
    }
    return longest;
}

TEST help_shows_the_usage(const char *program) {
    char usage[64];
    ProgramAnswer answer = answer_to(program, "--help"), in_short = answer_to(program, "-h");
    snprintf(usage, sizeof usage, "usage: %s", program);
    ASSERT_EQm(where, 0, answer.status);
    ASSERTm(answer.output, begins_with(answer.output, usage));
    ASSERTm(program, strstr(answer.output, "--help") != NULL && strstr(answer.output, "--version") != NULL);
    ASSERTm(program, longest_line(answer.output) <= HELP_COLUMNS_MAX);
    ASSERT_EQm(where, 0, in_short.status);
    ASSERT_STR_EQ(answer.output, in_short.output);
    free(answer.output);
    free(in_short.output);
    PASS();
}

TEST version_is_one_line(const char *program) {
    ProgramAnswer answer = answer_to(program, "--version");
    ASSERT_EQm(where, 0, answer.status);
    ASSERTm(where, begins_with(answer.output, program));
    ASSERTm(where, strstr(answer.output, build_version) != NULL);
    ASSERTm(where, is_one_line(answer.output));
    free(answer.output);
    PASS();
}

TEST an_unknown_option_is_refused_in_one_line(const char *program, const char *option) {
    char beginning[64];
    ProgramAnswer answer = answer_to(program, option);
    snprintf(beginning, sizeof beginning, "%s: ", program);
    ASSERT_EQm(where, 2, answer.status);
    ASSERTm(where, begins_with(answer.output, beginning));
    ASSERTm(where, strstr(answer.output, option) != NULL);
    ASSERTm(where, is_one_line(answer.output));
    free(answer.output);
    PASS();
}

TEST the_bench_of_the_engine_wants_a_depth_or_nothing(void) {
    static const char *const wrong[] = {"bench ''", "bench 0", "bench 251", "bench '5 6'", "bench x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ProgramAnswer answer = answer_to("rowan", wrong[i]);
        ASSERT_EQm(where, 2, answer.status);
        ASSERTm(where, begins_with(answer.output, "rowan: bench: needs a depth from 1 to 250, not '"));
        ASSERTm(where, is_one_line(answer.output));
        free(answer.output);
    }
    PASS();
}

/* A folder under tools/ with a main.c is a program. */
TEST every_program_has_a_readme_beside_its_source(void) {
    char path[400];
    int programs = 0;
    DIR *folder = opendir("tools");
    where[0] = '\0';
    ASSERTm("run from the root of the repository", folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        snprintf(path, sizeof path, "tools/%.200s/main.c", entry->d_name);
        if (access(path, R_OK) != 0) continue;
        programs++;
        snprintf(where, sizeof where, "tools/%.200s/README.md is missing", entry->d_name);
        snprintf(path, sizeof path, "tools/%.200s/README.md", entry->d_name);
        if (access(path, R_OK) != 0) break;
        where[0] = '\0';
    }
    closedir(folder);
    ASSERT_STR_EQ("", where);
    ASSERT(programs > 0);
    PASS();
}

TEST the_other_trees_have_a_readme(void) {
    static const char *const paths[] = {"README.md", "engine/README.md", "bench/README.md", "tests/README.md"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) ASSERTm(paths[i], access(paths[i], R_OK) == 0);
    PASS();
}

SUITE(programs) {
    static const char *const all[] = {"rowan",    "referee", "play",     "board", "solve",
                                      "campaign", "verify",  "sparring", "magic", "bench"};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        RUN_TESTp(help_shows_the_usage, all[i]);
        RUN_TESTp(version_is_one_line, all[i]);
        RUN_TESTp(an_unknown_option_is_refused_in_one_line, all[i], "--bogus");
        RUN_TESTp(an_unknown_option_is_refused_in_one_line, all[i], "-Z");
    }
    RUN_TEST(the_bench_of_the_engine_wants_a_depth_or_nothing);
    RUN_TEST(every_program_has_a_readme_beside_its_source);
    RUN_TEST(the_other_trees_have_a_readme);
}
