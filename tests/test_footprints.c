/* The footprint of a win by threats: the checker takes the win as the answer to every reply outside it. Here each of
 * these replies is played on a position of the reference, which must find a win by threats there too and, where few
 * cells are empty, a win by brute force. */
#include <stdio.h>
#include <stdlib.h>

#include "greatest.h"
#include "proof/proof.h"
#include "proof/threat_check.h"
#include "reference/certify.h"
#include "solving/data/proofs.h"
#include "support/build.h"
#include "support/games.h"
#include "support/program_run.h"
#include "support/test_position.h"

enum { SOLVE_EMPTY_MAX = 10 };

typedef struct {
    const char *game;
    int empty_min, empty_max;
    int positions; /* as a percentage of those wanted */
} PrintedGame;

static const PrintedGame printed_games[] = {{"3x3", 3, 8, 500},     {"4x4", 4, 14, 2000},   {"5x5", 5, 14, 1000},
                                            {"3x3x3", 8, 25, 1000}, {"4x4x4", 10, 24, 500}, {"4x4x4", 25, 44, 1000},
                                            {"5x5x5", 16, 40, 200}};

typedef struct {
    TestPosition *test;
    CheckBoard board;
    ThreatCheck *threats;
    bool is_certified[REF_MAX_CELLS]; /* the reply there */
    int wins, answers;                /* found; replies that they answer besides their own */
} Footprints;

static enum greatest_test_res reply_is_lost(Footprints *prints, int reply) {
    uint16_t line[REF_MAX_CELLS];
    RefPosition next = prints->test->reference;
    RefValue value = {.value = 1};
    if (prints->is_certified[reply]) PASS();
    prints->is_certified[reply] = true;
    ASSERTm(prints->test->text, ref_play(&next, reply) && !ref_is_over(&next));
    ASSERTm(prints->test->text, certify_find_forced_win(&next, REF_MAX_CELLS, 1L << 40, line) > 0);
    if (ref_empty_count(&next) <= SOLVE_EMPTY_MAX) ASSERT(ref_solve(&next, &value));
    ASSERT_EQ_FMTm(prints->test->text, 1, value.value, "%d");
    PASS();
}

/* The reply, and all that the win after it answers. */
static enum greatest_test_res replies_are_lost(Footprints *prints, int reply) {
    Side loser = side_other(prints->threats->winner);
    CellSet empty = check_board_empty_cells(&prints->board), left = empty;
    check_board_put(&prints->board, loser, reply);
    bool is_won = threat_check_urgent(prints->threats, reply, &left).is_won;
    check_board_take(&prints->board, loser, reply);
    if (!is_won) {
        ASSERTm(prints->test->text, cells_equal(left, empty));
        PASS();
    }
    cells_remove(&left, reply);
    prints->wins++;
    prints->answers--;
    for (CellSet answered = cells_minus(empty, left); !cells_is_empty(answered); prints->answers++) {
        CHECK_CALL(reply_is_lost(prints, cells_take(&answered)));
    }
    PASS();
}

static enum greatest_test_res every_footprint_holds(Footprints *prints, bool is_hasty) {
    const Board *board = &prints->test->position.board;
    Work work = {.steps_max = UINT64_MAX};
    int replies[REF_MAX_CELLS], count = ref_legal_moves(&prints->test->reference, replies);
    check_board_init(&prints->board, prints->test->shape->geometry, board->stones, &work);
    if (check_board_completing(&prints->board, board_side(board)).count > 0) PASS();
    prints->threats = threat_check_new(&prints->board, NULL, side_other(board_side(board)), false);
    ASSERT(prints->threats != NULL);
    prints->threats->is_hasty = is_hasty;
    for (int i = 0; i < REF_MAX_CELLS; i++) prints->is_certified[i] = false;
    for (int i = 0; i < count; i++) CHECK_CALL(replies_are_lost(prints, replies[i]));
    threat_check_free(prints->threats);
    PASS();
}

TEST a_win_by_threats_answers_every_reply_outside_its_footprint(const PrintedGame *printed, int positions) {
    Footprints *prints = calloc(1, sizeof *prints);
    uint64_t seed = 27;
    ASSERT(prints != NULL);
    prints->test = test_position_new(printed->game);
    for (int i = 0; i < positions;) {
        int empty = printed->empty_min + ref_random(&seed, printed->empty_max - printed->empty_min + 1);
        uint64_t of_position = (uint64_t)ref_random(&seed, 1 << 30);
        if (!test_position_set_random(prints->test, prints->test->game.cell_count - empty, of_position)) continue;
        CHECK_CALL(every_footprint_holds(prints, i++ % 2 == 0));
    }
    if (getenv("ROWAN_TEST_SHOW") != NULL) {
        printf("%s: %d positions, %d wins, which answer %d other replies\n", printed->game, positions, prints->wins,
               prints->answers);
    }
    ASSERT(prints->answers > 0);
    test_position_free(prints->test);
    free(prints);
    PASS();
}

TEST the_plain_way_agrees_about_the_built_in_strategy(void) {
    Reason why;
    Proof proof;
    ProofFindings findings, plainly;
    Work work = {.steps_max = UINT64_MAX};
    if (BUILT_TO_BE_SLOW) SKIP();
    ASSERT(proof_parse(book_4x4x4, book_4x4x4_size, &proof, &why));
    ASSERTm(findings.why.text, proof_check(&proof, &findings));
    ASSERTm(plainly.why.text, proof_check_plainly(&proof, &work, &plainly));
    ASSERT(findings.positions < plainly.positions / 3);
    proof_release(&proof);
    PASS();
}

/* And so does the program. */
TEST verify_takes_the_plain_way(void) {
    CHECK_CALL(program_says("verify --plain tests/fuzz/seeds/proofs/3x3x3.proof", "", 0, " 27 positions, 1 entry\n"));
    return program_says("verify tests/fuzz/seeds/proofs/3x3x3.proof", "", 0, " 8 positions, 1 entry\n");
}

SUITE(footprints) {
    int positions = games_wanted();
    for (int i = 0; i < (int)(sizeof printed_games / sizeof *printed_games); i++) {
        RUN_TESTp(a_win_by_threats_answers_every_reply_outside_its_footprint, &printed_games[i],
                  printed_games[i].positions * positions / 100);
    }
    RUN_TEST(the_plain_way_agrees_about_the_built_in_strategy);
    RUN_TEST(verify_takes_the_plain_way);
}
