/* A child process by itself: how it is found and started, what is said when that fails, its lines, its end; and the
 * client of an engine that is not there. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/client.h"
#include "common/files.h"
#include "common/proc.h"
#include "greatest.h"
#include "support/scratch.h"

static int64_t in_ms(int ms) {
    return clock_now_us() + ms * INT64_C(1000);
}

static Proc *start(char *const argv[], ProcFailure *failure) {
    return proc_new(&(ProcSpec){.argv = argv}, failure);
}

/* Whether the command can be started with that PATH; NULL: without any. */
static bool starts_with_path(const char *path, const char *command) {
    char *const argv[] = {(char *)command, NULL};
    const char *text = getenv("PATH");
    char *old = strdup(text != NULL ? text : "");
    if (old == NULL || (path != NULL ? setenv("PATH", path, 1) : unsetenv("PATH")) != 0) abort();
    ProcFailure failure;
    Proc *proc = start(argv, &failure);
    setenv("PATH", old, 1);
    free(old);
    ProcEnd end = {PROC_VANISHED, 0, false};
    bool is_fine = proc != NULL && proc_wait(proc, in_ms(20000), &end) && end.kind == PROC_EXITED && end.code == 0;
    proc_free(proc);
    return is_fine;
}

TEST programs_are_found_in_the_path(void) {
    char folder[] = "/tmp/rowan-proc-XXXXXX", path[128], old[4096], long_path[5000];
    ASSERT(mkdtemp(folder) != NULL && getcwd(old, sizeof old) != NULL && chdir(folder) == 0);
    bool is_fine = starts_with_path("/no/such:/bin:/usr/bin", "true") && starts_with_path(NULL, "true") &&
                   !starts_with_path("/no/such", "true");
    /* A folder of that name and a file that is not executable are passed over; an empty entry is the current folder. */
    snprintf(path, sizeof path, "%s:/bin:/usr/bin", folder);
    is_fine = is_fine && mkdir("true", 0700) == 0 && starts_with_path(path, "true") && rmdir("true") == 0;
    is_fine = is_fine && scratch_write("true", "no program") && starts_with_path(path, "true") && unlink("true") == 0;
    is_fine = is_fine && symlink("/bin/true", "right") == 0 && starts_with_path("", "right") &&
              starts_with_path(":/no", "right");
    /* Names that are too long for the system lead nowhere. */
    memset(long_path, 'a', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    is_fine = is_fine && !starts_with_path(long_path, "true");
    long_path[0] = '/';
    is_fine = is_fine && !starts_with_path("/bin", long_path);
    unlink("right");
    ASSERT(chdir(old) == 0 && rmdir(folder) == 0);
    ASSERT(is_fine);
    PASS();
}

TEST a_failed_start_says_which_step_failed(void) {
    char *const nothing[] = {"/no/such/program", NULL}, *const folder[] = {"/tmp", NULL},
                *const fine[] = {"/bin/true", NULL};
    const struct {
        ProcSpec spec;
        const char *text;
    } known[] = {{{.argv = nothing}, "cannot run '/no/such/program': No such file"},
                 {{.argv = folder}, "cannot run '/tmp': Permission denied"},
                 {{.argv = fine, .dir = "/no/folder"}, "cannot enter '/no/folder': No such file"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ProcFailure failure;
        char text[PROC_TEXT_MAX];
        ASSERT_EQ(NULL, proc_new(&known[i].spec, &failure));
        proc_failure_text(&failure, &known[i].spec, text, sizeof text);
        ASSERTm(text, strncmp(text, known[i].text, strlen(known[i].text)) == 0);
    }
    PASS();
}

static void note_line(void *context, const char *line) {
    strcat(strcat(context, line), "|");
}

TEST standard_error_goes_where_it_should(void) {
    char *const argv[] = {"/bin/sh", "-c", "echo one >&2; echo >&2; echo out; printf 'two' >&2", NULL};
    for (int to = PROC_STDERR_NULL; to <= PROC_STDERR_LINES; to++) {
        char heard[256] = "";
        ProcFailure failure;
        ProcLine line;
        ProcEnd end;
        Proc *proc = proc_new(
            &(ProcSpec){.argv = argv, .stderr_to = (ProcStderr)to, .on_error_line = note_line, .context = heard},
            &failure);
        ASSERT(proc != NULL);
        ASSERT_EQ(PROC_OK, proc_read_line(proc, in_ms(20000), &line));
        ASSERT_STR_EQ("out", line.text);
        ASSERT(proc_wait(proc, in_ms(20000), &end));
        ASSERT_STR_EQ(to == PROC_STDERR_LINES ? "one|two|" : "", heard);
        proc_free(proc);
    }
    PASS();
}

TEST lines_are_bounded_and_whole(void) {
    char *const argv[] = {"/bin/sh", "-c", "read line; printf '%s\\r\\n0123456789abcdef\\nshort\\ncut' \"$line\"",
                          NULL};
    ProcFailure failure;
    ProcLine line;
    Proc *proc = proc_new(&(ProcSpec){.argv = argv, .line_max = 10}, &failure);
    ASSERT(proc != NULL);
    ASSERT_EQ(PROC_TIMEOUT, proc_read_line(proc, in_ms(-1), &line));
    ASSERT_EQ(PROC_ERROR, proc_write_line(proc, "two\nlines", in_ms(1000)));
    ASSERT_EQ(EINVAL, proc_error(proc));
    ASSERT_EQ(PROC_OK, proc_write_line(proc, "hello", in_ms(1000)));
    ASSERT_EQ(PROC_OK, proc_read_line(proc, in_ms(20000), &line));
    ASSERT_STR_EQ("hello", line.text);
    ASSERT_EQ(PROC_OVERLONG, proc_read_line(proc, in_ms(20000), &line));
    ASSERT_EQ(PROC_OK, proc_read_line(proc, in_ms(20000), &line));
    ASSERT_STR_EQ("short", line.text);
    ASSERT_EQ(PROC_OK, proc_read_line(proc, in_ms(20000), &line));
    ASSERT_STR_EQ("cut", line.text);
    ASSERT_FALSE(line.is_complete);
    ASSERT_EQ(PROC_CLOSED, proc_read_line(proc, in_ms(20000), &line));
    proc_close_input(proc);
    ASSERT_EQ(PROC_CLOSED, proc_write_line(proc, "more", in_ms(1000)));
    ASSERT_EQ(PROC_EXITED, proc_stop(proc, 1000).kind);
    ASSERT_EQ(PROC_EXITED, proc_stop(proc, 1000).kind);
    proc_free(proc);
    proc_free(NULL);
    PASS();
}

/* It reads nothing, so that the pipe fills up; then the wait is cancelled. */
TEST writing_and_waiting_end_in_time(void) {
    char *const argv[] = {"/bin/sleep", "100", NULL};
    ProcFailure failure;
    Cancel *cancel = cancel_new();
    ASSERT(cancel != NULL);
    Proc *proc = proc_new(&(ProcSpec){.argv = argv, .cancel = cancel}, &failure);
    ASSERT(proc != NULL);
    char text[4096];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    ProcResult result = PROC_OK;
    for (int i = 0; i < 1000 && result == PROC_OK; i++) result = proc_write_line(proc, text, in_ms(20));
    ASSERT_EQ(PROC_TIMEOUT, result);
    ProcEnd end;
    ProcLine line;
    ASSERT_FALSE(proc_wait(proc, in_ms(5), &end));
    ASSERT_FALSE(cancel_is_asked(cancel, 0));
    cancel_ask(cancel);
    ASSERT(cancel_is_asked(cancel, 0));
    ASSERT_EQ(PROC_CANCELLED, proc_read_line(proc, in_ms(20000), &line));
    end = proc_stop(proc, 50);
    ASSERT(end.was_forced);
    ASSERT_EQ(SIGTERM, end.code);
    proc_free(proc);
    cancel_free(cancel);
    PASS();
}

TEST ends_are_told_in_words(void) {
    static const struct {
        ProcEnd end;
        const char *text;
    } known[] = {{{PROC_EXITED, 3, false}, "exited with status 3"},
                 {{PROC_SIGNALLED, SIGSEGV, false}, "segmentation fault"},
                 {{PROC_SIGNALLED, 63, false}, "63 (unknown)"},
                 {{PROC_VANISHED, 0, false}, ""}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char text[PROC_TEXT_MAX];
        proc_end_text(known[i].end, text, sizeof text);
        ASSERTm(text, text[0] != '\0' && strstr(text, known[i].text) != NULL);
    }
    PASS();
}

/* An engine that does not run is an error of the caller, not a crash. */
TEST a_client_that_does_not_run_says_so(void) {
    char *const argv[] = {"/bin/true", NULL};
    ClientAnswer answer;
    const char *response;
    Client *client = client_new(&(ClientSpec){.process = {.argv = argv}});
    ASSERT(client != NULL);
    ASSERT_EQ(CLIENT_ERROR, client_send(client, "ugi"));
    ASSERT_EQ(CLIENT_ERROR, client_ready(client));
    ASSERT_EQ(CLIENT_ERROR, client_query(client, "fen", &response));
    ASSERT_EQ(CLIENT_ERROR, client_go_begin(client, "depth 1"));
    ASSERT_EQ(CLIENT_ERROR, client_go_wait(client, in_ms(1), &answer));
    ASSERT_EQ(CLIENT_ERROR, client_quit(client));
    ASSERT_FALSE(client_is_running(client));
    ASSERT_EQ(NULL, client_option(client, 0));
    ASSERT_EQ(NULL, client_find_option(client, "Hash"));
    client_kill(client);
    client_free(client);
    client_free(NULL);
    PASS();
}

SUITE(processes) {
    file_ignore_signals();
    RUN_TEST(programs_are_found_in_the_path);
    RUN_TEST(a_failed_start_says_which_step_failed);
    RUN_TEST(standard_error_goes_where_it_should);
    RUN_TEST(lines_are_bounded_and_whole);
    RUN_TEST(writing_and_waiting_end_in_time);
    RUN_TEST(ends_are_told_in_words);
    RUN_TEST(a_client_that_does_not_run_says_so);
}
