/* Forced wins, pairings and sums: every claim holds against a naive check. */
#include <stdio.h>
#include <stdlib.h>

#include "eval/eval.h"
#include "eval/pairing.h"
#include "greatest.h"
#include "reference/certify.h"
#include "search/threat.h"
#include "support/bridge.h"
#include "support/games.h"

static char where[1300];

typedef struct {
    RefGame game;
    Grid grid;
    ThreatSearch threats;
    RefPosition position;
    Board board;
} Desk;

static Desk *desk_new(const char *name) {
    Desk *desk = calloc(1, sizeof *desk);
    if (desk == NULL || !ref_game_init(&desk->game, name)) abort();
    Geometry *geometry = geometry_named(name);
    grid_init(&desk->grid, geometry);
    geometry_free(geometry);
    return desk;
}

static bool desk_set_up(Desk *desk, int stones, uint64_t seed) {
    char fen[REF_POSITION_TEXT_SIZE];
    if (!ref_random_position(&desk->position, &desk->game, stones, seed)) return false;
    board_like(&desk->position, &desk->grid, &desk->board);
    snprintf(where, sizeof where, "%s", ref_position_text(&desk->position, fen));
    return true;
}

TEST every_forced_win_found_is_one(const char *name, int stones_min, int stones_max) {
    Desk *desk = desk_new(name);
    int found = 0, looked = 0, missed = 0;
    for (int i = 0; i < 25 * samples_wanted(); i++) {
        ThreatLine line;
        uint16_t naive[REF_MAX_CELLS];
        if (!desk_set_up(desk, stones_min + i % (stones_max - stones_min + 1), (uint64_t)i)) continue;
        looked++;
        if (threat_win(&desk->threats, &desk->grid, &desk->board, board_side(&desk->board), 2000, &line)) {
            ASSERTm(where, certify_forced_win(&desk->position, line.cell, line.length));
            found++;
        } else if (i % 10 == 0) {
            missed += certify_find_forced_win(&desk->position, 7, 1000, naive) > 0;
        }
    }
    free(desk);
    ASSERTm(name, looked > 0 && found > 0);
    snprintf(where, sizeof where, "%s: %d short wins missed", name, missed);
    ASSERTm(where, missed <= 1 + looked / 1000); /* a rule of thumb passes a few over */
    PASS();
}

/* The defender is to move, and the attacker threatens to win: a stone anywhere but on a cell that the line needs lets
 * the line go through as it is. */
TEST a_stone_outside_its_needs_leaves_a_forced_win(const char *name, int stones_min, int stones_max) {
    Desk *desk = desk_new(name);
    int found = 0;
    for (int i = 0; i < 10 * samples_wanted(); i++) {
        ThreatLine line;
        if (!desk_set_up(desk, stones_min + i % (stones_max - stones_min + 1), (uint64_t)i)) continue;
        Side defender = board_side(&desk->board);
        if (!cells_is_empty(board_winning_cells(&desk->grid, &desk->board, defender))) continue;
        if (!threat_win(&desk->threats, &desk->grid, &desk->board, side_other(defender), 2000, &line)) continue;
        found++;
        for (int cell = 0; cell < desk->game.cell_count; cell++) {
            RefPosition next = desk->position;
            if (cells_has(&line.needs, cell) || !ref_play(&next, cell) || ref_is_over(&next)) continue;
            ASSERTm(where, certify_forced_win(&next, line.cell, line.length));
        }
    }
    free(desk);
    ASSERTm(name, found > 0);
    PASS();
}

/* On late positions: who provably cannot win does not. */
static enum greatest_test_res check_bounds(const Desk *desk, int *claims) {
    RefValue value;
    Census census = census_take(&desk->grid, &desk->board);
    Side to_move = board_side(&desk->board);
    ASSERT(ref_solve(&desk->position, &value));
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Pairing pairing;
        bool paired = pairing_find(&desk->grid, &desk->board, (Side)side, &pairing);
        bool summed = census_side_cannot_win(&desk->grid, &census, (Side)side, to_move);
        ASSERT_EQm(where, certify_side_cannot_win(&desk->position, side == SIDE_X ? 'x' : 'o'), paired);
        if (!paired && !summed) continue;
        (*claims)++;
        ASSERTm(where, value.value != ((Side)side == to_move ? 1 : -1));
    }
    PASS();
}

TEST who_is_said_not_to_win_does_not(const char *name, int empty_min, int empty_max) {
    Desk *desk = desk_new(name);
    int claims = 0;
    for (int i = 0; i < 10 * samples_wanted(); i++) {
        int empty = empty_min + i % (empty_max - empty_min + 1);
        if (!desk_set_up(desk, desk->game.cell_count - empty, (uint64_t)i)) continue;
        CHECK_CALL(check_bounds(desk, &claims));
    }
    free(desk);
    ASSERTm(name, claims > 0);
    PASS();
}

TEST pairings_agree_with_a_second_matching(const char *name) {
    Desk *desk = desk_new(name);
    for (int i = 0; i < 2 * samples_wanted(); i++) {
        Pairing pairing;
        if (!desk_set_up(desk, desk->game.cell_count * (i % 5) / 10, (uint64_t)i)) continue;
        for (int side = SIDE_X; side <= SIDE_O; side++) {
            bool paired = pairing_find(&desk->grid, &desk->board, (Side)side, &pairing);
            ASSERT_EQm(where, certify_side_cannot_win(&desk->position, side == SIDE_X ? 'x' : 'o'), paired);
        }
    }
    free(desk);
    PASS();
}

SUITE(threats) {
    RUN_TESTp(every_forced_win_found_is_one, "3x3x3", 1, 12);
    RUN_TESTp(every_forced_win_found_is_one, "4x4", 4, 10);
    RUN_TESTp(every_forced_win_found_is_one, "4x4x4", 8, 40);
    RUN_TESTp(every_forced_win_found_is_one, "3x3x3x3", 1, 12);
    RUN_TESTp(every_forced_win_found_is_one, "4x4x4x4", 10, 60);
    RUN_TESTp(every_forced_win_found_is_one, "5x5x5", 30, 80);
    RUN_TESTp(a_stone_outside_its_needs_leaves_a_forced_win, "3x3x3", 1, 12);
    RUN_TESTp(a_stone_outside_its_needs_leaves_a_forced_win, "4x4x4", 8, 40);
    RUN_TESTp(a_stone_outside_its_needs_leaves_a_forced_win, "4x4x4x4", 10, 60);
    RUN_TESTp(a_stone_outside_its_needs_leaves_a_forced_win, "5x5x5", 30, 80);
}

SUITE(bounds) {
    RUN_TESTp(who_is_said_not_to_win_does_not, "3x3", 2, 7);
    RUN_TESTp(who_is_said_not_to_win_does_not, "4x4", 3, 7);
    RUN_TESTp(who_is_said_not_to_win_does_not, "5x5", 3, 7);
    RUN_TESTp(who_is_said_not_to_win_does_not, "4x4x4", 3, 6);
    static const char *const games[] = {"5x5", "7x7", "15x15", "4x4x4", "6x6x6", "8x8x8"};
    for (int i = 0; i < 6; i++) RUN_TESTp(pairings_agree_with_a_second_matching, games[i]);
}
