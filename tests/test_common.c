/* What the tools share: text that is safe to print, commands split into words, comments of records, suites of
 * positions, files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/files.h"
#include "common/printable.h"
#include "common/proc.h"
#include "common/record_comment.h"
#include "greatest.h"
#include "harness/suite.h"
#include "support/scratch.h"

/* From the tables of RFC 3629: the first and last character of each length, and what lies just outside. */
TEST utf8_is_told_from_other_bytes(void) {
    static const struct {
        const char *text;
        size_t length;
    } known[] = {{"a", 1},
                 {"\x7f", 1},
                 {"\x80", 0},
                 {"\xc1\xbf", 0},
                 {"\xc2\x80", 2},
                 {"\xdf\xbf", 2},
                 {"\xc3(", 0},
                 {"\xe0\x9f\xbf", 0},
                 {"\xe0\xa0\x80", 3},
                 {"\xed\x9f\xbf", 3},
                 {"\xed\xa0\x80", 0},
                 {"\xef\xbf\xbf", 3},
                 {"\xe2\x82", 0},
                 {"\xf0\x8f\xbf\xbf", 0},
                 {"\xf0\x90\x80\x80", 4},
                 {"\xf1\x80\x80\x80", 4},
                 {"\xf4\x8f\xbf\xbf", 4},
                 {"\xf4\x90\x80\x80", 0},
                 {"\xf5\x80\x80\x80", 0},
                 {"\xf0\x9f\x98", 0}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ASSERT_EQ_FMTm(known[i].text, known[i].length, printable_utf8_length(known[i].text), "%zu");
    }
    PASS();
}

TEST what_could_steer_a_terminal_is_not_printable(void) {
    static const char *const steering[] = {"\x1b[1m", "\n", "\x7f", "\xc2\x9b", "\x9b", "a\tb",
                                           /* U+200B, 200F, 2028, 202E, 2060, 2069, FEFF, E0041 */
                                           "\xe2\x80\x8b", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xae",
                                           "\xe2\x81\xa0", "\xe2\x81\xa9", "\xef\xbb\xbf", "\xf3\xa0\x81\x81"};
    for (size_t i = 0; i < sizeof steering / sizeof steering[0]; i++) ASSERT_FALSE(printable_is_whole(steering[i]));
    ASSERT(printable_is_whole("") && printable_is_whole("R\xc3\xa9 \xe2\x82\xac \xc2\xa0"));
    char text[] = "a\x1b[1m\xc3\xa9\xc2\x9bz\xff";
    printable_make(text);
    ASSERT_STR_EQ("a?[1m\xc3\xa9??z?", text);
    PASS();
}

/* What a shell makes of the word, one line of text, is the word. */
static bool survives_a_shell(const char *word) {
    char script[1024] = "exec printf '%s.' ", back[256];
    FILE *stream = fmemopen(script + strlen(script), sizeof script - strlen(script), "w");
    if (stream == NULL) return false;
    printable_put_word(stream, word);
    fclose(stream);
    if (!printable_is_whole(script)) return false;
    FILE *shell = popen(script, "r");
    size_t length = shell != NULL ? fread(back, 1, sizeof back - 1, shell) : 0;
    if (shell == NULL || pclose(shell) != 0 || length == 0) return false;
    back[length - 1] = '\0'; /* the full stop */
    return strcmp(word, back) == 0;
}

TEST words_are_printed_as_a_shell_wants_them(void) {
    static const char *const words[] = {"",
                                        "plain/path.txt",
                                        "two words",
                                        "it's",
                                        "$HOME `id` $(id)",
                                        "a\nb",
                                        "\\",
                                        "%s%%",
                                        "a\x1b[1m'\\%d\"",
                                        ("name\xe2\x80\xae"
                                         "txt"),
                                        "\xff\xfe",
                                        "R\xc3\xa9 ",
                                        "-n",
                                        "tab\there",
                                        "*?[a]",
                                        "~",
                                        "a;b&c|d>e<f#g!h"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) ASSERTm(words[i], survives_a_shell(words[i]));
    PASS();
}

static bool splits_into(const char *command, const char *expected) {
    char joined[256];
    const char *reason;
    char **argv = proc_split_command(command, &reason);
    Writer writer = writer_on(joined, sizeof joined);
    for (int i = 0; argv != NULL && argv[i] != NULL; i++) writer_add(&writer, "<%s>", argv[i]);
    if (argv == NULL) writer_add(&writer, "%s", reason);
    free(argv);
    if (strcmp(joined, expected) != 0) printf("\n%s: %s\n", command, joined);
    return strcmp(joined, expected) == 0;
}

TEST commands_are_split_as_by_a_shell(void) {
    ASSERT(splits_into("a  b\tc ", "<a><b><c>"));
    ASSERT(splits_into("'a b' \"c d\" e'f'\"g\"", "<a b><c d><efg>"));
    ASSERT(splits_into("a\\ b \"c\\\"d\" 'e\\f'", "<a b><c\"d><e\\f>"));
    ASSERT(splits_into("a '' b\\", "<a><><b\\>"));
    ASSERT(splits_into("a 'b", "a quote is not closed"));
    ASSERT(splits_into("  ", "the command is empty"));
    ASSERT(splits_into("'' b", "the command is empty"));
    PASS();
}

