#include <stdlib.h>

#include "common/textbook.h"
#include "greatest.h"
#include "reference/reference.h"
#include "support/bridge.h"

/* A random position, on the engine's board and on the reference's. */
typedef struct {
    RefGame reference;
    RefPosition position;
    Grid grid;
    Board board;
} Scene;

static bool scene_init(Scene *scene, const char *name, int plies, uint64_t seed) {
    if (!ref_game_init(&scene->reference, name)) abort();
    Geometry *geometry = geometry_named(name);
    grid_init(&scene->grid, geometry);
    geometry_free(geometry);
    if (!ref_random_position(&scene->position, &scene->reference, plies, seed)) return false;
    board_like(&scene->position, &scene->grid, &scene->board);
    return true;
}

static int sign(int value) {
    return (value > 0) - (value < 0);
}

/* To the end of the game the value is the true one. */
TEST full_depth_finds_the_true_value(void) {
    static const struct {
        const char *game;
        int plies;
    } kinds[] = {{"3x3", 2}, {"4x4", 9}, {"3x3x3:score", 20}, {"3x3x3:magic3", 20}, {"3x3:score2", 2}};
    static Scene scene;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (uint64_t seed = 0; seed < 10; seed++) {
            RefValue truth;
            if (!scene_init(&scene, kinds[i].game, kinds[i].plies, seed)) continue;
            ASSERT(ref_solve(&scene.position, &truth));
            Textbook textbook = {.grid = &scene.grid, .depth = 20};
            int value = textbook_alphabeta(&textbook, &scene.board).value;
            if (game_counts_points(&scene.grid.game)) {
                ASSERT_EQ(100 * truth.value, value);
            } else {
                ASSERT_EQ(truth.value, sign(value));
                if (truth.value != 0) ASSERT_EQ(TEXTBOOK_WIN - truth.plies, abs(value));
            }
        }
    }
    PASS();
}

TEST alphabeta_finds_what_minimax_finds_with_fewer_nodes(void) {
    static const char *const games[] = {"4x4x4", "3x3x3:magic", "5x5"};
    static Scene scene;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        for (uint64_t seed = 0; seed < 5; seed++) {
            ASSERT(scene_init(&scene, games[i], 12, seed));
            Textbook plain = {.grid = &scene.grid, .depth = 3}, pruned = plain;
            TextbookChoice a = textbook_minimax(&plain, &scene.board), b = textbook_alphabeta(&pruned, &scene.board);
            ASSERT_EQ(a.value, b.value);
            ASSERT_EQ(a.cell, b.cell);
            ASSERT(pruned.nodes < plain.nodes);
        }
    }
    PASS();
}

/* No cutoffs, no early ends on an empty 5x5 board: 25 + 25 * 24 positions at depth 2. */
TEST minimax_counts_every_position(void) {
    static Scene scene;
    ASSERT(scene_init(&scene, "5x5", 0, 1));
    Textbook textbook = {.grid = &scene.grid, .depth = 2};
    textbook_minimax(&textbook, &scene.board);
    ASSERT_EQ(25u + 25u * 24u, textbook.nodes);
    textbook.top = 10;
    textbook_alphabeta(&textbook, &scene.board);
    ASSERT(textbook.nodes <= 10u + 10u * 10u);
    PASS();
}

TEST limits_cut_the_search_short_and_still_give_a_move(void) {
    static Scene scene;
    ASSERT(scene_init(&scene, "6x6x6", 10, 1));
    Textbook textbook = {.grid = &scene.grid, .depth = 8, .nodes_max = 500};
    TextbookChoice choice = textbook_alphabeta(&textbook, &scene.board);
    ASSERT(textbook.was_stopped && textbook.nodes <= 501);
    CellSet empty = board_empty(&scene.grid, &scene.board);
    ASSERT(choice.cell != MOVE_NONE && cells_has(&empty, choice.cell));
    PASS();
}

SUITE(textbook) {
    RUN_TEST(full_depth_finds_the_true_value);
    RUN_TEST(alphabeta_finds_what_minimax_finds_with_fewer_nodes);
    RUN_TEST(minimax_counts_every_position);
    RUN_TEST(limits_cut_the_search_short_and_still_give_a_move);
}
