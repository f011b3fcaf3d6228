/* The solver and its proofs under the rule line, against brute force. */
#include "base/clock.h"
#include "greatest.h"
#include "support/build.h"
#include "support/solving.h"

static const SolveMeans plain = {.hash_mb = 16, .threads = 1};

static Outcome reference_value(const RefPosition *position) {
    RefValue value;
    if (!ref_solve(position, &value)) return OUTCOME_NONE;
    int for_x = ref_side(position) == 'x' ? value.value : -value.value;
    return for_x > 0 ? OUTCOME_X_WINS : for_x < 0 ? OUTCOME_O_WINS : OUTCOME_DRAW;
}

/* The value is that of the reference, with a proof that the checker accepts. */
static enum greatest_test_res agrees(const TestPosition *test) {
    Proof proof;
    ProofFindings findings;
    ASSERT_EQ_FMTm(test->text, reference_value(&test->reference), solve(test, plain, &proof), "%u");
    ASSERTm(test->text, proof.count >= 0);
    ASSERTm(test->text, check_both_ways(&proof, &findings));
    proof_release(&proof);
    PASS();
}

enum { POSITIONS_3X3 = 19683 };

/* From here on, each position once. */
static enum greatest_test_res all_agree(TestPosition *test, const RefPosition *position, bool seen[POSITIONS_3X3],
                                        int *count) {
    int code = 0, moves[REF_MAX_CELLS];
    for (int cell = 0; cell < 9; cell++) {
        code = code * 3 + (position->cell[cell] == 'x' ? 1 : position->cell[cell] == 'o' ? 2 : 0);
    }
    if (seen[code]) PASS();
    seen[code] = true;
    ++*count;
    test_position_set(test, position);
    CHECK_CALL(agrees(test));
    int legal = ref_legal_moves(position, moves);
    for (int i = 0; i < legal; i++) {
        RefPosition next = *position;
        ASSERT(ref_play(&next, moves[i]));
        CHECK_CALL(all_agree(test, &next, seen, count));
    }
    PASS();
}

TEST every_position_of_3x3_is_solved(void) {
    static bool seen[POSITIONS_3X3];
    int count = 0;
    TestPosition *test = test_position_new("3x3");
    RefPosition start = test->reference;
    CHECK_CALL(all_agree(test, &start, seen, &count));
    test_position_free(test);
    ASSERT_EQ_FMT(5478, count, "%d");
    PASS();
}

TEST random_positions_are_solved(const char *game, int from_ply, int to_ply, int count) {
    TestPosition *test = test_position_new(game);
    for (int i = 0; i < count; i++) {
        int plies = from_ply + i % (to_ply - from_ply + 1);
        if (test_position_set_random(test, plies, (uint64_t)i + 1)) CHECK_CALL(agrees(test));
    }
    test_position_free(test);
    PASS();
}

static enum greatest_test_res value_is(const char *game, const char *moves, Outcome value) {
    Proof proof;
    TestPosition *test = test_position_new(game);
    test_position_play(test, moves);
    ASSERT_EQ_FMTm(game, value, solve(test, plain, &proof), "%u");
    ASSERTm(game, proof.count >= 0);
    proof_release(&proof);
    test_position_free(test);
    PASS();
}

TEST whole_games_are_solved(void) {
    static const char *const drawn[] = {"3x3",   "4x4",   "5x5",   "6x6",   "7x7",   "8x8",   "9x9",
                                        "10x10", "11x11", "12x12", "13x13", "14x14", "15x15", "8x8x8"};
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) CHECK_CALL(value_is(drawn[i], "", OUTCOME_DRAW));
    CHECK_CALL(value_is("3x3x3", "", OUTCOME_X_WINS));
    CHECK_CALL(value_is("3x3x3x3", "", OUTCOME_X_WINS));
    PASS();
}

TEST only_the_centre_of_3x3x3_wins(void) {
    CHECK_CALL(value_is("3x3x3", "b2b", OUTCOME_X_WINS));
    CHECK_CALL(value_is("3x3x3", "a1a", OUTCOME_O_WINS));
    CHECK_CALL(value_is("3x3x3", "b1a", OUTCOME_O_WINS));
    CHECK_CALL(value_is("3x3x3", "b2a", OUTCOME_O_WINS));
    PASS();
}

/* A win on 4x4x4 that takes some search; its proof must hold. */
static enum greatest_test_res win_is_proven(const char *moves, SolveMeans means, int *entries) {
    Proof proof;
    ProofFindings findings;
    TestPosition *test = test_position_new("4x4x4");
    test_position_play(test, moves);
    ASSERT_EQ(OUTCOME_X_WINS, solve(test, means, &proof));
    ASSERTm(findings.why.text, check_both_ways(&proof, &findings));
    *entries = proof.count;
    ASSERT(*entries > 0);
    proof_release(&proof);
    test_position_free(test);
    PASS();
}

TEST one_and_two_threads_prove_the_same(void) {
    int entries;
    for (int threads = 1; threads <= 2; threads++) {
        CHECK_CALL(win_is_proven("a1a b2b d1a c1a", (SolveMeans){.hash_mb = 16, .threads = threads}, &entries));
    }
    PASS();
}

