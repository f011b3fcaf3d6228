/* Levels below master: their depth, their choice of moves, and the seed that repeats a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine.h"
#include "core/question.h"
#include "core/strength.h"
#include "greatest.h"
#include "reference/reference.h"

typedef struct {
    int deepest;
    int best;
} Heard;

static void on_progress(void *context, const EngineProgress *progress) {
    Heard *heard = context;
    if (progress->line->depth > heard->deepest) heard->deepest = progress->line->depth;
}

static void on_best_move(void *context, int best, int ponder) {
    (void)ponder;
    ((Heard *)context)->best = best;
}

static Engine *engine_at(Heard *heard, const char *level, const char *seed) {
    EngineListener listener = {.context = heard, .progress = on_progress, .best_move = on_best_move};
    OptionId changed;
    Reason why;
    Engine *engine = engine_new(&listener);
    if (engine == NULL || !engine_set_option(engine, word_of("Hash"), "1", &changed, &why) ||
        !engine_set_option(engine, word_of("Level"), level, &changed, &why) ||
        !engine_set_option(engine, word_of("Seed"), seed, &changed, &why)) {
        abort();
    }
    return engine;
}

/* Plays some plies against itself and records the moves. */
static void play(Engine *engine, Heard *heard, int plies, char moves[400]) {
    GoLimits limits;
    Reason why;
    limits_init(&limits);
    limits.nodes = 300000;
    moves[0] = '\0';
    for (int i = 0; i < plies; i++) {
        if (!engine_set_position(engine, NULL, moves, &why) || !engine_go(engine, &limits, &why)) abort();
        engine_wait(engine);
        if (heard->best == MOVE_NONE) break;
        strcat(strcat(moves, i > 0 ? " " : ""), notation_move(&engine_settings(engine)->game, heard->best).text);
    }
}

TEST each_level_searches_to_its_own_depth(const char *level, int depth) {
    Heard heard = {.deepest = 0};
    char moves[400];
    Engine *engine = engine_at(&heard, level, "1");
    play(engine, &heard, 4, moves);
    engine_free(engine);
    ASSERT_EQ_FMTm(level, depth, heard.deepest, "%d");
    PASS();
}

TEST the_same_seed_repeats_a_game_and_another_changes_it(const char *level) {
    Heard heard = {.deepest = 0};
    char moves[3][400];
    for (int i = 0; i < 3; i++) {
        Engine *engine = engine_at(&heard, level, i == 2 ? "77" : "5");
        play(engine, &heard, 10, moves[i]);
        engine_free(engine);
    }
    ASSERT_STR_EQm(level, moves[0], moves[1]);
    ASSERTm(level, strcmp(moves[0], moves[2]) != 0);
    PASS();
}

TEST shuffled_moves_are_legal_and_distinct(void) {
    Heard heard = {.deepest = 0};
    Engine *engine = engine_at(&heard, "easy", "1");
    const Position *position = engine_position(engine);
    GoLimits limits;
    limits_init(&limits);
    for (uint64_t seed = 0; seed < 50; seed++) {
        RootMoves moves, again;
        bool is_seen[CELLS_MAX] = {false};
        question_list_moves(&moves, position, &limits);
        again = moves;
        ASSERT_EQ(position->grid->cells, moves.count);
        question_shuffle(&moves, &position->board, seed);
        question_shuffle(&again, &position->board, seed);
        question_cut(&moves, position, 8);
        question_cut(&again, position, 8);
        ASSERT_EQ(8, moves.count);
        ASSERT_MEM_EQ(moves.move, again.move, 8 * sizeof moves.move[0]);
        for (int i = 0; i < 8; i++) {
            ASSERT(moves.move[i] < position->grid->cells && !is_seen[moves.move[i]]);
            is_seen[moves.move[i]] = true;
        }
    }
    engine_free(engine);
    PASS();
}

static bool limit_strength(Engine *engine, const char *elo) {
    OptionId changed;
    Reason why;
    return engine_set_option(engine, word_of("UCI_LimitStrength"), "true", &changed, &why) &&
           engine_set_option(engine, word_of("UCI_Elo"), elo, &changed, &why);
}

/* After random moves: the cells that complete a line of the side, by the reference. */
static int completing(const RefPosition *position, char side, bool is_completing[REF_MAX_CELLS]) {
    int moves[REF_MAX_CELLS], count = ref_legal_moves(position, moves), found = 0;
    memset(is_completing, 0, sizeof(bool) * REF_MAX_CELLS);
    for (int i = 0; i < count; i++) {
        RefPosition next = *position;
        next.cell[moves[i]] = side;
        is_completing[moves[i]] = ref_points(&next, side) > 0;
        found += is_completing[moves[i]];
    }
    return found;
}

