/* How the engine reads its input: lines and bytes, the log of them, and the end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "support/program_run.h"
#include "support/protocol.h"
#include "support/scratch.h"

/* Lines and bytes */

TEST blank_and_comment_lines_are_ignored(void) {
    host_send(host, "\n   \n\t\n# go depth 3\n  #quit\n#");
    IS_SILENT();
    PASS();
}

TEST an_overlong_line_is_refused_and_the_next_one_read(void) {
    static EngineState before;
    static char line[200001];
    memset(line, 'y', sizeof line - 1);
    memcpy(line, "position startpos moves a1a ", 28);
    host_read_state(host, &before);
    host_send(host, line);
    HEARS("info string error *");
    IS_SILENT();
    ASSERT(host_state_is(host, &before));
    PASS();
}

/* Bytes that cannot be sent as lines come from a file. */
static bool restart_with(const char *bytes, size_t length) {
    const char *path = scratch_file("input");
    host_free(host);
    bool is_written = scratch_write_bytes(path, bytes, length);
    host = host_new(path);
    return is_written;
}

TEST lines_may_end_with_carriage_return_and_newline(void) {
    static const char bytes[] = "position startpos moves a1a\r\nisready\r\n\r\n# note\r\nquery p1turn \r\n";
    ASSERT(restart_with(bytes, sizeof bytes - 1));
    HEARS("readyok");
    HEARS("response false");
    PASS();
}

TEST invalid_bytes_are_an_error_and_change_nothing(void) {
    static const char bytes[] = "isready\0go\nposition startpos moves a1a\x01\nposition startpos moves a1a\x1b[0m\n"
                                "position startpos \rmoves a1a\nposition startpos moves\x7f a1a\nquery p1turn\n";
    ASSERT(restart_with(bytes, sizeof bytes - 1));
    for (int i = 0; i < 5; i++) HEARS("info string error *");
    HEARS("response true");
    PASS();
}

TEST a_last_line_without_a_newline_is_read(void) {
    static const char bytes[] = "position startpos\ngo depth 2";
    ASSERT(restart_with(bytes, sizeof bytes - 1));
    host_close_input(host);
    WAITS_FOR("bestmove *");
    ASSERT_EQ_FMT(0, host_exit_status(host), "%d");
    PASS();
}

TEST the_log_file_holds_both_sides_of_the_conversation(void) {
    const char *log = scratch_file("log");
    char line[128], text[512] = "";
    snprintf(line, sizeof line, "setoption name Debug Log File value %s", log);
    SETTLES(line);
    host_send(host, "query game");
    HEARS("response *");
    SETTLES("setoption name Debug Log File value <empty>");
    FILE *file = fopen(log, "r");
    size_t length = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file != NULL) fclose(file);
    text[length] = '\0';
    ASSERTm(text, strstr(text, "> query game\n") != NULL);
    ASSERTm(text, strstr(text, "< response 4x4x4\n") != NULL);
    PASS();
}

/* Opening a pipe waits for its other end; a device may never end. */
TEST a_pipe_or_device_is_refused_as_a_file(const char *option) {
    const char *pipe = scratch_file("pipe"), *paths[] = {pipe, "/dev/zero", "/dev/tty"};
    char line[200];
    unlink(pipe);
    ASSERT_EQ(0, mkfifo(pipe, 0600));
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        snprintf(line, sizeof line, "setoption name %s value %s", option, paths[i]);
        host_send(host, line);
        HEARS("info string error cannot *: not a plain file");
        IS_SILENT();
    }
    unlink(pipe);
    PASS();
}

/* While it is set, the files of programs that we start cannot grow beyond a kilobyte, as if the disk were full. */
static bool set_disk_nearly_full(bool is_full, struct rlimit *usual) {
    if (is_full && getrlimit(RLIMIT_FSIZE, usual) != 0) return false;
    struct rlimit small = {.rlim_cur = 1024, .rlim_max = usual->rlim_max};
    signal(SIGXFSZ, is_full ? SIG_IGN : SIG_DFL);
    return setrlimit(RLIMIT_FSIZE, is_full ? &small : usual) == 0;
}

static int count_of(const char *part, const char *text) {
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text++) count++;
    return count;
}

TEST a_log_that_cannot_be_written_is_told_once(void) {
    enum { QUERIES = 200 };
    char input[8192];
    int status = -1;
    struct rlimit usual;
    Writer writer = writer_on(input, sizeof input);
    writer_add(&writer, "setoption name Debug Log File value %s\n", scratch_file("full.log"));
    for (int i = 0; i < QUERIES; i++) writer_add(&writer, "query p1turn\n");
    ASSERT(set_disk_nearly_full(true, &usual));
    char *said = program_run("rowan", input, &status);
    ASSERT(set_disk_nearly_full(false, &usual));
    ASSERT(said != NULL);
    ASSERT_EQ_FMT(0, status, "%d");
    ASSERT_EQ_FMT(QUERIES, count_of("response true\n", said), "%d");
    ASSERT_EQ_FMT(1, count_of("\ninfo string error the log file cannot be written any more and has ended\n", said),
                  "%d");
    free(said);
    PASS();
}

/* The end */

TEST quit_ends_the_program_at_once(const char *lines) {
    int64_t start_us = clock_now_us();
    host_send(host, lines);
    ASSERT_EQ_FMTm(lines, 0, host_exit_status(host), "%d");
    ASSERTm(lines, clock_now_us() - start_us < 10000000);
    PASS();
}

TEST the_end_of_input_lets_a_bounded_search_finish(void) {
    host_send(host, "position startpos moves a1a\ngo depth 4");
    host_close_input(host);
    WAITS_FOR("info depth 4 *");
    WAITS_FOR("bestmove *");
    HEARS("(end)");
    ASSERT_EQ_FMT(0, host_exit_status(host), "%d");
    PASS();
}

TEST the_end_of_input_without_a_search_ends_the_program(void) {
    host_close_input(host);
    HEARS("(end)");
    ASSERT_EQ_FMT(0, host_exit_status(host), "%d");
    PASS();
}

SUITE(protocol_input) {
    with_a_host_for_each_test();
    RUN_TEST(blank_and_comment_lines_are_ignored);
    RUN_TEST(an_overlong_line_is_refused_and_the_next_one_read);
    RUN_TEST(lines_may_end_with_carriage_return_and_newline);
    RUN_TEST(invalid_bytes_are_an_error_and_change_nothing);
    RUN_TEST(a_last_line_without_a_newline_is_read);
    RUN_TEST(the_log_file_holds_both_sides_of_the_conversation);
    RUN_TESTp(a_pipe_or_device_is_refused_as_a_file, "Proof File");
    RUN_TESTp(a_pipe_or_device_is_refused_as_a_file, "Debug Log File");
    RUN_TEST(a_log_that_cannot_be_written_is_told_once);
    RUN_TESTp(quit_ends_the_program_at_once, "quit");
    RUN_TESTp(quit_ends_the_program_at_once, "go infinite\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go depth 100\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go ponder\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go perft 20\nquit");
    RUN_TEST(the_end_of_input_lets_a_bounded_search_finish);
    RUN_TEST(the_end_of_input_without_a_search_ends_the_program);
}
