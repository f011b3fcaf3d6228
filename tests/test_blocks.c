/* Proofs by blocks: small ones that hold, forged ones that do not, and pictures that hold a draw. */
#include <inttypes.h>
#include <string.h>

#include "base/rng.h"
#include "blocks/block_library.h"
#include "greatest.h"
#include "proof/blocks_text.h"
#include "proof/proof.h"
#include "solving/data/proofs.h"
#include "solving/draw_pictures.h"
#include "solving/held.h"
#include "support/bridge.h"
#include "support/build.h"
#include "support/games.h"
#include "support/solving.h"

/* Proofs, from lines of text */

enum { LINES_OF_PROOF_MAX = 64 };

static bool make_proof(const char *position, const char *const lines[], Proof *proof, Reason *why) {
    Setup start;
    const char *cursor = position;
    if (!setup_parse(&cursor, &start, why)) return false;
    proof_init(proof, &start, OUTCOME_DRAW, PROOF_BLOCKS);
    for (int i = 0; lines[i] != NULL; i++) {
        ProofItem item;
        if (!blocks_text_parse(&start.game, lines[i], &item, why) || !proof_add_item(proof, &item)) {
            proof_release(proof);
            return false;
        }
    }
    return true;
}

/* "" if the proof holds, else why not. */
static const char *verdict(const char *position, const char *const lines[]) {
    static ProofFindings findings;
    static Reason why;
    Proof proof;
    if (!make_proof(position, lines, &proof, &why)) return why.text;
    bool holds = proof_check(&proof, &findings);
    proof_release(&proof);
    return holds ? "" : findings.why.text;
}

#define VERDICT(position, ...) verdict(position, (const char *const[]){__VA_ARGS__, NULL})
#define ASSERT_SAYS(part, said)                                                                                        \
    do {                                                                                                               \
        const char *text_said = (said);                                                                                \
        ASSERTm(text_said, strstr(text_said, part) != NULL);                                                           \
    } while (0)

static const char whole_4x4[] = "block a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4 / "
                                "a1-d1 a2-d2 a3-d3 a4-d4 a1-a4 b1-b4 c1-c4 d1-d4 a1-d4 d1-a4";

TEST one_block_holds_all_of_4x4(void) {
    ASSERT_STR_EQ("", VERDICT("4/4/4/4 x", "against x", "against o", whole_4x4));
    ASSERT_STR_EQ("", VERDICT("4/4/4/4 x score", "against x", "against o", whole_4x4));
    PASS();
}

TEST what_no_block_takes_is_searched(void) {
    ASSERT_STR_EQ("", VERDICT("4/4/4/4 x", "against x", "against o"));
    ASSERT_STR_EQ("", VERDICT("5/5/5/5/5 x", "against x", "against o", "pair a1 a2", "pair e1 e2"));
    PASS();
}

TEST moves_before_a_picture_may_be_mirror_images(void) {
    /* A corner and an edge stand for all first moves: a permutation of 0 ... 3 takes corners to the centre. */
    ASSERT_STR_EQ("", VERDICT("4/4/4/4 x", "against x a1 b2", "against x b1 b2", "against o"));
    ASSERT_SAYS("is not answered", VERDICT("4/4/4/4 x", "against x a1 b2", "against o"));
    ASSERT_SAYS("is not answered", VERDICT("x3/4/4/4 o", "against x", "against o b1 b2", "against o b2 c3"));
    PASS();
}