static bool takes(const char *text, RecordMove *move) {
    const char *cursor = text;
    *move = (RecordMove){0};
    return record_comment_take(&cursor, move) && *cursor == '\0';
}

TEST comments_of_records_are_read_whatever_they_hold(void) {
    RecordMove move;
    ASSERT(takes("+0.35/6 4023 0.012s left=1.5s latency=x nps=7 seldepth=-1 pv=\"b2 c3\"}", &move));
    ASSERT_EQ(35, move.value);
    ASSERT_EQ(6, move.depth);
    ASSERT_EQ(4023, move.nodes);
    ASSERT_EQ(12000, move.elapsed_us);
    ASSERT_EQ(1500000, move.left_us);
    ASSERT_EQ(0, move.latency_us);
    ASSERT_EQ(0, move.seldepth);
    ASSERT_STR_EQ("b2 c3", move.pv);
    ASSERT(takes("-M2}", &move) && move.value_kind == VALUE_MATE && move.value == -2 && move.depth == 0);
    ASSERT(takes("-1e30/1}", &move) && move.value < -INT64_C(1000000000000));
    ASSERT(takes("+1e30/1}", &move) && move.value > INT64_C(1000000000000));
    ASSERT(takes("+nan/1 pv=\"open}", &move) && move.pv[0] == '\0');
    ASSERT(takes("}", &move) && move.value_kind == VALUE_NONE);
    ASSERT_FALSE(takes("+0.35/6", &move));
    char endless[2048] = "pv=\"";
    memset(endless + 4, 'a', 1000);
    strcpy(endless + 1004, "\"}");
    ASSERT(takes(endless, &move) && move.pv[0] == '\0');
    const char *cursor = "anything}";
    ASSERT(record_comment_take(&cursor, NULL) && *cursor == '\0');
    PASS();
}

TEST a_comment_has_what_is_known(void) {
    char text[RECORD_COMMENT_SIZE];
    static const struct {
        RecordMove move;
        const char *text;
    } known[] = {{{.cell = 3}, ""},
                 {{.nodes = 5}, " {5 0.000s}"},
                 {{.elapsed_us = 1500}, " {0.002s}"},
                 {{.value_kind = VALUE_CP, .value = -5, .depth = 2}, " {-0.05/2 0.000s}"},
                 {{.value_kind = VALUE_MATE, .value = 3, .depth = 1, .nps = 9}, " {+M3/1 0.000s nps=9}"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Writer writer = writer_on(text, sizeof text);
        record_comment_print(&writer, &known[i].move);
        ASSERT_STR_EQ(known[i].text, text);
    }
    PASS();
}

TEST a_suite_that_is_wrong_is_refused(void) {
    static const char *const wrong[] = {
        "3/3/3 x ; value draw ; best -\n",
        "3/3/3 x ; value draw ; best - ; source none ; more\n",
        " ; value draw ; best - ; source none\n",
        "3/3/3 x ; draw ; best - ; source none\n",
        "3/3/3 x ; value  ; best - ; source none\n",
        "3/3/3 x ; value draw 3 ; best - ; source none\n",
        "3/3/3 x ; value win 0 ; best - ; source none\n",
        "3/3/3 x ; value much ; best - ; source none\n",
        "3/3/3 x ; value +3 4 ; best - ; source none\n",
        "3/3/3 x ; value draw ; worst - ; source none\n",
        "3/3/3 x ; value draw ; best - ; source\n",
        "3/3/3 x ; value draw ; best - ; from none\n",
    };
    const char *path = scratch_file("suite.txt");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Suite suite;
        Reason why = {""};
        ASSERT(scratch_write(path, wrong[i]));
        ASSERT_FALSEm(wrong[i], suite_read(&suite, path, NULL, &why));
        ASSERT(strstr(why.text, "suite.txt:1: not a position of a suite") != NULL);
    }
    PASS();
}

TEST a_suite_is_read(void) {
    Suite suite;
    Reason why = {""};
    const char *path = scratch_file("suite.txt");
    ASSERT(scratch_write(path, "# three\n\n3/3/3 x ; value loss 4 ; best a1 b2 ; source reference\n"
                               "3/3/3 o ; value -2 ; best - ; source none\n3/3/3 o ; value - ; best c3 ; source none"));
    ASSERT(suite_read(&suite, path, NULL, &why));
    ASSERT_EQ(3, suite.count);
    ASSERT(suite.positions[0].value.kind == SUITE_LOSS && suite.positions[0].value.plies == 4);
    ASSERT_EQ(3, suite.positions[0].line);
    ASSERT(suite_move_is_best(&suite.positions[0], "b2") && !suite_move_is_best(&suite.positions[0], "c3"));
    ASSERT(suite.positions[1].value.kind == SUITE_POINTS && suite.positions[1].value.points == -2);
    ASSERT(suite_move_is_best(&suite.positions[1], "c3") && !suite_lists_best_moves(&suite.positions[1]));
    ASSERT_EQ(SUITE_UNKNOWN, suite.positions[2].value.kind);
    suite_free(&suite);
    ASSERT_FALSE(suite_read(&suite, "/no/such/file", NULL, &why));
    PASS();
}

