/* The textbook searches, against brute force and against each other. */
#include <stdlib.h>

#include "common/textbook.h"
#include "greatest.h"
#include "support/test_position.h"

static int sign(int value) {
    return (value > 0) - (value < 0);
}

static enum greatest_test_res finds_true_value(const TestPosition *test) {
    RefValue truth;
    ASSERT(ref_solve(&test->reference, &truth));
    Textbook textbook = {.grid = test->position.grid, .depth = 20};
    int value = textbook_alphabeta(&textbook, &test->position.board).value;
    if (game_counts_points(&test->position.grid->game)) {
        ASSERT_EQm(test->text, 100 * truth.value, value);
        PASS();
    }
    ASSERT_EQm(test->text, truth.value, sign(value));
    if (truth.value != 0) ASSERT_EQm(test->text, TEXTBOOK_WIN - truth.plies, abs(value));
    PASS();
}

/* Deep enough to reach the end of every game. */
TEST a_search_to_the_end_finds_the_true_value(const char *game, int plies) {
    TestPosition *test = test_position_new(game);
    for (uint64_t seed = 0; seed < 10; seed++) {
        if (test_position_set_random(test, plies, seed)) CHECK_CALL(finds_true_value(test));
    }
    test_position_free(test);
    PASS();
}

TEST alphabeta_finds_what_minimax_finds_with_fewer_nodes(const char *game) {
    TestPosition *test = test_position_new(game);
    for (uint64_t seed = 0; seed < 5; seed++) {
        ASSERT(test_position_set_random(test, 12, seed));
        Textbook plain = {.grid = test->position.grid, .depth = 3}, pruned = plain;
        TextbookChoice a = textbook_minimax(&plain, &test->position.board);
        TextbookChoice b = textbook_alphabeta(&pruned, &test->position.board);
        ASSERT_EQ(a.value, b.value);
        ASSERT_EQ(a.cell, b.cell);
        ASSERT(pruned.nodes < plain.nodes);
    }
    test_position_free(test);
    PASS();
}

/* The empty 5x5 board has no cutoffs and no early ends: 25 + 25 * 24 positions at depth 2. */
TEST minimax_counts_every_position(void) {
    TestPosition *test = test_position_new("5x5");
    Textbook textbook = {.grid = test->position.grid, .depth = 2};
    textbook_minimax(&textbook, &test->position.board);
    ASSERT_EQ(25u + 25u * 24u, textbook.nodes);
    textbook.top = 10;
    textbook_alphabeta(&textbook, &test->position.board);
    ASSERT(textbook.nodes <= 10u + 10u * 10u);
    test_position_free(test);
    PASS();
}

TEST a_search_cut_short_by_a_limit_still_gives_a_move(void) {
    TestPosition *test = test_position_new("6x6x6");
    const Position *position = &test->position;
    ASSERT(test_position_set_random(test, 10, 1));
    Textbook textbook = {.grid = position->grid, .depth = 8, .nodes_max = 500};
    TextbookChoice choice = textbook_alphabeta(&textbook, &position->board);
    ASSERT(textbook.was_stopped && textbook.nodes <= 501);
    CellSet empty = board_empty(position->grid, &position->board);
    ASSERT(choice.cell != MOVE_NONE && cells_has(&empty, choice.cell));
    test_position_free(test);
    PASS();
}

SUITE(textbook) {
    RUN_TESTp(a_search_to_the_end_finds_the_true_value, "3x3", 2);
    RUN_TESTp(a_search_to_the_end_finds_the_true_value, "4x4", 9);
    RUN_TESTp(a_search_to_the_end_finds_the_true_value, "3x3x3:score", 20);
    RUN_TESTp(a_search_to_the_end_finds_the_true_value, "3x3x3:magic3", 20);
    RUN_TESTp(a_search_to_the_end_finds_the_true_value, "3x3:score2", 2);
    static const char *const games[] = {"4x4x4", "3x3x3:magic", "5x5"};
    for (int i = 0; i < 3; i++) RUN_TESTp(alphabeta_finds_what_minimax_finds_with_fewer_nodes, games[i]);
    RUN_TEST(minimax_counts_every_position);
    RUN_TEST(a_search_cut_short_by_a_limit_still_gives_a_move);
}
