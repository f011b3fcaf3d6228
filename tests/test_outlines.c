/* Outlines: strategies that leave decisive moves to the checker. What the checker finds by itself is compared with a
 * second reading of tools/verify/PROOFS.md, on positions of the reference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "reference/certify.h"
#include "solving/data/proofs.h"
#include "support/build.h"
#include "support/games.h"
#include "support/solving.h"

/* The second reading. In each of these the winner is to move, or the loser, as the name says. */

static bool every_reply(const RefPosition *position, bool (*then)(const RefPosition *)) {
    int replies[REF_MAX_CELLS], count = ref_legal_moves(position, replies);
    for (int i = 0; i < count; i++) {
        RefPosition next = *position;
        ref_play(&next, replies[i]);
        if (ref_is_over(&next) || !then(&next)) return false;
    }
    return count > 0;
}

static bool after(const RefPosition *position, int move, bool (*then)(const RefPosition *)) {
    RefPosition next = *position;
    ref_play(&next, move);
    return !ref_is_over(&next) && every_reply(&next, then);
}

typedef struct {
    bool is_won, is_lost; /* by the rules about lines with one cell left and threats */
    int block;            /* -1: there is nothing to block */
} Urgent;

static Urgent what_is_urgent(const RefPosition *position) {
    int cells[REF_MAX_CELLS];
    uint16_t line[REF_MAX_CELLS];
    char winner = ref_side(position), loser = winner == 'x' ? 'o' : 'x';
    Urgent urgent = {.block = -1};
    int threats = certify_winning_cells(position, loser, cells);
    if (threats > 0) urgent.block = cells[0];
    urgent.is_won = certify_find_forced_win(position, REF_MAX_CELLS, 1L << 40, line) > 0;
    urgent.is_lost = !urgent.is_won && threats > 1;
    return urgent;
}

static bool wins_plainly(const RefPosition *position) {
    Urgent urgent = what_is_urgent(position);
    if (urgent.is_won || urgent.is_lost) return urgent.is_won;
    return urgent.block >= 0 && after(position, urgent.block, wins_plainly);
}

static bool some_move_is_decisive(const RefPosition *position) {
    int moves[REF_MAX_CELLS], count = ref_legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (after(position, moves[i], wins_plainly)) return true;
    }
    return false;
}

static bool wins_by_empty_outline(const RefPosition *position) {
    Urgent urgent = what_is_urgent(position);
    if (urgent.is_won || urgent.is_lost) return urgent.is_won;
    if (urgent.block >= 0) return after(position, urgent.block, wins_by_empty_outline);
    return some_move_is_decisive(position);
}

static bool outline_holds(const RefPosition *position, char winner) {
    int cells[REF_MAX_CELLS];
    if (ref_side(position) == winner) return wins_by_empty_outline(position);
    if (certify_winning_cells(position, ref_side(position), cells) > 0) return false;
    return every_reply(position, wins_by_empty_outline);
}

static void claim(const TestPosition *test, Side winner, Proof *proof) {
    const Board *board = &test->position.board;
    Setup start = {.game = test->shape->grid.game,
                   .stones = {board->stones[SIDE_X], board->stones[SIDE_O]},
                   .to_move = board_side(board)};
    proof_init(proof, &start, winner == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS, PROOF_OUTLINE);
}

/* Positions with so many empty cells. Decisive moves are rare in random positions: 3x3x3 has most. */
typedef struct {
    const char *game;
    int empty_min, empty_max;
    int positions; /* as a percentage of those wanted: the reference is slow */
} ComparedGame;

static const ComparedGame compared_games[] = {
    {"3x3", 3, 9, 200}, {"4x4", 4, 12, 200}, {"3x3x3", 22, 26, 1000}, {"4x4x4", 26, 36, 50}};

static bool set_up_compared(TestPosition *test, const ComparedGame *compared, uint64_t *seed) {
    int empty = compared->empty_min + ref_random(seed, compared->empty_max - compared->empty_min + 1);
    return test_position_set_random(test, test->game.cell_count - empty, (uint64_t)ref_random(seed, 1 << 30));
}

TEST the_checker_finds_decisive_moves_where_there_are_some(const ComparedGame *compared, int positions) {
    enum { ENOUGH = 40 };
    TestPosition *test = test_position_new(compared->game);
    int claims = 0, accepted = 0, found = 0;
    uint64_t seed = 21;
    while (claims < 2 * positions) {
        if (!set_up_compared(test, compared, &seed)) continue;
        for (int side = SIDE_X; side <= SIDE_O; side++, claims++) {
            Proof proof;
            ProofFindings findings;
            claim(test, (Side)side, &proof);
            bool holds = check_both_ways(&proof, &findings);
            ASSERT_EQm(test->text, outline_holds(&test->reference, side == SIDE_X ? 'x' : 'o'), holds);
            accepted += holds;
            found += holds ? findings.moves_found : 0;
        }
    }
    if (getenv("ROWAN_TEST_SHOW") != NULL) {
        printf("%s: %d claims, %d hold, %d moves found\n", compared->game, claims, accepted, found);
    }
    test_position_free(test);
    if (positions < ENOUGH) PASS(); /* few may all be alike */
    ASSERT(accepted > 0 && accepted < claims);
    ASSERT(found > 0 || strcmp(compared->game, "3x3x3") != 0);
    PASS();
}

