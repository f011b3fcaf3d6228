/* Words, numbers, reasons and writers. */
#include <string.h>

#include "base/text.h"
#include "greatest.h"

TEST words_are_separated_by_spaces_tabs_and_carriage_returns(void) {
    const char *cursor = "  go\tdepth \r 12\r";
    Word word;
    ASSERT(word_next(&cursor, &word) && word_is(word, "go"));
    ASSERT(word_next(&cursor, &word) && word_is(word, "depth"));
    ASSERT(word_next(&cursor, &word) && word_is(word, "12"));
    ASSERT_FALSE(word_next(&cursor, &word));
    ASSERT_FALSE(word_next(&cursor, &word));
    PASS();
}

TEST there_is_no_word_in_blank_text(void) {
    const char *empty = "", *blank = " \t\r ";
    Word word;
    ASSERT_FALSE(word_next(&empty, &word));
    ASSERT_FALSE(word_next(&blank, &word));
    PASS();
}

TEST a_word_is_compared_whole(void) {
    ASSERT(word_is(word_of("stop"), "stop"));
    ASSERT_FALSE(word_is(word_of("stop"), "sto"));
    ASSERT_FALSE(word_is(word_of("stop"), "stopp"));
    ASSERT_FALSE(word_is(word_of("stop"), "Stop"));
    ASSERT_FALSE(word_is(word_of(""), "x"));
    PASS();
}

TEST case_is_ignored_only_on_request(void) {
    ASSERT(word_is_nocase(word_of("hASH"), "Hash"));
    ASSERT(word_is_nocase(word_of("Move-9"), "mOVE-9"));
    ASSERT_FALSE(word_is_nocase(word_of("Hash"), "Hasch"));
    ASSERT_FALSE(word_is_nocase(word_of("a["), "A{"));
    PASS();
}

TEST long_words_are_cut_when_shown(void) {
    char rubbish[500];
    memset(rubbish, 'y', sizeof rubbish);
    ASSERT_EQ(4, word_shown(word_of("stop")));
    ASSERT_EQ(60, word_shown((Word){rubbish, sizeof rubbish}));
    PASS();
}

TEST numbers_are_decimal_and_within_bounds(void) {
    int64_t number = 7;
    ASSERT(word_to_number(word_of("0"), 0, 10, &number) && number == 0);
    ASSERT(word_to_number(word_of("10"), 0, 10, &number) && number == 10);
    ASSERT(word_to_number(word_of("-10"), -10, 10, &number) && number == -10);
    ASSERT_FALSE(word_to_number(word_of("11"), 0, 10, &number));
    ASSERT_FALSE(word_to_number(word_of("-11"), -10, 10, &number));
    ASSERT(word_to_number(word_of("9223372036854775807"), 0, INT64_MAX, &number) && number == INT64_MAX);
    PASS();
}

TEST text_that_is_no_number_leaves_the_old_value(void) {
    static const char *const rubbish[] = {"",
                                          "-",
                                          "+1",
                                          "1x",
                                          "x1",
                                          "1.5",
                                          "0x10",
                                          " 1",
                                          "--1",
                                          "1-1",
                                          "1 ",
                                          "1e3",
                                          "\xff",
                                          "9223372036854775808",
                                          "99999999999999999999999999"};
    for (size_t i = 0; i < sizeof rubbish / sizeof rubbish[0]; i++) {
        int64_t number = 7;
        int small = 8;
        ASSERT_FALSEm(rubbish[i], word_to_number(word_of(rubbish[i]), INT64_MIN, INT64_MAX, &number));
        ASSERT_FALSEm(rubbish[i], word_to_int(word_of(rubbish[i]), -1000, 1000, &small));
        ASSERT(number == 7 && small == 8);
    }
    PASS();
}

TEST a_reason_is_one_printable_line(void) {
    Reason why;
    ASSERT_FALSE(refuse(&why, "%s has %d", "a\nb\xc3\x7f", 3));
    ASSERT_STR_EQ("a?b?? has 3", why.text);
    char rubbish[1000];
    memset(rubbish, 'y', sizeof rubbish - 1);
    rubbish[sizeof rubbish - 1] = '\0';
    refuse(&why, "%s", rubbish);
    ASSERT_EQ(sizeof why.text - 1, strlen(why.text));
    PASS();
}

TEST one_of_a_thing_is_singular(void) {
    ASSERT_STR_EQ("entry", text_plural(1, "entry", "entries"));
    ASSERT_STR_EQ("entries", text_plural(0, "entry", "entries"));
    ASSERT_STR_EQ("entries", text_plural(2, "entry", "entries"));
    ASSERT_STR_EQ("entries", text_plural(-1, "entry", "entries"));
    PASS();
}

TEST white_space_is_that_of_the_c_locale(void) {
    for (int c = -1; c < 256; c++) {
        bool expected = c > 0 && strchr(" \t\n\v\f\r", c) != NULL;
        ASSERT_EQ_FMT((int)expected, (int)text_is_space(c), "%d");
    }
    PASS();
}

TEST a_writer_drops_what_does_not_fit_and_says_so(void) {
    char buffer[8];
    Writer writer = writer_on(buffer, sizeof buffer);
    ASSERT_STR_EQ("", buffer);
    writer_add(&writer, "%d%s", 12, "345");
    ASSERT_STR_EQ("12345", buffer);
    writer_add(&writer, "67");
    ASSERT_STR_EQ("1234567", buffer);
    ASSERT_FALSE(writer.overflowed);
    writer_add(&writer, "8");
    ASSERT_STR_EQ("1234567", buffer);
    ASSERT(writer.overflowed);
    writer_add(&writer, "9");
    ASSERT_STR_EQ("1234567", buffer);
    PASS();
}

SUITE(text) {
    RUN_TEST(words_are_separated_by_spaces_tabs_and_carriage_returns);
    RUN_TEST(there_is_no_word_in_blank_text);
    RUN_TEST(a_word_is_compared_whole);
    RUN_TEST(case_is_ignored_only_on_request);
    RUN_TEST(long_words_are_cut_when_shown);
    RUN_TEST(numbers_are_decimal_and_within_bounds);
    RUN_TEST(text_that_is_no_number_leaves_the_old_value);
    RUN_TEST(a_reason_is_one_printable_line);
    RUN_TEST(one_of_a_thing_is_singular);
    RUN_TEST(white_space_is_that_of_the_c_locale);
    RUN_TEST(a_writer_drops_what_does_not_fit_and_says_so);
}