TEST minimising_saves_entries_and_the_proof_still_holds(void) {
    const char *moves = BUILT_TO_BE_SLOW ? "a1a b1a d1a c1a" : "a1a b2b d1a c1a";
    int entries[2];
    for (int rounds = 0; rounds < 2; rounds++) {
        SolveMeans means = {.hash_mb = 64, .threads = 1, .rounds = rounds};
        CHECK_CALL(win_is_proven(moves, means, &entries[rounds]));
    }
    ASSERT(entries[1] < entries[0]);
    PASS();
}

/* 294 are left if positions that are new to the graph are taken for free, 284 if a position gets no more moves to
 * choose from after a move of another could not be proven. */
TEST minimising_misses_no_cheaper_move(void) {
    int entries;
    if (BUILT_TO_BE_SLOW) SKIP();
    CHECK_CALL(win_is_proven("a1a d1a a4a", (SolveMeans){.hash_mb = 64, .threads = 1, .rounds = 1}, &entries));
    ASSERT(entries < 280);
    PASS();
}

TEST the_whole_of_4x4x4_is_proven_in_16_megabytes(void) {
    Proof proof;
    SolveMeans means = {.hash_mb = 16, .threads = 2};
    TestPosition *test = test_position_new("4x4x4");
    if (BUILT_TO_BE_SLOW) test_position_play(test, "a1a b1a");
    ASSERT_EQ(OUTCOME_X_WINS, solve(test, means, &proof));
    ASSERT(proof.count > 0); /* the solver has checked the proof */
    proof_release(&proof);
    test_position_free(test);
    PASS();
}

TEST a_solver_that_runs_out_of_memory_claims_no_value(void) {
    TestPosition *test = test_position_new("4x4x4");
    ASSERT_EQ(OUTCOME_NONE, solve(test, (SolveMeans){.hash_mb = 1, .threads = 1}, NULL));
    test_position_free(test);
    PASS();
}

/* Their bytes, counted in a size_t, would be none. */
TEST a_solver_cannot_have_more_memory_than_there_are_addresses(void) {
    TestPosition *test = test_position_new("4x4x4");
    ASSERT_EQ(OUTCOME_NONE, solve(test, (SolveMeans){.hash_mb = SIZE_MAX / 2 + 1, .threads = 1}, NULL));
    ASSERT_EQ(OUTCOME_NONE, solve(test, (SolveMeans){.hash_mb = (SIZE_MAX >> 20) + 1, .threads = 1}, NULL));
    test_position_free(test);
    PASS();
}

static enum greatest_test_res ends_in_time(const TestPosition *test, SolveLimits limits, SolveEnd end) {
    SolverSpec spec = {.shape = test->shape, .board = &test->position.board, .hash_mb = 16};
    SolveResult result;
    Solver *solver = solver_new(&spec);
    ASSERT(solver != NULL);
    int64_t begun_us = clock_now_us();
    solver_run(solver, &limits, &result);
    ASSERT(clock_now_us() - begun_us < 20000000);
    ASSERT_EQ(OUTCOME_NONE, result.value);
    ASSERT_EQ(end, result.end);
    solver_free(solver);
    PASS();
}

TEST limits_and_stop_end_the_solver(void) {
    static const _Atomic bool never = false, at_once = true;
    TestPosition *test = test_position_new("5x5x5");
    SolveLimits by_stop = {.threads = 2, .node_limit = UINT64_MAX, .deadline_us = INT64_MAX, .stop = &at_once};
    SolveLimits by_nodes = {.threads = 2, .node_limit = 100, .deadline_us = INT64_MAX, .stop = &never};
    SolveLimits by_time = {
        .threads = 2, .node_limit = UINT64_MAX, .deadline_us = clock_now_us() + 100000, .stop = &never};
    CHECK_CALL(ends_in_time(test, by_stop, SOLVE_STOPPED));
    CHECK_CALL(ends_in_time(test, by_nodes, SOLVE_OUT_OF_NODES));
    CHECK_CALL(ends_in_time(test, by_time, SOLVE_OUT_OF_TIME));
    test_position_free(test);
    PASS();
}

SUITE(prove) {
    RUN_TEST(every_position_of_3x3_is_solved);
    RUN_TESTp(random_positions_are_solved, "4x4", 3, 14, 60);
    RUN_TESTp(random_positions_are_solved, "3x3x3", 14, 22, 60);
    RUN_TESTp(random_positions_are_solved, "4x4x4", 52, 60, 30);
    RUN_TESTp(random_positions_are_solved, "5x5", 12, 22, 30);
    RUN_TEST(whole_games_are_solved);
    RUN_TEST(only_the_centre_of_3x3x3_wins);
    RUN_TEST(one_and_two_threads_prove_the_same);
    RUN_TEST(minimising_saves_entries_and_the_proof_still_holds);
    RUN_TEST(minimising_misses_no_cheaper_move);
    RUN_TEST(the_whole_of_4x4x4_is_proven_in_16_megabytes);
    RUN_TEST(a_solver_that_runs_out_of_memory_claims_no_value);
    RUN_TEST(a_solver_cannot_have_more_memory_than_there_are_addresses);
    RUN_TEST(limits_and_stop_end_the_solver);
}
