/* What all programs have in common: help, wrong options, output that cannot be written, folders in place of files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/command_line.h"
#include "common/proc.h"
#include "greatest.h"
#include "support/program_run.h"

enum { OUTPUT_SIZE = 1 << 14, PATIENCE_S = 60 };

static char output[OUTPUT_SIZE];

/* Runs a shell command, in which $0 is the folder of the programs, and keeps what it prints in `output`. Returns its
 * exit status, or -1 if it does not end by itself. */
static int run(const char *command) {
    char *bin = getenv("ROWAN_BIN"), shell[] = "/bin/sh", flag[] = "-c", build[] = "build", script[1024];
    snprintf(script, sizeof script, "%s", command);
    char *argv[] = {shell, flag, script, bin != NULL ? bin : build, NULL};
    ProcFailure failure;
    Proc *proc = proc_new(&(ProcSpec){.argv = argv}, &failure);
    if (proc == NULL) abort();
    int64_t deadline_us = clock_now_us() + PATIENCE_S * INT64_C(1000000);
    ProcLine line;
    ProcEnd end;
    Writer writer = writer_on(output, sizeof output);
    while (proc_read_line(proc, deadline_us, &line) == PROC_OK) writer_add(&writer, "%s\n", line.text);
    bool has_ended = proc_wait(proc, deadline_us, &end);
    proc_free(proc);
    return has_ended && end.kind == PROC_EXITED ? end.code : -1;
}

static bool is_one_line(const char *text) {
    const char *end = strchr(text, '\n');
    return end != NULL && end[1] == '\0';
}

static const char *const programs[] = {"rowan", "referee",  "sparring", "play", "magic",
                                       "solve", "campaign", "verify",   "bench"};

enum { PROGRAMS = sizeof programs / sizeof programs[0] };

TEST every_program_prints_its_usage(void) {
    for (int i = 0; i < PROGRAMS; i++) {
        char command[128], usage[64];
        snprintf(command, sizeof command, "\"$0\"/%s --help 2>&-", programs[i]);
        snprintf(usage, sizeof usage, "usage: %s", programs[i]);
        ASSERT_EQ_FMTm(command, 0, run(command), "%d");
        ASSERTm(command, strncmp(output, usage, strlen(usage)) == 0);
    }
    PASS();
}

TEST every_program_names_an_unknown_option(void) {
    for (int i = 0; i < PROGRAMS; i++) {
        char command[128], name[64];
        snprintf(command, sizeof command, "\"$0\"/%s --bogus 2>&1 >/dev/null", programs[i]);
        snprintf(name, sizeof name, "%s: ", programs[i]);
        ASSERT_EQ_FMTm(command, 2, run(command), "%d");
        ASSERTm(command, strncmp(output, name, strlen(name)) == 0);
        const char *named = strstr(output, "'--bogus'");
        ASSERTm(command, named != NULL && named < strchr(output, '\n'));
    }
    PASS();
}

TEST output_that_cannot_be_written_is_reported(void) {
    static const struct {
        const char *command, *program;
        int status;
    } writers[] = {
        {"echo isready | \"$0\"/rowan", "rowan", 1},
        {"printf 'position startpos moves b1a\\ngo nodes 1000000000\\n' | \"$0\"/rowan", "rowan", 1},
        {"\"$0\"/rowan --help", "rowan", 1},
        {"\"$0\"/referee --engine name=A cmd=\"$0/sparring rules\" --engine name=B cmd=\"$0/sparring random\" "
         "--each depth=1 --game 4x4x4 --random --rounds 10000",
         "referee", 3},
        {"\"$0\"/referee --help", "referee", 3},
        {"printf 'isready\\nisready\\n' | \"$0\"/sparring rules", "sparring", 1},
        {"printf '3\\n4\\n' | \"$0\"/play --classic", "play", 1},
        {"\"$0\"/magic 5", "magic", 2},
        {"\"$0\"/solve 3x3", "solve", 2},
        {"\"$0\"/campaign --help", "campaign", 2},
        {"\"$0\"/verify README.md", "verify", 2},
        {"\"$0\"/bench --help", "bench", 2},
        {"\"$0\"/bench signature --depth 1", "bench", 2},
    };
    if (access("/dev/full", W_OK) != 0) SKIPm("there is no /dev/full");
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        char command[512], expected[128];
        snprintf(command, sizeof command, "%s 2>&1 >/dev/full", writers[i].command);
        snprintf(expected, sizeof expected, "%s: cannot write to standard output", writers[i].program);
        ASSERT_EQ_FMTm(writers[i].command, writers[i].status, run(command), "%d");
        ASSERTm(writers[i].command, strncmp(output, expected, strlen(expected)) == 0);
        ASSERTm(writers[i].command, is_one_line(output));
    }
    PASS();
}

