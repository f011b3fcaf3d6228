/* The engine plays from proofs: the one that is built in, and one from a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine.h"
#include "greatest.h"
#include "support/program_run.h"
#include "support/scratch.h"
#include "support/solving.h"

typedef struct {
    int best;
    int from_proof;
    SearchLine line; /* the last one */
} Heard;

static void hear_progress(void *context, const EngineProgress *progress) {
    Heard *heard = context;
    heard->from_proof += progress->from_proof;
    heard->line = *progress->line;
}

static void hear_best_move(void *context, int best, int ponder) {
    (void)ponder;
    ((Heard *)context)->best = best;
}

static void hear_proving(void *context, const EngineProving *proving) {
    (void)context, (void)proving;
}

static void hear_no_mate(void *context, int moves, bool is_certain) {
    (void)context, (void)moves, (void)is_certain;
}

static void hear_perft(void *context, int move, uint64_t sequences) {
    (void)context, (void)move, (void)sequences;
}

static Engine *listening_engine(Heard *heard) {
    EngineListener listener = {.context = heard,
                               .progress = hear_progress,
                               .best_move = hear_best_move,
                               .proving = hear_proving,
                               .no_mate = hear_no_mate,
                               .perft = hear_perft};
    *heard = (Heard){.best = MOVE_NONE};
    return engine_new(&listener);
}

static bool set_option(Engine *engine, const char *name, const char *value) {
    OptionId changed;
    Reason why;
    return engine_set_option(engine, word_of(name), value, &changed, &why);
}

static int move_after(Engine *engine, Heard *heard, const char *moves, const GoLimits *limits) {
    Reason why;
    if (!engine_set_position(engine, NULL, moves, &why) || !engine_go(engine, limits, &why)) return MOVE_NONE;
    engine_wait(engine);
    return heard->best;
}

/* O completes a line if it can, blocks one if it must, and otherwise plays at random. */
static int some_reply(const RefPosition *position, uint64_t *seed) {
    int moves[REF_MAX_CELLS], count = ref_legal_moves(position, moves);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            RefPosition next = *position;
            next.cell[moves[i]] = pass == 0 ? 'o' : 'x';
            if (ref_points(&next, pass == 0 ? 'o' : 'x') > 0) return moves[i];
        }
    }
    return moves[ref_random(seed, count)];
}

/* The line is legal and ends, not sooner, with a completed line of the side to move. */
static bool line_wins(const RefPosition *start, const SearchLine *line) {
    RefPosition position = *start;
    for (int i = 0; i < line->pv_length; i++) {
        if (!ref_play(&position, line->pv[i])) return false;
    }
    return ref_result(&position) == (ref_side(start) == 'x' ? REF_P1WIN : REF_P2WIN);
}

TEST x_wins_every_game_of_4x4x4_from_the_built_in_proof(void) {
    static RefGame game;
    Heard heard;
    Engine *engine = listening_engine(&heard);
    GoLimits limits;
    uint64_t seed = 11;
    ASSERT(engine != NULL && ref_game_init(&game, "4x4x4"));
    limits_init(&limits);
    limits.nodes = 1;
    for (int i = 0; i < 20; i++) {
        RefPosition position;
        char moves[64 * 8] = "", text[REF_MOVE_TEXT_SIZE];
        ref_start(&position, &game);
        for (int promised = CELLS_MAX; !ref_is_over(&position);) {
            bool is_x = ref_side(&position) == 'x';
            int move = is_x ? move_after(engine, &heard, moves, &limits) : some_reply(&position, &seed);
            if (is_x) {
                ASSERTm(moves, heard.line.proven && value_mate_in(heard.line.value) < promised);
                ASSERTm(moves, line_wins(&position, &heard.line));
                promised = value_mate_in(heard.line.value);
            }
            ASSERT(ref_play(&position, move));
            strcat(strcat(moves, " "), ref_move_text(&game, move, text));
        }
        ASSERT_EQm(moves, REF_P1WIN, ref_result(&position));
    }
    ASSERT(heard.from_proof > 20);
    engine_free(engine);
    PASS();
}

TEST the_line_shown_with_a_proof_is_played_if_the_other_side_does_its_part(void) {
    static RefGame game;
    Heard heard;
    SearchLine shown;
    RefPosition position;
    char moves[64 * 8] = "", text[REF_MOVE_TEXT_SIZE];
    Engine *engine = listening_engine(&heard);
    GoLimits limits;
    ASSERT(engine != NULL && ref_game_init(&game, "4x4x4"));
    limits_init(&limits);
    limits.nodes = 1;
    ref_start(&position, &game);
    ASSERT(move_after(engine, &heard, "", &limits) != MOVE_NONE);
    shown = heard.line;
    ASSERT(line_wins(&position, &shown));
    ASSERT_EQ_FMT(shown.pv_length, 2 * value_mate_in(shown.value) - 1, "%d");
    for (int ply = 0; ply < shown.pv_length; ply++) {
        if (ply % 2 == 0) {
            ASSERT_EQ_FMTm(moves, (int)shown.pv[ply], move_after(engine, &heard, moves, &limits), "%d");
            ASSERT_EQ_FMTm(moves, value_mate_in(shown.value) - ply / 2, value_mate_in(heard.line.value), "%d");
        }
        strcat(strcat(moves, " "), ref_move_text(&game, shown.pv[ply], text));
    }
    engine_free(engine);
    PASS();
}

