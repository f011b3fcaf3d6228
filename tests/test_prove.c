/* The prover against the reference solver, and against itself with other means. */
#include "base/clock.h"
#include "greatest.h"
#include "support/games.h"
#include "support/solving.h"

static const Means plain = {.hash_mb = 16, .threads = 1};

static Outcome reference_value(const RefPosition *position) {
    RefValue value;
    if (!ref_solve(position, &value)) return OUTCOME_NONE;
    int for_x = ref_side(position) == 'x' ? value.value : -value.value;
    return for_x > 0 ? OUTCOME_X_WINS : for_x < 0 ? OUTCOME_O_WINS : OUTCOME_DRAW;
}

/* The same value, with a proof that the checker accepts. */
static enum greatest_test_res agrees(const RefPosition *position) {
    static char text[REF_POSITION_TEXT_SIZE];
    ref_position_text(position, text);
    Task task;
    Proof proof;
    ASSERTm(text, task_begin_at(&task, position));
    ASSERT_EQ_FMTm(text, reference_value(position), task_solve(&task, plain, &proof), "%u");
    ASSERTm(text, proof.count >= 0);
    ProofReport report;
    ASSERTm(text, proof_check(&proof, &report));
    proof_release(&proof);
    task_end(&task);
    PASS();
}

enum { POSITIONS_3X3 = 19683 };

/* From here on, each position once. */
static enum greatest_test_res all_agree(const RefPosition *position, bool seen[POSITIONS_3X3], int *count) {
    int code = 0, moves[REF_MAX_CELLS];
    for (int cell = 0; cell < 9; cell++) {
        code = code * 3 + (position->cell[cell] == 'x' ? 1 : position->cell[cell] == 'o' ? 2 : 0);
    }
    if (seen[code]) PASS();
    seen[code] = true;
    ++*count;
    CHECK_CALL(agrees(position));
    int legal = ref_legal_moves(position, moves);
    for (int i = 0; i < legal; i++) {
        RefPosition next = *position;
        ASSERT(ref_play(&next, moves[i]));
        CHECK_CALL(all_agree(&next, seen, count));
    }
    PASS();
}

TEST every_position_of_3x3_gets_its_value(void) {
    static bool seen[POSITIONS_3X3];
    RefGame game;
    RefPosition start;
    int count = 0;
    ASSERT(ref_game_init(&game, "3x3"));
    ref_start(&start, &game);
    CHECK_CALL(all_agree(&start, seen, &count));
    ASSERT_EQ_FMT(5478, count, "%d");
    PASS();
}

static enum greatest_test_res samples_agree(const char *name, int from_ply, int to_ply, int count) {
    static RefGame game;
    ASSERT(ref_game_init(&game, name));
    for (int i = 0; i < count; i++) {
        RefPosition position;
        int plies = from_ply + i % (to_ply - from_ply + 1);
        if (!ref_random_position(&position, &game, plies, (uint64_t)i + 1)) continue;
        CHECK_CALL(agrees(&position));
    }
    PASS();
}

TEST positions_of_4x4_get_their_values(void) {
    return samples_agree("4x4", 3, 14, 60);
}

TEST positions_of_3x3x3_get_their_values(void) {
    return samples_agree("3x3x3", 14, 22, 60);
}

TEST late_positions_of_4x4x4_get_their_values(void) {
    return samples_agree("4x4x4", 52, 60, 30);
}

TEST late_positions_of_5x5_get_their_values(void) {
    return samples_agree("5x5", 12, 22, 30);
}

static enum greatest_test_res value_is(const char *game, const char *moves, Outcome value) {
    Task task;
    Proof proof;
    ASSERT(task_begin(&task, game, moves));
    ASSERT_EQ_FMTm(game, value, task_solve(&task, plain, &proof), "%u");
    ASSERTm(game, proof.count >= 0);
    proof_release(&proof);
    task_end(&task);
    PASS();
}

