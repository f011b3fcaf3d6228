/* How the engine reads its input: lines and bytes, the log of them, and the end. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
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

/* The end */

TEST quit_ends_the_program_at_once(const char *lines) {
    int64_t start_us = clock_now_us();
    host_send(host, lines);
    ASSERT_EQ_FMTm(lines, 0, host_exit_status(host), "%d");
    ASSERTm(lines, clock_now_us() - start_us < 3000000);
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
    RUN_TESTp(quit_ends_the_program_at_once, "quit");
    RUN_TESTp(quit_ends_the_program_at_once, "go infinite\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go depth 100\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go ponder\nquit");
    RUN_TESTp(quit_ends_the_program_at_once, "go perft 20\nquit");
    RUN_TEST(the_end_of_input_lets_a_bounded_search_finish);
    RUN_TEST(the_end_of_input_without_a_search_ends_the_program);
}