static bool solve_to_file(const char *game, bool is_outline, const char *path) {
    Proof proof;
    SolveMeans means = {.hash_mb = 16, .threads = 1, .is_outline = is_outline};
    TestPosition *start = test_position_new(game);
    bool is_written = solve(start, means, &proof) != OUTCOME_NONE && proof_write(&proof, path) > 0;
    proof_release(&proof);
    test_position_free(start);
    return is_written;
}

/* X needs four moves on 3x3x3: the centre, and then threats. */
TEST the_course_of_a_loaded_proof_is_found(void) {
    Heard heard;
    static RefGame game;
    RefPosition position;
    Engine *engine = listening_engine(&heard);
    GoLimits limits;
    const char *path = scratch_file("course.proof");
    limits_init(&limits);
    limits.depth = 1;
    ASSERT(engine != NULL && ref_game_init(&game, "3x3x3") && solve_to_file("3x3x3", false, path));
    ASSERT(set_option(engine, "Game", "3x3x3") && set_option(engine, "Proof File", path));
    ASSERT_EQ_FMT(13, move_after(engine, &heard, "", &limits), "%d");
    ASSERT_EQ_FMT(1, heard.from_proof, "%d");
    ASSERT_EQ_FMT(4, value_mate_in(heard.line.value), "%d");
    ref_start(&position, &game);
    ASSERT(line_wins(&position, &heard.line));
    engine_free(engine);
    PASS();
}

TEST options_that_need_a_search_turn_the_book_off(void) {
    static const char *const settings[][2] = {{"UseProofs", "false"}, {"Level", "hard"}, {"MultiPV", "2"}};
    GoLimits limits;
    limits_init(&limits);
    limits.depth = 1;
    for (int i = 0; i < 3; i++) {
        Heard heard;
        Engine *engine = listening_engine(&heard);
        ASSERT(engine != NULL && move_after(engine, &heard, "", &limits) != MOVE_NONE);
        ASSERT_EQ_FMT(1, heard.from_proof, "%d");
        ASSERT(set_option(engine, settings[i][0], settings[i][1]));
        ASSERT(move_after(engine, &heard, "", &limits) != MOVE_NONE);
        ASSERT_EQ_FMT(1, heard.from_proof, "%d");
        engine_free(engine);
    }
    PASS();
}

TEST a_proof_file_can_be_loaded_and_dropped(void) {
    Heard heard;
    Engine *engine = listening_engine(&heard);
    GoLimits limits;
    const char *path = scratch_file("loaded.proof");
    limits_init(&limits);
    limits.depth = 1;
    ASSERT(engine != NULL);
    ASSERT(!set_option(engine, "Proof File", "no/such/file"));
    ASSERT(solve_to_file("5x5", false, path));
    ASSERT(!set_option(engine, "Proof File", path)); /* a pairing names no moves */
    ASSERT(solve_to_file("3x3x3", true, path));
    ASSERT(!set_option(engine, "Proof File", path)); /* an outline leaves moves out */
    ASSERT(solve_to_file("3x3x3", false, path));
    ASSERT(set_option(engine, "Game", "3x3x3"));
    ASSERT(set_option(engine, "Proof File", path));
    ASSERT_EQ_FMT(13, move_after(engine, &heard, "", &limits), "%d");
    ASSERT_EQ_FMT(1, heard.from_proof, "%d");
    ASSERT(set_option(engine, "Proof File", "<empty>"));
    ASSERT_EQ_FMT(13, move_after(engine, &heard, "", &limits), "%d");
    ASSERT_EQ_FMT(1, heard.from_proof, "%d");
    engine_free(engine);
    PASS();
}

TEST a_book_move_waits_for_stop_when_the_search_is_infinite(void) {
    int status = -1;
    char *said = program_run("rowan", "go infinite\nisready\nstop\ngo prove nodes 100\nwait\nquit\n", &status);
    ASSERT(said != NULL);
    char *ready = strstr(said, "readyok"), *best = strstr(said, "bestmove");
    ASSERTm(said, ready != NULL && best != NULL && ready < best);
    ASSERTm(said, strstr(said, "info string a1a is from a proof") != NULL);
    ASSERTm(said, strstr(said, "info string not proven: out of nodes") != NULL);
    free(said);
    PASS();
}

SUITE(book) {
    RUN_TEST(x_wins_every_game_of_4x4x4_from_the_built_in_proof);
    RUN_TEST(the_line_shown_with_a_proof_is_played_if_the_other_side_does_its_part);
    RUN_TEST(the_course_of_a_loaded_proof_is_found);
    RUN_TEST(options_that_need_a_search_turn_the_book_off);
    RUN_TEST(a_proof_file_can_be_loaded_and_dropped);
    RUN_TEST(a_book_move_waits_for_stop_when_the_search_is_infinite);
}