TEST forged_blocks_are_refused(void) {
    ASSERT_SAYS("in two blocks",
                VERDICT("5/5/5/5/5 x", "against x", "against o", "pair a1 a2", "block a2 b2 c2 / a2-b2"));
    ASSERT_SAYS("in two blocks", VERDICT("5/5/5/5/5 x", "against x", "against o", "block a1 a1 b1 / a1-b1"));
    ASSERT_SAYS("stopped twice",
                VERDICT("5/5/5/5/5 x", "against x", "against o", "pair a1 a2", "block a3 a4 b4 / a3-a4"));
    ASSERT_SAYS("wins inside", VERDICT("3/3/3 x", "against x", "against o",
                                       "block a1 b1 c1 a2 b2 c2 a3 b3 c3 / a1-c1 a2-c2 a3-c3 a1-a3 b1-b3 c1-c3 a1-c3"));
    ASSERT_SAYS("wins inside", VERDICT("5/5/5/5/5 x", "against x", "against o", "block a1 b2 / a1-e1"));
    ASSERT_SAYS("wins inside", VERDICT("5/5/5/5/5 x", "against x", "against o", "block b2 / a1-e1"));
    ASSERT_SAYS("not on a line", VERDICT("5/5/5/5/5 x", "against x", "against o", "pair a1 b3"));
    PASS();
}

TEST a_side_that_nothing_stops_is_noticed(void) {
    /* O is harmless by its weight, 10/16, as it moves second; X is not. */
    ASSERT_STR_EQ("", VERDICT("4/4/4/4 x", "against x", whole_4x4));
    ASSERT_SAYS("nothing stops it", VERDICT("4/4/4/4 x", "against o", whole_4x4));
    ASSERT_SAYS("no block stops", VERDICT("3/3/3 x", "against x", "against o"));
    ASSERT_SAYS("no block stops", VERDICT("3/3/3//3/3/3//3/3/3 x", "against x", "against o", "pair a1a a1b"));
    PASS();
}

TEST the_moves_of_a_proof_are_checked(void) {
    ASSERT_SAYS("never reached", VERDICT("4/4/4/4 x", "against x", "against o", "against x a1 b1", whole_4x4));
    ASSERT_SAYS("two moves", VERDICT("x3/4/4/4 o", "against x b2 b1 a3", "against x c3 b1 a3", "against o"));
    ASSERT_SAYS("on a stone", VERDICT("x3/4/4/4 o", "against x a1", "against o"));
    ASSERT_SAYS("belongs to nothing", VERDICT("4/4/4/4 x", "pair a1 a2", "against x", "against o"));
    PASS();
}

TEST lines_of_a_proof_are_read_strictly(void) {
    ASSERT_SAYS("z9", VERDICT("4/4/4/4 x", "against x", "pair a1 z9"));
    ASSERT_SAYS("a5", VERDICT("4/4/4/4 x", "against x", "block a1 a5 / a1-a4"));
    ASSERT_SAYS("two cells", VERDICT("4/4/4/4 x", "against x", "pair a1"));
    ASSERT_SAYS("more than 2 cells", VERDICT("4/4/4/4 x", "against x", "pair a1 a2 a3"));
    ASSERT_SAYS("wants x or o", VERDICT("4/4/4/4 x", "against both"));
    ASSERT_SAYS("single blanks", VERDICT("4/4/4/4 x", "against x "));
    ASSERT_SAYS("single blanks", VERDICT("4/4/4/4 x", ""));
    ASSERT_SAYS("not two cells", VERDICT("4/4/4/4 x", "against x", "block a1 a2 / a1"));
    ASSERT_SAYS("a slash and lines", VERDICT("4/4/4/4 x", "against x", "block a1 a2 /"));
    ASSERT_SAYS("is not against", VERDICT("4/4/4/4 x", "again x"));
    PASS();
}

TEST lines_are_printed_as_they_are_read(void) {
    static const char *const lines[] = {"against x", "against o a1 d4", whole_4x4, "pair a1 a2"};
    Game game = {.n = 4, .d = 2, .rule = RULE_LINE};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[ITEM_TEXT_SIZE];
        ProofItem item;
        Reason why;
        ASSERTm(why.text, blocks_text_parse(&game, lines[i], &item, &why));
        blocks_text_print(&game, &item, text);
        ASSERT_STR_EQ(lines[i], text);
    }
    PASS();
}