/* The host is gone before the search begins, which would take hours. */
TEST an_engine_whose_host_is_gone_exits_silently(void) {
    run("exec 3>&1; { sleep 0.3; printf 'position startpos moves b1a\\ngo nodes 100000000000\\n'; } | "
        "{ trap '' PIPE; \"$0\"/rowan 2>&3; echo status $? >&3; } | true");
    ASSERT_STR_EQ("status 1\n", output);
    PASS();
}

TEST folders_are_not_taken_for_files(void) {
    static const char *const commands[] = {
        "verify /",
        "solve 3x3 --proof /",
        "magic --check /",
        "play --replay /",
        "bench signature --signature /",
        "bench signature --write --signature /",
        "bench solve /",
        "bench speed --file /",
        "bench speed --svg /",
        "referee --resume /",
        "referee --engine cmd=x name=A --engine cmd=x name=B --each depth=1 --record /",
        "referee --engine cmd=x name=A --engine cmd=x name=B --each depth=1 --json /",
        "referee --engine cmd=x name=A --engine cmd=x name=B --each depth=1 --log /",
        "referee --engine cmd=x name=A --engine cmd=x name=B --each depth=1 --openings /",
    };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char command[256];
        snprintf(command, sizeof command, "LC_ALL=C \"$0\"/%s 2>&1", commands[i]);
        ASSERT_EQ_FMTm(commands[i], 2, run(command), "%d");
        ASSERTm(commands[i], strstr(output, ": Is a directory\n") != NULL);
        ASSERTm(commands[i], is_one_line(output));
    }
    PASS();
}

/* A file that might be endless, or keep us waiting for ever, is refused at once. */
TEST pipes_and_devices_are_not_taken_for_files(void) {
    static const char *const commands[][2] = {
        {"bench speed --file $d/f", "not a plain file"},
        {"bench solve /dev/zero", "not a plain file"},
        {"bench signature --signature $d/f", "not a plain file"},
        {"play --replay $d/f", "not a plain file"},
        {"referee --resume $d/f", "not a plain file"},
        {"referee $e --record /dev/null", "not a plain file"},
        {"referee $e --openings $d/f", "not a plain file"},
        {"referee $e --openings /dev/zero", "not a plain file"},
        {"referee $e --openings $d/zeros", "line 1 is too long or has a zero byte"},
        {"referee $e --log $d/f", "nobody reads from this pipe"},
    };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "d=$(mktemp -d) && trap 'rm -r $d' EXIT && mkfifo $d/f && printf 'a\\0b\\nb1\\n' >$d/zeros && "
                 "e='--engine cmd=x name=A --engine cmd=x name=B --each depth=1' && \"$0\"/%s 2>&1 && exit 9; exit 0",
                 commands[i][0]);
        ASSERT_EQ_FMTm(commands[i][0], 0, run(command), "%d");
        ASSERTm(output, strstr(output, commands[i][1]) != NULL);
    }
    PASS();
}

TEST names_in_the_json_are_utf8(void) {
    ASSERT_EQ(
        0, run("e=$(printf '\\303\\251') && \"$0\"/referee --engine name=$e cmd=\"$0/sparring rules\" --engine name=B "
               "cmd=\"$0/sparring random\" --each depth=1 --game 3x3 --quiet --json /dev/stdout"));
    ASSERTm(output, strstr(output, "{\"name\": \"\303\251\"") != NULL);
    ASSERT_EQ(
        2,
        run("b=$(printf '\\377\\355\\240\\200') && \"$0\"/referee --engine name=A cmd=x --engine name=$b cmd=x --each "
            "depth=1 2>&1"));
    ASSERTm(output, strstr(output, "is not a name of 1 to 63 printable bytes") != NULL);
    PASS();
}

