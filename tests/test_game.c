/* Names of games. */
#include <string.h>

#include "greatest.h"
#include "rules/game.h"
#include "support/games.h"

static bool parse(const char *text, Game *game, Reason *why) {
    return game_parse(word_of(text), game, why);
}

TEST every_game_name_reads_and_prints_the_same(void) {
    ListedGame names[GAMES_MAX];
    int count = games_all(names);
    for (int i = 0; i < count; i++) {
        Game game;
        Reason why;
        RefGame reference;
        ASSERTm(names[i].text, parse(names[i].text, &game, &why));
        ASSERT(ref_game_init(&reference, names[i].text));
        ASSERT_EQ_FMT(reference.n, game.n, "%d");
        ASSERT_EQ_FMT(reference.d, game.d, "%d");
        ASSERT_EQ_FMT(reference.target, game.target, "%d");
        ASSERT_EQ_FMT(reference.cell_count, game_cells(&game), "%d");
        ASSERT_EQ(reference.rule != REF_LINE, game_counts_points(&game));
        ASSERT_STR_EQ(names[i].text, game_name(&game).text);
    }
    PASS();
}

TEST the_rule_line_may_be_named_and_is_not_printed(void) {
    Game game;
    Reason why;
    ASSERT(parse("5x5:line", &game, &why));
    ASSERT_STR_EQ("5x5", game_name(&game).text);
    ASSERT_STR_EQ("line", game_rule_name(&game).text);
    ASSERT(parse("8x8x8:score9999", &game, &why));
    ASSERT_STR_EQ("8x8x8:score9999", game_name(&game).text);
    ASSERT_STR_EQ("score9999", game_rule_name(&game).text);
    PASS();
}

TEST games_are_equal_only_if_every_part_is(void) {
    Game game = {4, 3, RULE_SCORE, 10};
    ASSERT(game_equal(&game, &(Game){4, 3, RULE_SCORE, 10}));
    ASSERT_FALSE(game_equal(&game, &(Game){5, 3, RULE_SCORE, 10}));
    ASSERT_FALSE(game_equal(&game, &(Game){4, 2, RULE_SCORE, 10}));
    ASSERT_FALSE(game_equal(&game, &(Game){4, 3, RULE_MAGIC, 10}));
    ASSERT_FALSE(game_equal(&game, &(Game){4, 3, RULE_SCORE, 9}));
    PASS();
}

static const struct {
    const char *text, *reason;
} refused[] = {
    {"", "not a game"},
    {"x", "not a game"},
    {"4", "no board 4:"},
    {"4x", "not a game"},
    {"x4", "not a game"},
    {"4xx4", "not a game"},
    {"4x4x", "not a game"},
    {"4x4x4 ", "not a game"},
    {"04x04", "not a game"},
    {"-4x-4", "not a game"},
    {"4X4", "not a game"},
    {"1000x1000", "not a game"},
    {"4x5", "must be equal"},
    {"4x4x3", "must be equal"},
    {"2x2", "no board 2x2"},
    {"1x1", "no board"},
    {"16x16", "no board 16x16"},
    {"2x2x2", "no board"},
    {"9x9x9", "no board"},
    {"5x5x5x5", "no board"},
    {"2x2x2x2", "no board"},
    {"3x3x3x3x3", "no board"},
    {"3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3", "no board"},
    {"3x3:", "not a rule"},
    {"3x3:rule", "not a rule"},
    {"3x3:line3", "not a rule"},
    {"3x3:Score", "not a rule"},
    {"3x3:score0", "not a rule"},
    {"3x3:score03", "not a rule"},
    {"3x3:score-1", "not a rule"},
    {"3x3:score10000", "not a rule"},
    {"3x3:score99999999999999999999", "not a rule"},
    {"3x3:scores", "not a rule"},
    {"3x3:score:score", "not a rule"},
    {"3x3:magic", "three dimensions"},
    {"4x4x4:magic", "odd edge"},
    {"3x3x3x3:magic5", "three dimensions"},
    {"3x3x3:magic0", "not a rule"},
};

TEST malformed_games_are_refused_with_a_reason_and_change_nothing(void) {
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        Game game = {7, 2, RULE_SCORE, 3};
        Reason why = {""};
        ASSERT_FALSEm(refused[i].text, parse(refused[i].text, &game, &why));
        ASSERTm(why.text, strstr(why.text, refused[i].reason) != NULL);
        ASSERTm(refused[i].text, game_equal(&game, &(Game){7, 2, RULE_SCORE, 3}));
    }
    PASS();
}

TEST a_refused_rule_changes_nothing(void) {
    Game game = {4, 3, RULE_SCORE, 3};
    Reason why;
    ASSERT_FALSE(game_parse_rule(word_of("magic"), &game, &why));
    ASSERT_FALSE(game_parse_rule(word_of("score0"), &game, &why));
    ASSERT(game_equal(&game, &(Game){4, 3, RULE_SCORE, 3}));
    ASSERT(game_parse_rule(word_of("line"), &game, &why));
    ASSERT(game_equal(&game, &(Game){4, 3, RULE_LINE, 0}));
    PASS();
}

TEST x_and_o_are_opposite_sides(void) {
    ASSERT_EQ(SIDE_O, side_other(SIDE_X));
    ASSERT_EQ(SIDE_X, side_other(SIDE_O));
    PASS();
}

SUITE(game) {
    RUN_TEST(every_game_name_reads_and_prints_the_same);
    RUN_TEST(the_rule_line_may_be_named_and_is_not_printed);
    RUN_TEST(games_are_equal_only_if_every_part_is);
    RUN_TEST(malformed_games_are_refused_with_a_reason_and_change_nothing);
    RUN_TEST(a_refused_rule_changes_nothing);
    RUN_TEST(x_and_o_are_opposite_sides);
}