/* The standard sort may change the order of equal blocks, and other pictures would be found from place to place. */
TEST equal_blocks_stay_in_the_order_they_were_added(void) {
    enum { BLOCKS = 200 };
    Library library = {0};
    for (int i = 0; i < BLOCKS; i++) {
        Block block = {.cells = (uint8_t)(2 + i % 5), .lines = (uint8_t)(1 + i % 3), .cell = {(uint16_t)i}};
        ASSERT(library_add(&library, &block));
    }
    ASSERT(library_sort(&library));
    ASSERT_EQ(BLOCKS, library.count);
    for (int i = 1; i < BLOCKS; i++) {
        const Block *before = &library.blocks[i - 1], *block = &library.blocks[i];
        ASSERT(library_gain(before) >= library_gain(block));
        ASSERT(library_gain(before) > library_gain(block) || before->cell[0] < block->cell[0]);
    }
    library_release(&library);
    PASS();
}

static enum greatest_test_res check_drawn(const char *name, ProofKind kind) {
    TestPosition *test = test_position_new(name);
    Proof proof;
    ProofFindings findings;
    Outcome value = solve(test, (SolveMeans){.hash_mb = 1, .threads = 1}, &proof);
    test_position_free(test);
    ASSERT_EQ(OUTCOME_DRAW, value);
    ASSERT_EQ(kind, proof.kind);
    ASSERTm(findings.why.text, proof_check(&proof, &findings));
    proof_release(&proof);
    PASS();
}

TEST nobody_gets_a_point_where_pairs_stop_both_sides(const char *name) {
    return check_drawn(name, PROOF_PAIRING);
}

TEST blocks_prove_7x7x7_drawn(const char *name) {
    return check_drawn(name, PROOF_BLOCKS);
}

static enum greatest_test_res check_built_in(const char *text, size_t size) {
    Proof proof;
    ProofFindings findings;
    Reason why;
    ASSERTm(why.text, proof_parse(text, size, &proof, &why));
    ASSERT_EQ(PROOF_BLOCKS, proof.kind);
    ASSERTm(findings.why.text, proof_check(&proof, &findings));
    proof_release(&proof);
    PASS();
}

TEST the_built_in_draws_hold(void) {
    CHECK_CALL(check_built_in(draw_7x7x7, draw_7x7x7_size));
    if (!BUILT_TO_BE_SLOW) CHECK_CALL(check_built_in(draw_6x6x6, draw_6x6x6_size));
    PASS();
}

/* The defender plays by the picture alone; the attacker takes the cell with most of its open lines, or any. */
static enum greatest_test_res play_against_picture(const char *name, Side defender, uint64_t seed) {
    Game game;
    Reason why;
    Rng rng = {.state = seed};
    ASSERT(game_parse(word_of(name), &game, &why));
    Shape *shape = shape_new(&game);
    ASSERT(shape != NULL);
    Picture picture;
    Board board;
    PictureMemory *memory = picture_memory_new();
    ASSERT(memory != NULL && draw_pictures_built_in(shape->geometry, &picture));
    board_init(&board);
    while (board_outcome(&shape->grid, &board) == OUTCOME_NONE) {
        CellSet empty = board_empty(&shape->grid, &board);
        int move = cells_first(&empty);
        if (board_side(&board) == defender) {
            bool is_safe[CELLS_MAX];
            Lineup lineup;
            lineup_init(&lineup, shape->geometry, &board, side_other(defender));
            ASSERT(picture_safe_moves(&picture, &lineup, memory, &(RestEffort){.nodes = 200000}, NULL, is_safe) > 0);
            while (!is_safe[move]) move++;
        } else {
            int most = -1;
            for (CellSet left = empty; !cells_is_empty(left);) {
                int cell = cells_take(&left), weight = rng_below(&rng, 8);
                LineSet open =
                    lines_and(shape->grid.through[cell], board_open_lines(&shape->grid, &board, side_other(defender)));
                for (int stones = 0; stones < game.n; stones++) {
                    LineSet with = lines_and(open, board_lines_with(&board, side_other(defender), stones));
                    weight += lines_count(with) << stones;
                }
                if (weight > most) move = cell;
                if (weight > most) most = weight;
            }
        }
        board_play(&shape->grid, &board, move);
    }
    ASSERT_EQ(0, board.points[side_other(defender)]);
    picture_memory_free(memory);
    shape_free(shape);
    PASS();
}