/* With ulimit no file may grow, as if the disk were full. */
TEST a_proof_that_cannot_be_written_leaves_the_old_one(void) {
    ASSERT_EQ(
        0,
        run("d=$(mktemp -d) && trap 'rm -r $d' EXIT && \"$0\"/solve 3x3 --proof $d/p >/dev/null && cp $d/p $d/old && "
            "(trap '' XFSZ; ulimit -f 0; \"$0\"/solve 3x3 --proof $d/p 2>&1); "
            "cmp $d/p $d/old && ls $d"));
    ASSERTm(output, strstr(output, "solve: cannot write '") != NULL);
    ASSERTm(output, strstr(output, "\nold\np\n") != NULL);
    PASS();
}

TEST seconds_have_fractions(void) {
    static const struct {
        const char *text;
        int64_t ms;
    } known[] = {{"2", 2000},
                 {"0.25", 250},
                 {".5", 500},
                 {"1.", 1000},
                 {"0.0019", 1},
                 {"0", 0},
                 {"1000000000", INT64_C(1000000000000)}};
    static const char *const wrong[] = {"", ".", "-1", "+1", "1e3", "1 ", " 1", "1,5", "1.2.3", "1000000001", "1:30"};
    int64_t ms;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ASSERTm(known[i].text, command_line_seconds(word_of(known[i].text), &ms));
        ASSERT_EQm(known[i].text, known[i].ms, ms);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ASSERTm(wrong[i], !command_line_seconds(word_of(wrong[i]), &ms));
    }
    PASS();
}

static const struct {
    const char *command, *complaint;
} wrong_arguments[] = {
    {"board --no-open --port 0", "board: --port needs a number from 1 to 65535, not '0'\n"},
    {"board --no-open --port 70000", "board: --port needs a number from 1 to 65535, not '70000'\n"},
    {"board --no-open --port", "board: --port needs a value\n"},
    {"board --no-open --engine", "board: --engine needs a value\n"},
    {"board --no-open 3x3 4x4", "board: more than one game given: '4x4'\n"},
    {"board --no-open 9x9x9", "board: there is no board 9x9x9"},
    {"board --no-open --follow README.md", "board: record README.md: it does not begin with "},
    {"solve 3x3 --hash 0", "solve: --hash needs a number from 1 to "},
    {"solve '3/3/3 x line a1 line'", "solve: 'line' is not a move "},
    {"solve 3x3:score --minimise 1", "solve: only strategies of the rule line are minimised\n"},
    {"solve 3x3 a1 --time 5 b2", "solve: 'b2' does not follow the game or a move\n"},
};

TEST wrong_arguments_are_refused_in_one_line(const char *command, const char *complaint) {
    return program_says(command, "", 2, complaint);
}

TEST verify_tells_the_parts_of_a_proof_by_blocks(void) {
    return program_says("verify tests/fuzz/seeds/proofs/5x5-blocks.proof", "", 0,
                        "verified: 5x5 is a draw: 24 pairs, ");
}

SUITE(tools) {
    RUN_TEST(every_program_prints_its_usage);
    RUN_TEST(every_program_names_an_unknown_option);
    RUN_TEST(output_that_cannot_be_written_is_reported);
    RUN_TEST(an_engine_whose_host_is_gone_exits_silently);
    RUN_TEST(folders_are_not_taken_for_files);
    RUN_TEST(pipes_and_devices_are_not_taken_for_files);
    RUN_TEST(names_in_the_json_are_utf8);
    RUN_TEST(a_proof_that_cannot_be_written_leaves_the_old_one);
    RUN_TEST(seconds_have_fractions);
    for (size_t i = 0; i < sizeof wrong_arguments / sizeof wrong_arguments[0]; i++) {
        RUN_TESTp(wrong_arguments_are_refused_in_one_line, wrong_arguments[i].command, wrong_arguments[i].complaint);
    }
    RUN_TEST(verify_tells_the_parts_of_a_proof_by_blocks);
}