/* The engine plays by outlines, too. */
TEST the_engine_finds_decisive_moves_where_there_are_some(const ComparedGame *compared, int positions) {
    TestPosition *test = test_position_new(compared->game);
    const Kernel *kernel = kernel_for(test->shape->geometry);
    Worker *worker = kernel->worker_new(test->shape->geometry, test->shape->symmetries);
    uint64_t seed = 22;
    int found = 0;
    ASSERT(worker != NULL);
    for (int tried = 0; tried < positions;) {
        if (!set_up_compared(test, compared, &seed)) continue;
        tried++;
        Urgent urgent = what_is_urgent(&test->reference);
        if (urgent.is_won || urgent.block >= 0) continue;
        Placement position = placement_of_board(&test->position.board);
        int move = kernel->decisive_move(worker, &position, 100000);
        ASSERT_EQm(test->text, some_move_is_decisive(&test->reference), move != MOVE_NONE);
        if (move != MOVE_NONE) ASSERTm(test->text, after(&test->reference, move, wins_plainly));
        found += move != MOVE_NONE;
    }
    if (getenv("ROWAN_TEST_SHOW") != NULL) printf("%s: %d moves found\n", compared->game, found);
    kernel->worker_free(worker);
    test_position_free(test);
    ASSERT(found > 0 || strcmp(compared->game, "3x3x3") != 0);
    PASS();
}

TEST an_outline_of_3x3x3_needs_no_entry(void) {
    TestPosition *test = test_position_new("3x3x3");
    ProofFindings findings;
    Proof proof;
    claim(test, SIDE_X, &proof);
    ASSERTm(findings.why.text, check_both_ways(&proof, &findings));
    ASSERT_EQ_FMT(1, findings.moves_found, "%d");
    claim(test, SIDE_O, &proof);
    ASSERT(!check_both_ways(&proof, &findings));
    test_position_free(test);
    PASS();
}

TEST the_built_in_strategy_has_at_most_2400_entries_and_450_as_an_outline(void) {
    ProofFindings findings;
    Reason why;
    Proof proof;
    if (BUILT_TO_BE_SLOW) SKIP();
    ASSERT(proof_parse(book_4x4x4, book_4x4x4_size, &proof, &why));
    ASSERT(proof.count <= 2400);
    proof.kind = PROOF_OUTLINE;
    ASSERTm(findings.why.text, proof_trim(&proof, &(Work){.steps_max = UINT64_MAX}, &findings));
    ASSERT(proof.count <= 450);
    ASSERT(findings.moves_found > 1000);
    ASSERTm(findings.why.text, check_both_ways(&proof, &findings));
    proof_release(&proof);
    PASS();
}

/* Without any one of its entries it is no proof any more, and with another move it hardly ever is. */
TEST every_entry_of_an_outline_is_needed(void) {
    ProofFindings findings;
    Proof proof;
    TestPosition *test = test_position_new("4x4x4");
    test_position_play(test, "a1a b2b d1a c1a");
    SolveMeans means = {.hash_mb = 16, .threads = 1, .is_outline = true};
    ASSERT_EQ(OUTCOME_X_WINS, solve(test, means, &proof));
    ASSERT_EQ(PROOF_OUTLINE, proof.kind);
    ASSERT(proof.count > 2);
    ASSERTm(findings.why.text, check_both_ways(&proof, &findings));
    for (int i = 0; i < proof.count; i++) {
        ProofEntry kept = proof.entries[i];
        memmove(&proof.entries[i], &proof.entries[i + 1], sizeof kept * (size_t)(proof.count - i - 1));
        proof.count--;
        ASSERT(!check_both_ways(&proof, &findings));
        ASSERT(strstr(findings.why.text, "none is decisive") != NULL);
        memmove(&proof.entries[i + 1], &proof.entries[i], sizeof kept * (size_t)(proof.count - i));
        proof.entries[i] = kept;
        proof.count++;
    }
    proof.kind = PROOF_STRATEGY;
    ASSERT(!check_both_ways(&proof, &findings));
    proof_release(&proof);
    test_position_free(test);
    PASS();
}

SUITE(outlines) {
    int positions = games_wanted();
    for (int i = 0; i < (int)(sizeof compared_games / sizeof *compared_games); i++) {
        RUN_TESTp(the_checker_finds_decisive_moves_where_there_are_some, &compared_games[i],
                  compared_games[i].positions * positions / 100);
        RUN_TESTp(the_engine_finds_decisive_moves_where_there_are_some, &compared_games[i],
                  compared_games[i].positions * positions / 200);
    }
    RUN_TEST(an_outline_of_3x3x3_needs_no_entry);
    RUN_TEST(the_built_in_strategy_has_at_most_2400_entries_and_450_as_an_outline);
    RUN_TEST(every_entry_of_an_outline_is_needed);
}
