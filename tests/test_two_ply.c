/* The imagined players of two and of more plies, against the textbook's search to the same depth. */
#include "common/textbook.h"
#include "greatest.h"
#include "root/few_ply.h"
#include "support/games.h"
#include "support/test_position.h"

static int imagined_move(const Grid *grid, const TwoPly *position, int depth) {
    FewPly look = {.grid = grid, .positions_max = UINT64_MAX};
    return few_ply_move(&look, position, depth);
}

/* Whether both play the same in this position, with the gains kept up to date or counted afresh. */
static bool agree(const Grid *grid, const TwoPly *kept, int depth) {
    Textbook textbook = {.grid = grid, .depth = depth};
    TwoPly fresh;
    two_ply_set_up(grid, &fresh, &kept->board);
    int choice = textbook_alphabeta(&textbook, &kept->board).cell;
    return imagined_move(grid, kept, depth) == choice && imagined_move(grid, &fresh, depth) == choice;
}

static int any_move(const Grid *grid, const Board *board, Rng *rng) {
    CellSet empty = board_empty(grid, board);
    for (int skip = rng_below(rng, cells_count(empty)); skip > 0; skip--) cells_take(&empty);
    return cells_first(&empty);
}

/* Half of the moves are random, so that lines grow and are blocked, completed or overlooked. */
TEST an_imagined_player_is_that_of_the_textbook(const char *game, int depth, int games) {
    TestPosition *test = test_position_new(game);
    const Grid *grid = test->position.grid;
    Rng rng = {.state = 1};
    for (int i = 0; i < games; i++) {
        TwoPly position;
        two_ply_set_up(grid, &position, &test->position.board);
        while (board_outcome(grid, &position.board) == OUTCOME_NONE) {
            if (rng_below(&rng, 4) == 0) ASSERTm(game, agree(grid, &position, depth));
            bool is_random = rng_below(&rng, 2) == 0;
            int move = is_random ? any_move(grid, &position.board, &rng) : two_ply_move(grid, &position);
            two_ply_play(grid, &position, move);
        }
    }
    test_position_free(test);
    PASS();
}

static bool says_stop_when_asked_again(void *context) {
    return ++*(int *)context == 2;
}

TEST an_imagined_player_can_be_stopped(void) {
    TestPosition *test = test_position_new("4x4x4");
    const Grid *grid = test->position.grid;
    int asked = 0;
    TwoPly position;
    two_ply_set_up(grid, &position, &test->position.board);
    FewPly limited = {.grid = grid, .positions_max = 100};
    FewPly interrupted = {
        .grid = grid, .positions_max = UINT64_MAX, .is_over = says_stop_when_asked_again, .context = &asked};
    few_ply_move(&limited, &position, 6);
    few_ply_move(&interrupted, &position, 6);
    ASSERT(limited.stopped && interrupted.stopped);
    ASSERT(limited.positions <= 200 && interrupted.positions <= 400);
    ASSERT_EQ(2, asked);
    test_position_free(test);
    PASS();
}

SUITE(two_ply) {
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "3x3", 2, 50);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "10x10", 2, 5);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "4x4x4", 2, 20);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "6x6x6", 2, 3);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "8x8x8", 2, 1);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "3x3x3x3", 2, 10);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "4x4x4", 1, 10);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "4x4x4", 3, 5);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "4x4x4", 4, 2);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "3x3", 5, 50);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "3x3x3", 4, 10);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "5x5", 4, 10);
    RUN_TESTp(an_imagined_player_is_that_of_the_textbook, "5x5x5", 3, 2);
    RUN_TEST(an_imagined_player_can_be_stopped);
}
