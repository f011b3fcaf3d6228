/* Covers: trees of moves above pictures, against brute force on small boards; forged ones; and what the programs make
 * of them on 5x5x5. */
#include <string.h>

#include "blocks/plane_blocks.h"
#include "greatest.h"
#include "proof/proof.h"
#include "solving/cover.h"
#include "solving/held.h"
#include "support/games.h"
#include "support/test_position.h"

/* By brute force on the reference's lines: the attacker completes a line if the other side only blocks. */

static bool has_line(const RefPosition *position, char side) {
    const RefGame *game = position->game;
    for (int i = 0; i < game->line_count; i++) {
        int stones = 0;
        for (int k = 0; k < game->n; k++) stones += position->cell[game->line[i][k]] == side;
        if (stones == game->n) return true;
    }
    return false;
}

static bool attack_succeeds(RefPosition *position, char attacker, bool is_attackers) {
    if (has_line(position, attacker)) return true;
    bool is_full = true;
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (position->cell[cell] != '.') continue;
        is_full = false;
        position->cell[cell] = is_attackers ? attacker : attacker == 'x' ? 'o' : 'x';
        bool succeeds = attack_succeeds(position, attacker, !is_attackers);
        position->cell[cell] = '.';
        if (succeeds == is_attackers) return succeeds;
    }
    return !is_full && !is_attackers;
}

/* With hardly any search below the pictures, so that trees are needed. */
static bool find_cover(const TestPosition *test, Side attacker, int levels, Proof *proof) {
    const Board *board = &test->position.board;
    bool is_large = test->shape->grid.cells > 64;
    CoverEffort effort = {.levels = levels, .finder = finder_thorough()};
    for (int i = 0; i < effort.finder.rounds; i++) effort.finder.round[i].nodes = is_large ? 60 : 1;
    ProofItem path = {.kind = ITEM_AGAINST, .side = attacker};
    Setup start = {.game = test->shape->grid.game,
                   .stones = {board->stones[SIDE_X], board->stones[SIDE_O]},
                   .to_move = board_side(board)};
    uint64_t spent;
    proof_init(proof, &start, OUTCOME_NONE, PROOF_BLOCKS);
    proof->held = attacker;
    bool is_found = cover_find(test->shape, board, attacker, &path, &effort, proof, &spent);
    if (!is_found) proof_release(proof);
    return is_found;
}

static bool is_tree(const Proof *proof) {
    for (int i = 0; i < proof->count; i++) {
        if (proof->items[i].kind == ITEM_AGAINST && proof->items[i].cells > 0) return true;
    }
    return false;
}

/* On 3x3x3 hardly anything is held, and nothing by a tree. */
TEST what_is_covered_is_held_by_brute_force(const char *game, int plies, int trees_min) {
    TestPosition *test = test_position_new(game);
    int trees = 0, found = 0, tried = 0;
    for (int i = 0; i < 4 * games_wanted(); i++) {
        Proof proof;
        ProofFindings findings;
        if (!test_position_set_random(test, plies, (uint64_t)i)) continue;
        char side = ref_side(&test->reference);
        tried++;
        if (!find_cover(test, side == 'x' ? SIDE_X : SIDE_O, 4, &proof)) continue;
        found++;
        trees += is_tree(&proof);
        ASSERTm(test->text, proof_check(&proof, &findings));
        proof_release(&proof);
        ASSERT_FALSEm(test->text, attack_succeeds(&test->reference, side, true));
    }
    ASSERTm(game, tried > 0 && found <= tried && trees >= trees_min * tried / 100);
    test_position_free(test);
    PASS();
}

/* A proof with one `against` line left out lacks an answer; with its last move changed it may hold by luck, so that
 * brute force has the last word. */
TEST forged_covers_are_refused(void) {
    enum { POSITIONS = 20 }; /* fewer have too few trees */
    TestPosition *test = test_position_new("3x3");
    int refused = 0;
    for (int i = 0; i < POSITIONS; i++) {
        Proof proof;
        ProofFindings findings;
        if (!test_position_set_random(test, 1, (uint64_t)i) || !find_cover(test, SIDE_O, 4, &proof)) continue;
        for (int item = 0; item < proof.count && is_tree(&proof); item++) {
            ProofItem whole = proof.items[item];
            if (whole.kind != ITEM_AGAINST) continue;
            proof.items[item].cells -= 2;
            ASSERT_FALSEm(test->text, proof_check(&proof, &findings));
            proof.items[item] = whole;
            proof.items[item].cell[whole.cells - 1] = whole.cell[whole.cells - 2];
            ASSERT_FALSEm(test->text, proof_check(&proof, &findings));
            proof.items[item] = whole;
            refused++;
        }
        proof_release(&proof);
    }
    ASSERT(refused > 20);
    test_position_free(test);
    PASS();
}

/* Some dozens of pictures answer all 111 moves of X. */
TEST pictures_are_shared_between_moves(void) {
    TestPosition *test = test_position_new("5x5x5");
    Proof proof;
    ProofFindings findings;
    int moves = 0, pictures = 0;
    test_position_play(test, "b1c c3c d2d b2b e5a a1a b1d e1a d3e b2d c3b d5a a1b b1b");
    ASSERT(find_cover(test, SIDE_X, 1, &proof));
    for (int i = 0; i < proof.count; i++) {
        bool is_against = proof.items[i].kind == ITEM_AGAINST;
        moves += is_against;
        pictures += is_against && (i == 0 || proof.items[i - 1].kind != ITEM_AGAINST);
    }
    ASSERT_EQ(111, moves);
    ASSERT(pictures < 50);
    ASSERT(proof_check(&proof, &findings));
    proof.items[0].cell[0] = proof.items[0].cell[1];
    ASSERT_FALSE(proof_check(&proof, &findings));
    proof_release(&proof);
    test_position_free(test);
    PASS();
}