TEST a_picture_holds_the_draw_as_either_side(const char *name) {
    for (uint64_t seed = 1; seed <= 2; seed++) {
        CHECK_CALL(play_against_picture(name, SIDE_X, seed));
        CHECK_CALL(play_against_picture(name, SIDE_O, seed));
    }
    PASS();
}

/* Pictures made for a position. Both sides take the cell that is heaviest for either. */

static int heavy_move(const Shape *shape, const Board *board, Rng *rng) {
    int most = -1, move = 0;
    for (CellSet left = board_empty(&shape->grid, board); !cells_is_empty(left);) {
        int cell = cells_take(&left), weight = rng_below(rng, 2);
        for (int side = SIDE_X; side <= SIDE_O; side++) {
            LineSet open = lines_and(shape->grid.through[cell], board_open_lines(&shape->grid, board, (Side)side));
            for (int stones = 0; stones < shape->grid.game.n; stones++) {
                weight += lines_count(lines_and(open, board_lines_with(board, (Side)side, stones))) << (2 * stones);
            }
        }
        if (weight > most) move = cell;
        if (weight > most) most = weight;
    }
    return move;
}

/* By pairs or by a picture made for the position, within this work. */
static bool find_held(const Shape *shape, const Board *board, Side side, uint64_t work, Held *held) {
    Lineup lineup;
    Finding finding;
    FinderEffort effort = finder_brief(work);
    if (held->kind[side] != HELD_NOT) return true;
    Finder *finder = finder_new(shape->geometry);
    lineup_init(&lineup, shape->geometry, board, side);
    if (finder_hold(finder, &lineup, &effort, &finding)) {
        held->kind[side] = HELD_BY_BLOCKS;
        held->picture[side] = finding.picture;
    }
    finder_free(finder);
    return held->kind[side] != HELD_NOT;
}

static bool verifies(const Held *held, const Shape *shape, const Board *board, ProofFindings *findings) {
    Proof proof;
    Setup start = {.game = shape->grid.game,
                   .stones = {board->stones[SIDE_X], board->stones[SIDE_O]},
                   .to_move = board_side(board)};
    proof_init(&proof, &start, OUTCOME_DRAW, PROOF_BLOCKS);
    bool fine = held_to_proof(held, shape, board, &proof) && proof.kind == PROOF_BLOCKS;
    fine = fine && proof_check(&proof, findings);
    proof_release(&proof);
    return fine;
}

/* The first position of a game in which pictures stop both sides: before pairs do, and the checker agrees. */
TEST pictures_made_for_a_position_come_before_pairs_and_are_verified(const char *name, uint64_t seed) {
    static Held held;
    Game game = game_named(name);
    Rng rng = {.state = seed};
    Shape *shape = shape_new(&game);
    Board board;
    ProofFindings findings = {.why = {{0}}};
    ASSERT(shape != NULL);
    board_init(&board);
    for (int i = 0; i < 2; i++) board_play(&shape->grid, &board, rng_below(&rng, 50) * 2 + i);
    bool is_held = false;
    while (!is_held && board_outcome(&shape->grid, &board) == OUTCOME_NONE) {
        board_play(&shape->grid, &board, heavy_move(shape, &board, &rng));
        held_find(&held, shape, &board);
        if (held_both(&held)) break;
        is_held = find_held(shape, &board, SIDE_X, 20000, &held) && find_held(shape, &board, SIDE_O, 20000, &held);
    }
    bool is_verified = is_held && verifies(&held, shape, &board, &findings);
    shape_free(shape);
    ASSERT(is_held);
    ASSERTm(findings.why.text, is_verified);
    PASS();
}

