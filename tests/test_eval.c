/* The static evaluation: symmetric, within its limits, and higher for more stones and for lines that meet. */
#include <stdio.h>
#include <stdlib.h>

#include "greatest.h"
#include "support/games.h"
#include "support/searcher.h"

static Placement placement_from(const RefPosition *position, const uint16_t image[], bool swap_sides) {
    bool x_moves = ref_side(position) == 'x';
    Placement placement = {.to_move = x_moves != swap_sides ? SIDE_X : SIDE_O};
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (position->cell[cell] == '.') continue;
        int side = (position->cell[cell] == 'o') != swap_sides;
        placement.stones[side][image[cell] / 64] |= UINT64_C(1) << (image[cell] % 64);
    }
    return placement;
}

TEST mirroring_or_swapping_colours_keeps_the_value(const char *name) {
    static RefGame game;
    RefPosition position;
    uint64_t seed = 1;
    ASSERT(ref_game_init(&game, name));
    Searcher *searcher = searcher_new(name, 1, 1);
    const Kernel *kernel = pool_kernel(searcher->pool);
    Worker *worker = pool_first(searcher->pool);
    const uint16_t *identity = symmetries_row(searcher->shape->symmetries, 0);
    for (int i = 0; i < 4 * samples_wanted(); i++) {
        if (!ref_random_position(&position, &game, i % (game.cell_count / 2), (uint64_t)i)) continue;
        int row = ref_random(&seed, searcher->shape->symmetries->count);
        Placement as_is = placement_from(&position, identity, false),
                  swapped = placement_from(&position, identity, true);
        Placement mirrored = placement_from(&position, symmetries_row(searcher->shape->symmetries, row), false);
        int value = kernel->evaluate(worker, &as_is);
        ASSERT_EQ_FMTm(name, value, kernel->evaluate(worker, &mirrored), "%d");
        ASSERT_EQ_FMTm(name, value, kernel->evaluate(worker, &swapped), "%d");
        ASSERTm(name, abs(value) <= VALUE_ESTIMATE_MAX);
    }
    searcher_free(searcher);
    PASS();
}

TEST another_stone_on_an_open_line_raises_the_value(const char *name) {
    static RefGame game;
    ASSERT(ref_game_init(&game, name));
    Searcher *searcher = searcher_new(name, 1, 1);
    const Kernel *kernel = pool_kernel(searcher->pool);
    int last = 0;
    for (int stones = 0; stones < game.n; stones++) {
        Placement placement = {.to_move = SIDE_X};
        for (int k = 0; k < stones; k++) {
            int cell = game.line[0][k];
            placement.stones[SIDE_X][cell / 64] |= UINT64_C(1) << (cell % 64);
        }
        int value = kernel->evaluate(pool_first(searcher->pool), &placement);
        if (stones > 0) ASSERTm(name, value > last);
        last = value;
    }
    searcher_free(searcher);
    PASS();
}

static int value_with(Searcher *searcher, const RefGame *game, const char *const cells[], int count) {
    Placement placement = {.to_move = SIDE_X};
    for (int i = 0; i < count; i++) {
        int cell = ref_move_from_text(game, cells[i]);
        placement.stones[SIDE_X][cell / 64] |= UINT64_C(1) << (cell % 64);
    }
    return pool_kernel(searcher->pool)->evaluate(pool_first(searcher->pool), &placement);
}

/* Two stones on a line, and a third that shares no line with them and is on equally many lines in both cases. In one
 * case its lines meet those of the pair. */
TEST lines_that_meet_are_worth_more(const char *name, const char *suffix, const char *far_cell) {
    static RefGame game;
    char text[3][REF_MOVE_TEXT_SIZE];
    static const char *const near_cells[] = {"a1a", "a2a", "b3a"};
    const char *near[3], *far[3];
    ASSERT(ref_game_init(&game, name));
    for (int i = 0; i < 3; i++) {
        snprintf(text[i], sizeof text[i], "%s%s", near_cells[i], suffix);
        near[i] = far[i] = text[i];
    }
    far[2] = far_cell;
    Searcher *searcher = searcher_new(name, 1, 1);
    ASSERT(value_with(searcher, &game, near, 3) > value_with(searcher, &game, far, 3));
    searcher_free(searcher);
    PASS();
}

SUITE(evaluation) {
    RUN_TESTp(lines_that_meet_are_worth_more, "4x4x4", "", "c3d");
    RUN_TESTp(lines_that_meet_are_worth_more, "4x4x4x4", "1", "c3d4");
    static const char *const games[] = {"3x3",         "5x5",           "11x11", "4x4x4",  "6x6x6",
                                        "3x3x3:score", "3x3x3:magic10", "8x8x8", "3x3x3x3"};
    for (int i = 0; i < 9; i++) {
        RUN_TESTp(mirroring_or_swapping_colours_keeps_the_value, games[i]);
        RUN_TESTp(another_stone_on_an_open_line_raises_the_value, games[i]);
    }
}
