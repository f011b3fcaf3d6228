/* What is understood of the lines that engines send, whatever they contain. */
#include <string.h>

#include "common/client_parse.h"
#include "greatest.h"

TEST a_line_is_known_by_its_first_word(void) {
    ASSERT_STR_EQ("b3c ponder a1a", client_parse_after(" \tbestmove  b3c ponder a1a", "bestmove"));
    ASSERT_STR_EQ("", client_parse_after("readyok", "readyok"));
    ASSERT(client_parse_after("bestmovement a1", "bestmove") == NULL);
    ASSERT(client_parse_after("", "bestmove") == NULL);
    PASS();
}

TEST option_names_may_have_blanks(void) {
    ClientOption option;
    ASSERT(client_parse_option("name Move Overhead type spin default 10 min 0", &option));
    ASSERT_STR_EQ("Move Overhead", option.name);
    ASSERT_STR_EQ("spin", option.type);
    ASSERT_STR_EQ("default 10 min 0", option.details);
    ASSERT(client_parse_option("name Clear type button", &option));
    ASSERT_STR_EQ("", option.details);
    ASSERT_FALSE(client_parse_option("name Hash", &option));
    ASSERT_FALSE(client_parse_option("name type spin", &option));
    ASSERT_FALSE(client_parse_option("Hash type spin", &option));
    PASS();
}

TEST info_lines_give_their_last_values(void) {
    ClientAnswer answer = {0};
    client_parse_info("depth 3 seldepth 9 score cp +35 nodes 100 time 2 pv a1 b2", &answer);
    client_parse_info("depth 4 score mate -2 nodes x", &answer);
    client_parse_info("score cp 99 depth 8 multipv 2 pv c3", &answer);
    client_parse_info("string depth 50 score cp 7", &answer);
    client_parse_info("depth 99999999999999999999", &answer);
    ASSERT_EQ(5, answer.info_count);
    ASSERT_EQ(4, answer.depth);
    ASSERT_EQ(9, answer.seldepth);
    ASSERT_EQ(100, answer.nodes);
    ASSERT_EQ(CLIENT_MATE, answer.score_kind);
    ASSERT_EQ(-2, answer.score);
    ASSERT_STR_EQ("a1 b2", answer.pv);
    client_parse_info("score cp 9000000000000000000", &answer);
    ASSERT_EQ(CLIENT_CP, answer.score_kind);
    ASSERT_EQ(CLIENT_SCORE_MAX, answer.score);
    PASS();
}

TEST a_long_pv_is_cut_after_a_whole_move(void) {
    static char line[2 * CLIENT_PV_SIZE];
    ClientAnswer answer = {0};
    strcpy(line, "pv");
    while (strlen(line) < sizeof line - 8) strcat(line, " a10b");
    client_parse_info(line, &answer);
    size_t length = strlen(answer.pv);
    ASSERT(length < CLIENT_PV_SIZE && length > CLIENT_PV_SIZE - 8);
    ASSERT_STR_EQ("a10b", answer.pv + length - 4);
    PASS();
}

TEST only_letters_and_digits_make_a_move(void) {
    static const char *const wrong[] = {"", " ", "<a1>", "a-1", "abcdefghijklmnop", "(none", "\xc3\xa9"};
    ClientAnswer answer = {0};
    ASSERT(client_parse_bestmove("b3c ponder a1a", &answer));
    ASSERT_STR_EQ("b3c", answer.move);
    ASSERT_STR_EQ("a1a", answer.ponder);
    answer = (ClientAnswer){0};
    ASSERT(client_parse_bestmove("(none) ponder ?", &answer));
    ASSERT_STR_EQ("(none)", answer.move);
    ASSERT_STR_EQ("", answer.ponder);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ASSERT_FALSEm(wrong[i], client_parse_bestmove(wrong[i], &answer));
    }
    PASS();
}

TEST text_for_people_is_printable_and_cut(void) {
    char text[8];
    client_parse_copy(text, sizeof text, word_of("a\033[2Jb"));
    ASSERT_STR_EQ("a?[2Jb", text);
    client_parse_copy(text, sizeof text, word_of("abcdefghijk"));
    ASSERT_STR_EQ("abcd...", text);
    PASS();
}

SUITE(client_parse) {
    RUN_TEST(a_line_is_known_by_its_first_word);
    RUN_TEST(option_names_may_have_blanks);
    RUN_TEST(info_lines_give_their_last_values);
    RUN_TEST(a_long_pv_is_cut_after_a_whole_move);
    RUN_TEST(only_letters_and_digits_make_a_move);
    RUN_TEST(text_for_people_is_printable_and_cut);
}
