/* Forced wins, pairings and sums over open lines: every claim holds against a naive check. */
#include <stdio.h>
#include <string.h>

#include "greatest.h"
#include "kernel/eval/eval.h"
#include "kernel/eval/pairing.h"
#include "kernel/search/threat.h"
#include "reference/certify.h"
#include "support/games.h"
#include "support/test_position.h"

/* Keeps what failed in a table, which is too large for the stack. */
static ThreatSearch threat_search;

static TestPosition *begin(const char *game) {
    threat_search_init(&threat_search);
    return test_position_new(game);
}

static bool finds_win(const TestPosition *test, Side attacker, ThreatLine *line) {
    return threat_win(&threat_search, test->position.grid, &test->position.board, attacker, 2000, line);
}

/* A position with some number of stones between these bounds. */
static bool set_random(TestPosition *test, int stones_min, int stones_max, int seed) {
    return test_position_set_random(test, stones_min + seed % (stones_max - stones_min + 1), (uint64_t)seed);
}

TEST every_forced_win_found_is_one(const char *game, int stones_min, int stones_max) {
    static char misses[100];
    TestPosition *test = begin(game);
    int found = 0, tried = 0, missed = 0;
    for (int i = 0; i < 25 * samples_wanted(); i++) {
        ThreatLine line;
        uint16_t naive[REF_MAX_CELLS];
        if (!set_random(test, stones_min, stones_max, i)) continue;
        tried++;
        if (finds_win(test, board_side(&test->position.board), &line)) {
            ASSERTm(test->text, certify_forced_win(&test->reference, line.cell, line.length));
            found++;
        } else if (i % 10 == 0) {
            missed += certify_find_forced_win(&test->reference, 7, 1000, naive) > 0;
        }
    }
    test_position_free(test);
    ASSERTm(game, tried > 0 && found > 0);
    snprintf(misses, sizeof misses, "%.60s: %d short wins missed", game, missed);
    ASSERTm(misses, missed <= 1 + tried / 1000); /* a heuristic of the search misses a few */
    PASS();
}

/* The defender is to move, and the attacker has a forced win. A stone on a cell that the win does not need changes
 * nothing about it. */
TEST a_forced_win_survives_stones_on_cells_it_does_not_need(const char *game, int stones_min, int stones_max) {
    TestPosition *test = begin(game);
    int found = 0;
    for (int i = 0; i < 10 * samples_wanted(); i++) {
        ThreatLine line;
        if (!set_random(test, stones_min, stones_max, i)) continue;
        const Position *position = &test->position;
        Side defender = board_side(&position->board);
        if (!cells_is_empty(board_winning_cells(position->grid, &position->board, defender))) continue;
        if (!finds_win(test, side_other(defender), &line)) continue;
        found++;
        for (int cell = 0; cell < test->game.cell_count; cell++) {
            RefPosition next = test->reference;
            if (cells_has(&line.needs, cell) || !ref_play(&next, cell) || ref_is_over(&next)) continue;
            ASSERTm(test->text, certify_forced_win(&next, line.cell, line.length));
        }
    }
    test_position_free(test);
    ASSERTm(game, found > 0);
    PASS();
}

/* Counts the claims that a side cannot win, each of which must be true. */
static enum greatest_test_res check_bounds(const TestPosition *test, int *claims) {
    const Grid *grid = test->position.grid;
    const Board *board = &test->position.board;
    RefValue value;
    Census census = census_take(grid, board);
    Side to_move = board_side(board);
    ASSERT(ref_solve(&test->reference, &value));
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Pairing pairing;
        bool paired = pairing_find(grid, board, (Side)side, &pairing);
        bool summed = census_side_is_held(grid, &census, (Side)side, to_move);
        ASSERT_EQm(test->text, certify_side_is_held(&test->reference, side == SIDE_X ? 'x' : 'o'), paired);
        if (!paired && !summed) continue;
        (*claims)++;
        ASSERTm(test->text, value.value != ((Side)side == to_move ? 1 : -1));
    }
    PASS();
}

TEST a_side_that_provably_cannot_win_does_not(const char *game, int empty_min, int empty_max) {
    TestPosition *test = begin(game);
    int claims = 0, cells = test->game.cell_count;
    for (int i = 0; i < 10 * samples_wanted(); i++) {
        if (set_random(test, cells - empty_max, cells - empty_min, i)) CHECK_CALL(check_bounds(test, &claims));
    }
    test_position_free(test);
    ASSERTm(game, claims > 0);
    PASS();
}

TEST pairings_agree_with_those_of_a_second_matching(const char *game) {
    TestPosition *test = begin(game);
    Pairing last[2]; /* of positions before */
    memset(last, 0, sizeof last);
    for (int i = 0; i < 2 * samples_wanted(); i++) {
        Pairing pairing;
        if (!test_position_set_random(test, test->game.cell_count * (i % 5) / 10, (uint64_t)i)) continue;
        for (int side = SIDE_X; side <= SIDE_O; side++) {
            const Grid *grid = test->position.grid;
            const Board *board = &test->position.board;
            bool paired = pairing_find(grid, board, (Side)side, &pairing);
            ASSERT_EQm(test->text, certify_side_is_held(&test->reference, side == SIDE_X ? 'x' : 'o'), paired);
            ASSERT_EQm(test->text, paired, pairing_exists(grid, board, (Side)side, &last[side]));
        }
    }
    test_position_free(test);
    PASS();
}

SUITE(threats) {
    RUN_TESTp(every_forced_win_found_is_one, "3x3x3", 1, 12);
    RUN_TESTp(every_forced_win_found_is_one, "4x4", 4, 10);
    RUN_TESTp(every_forced_win_found_is_one, "4x4x4", 8, 40);
    RUN_TESTp(every_forced_win_found_is_one, "3x3x3x3", 1, 12);
    RUN_TESTp(every_forced_win_found_is_one, "4x4x4x4", 10, 60);
    RUN_TESTp(every_forced_win_found_is_one, "5x5x5", 30, 80);
    RUN_TESTp(a_forced_win_survives_stones_on_cells_it_does_not_need, "3x3x3", 1, 12);
    RUN_TESTp(a_forced_win_survives_stones_on_cells_it_does_not_need, "4x4x4", 8, 40);
    RUN_TESTp(a_forced_win_survives_stones_on_cells_it_does_not_need, "4x4x4x4", 10, 60);
    RUN_TESTp(a_forced_win_survives_stones_on_cells_it_does_not_need, "5x5x5", 30, 80);
}

SUITE(bounds) {
    RUN_TESTp(a_side_that_provably_cannot_win_does_not, "3x3", 2, 7);
    RUN_TESTp(a_side_that_provably_cannot_win_does_not, "4x4", 3, 7);
    RUN_TESTp(a_side_that_provably_cannot_win_does_not, "5x5", 3, 7);
    RUN_TESTp(a_side_that_provably_cannot_win_does_not, "4x4x4", 3, 6);
    static const char *const games[] = {"5x5", "7x7", "15x15", "4x4x4", "6x6x6", "8x8x8"};
    for (int i = 0; i < 6; i++) RUN_TESTp(pairings_agree_with_those_of_a_second_matching, games[i]);
}