/* After four moves of X and three of O, a reply that is chosen by what blocks cost after it, and one picture. */
TEST one_picture_stops_x_after_a_reply_chosen_by_cost(const char *moves) {
    TestPosition *test = test_position_new("5x5x5");
    test_position_play(test, moves);
    const Board *board = &test->position.board;
    Finder *finder = finder_new(test->shape->geometry);
    FinderEffort effort = finder_thorough();
    Finding finding;
    Lineup lineup;
    Setup start = setup_of_board(&test->shape->grid, board);
    Proof proof;
    ProofFindings findings;
    lineup_init(&lineup, test->shape->geometry, board, SIDE_X);
    ASSERT(finder_reply(finder, &lineup, &effort, &finding));
    ASSERT(finding.reply != MOVE_NONE && finding.picture.count > 0);
    proof_init(&proof, &start, OUTCOME_NONE, PROOF_BLOCKS);
    proof.held = SIDE_X;
    ProofItem path = {.kind = ITEM_AGAINST, .side = SIDE_X, .cells = 1, .cell = {(uint16_t)finding.reply}};
    ASSERT(proof_add_item(&proof, &path) && held_add_blocks(&finding.picture, test->shape->geometry, &proof));
    ASSERT(proof_check(&proof, &findings));
    proof_release(&proof);
    finder_free(finder);
    test_position_free(test);
    PASS();
}

/* Blocks that come out of the store, turned or not, hold in the position they are for. */
TEST blocks_that_are_kept_hold(void) {
    TestPosition *test = test_position_new("5x5x5");
    static SmallGame game;
    PlaneBlocks *store = plane_blocks_new(test->shape->geometry);
    Library library = {.count = 0};
    for (int i = 0; i < 2; i++) {
        Lineup lineup;
        ASSERT(test_position_set_random(test, 8 + i, 7));
        lineup_init(&lineup, test->shape->geometry, &test->position.board, SIDE_X);
        uint64_t work = UINT64_MAX;
        ASSERT(plane_blocks_library(store, &lineup, &work, NULL, &library));
        ASSERT(library.count > 50);
        for (int k = 0; k < library.count; k++) {
            const Block *block = &library.blocks[k];
            for (int c = 0; c < block->cells; c++) ASSERT(lineup.is_empty[block->cell[c]]);
            for (int l = 0; l < block->lines; l++) ASSERT(lineup.is_open[block->line[l]]);
            ASSERTm(test->text, block_is_held(block, &lineup, &game, NULL));
        }
    }
    library_release(&library);
    plane_blocks_free(store);
    test_position_free(test);
    PASS();
}

static bool is_third_look(const void *context) {
    int *looks = *(int *const *)context;
    return ++*looks >= 3;
}

/* Time that ends while the blocks of a plane are made leaves nothing by halves in the store. */
TEST blocks_that_were_given_up_are_made_again(void) {
    TestPosition *test = test_position_new("6x6x6");
    PlaneBlocks *store = plane_blocks_new(test->shape->geometry), *other = plane_blocks_new(test->shape->geometry);
    Library given_up = {.count = 0}, again = {.count = 0}, whole = {.count = 0};
    Lineup lineup;
    Watch watch;
    int looks = 0, *counter = &looks;
    uint64_t work = UINT64_MAX;
    ASSERT(test_position_set_random(test, 10, 7));
    lineup_init(&lineup, test->shape->geometry, &test->position.board, SIDE_X);
    watch_start(&watch, is_third_look, &counter, 300);
    ASSERT(plane_blocks_library(store, &lineup, &work, &watch, &given_up));
    ASSERT(plane_blocks_library(store, &lineup, &work, NULL, &again));
    ASSERT(plane_blocks_library(other, &lineup, &work, NULL, &whole));
    ASSERT(looks >= 3 && given_up.count < whole.count);
    ASSERT_EQ(whole.count, again.count);
    ASSERT_EQ(0, memcmp(whole.blocks, again.blocks, sizeof *whole.blocks * (size_t)whole.count));
    library_release(&given_up);
    library_release(&again);
    library_release(&whole);
    plane_blocks_free(store);
    plane_blocks_free(other);
    test_position_free(test);
    PASS();
}

SUITE(cover) {
    RUN_TESTp(what_is_covered_is_held_by_brute_force, "3x3", 1, 30);
    RUN_TESTp(what_is_covered_is_held_by_brute_force, "3x3", 2, 5);
    RUN_TESTp(what_is_covered_is_held_by_brute_force, "4x4", 6, 2);
    RUN_TESTp(what_is_covered_is_held_by_brute_force, "3x3x3", 21, 0);
    RUN_TEST(forged_covers_are_refused);
    RUN_TEST(pictures_are_shared_between_moves);
    RUN_TESTp(one_picture_stops_x_after_a_reply_chosen_by_cost, "d4d c3c e5d b2d d5d d2d b5d");
    RUN_TESTp(one_picture_stops_x_after_a_reply_chosen_by_cost, "b1a c3c e1e a1a e3e e5e c3d");
    RUN_TEST(blocks_that_are_kept_hold);
    RUN_TEST(blocks_that_were_given_up_are_made_again);
}