/* Lines `against` that follow each other share a picture: one without blocks must not get those of the other. */
TEST a_picture_without_blocks_is_written_last(void) {
    static Held held;
    Game game = game_named("4x4x4");
    Shape *shape = shape_new(&game);
    Board board;
    Proof proof;
    ASSERT(shape != NULL);
    board_init(&board);
    memset(&held, 0, sizeof held);
    held.reply = MOVE_NONE;
    held.kind[SIDE_X] = HELD_BY_BLOCKS;
    held.kind[SIDE_O] = HELD_BY_BLOCKS;
    held.picture[SIDE_O].count = 1;
    held.picture[SIDE_O].block[0] = (Block){.cells = 2, .lines = 1, .cell = {0, 1}, .line = {0}};
    Setup start = {.game = game, .to_move = SIDE_X};
    proof_init(&proof, &start, OUTCOME_DRAW, PROOF_BLOCKS);
    bool fine = held_to_proof(&held, shape, &board, &proof) && proof.count == 3;
    fine = fine && proof.items[0].kind == ITEM_AGAINST && proof.items[0].side == SIDE_O;
    fine = fine && proof.items[1].kind == ITEM_BLOCK && proof.items[2].side == SIDE_X;
    proof_release(&proof);
    shape_free(shape);
    ASSERT(fine);
    PASS();
}

static DrawEffort effort_within(SearchJob *job, int64_t soft_us, int64_t hard_us) {
    job->shared->budget = (Budget){soft_us, hard_us};
    return draw_effort_for(job, 70);
}

TEST looking_for_draws_keeps_within_its_share(void) {
    static SearchShared shared;
    SearchJob job = {.depth_limit = DEPTH_MAX, .node_limit = UINT64_MAX, .shared = &shared};
    ASSERT_EQ_FMT(INT64_MAX, effort_within(&job, INT64_MAX, INT64_MAX).deadline_us, "%" PRId64);
    ASSERT(effort_within(&job, INT64_MAX, INT64_MAX).work > 0);
    ASSERT_EQ(0, effort_within(&job, 2000, 4000).work);
    ASSERT_EQ_FMT((int64_t)(70 + 2000), effort_within(&job, 2000, 4000).deadline_us, "%" PRId64);
    ASSERT_EQ(50000, effort_within(&job, 400000, 1000000).work);
    job.node_limit = 16000;
    ASSERT_EQ(2000, effort_within(&job, 400000, 1000000).work);
    job.node_limit = 1;
    ASSERT_EQ(0, effort_within(&job, INT64_MAX, INT64_MAX).work);
    PASS();
}

SUITE(blocks) {
    RUN_TESTp(nobody_gets_a_point_where_pairs_stop_both_sides, "8x8x8:score");
    RUN_TESTp(nobody_gets_a_point_where_pairs_stop_both_sides, "5x5:score3");
    RUN_TESTp(nobody_gets_a_point_where_pairs_stop_both_sides, "7x7x7:magic");
    if (!BUILT_TO_BE_SLOW) RUN_TESTp(blocks_prove_7x7x7_drawn, "7x7x7:score");
    RUN_TEST(the_built_in_draws_hold);
    RUN_TESTp(a_picture_holds_the_draw_as_either_side, "7x7x7");
    if (!BUILT_TO_BE_SLOW) RUN_TESTp(a_picture_holds_the_draw_as_either_side, "6x6x6");
    RUN_TESTp(pictures_made_for_a_position_come_before_pairs_and_are_verified, "5x5x5", 1);
    RUN_TESTp(pictures_made_for_a_position_come_before_pairs_and_are_verified, "5x5x5", 2);
    RUN_TESTp(pictures_made_for_a_position_come_before_pairs_and_are_verified, "6x6x6", 3);
    RUN_TEST(a_picture_without_blocks_is_written_last);
    RUN_TEST(looking_for_draws_keeps_within_its_share);
    RUN_TEST(equal_blocks_stay_in_the_order_they_were_added);
    RUN_TEST(one_block_holds_all_of_4x4);
    RUN_TEST(what_no_block_takes_is_searched);
    RUN_TEST(moves_before_a_picture_may_be_mirror_images);
    RUN_TEST(forged_blocks_are_refused);
    RUN_TEST(a_side_that_nothing_stops_is_noticed);
    RUN_TEST(the_moves_of_a_proof_are_checked);
    RUN_TEST(lines_of_a_proof_are_read_strictly);
    RUN_TEST(lines_are_printed_as_they_are_read);
}
