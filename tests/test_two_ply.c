/* The imagined player of two plies, against the textbook's search to the same depth. */
#include "common/textbook.h"
#include "greatest.h"
#include "root/two_ply.h"
#include "support/games.h"
#include "support/test_position.h"

/* Whether both play the same in this position, with the gains kept up to date or counted afresh. */
static bool agree(const Grid *grid, const TwoPly *kept) {
    Textbook textbook = {.grid = grid, .depth = 2};
    TwoPly fresh;
    two_ply_set_up(grid, &fresh, &kept->board);
    int choice = textbook_alphabeta(&textbook, &kept->board).cell;
    return two_ply_move(grid, kept) == choice && two_ply_move(grid, &fresh) == choice;
}

static int any_move(const Grid *grid, const Board *board, Rng *rng) {
    CellSet empty = board_empty(grid, board);
    for (int skip = rng_below(rng, cells_count(empty)); skip > 0; skip--) cells_take(&empty);
    return cells_first(&empty);
}

/* Half of the moves are random, so that lines grow and are blocked, completed or overlooked. */
TEST a_player_of_two_plies_is_that_of_the_textbook(const char *game, int games) {
    TestPosition *test = test_position_new(game);
    const Grid *grid = test->position.grid;
    Rng rng = {.state = 1};
    for (int i = 0; i < games; i++) {
        TwoPly position;
        two_ply_set_up(grid, &position, &test->position.board);
        while (board_outcome(grid, &position.board) == OUTCOME_NONE) {
            if (rng_below(&rng, 4) == 0) ASSERTm(game, agree(grid, &position));
            bool is_random = rng_below(&rng, 2) == 0;
            int move = is_random ? any_move(grid, &position.board, &rng) : two_ply_move(grid, &position);
            two_ply_play(grid, &position, move);
        }
    }
    test_position_free(test);
    PASS();
}

SUITE(two_ply) {
    RUN_TESTp(a_player_of_two_plies_is_that_of_the_textbook, "3x3", 50);
    RUN_TESTp(a_player_of_two_plies_is_that_of_the_textbook, "10x10", 5);
    RUN_TESTp(a_player_of_two_plies_is_that_of_the_textbook, "4x4x4", 20);
    RUN_TESTp(a_player_of_two_plies_is_that_of_the_textbook, "6x6x6", 3);
    RUN_TESTp(a_player_of_two_plies_is_that_of_the_textbook, "8x8x8", 1);
    RUN_TESTp(a_player_of_two_plies_is_that_of_the_textbook, "3x3x3x3", 10);
}
