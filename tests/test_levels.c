/* Levels below master: their depth, their choice of moves, and the seed that repeats a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine.h"
#include "core/root_moves.h"
#include "greatest.h"

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
        char move[MOVE_TEXT_SIZE];
        if (!engine_set_position(engine, NULL, moves, &why) || !engine_go(engine, &limits, &why)) abort();
        engine_wait(engine);
        if (heard->best == MOVE_NONE) break;
        move_print(&engine_settings(engine)->game, heard->best, move);
        strcat(strcat(moves, i > 0 ? " " : ""), move);
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
        root_moves_list(&moves, position, &limits);
        again = moves;
        ASSERT_EQ(position->grid->cells, moves.count);
        root_moves_shuffle(&moves, &position->board, seed, 8);
        root_moves_shuffle(&again, &position->board, seed, 8);
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

SUITE(levels) {
    RUN_TESTp(each_level_searches_to_its_own_depth, "easy", 2);
    RUN_TESTp(each_level_searches_to_its_own_depth, "medium", 4);
    RUN_TESTp(each_level_searches_to_its_own_depth, "hard", 6);
    RUN_TESTp(the_same_seed_repeats_a_game_and_another_changes_it, "easy");
    RUN_TESTp(the_same_seed_repeats_a_game_and_another_changes_it, "medium");
    RUN_TEST(shuffled_moves_are_legal_and_distinct);
}