TEST texts_are_loaded_whole_or_not_at_all(void) {
    Reason why;
    const char *path = scratch_file("text");
    ASSERT(scratch_write(path, "one\ntwo"));
    char *text = file_load(path, &why);
    ASSERT(text != NULL);
    ASSERT_STR_EQ("one\ntwo", text);
    free(text);
    ASSERT(scratch_write_bytes(path, "a\0b", 3));
    ASSERT_EQ(NULL, file_load(path, &why));
    ASSERT(strstr(why.text, "has a zero byte") != NULL);
    char *large = calloc(1, (1 << 20) + 2);
    ASSERT(large != NULL);
    memset(large, 'a', (1 << 20) + 1);
    ASSERT(scratch_write(path, large));
    free(large);
    ASSERT_EQ(NULL, file_load(path, &why));
    ASSERT(strstr(why.text, "larger than a megabyte") != NULL);
    ASSERT_EQ(NULL, file_load("/", &why));
    ASSERT_EQ(NULL, file_load("/dev/null", &why));
    ASSERT(strstr(why.text, "not a plain file") != NULL);
    PASS();
}

TEST files_are_the_same_however_they_are_named(void) {
    char folder[] = "/tmp/rowan-files-XXXXXX", old[4096];
    ASSERT(mkdtemp(folder) != NULL && getcwd(old, sizeof old) != NULL && chdir(folder) == 0);
    bool is_fine = file_is_same("new", "./new") && !file_is_same("new", "other") && !file_is_same("new", "no/new") &&
                   !file_is_same("no/new", "new") && file_is_same("/new", "//new") && scratch_write("new", "x") &&
                   !file_is_same("new", "/new") && symlink("new", "link") == 0 && file_is_same("new", "link") &&
                   symlink("gone", "dangling") == 0 && file_is_writable("dangling") && file_is_writable("fresh") &&
                   !file_is_writable("") && !file_is_writable("no/fresh") && !file_is_writable(folder) &&
                   file_is_plain("link") && !file_is_plain("fresh") && !file_is_plain(folder);
    char *of_root = file_folder("/new"), *of_here = file_folder("new");
    is_fine = is_fine && strcmp(of_root, "/") == 0 && strcmp(of_here, ".") == 0;
    free(of_root);
    free(of_here);
    unlink("new"), unlink("link"), unlink("dangling");
    ASSERT(chdir(old) == 0 && rmdir(folder) == 0);
    ASSERT(is_fine);
    PASS();
}

/* Beside a file of this folder, named without a slash. */
TEST leftovers_of_this_and_dead_processes_are_removed(void) {
    char folder[] = "/tmp/rowan-files-XXXXXX", old[4096], ours[64], living[64];
    snprintf(ours, sizeof ours, "file.new-%ld-7", (long)getpid());
    snprintf(living, sizeof living, "file.new-%ld-0", (long)getppid());
    ASSERT(mkdtemp(folder) != NULL && getcwd(old, sizeof old) != NULL && chdir(folder) == 0);
    const char *gone[] = {"file.new-2147483647-0", ours},
               *kept[] = {living, "file.new-1", "file.new-1-", "file.new-1-x", "file.new-x-1", "file.new-0-1", "file"};
    bool is_fine = true;
    for (size_t i = 0; i < 2; i++) is_fine = is_fine && scratch_write(gone[i], "");
    for (size_t i = 0; i < 7; i++) is_fine = is_fine && scratch_write(kept[i], "");
    file_remove_leftovers("file");
    for (size_t i = 0; i < 2; i++) is_fine = is_fine && access(gone[i], F_OK) != 0;
    for (size_t i = 0; i < 7; i++) is_fine = is_fine && unlink(kept[i]) == 0;
    ASSERT(chdir(old) == 0 && rmdir(folder) == 0);
    ASSERT(is_fine);
    PASS();
}

SUITE(common) {
    RUN_TEST(utf8_is_told_from_other_bytes);
    RUN_TEST(what_could_steer_a_terminal_is_not_printable);
    RUN_TEST(words_are_printed_as_a_shell_wants_them);
    RUN_TEST(commands_are_split_as_by_a_shell);
    RUN_TEST(comments_of_records_are_read_whatever_they_hold);
    RUN_TEST(a_comment_has_what_is_known);
    RUN_TEST(a_suite_that_is_wrong_is_refused);
    RUN_TEST(a_suite_is_read);
    RUN_TEST(texts_are_loaded_whole_or_not_at_all);
    RUN_TEST(files_are_the_same_however_they_are_named);
    RUN_TEST(leftovers_of_this_and_dead_processes_are_removed);
}