TEST easy_overlooks_no_line_that_can_be_completed_or_stopped_now(void) {
    static RefGame game;
    Heard heard = {.deepest = 0};
    Engine *engine = engine_at(&heard, "easy", "1");
    GoLimits limits;
    Reason why;
    int urgent = 0;
    ASSERT(ref_game_init(&game, "4x4x4"));
    limits_init(&limits);
    for (int i = 0; i < 150; i++) {
        RefPosition position;
        Setup setup;
        bool wins[REF_MAX_CELLS], blocks[REF_MAX_CELLS];
        char fen[REF_POSITION_TEXT_SIZE];
        if (!ref_random_position(&position, &game, 12 + i % 20, (uint64_t)i) || ref_is_over(&position)) continue;
        char own = ref_side(&position), other = own == 'x' ? 'o' : 'x';
        int can_win = completing(&position, own, wins), must_block = completing(&position, other, blocks);
        if (can_win + must_block == 0) continue;
        const char *cursor = ref_position_text(&position, fen);
        ASSERTm(fen, setup_parse(&cursor, &setup, &why) && engine_set_position(engine, &setup, "", &why));
        ASSERTm(fen, engine_go(engine, &limits, &why));
        engine_wait(engine);
        ASSERTm(fen, can_win > 0 ? wins[heard.best] : blocks[heard.best]);
        urgent++;
    }
    ASSERT(urgent > 20);
    engine_free(engine);
    PASS();
}

/* The middle of 3x3x3 wins; with a third of the moves in sight it would be missed by most seeds. */
TEST easy_sees_every_move_where_lines_have_three_cells(void) {
    Heard heard = {.deepest = 0};
    for (int seed = 0; seed < 20; seed++) {
        char text[16];
        GoLimits limits;
        OptionId changed;
        Reason why;
        snprintf(text, sizeof text, "%d", seed);
        Engine *engine = engine_at(&heard, "easy", text);
        limits_init(&limits);
        ASSERT(engine_set_option(engine, word_of("Game"), "3x3x3", &changed, &why));
        ASSERT(engine_set_position(engine, NULL, "a1a b1a", &why) && engine_go(engine, &limits, &why));
        engine_wait(engine);
        ASSERT_EQ_FMTm(text, 13, heard.best, "%d");
        engine_free(engine);
    }
    PASS();
}

TEST a_higher_elo_never_looks_less_far(void) {
    Settings settings;
    settings_init(&settings);
    settings.limit_strength = 1;
    for (uint64_t key = 1; key < 40; key++) {
        Strength last = {.depth = 0};
        for (settings.elo = ELO_MIN; settings.elo <= ELO_MAX; settings.elo += 10) {
            Strength now = strength_of(&settings, key * UINT64_C(0x123456789ABCDEF));
            bool changes_kind = now.techniques != last.techniques;
            ASSERT(now.depth >= last.depth && now.root_moves >= last.root_moves && now.techniques >= last.techniques);
            ASSERT(changes_kind || now.nodes >= last.nodes);
            last = now;
        }
        ASSERT(last.is_full);
    }
    PASS();
}

TEST the_lowest_elo_plays_any_move_and_repeats_it(void) {
    Heard heard = {.deepest = 0};
    bool is_played[CELLS_MAX] = {false};
    int different = 0;
    for (int seed = 0; seed < 40; seed++) {
        char text[16], moves[2][400];
        snprintf(text, sizeof text, "%d", seed);
        for (int i = 0; i < 2; i++) {
            Engine *engine = engine_at(&heard, "master", text);
            ASSERT(limit_strength(engine, "0"));
            play(engine, &heard, 1, moves[i]);
            engine_free(engine);
        }
        ASSERT_STR_EQ(moves[0], moves[1]);
        different += !is_played[heard.best];
        is_played[heard.best] = true;
    }
    ASSERT_FALSEm("40 moves on 64 cells", different < 20);
    PASS();
}

TEST elo_counts_only_if_the_strength_is_limited(void) {
    Heard heard = {.deepest = 0};
    char moves[400];
    OptionId changed;
    Reason why;
    Engine *engine = engine_at(&heard, "medium", "1");
    ASSERT(engine_set_option(engine, word_of("UCI_Elo"), "0", &changed, &why));
    ASSERT_FALSE(engine_set_option(engine, word_of("UCI_Elo"), "2401", &changed, &why));
    play(engine, &heard, 2, moves);
    ASSERT_EQ_FMT(4, heard.deepest, "%d");
    heard.deepest = 0;
    ASSERT(limit_strength(engine, "0"));
    play(engine, &heard, 2, moves);
    ASSERT_EQ_FMT(1, heard.deepest, "%d");
    engine_free(engine);
    PASS();
}

SUITE(levels) {
    RUN_TESTp(each_level_searches_to_its_own_depth, "easy", 2);
    RUN_TESTp(each_level_searches_to_its_own_depth, "medium", 4);
    RUN_TESTp(each_level_searches_to_its_own_depth, "hard", 6);
    RUN_TESTp(the_same_seed_repeats_a_game_and_another_changes_it, "easy");
    RUN_TESTp(the_same_seed_repeats_a_game_and_another_changes_it, "medium");
    RUN_TEST(shuffled_moves_are_legal_and_distinct);
    RUN_TEST(easy_overlooks_no_line_that_can_be_completed_or_stopped_now);
    RUN_TEST(easy_sees_every_move_where_lines_have_three_cells);
    RUN_TEST(a_higher_elo_never_looks_less_far);
    RUN_TEST(the_lowest_elo_plays_any_move_and_repeats_it);
    RUN_TEST(elo_counts_only_if_the_strength_is_limited);
}