TEST whole_games_get_their_values(void) {
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

TEST one_and_two_threads_prove_the_same(void) {
    for (int threads = 1; threads <= 2; threads++) {
        Task task;
        Proof proof;
        ProofReport report;
        ASSERT(task_begin(&task, "4x4x4", "a1a b2b d1a c1a"));
        Means means = {.hash_mb = 16, .threads = threads};
        ASSERT_EQ(OUTCOME_X_WINS, task_solve(&task, means, &proof));
        ASSERT(proof.count > 0);
        ASSERTm(report.why.text, proof_check(&proof, &report));
        proof_release(&proof);
        task_end(&task);
    }
    PASS();
}

TEST minimising_saves_entries_and_the_proof_still_holds(void) {
    int entries[2];
    for (int rounds = 0; rounds < 2; rounds++) {
        Task task;
        Proof proof;
        ProofReport report;
        ASSERT(task_begin(&task, "4x4x4", "a1a b2b d1a c1a"));
        Means means = {.hash_mb = 64, .threads = 1, .rounds = rounds};
        ASSERT_EQ(OUTCOME_X_WINS, task_solve(&task, means, &proof));
        ASSERTm(report.why.text, proof_check(&proof, &report));
        entries[rounds] = proof.count;
        proof_release(&proof);
        task_end(&task);
    }
    ASSERT(entries[1] < entries[0]);
    PASS();
}

TEST the_whole_of_4x4x4_is_proven_in_16_megabytes(void) {
    Task task;
    Proof proof;
    Means means = {.hash_mb = 16, .threads = 2};
    ASSERT(task_begin(&task, "4x4x4", BUILT_TO_BE_SLOW ? "a1a b1a" : ""));
    ASSERT_EQ(OUTCOME_X_WINS, task_solve(&task, means, &proof));
    ASSERT(proof.count > 0); /* task_solve has it checked */
    proof_release(&proof);
    task_end(&task);
    PASS();
}

TEST full_memory_ends_the_solver_without_a_value(void) {
    Task task;
    Means means = {.hash_mb = 1, .threads = 1};
    ASSERT(task_begin(&task, "4x4x4", ""));
    ASSERT_EQ(OUTCOME_NONE, task_solve(&task, means, NULL));
    task_end(&task);
    PASS();
}

static enum greatest_test_res ends_in_time(const Task *task, SolveLimits limits, SolveEnd end) {
    SolverSpec spec = {.shape = task->shape, .board = &task->position.board, .hash_mb = 16};
    SolveResult result;
    Solver *solver = solver_new(&spec);
    ASSERT(solver != NULL);
    int64_t begun_us = clock_now_us();
    solver_run(solver, &limits, &result);
    ASSERT(clock_now_us() - begun_us < 5000000);
    ASSERT_EQ(OUTCOME_NONE, result.value);
    ASSERT_EQ(end, result.end);
    solver_free(solver);
    PASS();
}

TEST limits_and_stop_end_the_solver(void) {
    static const _Atomic bool never = false, at_once = true;
    Task task;
    ASSERT(task_begin(&task, "5x5x5", ""));
    SolveLimits by_stop = {.threads = 2, .node_limit = UINT64_MAX, .deadline_us = INT64_MAX, .stop = &at_once};
    SolveLimits by_nodes = {.threads = 2, .node_limit = 100, .deadline_us = INT64_MAX, .stop = &never};
    SolveLimits by_time = {
        .threads = 2, .node_limit = UINT64_MAX, .deadline_us = clock_now_us() + 100000, .stop = &never};
    CHECK_CALL(ends_in_time(&task, by_stop, SOLVE_STOPPED));
    CHECK_CALL(ends_in_time(&task, by_nodes, SOLVE_OUT_OF_NODES));
    CHECK_CALL(ends_in_time(&task, by_time, SOLVE_OUT_OF_TIME));
    task_end(&task);
    PASS();
}

SUITE(prove) {
    RUN_TEST(every_position_of_3x3_gets_its_value);
    RUN_TEST(positions_of_4x4_get_their_values);
    RUN_TEST(positions_of_3x3x3_get_their_values);
    RUN_TEST(late_positions_of_4x4x4_get_their_values);
    RUN_TEST(late_positions_of_5x5_get_their_values);
    RUN_TEST(whole_games_get_their_values);
    RUN_TEST(only_the_centre_of_3x3x3_wins);
    RUN_TEST(one_and_two_threads_prove_the_same);
    RUN_TEST(minimising_saves_entries_and_the_proof_still_holds);
    RUN_TEST(the_whole_of_4x4x4_is_proven_in_16_megabytes);
    RUN_TEST(full_memory_ends_the_solver_without_a_value);
    RUN_TEST(limits_and_stop_end_the_solver);
}
