#include "support/test_position.h"

#include <stdlib.h>

#include "support/bridge.h"

TestPosition *test_position_new(const char *game) {
    TestPosition *test = calloc(1, sizeof *test);
    if (test == NULL || !ref_game_init(&test->game, game)) abort();
    test->shape = shape_named(game);
    RefPosition start;
    ref_start(&start, &test->game);
    test_position_set(test, &start);
    return test;
}

void test_position_free(TestPosition *test) {
    if (test == NULL) return;
    shape_free(test->shape);
    free(test);
}

void test_position_set(TestPosition *test, const RefPosition *reference) {
    test->reference = *reference;
    test->reference.game = &test->game;
    position_init(&test->position, &test->shape->grid);
    board_like(&test->reference, &test->shape->grid, &test->position.board);
    ref_position_text(&test->reference, test->text);
}

bool test_position_set_random(TestPosition *test, int plies, uint64_t seed) {
    RefPosition found;
    if (!ref_random_position(&found, &test->game, plies, seed)) return false;
    test_position_set(test, &found);
    return true;
}

void test_position_play(TestPosition *test, const char *moves) {
    Word word;
    Reason why;
    for (const char *cursor = moves; word_next(&cursor, &word);) {
        if (!position_play_text(&test->position, word, &why)) abort();
        if (!ref_play(&test->reference, test->position.last_move)) abort();
    }
    ref_position_text(&test->reference, test->text);
}
