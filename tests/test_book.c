/* The engine plays from proofs: those that are built in, and one from a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine.h"
#include "greatest.h"
#include "support/games.h"
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

/* How O plays. All but the first complete a line if they can, and block one if they must. */
typedef enum {
    O_RANDOM,
    O_BLOCKS,   /* and is otherwise random */
    O_HINDERS,  /* takes the cell with most open lines of X, those with stones most */
    O_HOLDS_OUT /* plays the line that X has shown, in which it lasts longest */
} Opponent;

enum { OPPONENTS = O_HOLDS_OUT + 1 };

static int urgent_reply(const RefPosition *position, const int moves[], int count) {
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            RefPosition next = *position;
            next.cell[moves[i]] = pass == 0 ? 'o' : 'x';
            if (ref_points(&next, pass == 0 ? 'o' : 'x') > 0) return moves[i];
        }
    }
    return MOVE_NONE;
}

static int hindering_reply(const RefPosition *position, const int moves[], int count) {
    const RefGame *game = position->game;
    int weight[REF_MAX_CELLS] = {0}, best = moves[0];
    for (int line = 0; line < game->line_count; line++) {
        int x = 0, o = 0;
        for (int i = 0; i < game->n; i++) {
            x += position->cell[game->line[line][i]] == 'x';
            o += position->cell[game->line[line][i]] == 'o';
        }
        for (int i = 0; i < game->n && o == 0; i++) weight[game->line[line][i]] += 1 << 2 * x;
    }
    for (int i = 1; i < count; i++) {
        if (weight[moves[i]] > weight[best]) best = moves[i];
    }
    return best;
}

static int some_reply(const RefPosition *position, Opponent opponent, const SearchLine *shown, uint64_t *seed) {
    int moves[REF_MAX_CELLS], count = ref_legal_moves(position, moves);
    int urgent = opponent == O_RANDOM ? MOVE_NONE : urgent_reply(position, moves, count);
    if (urgent != MOVE_NONE) return urgent;
    if (opponent == O_HINDERS) return hindering_reply(position, moves, count);
    if (opponent == O_HOLDS_OUT && shown->pv_length > 1) return shown->pv[1];
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

/* Every limit, down to the smallest. */
static GoLimits tight_limits(int number) {
    GoLimits limits;
    limits_init(&limits);
    if (number % 3 == 0) limits.nodes = 1;
    if (number % 3 == 1) limits.movetime_ms = 1;
    if (number % 3 == 2) limits.depth = 1;
    return limits;
}

/* An image of a1a or a1a1 under the symmetries: all coordinates are outer ones, or all are inner ones. */
static int image_of_first_move(const RefGame *game, uint64_t *seed) {
    bool is_inner = ref_random(seed, 2) == 1;
    int cell = 0;
    for (int axis = 0, unit = 1; axis < game->d; axis++, unit *= 4) {
        bool is_far = ref_random(seed, 2) == 1;
        cell += unit * (is_inner ? 1 + is_far : 3 * is_far);
    }
    return cell;
}

typedef struct {
    RefPosition position;
    char moves[REF_MAX_CELLS * 8];
} PlayedGame;

static bool play_on(PlayedGame *played, int move) {
    char text[REF_MOVE_TEXT_SIZE];
    if (!ref_play(&played->position, move)) return false;
    strcat(strcat(played->moves, " "), ref_move_text(played->position.game, move, text));
    return true;
}

/* Each move is proven, shows a whole line, and promises an earlier end than the one before. */
static enum greatest_test_res win_from_here(Engine *engine, Heard *heard, PlayedGame *played, int number,
                                            uint64_t *seed) {
    Opponent opponent = (Opponent)(number % OPPONENTS);
    GoLimits limits = tight_limits(number);
    for (int promised = CELLS_MAX; !ref_is_over(&played->position);) {
        const RefPosition *position = &played->position;
        bool is_x = ref_side(position) == 'x';
        int move = is_x ? move_after(engine, heard, played->moves, &limits)
                        : some_reply(position, opponent, &heard->line, seed);
        if (is_x) {
            ASSERTm(played->moves, heard->line.proven && value_mate_in(heard->line.value) < promised);
            ASSERTm(played->moves, line_wins(position, &heard->line));
            promised = value_mate_in(heard->line.value);
        }
        ASSERTm(played->moves, play_on(played, move));
    }
    ASSERT_EQm(played->moves, REF_P1WIN, ref_result(&played->position));
    PASS();
}

/* From the empty board, and from any mirror image of the first move. */
TEST x_wins_every_game_from_the_built_in_proof(const char *name, int games) {
    static RefGame game;
    static PlayedGame played;
    Heard heard;
    Engine *engine = listening_engine(&heard);
    uint64_t seed = 11;
    ASSERT(engine != NULL && ref_game_init(&game, name) && set_option(engine, "Game", name));
    for (int i = 0; i < games; i++) {
        ref_start(&played.position, &game);
        played.moves[0] = '\0';
        if (i % 2 == 1) {
            ASSERT(play_on(&played, image_of_first_move(&game, &seed)));
            ASSERT(play_on(&played, some_reply(&played.position, O_BLOCKS, NULL, &seed)));
        }
        CHECK_CALL(win_from_here(engine, &heard, &played, i, &seed));
    }
    ASSERT(heard.from_proof > games);
    engine_free(engine);
    PASS();
}

TEST the_line_shown_with_a_proof_is_played_if_the_other_side_does_its_part(const char *name, int moves) {
    static RefGame game;
    static PlayedGame played;
    Heard heard;
    SearchLine shown;
    Engine *engine = listening_engine(&heard);
    GoLimits limits = tight_limits(0);
    ASSERT(engine != NULL && ref_game_init(&game, name) && set_option(engine, "Game", name));
    ref_start(&played.position, &game);
    played.moves[0] = '\0';
    ASSERT(move_after(engine, &heard, "", &limits) != MOVE_NONE);
    shown = heard.line;
    ASSERT(line_wins(&played.position, &shown));
    ASSERT_EQ_FMT(moves, value_mate_in(shown.value), "%d");
    ASSERT_EQ_FMT(shown.pv_length, 2 * moves - 1, "%d");
    for (int ply = 0; ply < shown.pv_length; ply++) {
        if (ply % 2 == 0) {
            ASSERT_EQ_FMTm(played.moves, (int)shown.pv[ply], move_after(engine, &heard, played.moves, &limits), "%d");
            ASSERT_EQ_FMTm(played.moves, moves - ply / 2, value_mate_in(heard.line.value), "%d");
        }
        ASSERT(play_on(&played, shown.pv[ply]));
    }
    engine_free(engine);
    PASS();
}

static bool solve_to_file(const char *game, const char *moves, bool is_outline, const char *path) {
    Proof proof;
    SolveMeans means = {.hash_mb = 16, .threads = 1, .is_outline = is_outline};
    TestPosition *start = test_position_new(game);
    test_position_play(start, moves);
    bool is_written = solve(start, means, &proof) != OUTCOME_NONE && proof_write(&proof, PROOF_WITH_TABLES, path) > 0;
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
    ASSERT(engine != NULL && ref_game_init(&game, "3x3x3") && solve_to_file("3x3x3", "", false, path));
    ASSERT(set_option(engine, "Game", "3x3x3") && set_option(engine, "Proof File", path));
    ASSERT_EQ_FMT(13, move_after(engine, &heard, "", &limits), "%d");
    ASSERT_EQ_FMT(1, heard.from_proof, "%d");
    ASSERT_EQ_FMT(4, value_mate_in(heard.line.value), "%d");
    ref_start(&position, &game);
    ASSERT(line_wins(&position, &heard.line));
    engine_free(engine);
    PASS();
}

/* The decisive moves that the file leaves out are found, how long the win takes is known. */
TEST an_outline_is_played_from_a_file(void) {
    static RefGame game;
    static PlayedGame played;
    static const int start[] = {1, 6, 41, 45, 0, 21};
    Heard heard;
    Engine *engine = listening_engine(&heard);
    const char *path = scratch_file("outline.proof");
    uint64_t seed = 12;
    ASSERT(engine != NULL && ref_game_init(&game, "4x4x4") &&
           solve_to_file("4x4x4", "b1a c2a b3c b4c a1a b2b", true, path));
    ASSERT(set_option(engine, "Proof File", path));
    for (int i = 0; i < 2 * OPPONENTS; i++) {
        ref_start(&played.position, &game);
        played.moves[0] = '\0';
        for (int ply = 0; ply < 6; ply++) ASSERT(play_on(&played, start[ply]));
        CHECK_CALL(win_from_here(engine, &heard, &played, i, &seed));
    }
    ASSERT(heard.from_proof > 0);
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
    ASSERT(solve_to_file("5x5", "", false, path));
    ASSERT(!set_option(engine, "Proof File", path)); /* a pairing names no moves */
    ASSERT(solve_to_file("3x3x3", "", false, path));
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
    RUN_TESTp(x_wins_every_game_from_the_built_in_proof, "4x4x4", games_wanted());
    RUN_TESTp(x_wins_every_game_from_the_built_in_proof, "4x4x4x4", games_wanted());
    RUN_TESTp(the_line_shown_with_a_proof_is_played_if_the_other_side_does_its_part, "4x4x4", 26);
    RUN_TESTp(the_line_shown_with_a_proof_is_played_if_the_other_side_does_its_part, "4x4x4x4", 29);
    RUN_TEST(the_course_of_a_loaded_proof_is_found);
    RUN_TEST(an_outline_is_played_from_a_file);
    RUN_TEST(options_that_need_a_search_turn_the_book_off);
    RUN_TEST(a_proof_file_can_be_loaded_and_dropped);
    RUN_TEST(a_book_move_waits_for_stop_when_the_search_is_infinite);
}
