/* Lost positions: what the search plays there, and how it fares against a fallible opponent. */
#include <stdio.h>
#include <string.h>

#include "common/textbook.h"
#include "greatest.h"
#include "support/bridge.h"
#include "support/searcher.h"

/* X has a strongest cell of 4x4x4, so every reply loses. No two of these are mirror images. */
static const char *const replies[] = {"a1a", "b1a", "b2a", "c1a", "c2a", "d4d", "c3c", "d3b"};
enum { REPLIES = sizeof replies / sizeof replies[0] };

static RefGame qubic;

static bool begin_with(RefPosition *position, const char *reply) {
    if (!ref_game_init(&qubic, "4x4x4")) return false;
    ref_start(position, &qubic);
    return ref_play(position, ref_move_from_text(&qubic, "b2b")) &&
           ref_play(position, ref_move_from_text(&qubic, reply));
}

static int plain_move(const Searcher *searcher, const RefPosition *position, int depth) {
    const Grid *grid = &searcher->shape->grid;
    Board board;
    Textbook textbook = {.grid = grid, .depth = depth};
    board_like(position, grid, &board);
    return textbook_alphabeta(&textbook, &board).cell;
}

/* Plays the game to its end: alpha-beta as X, the search as O. */
static RefResult play_on(Searcher *searcher, RefPosition *position, int depth, uint64_t nodes) {
    while (!ref_is_over(position)) {
        int move;
        if (ref_side(position) == 'x') {
            move = plain_move(searcher, position, depth);
        } else {
            searcher_run(searcher, position, nodes, false);
            move = searcher->best.pv[0];
        }
        if (!ref_play(position, move)) return REF_NONE;
    }
    return ref_result(position);
}

/* Each is one of the opponents that are imagined, so that what was rehearsed can be followed. */
TEST lost_games_are_saved_against_a_plain_opponent(int depth) {
    enum { NODES = 200000 };
    static RefPosition position;
    Searcher *searcher = searcher_new("4x4x4", 4, 1);
    int lost = 0;
    for (int i = 0; i < REPLIES; i++) {
        ASSERT(begin_with(&position, replies[i]));
        searcher_forget(searcher);
        RefResult result = play_on(searcher, &position, depth, NODES);
        ASSERT(result != REF_NONE);
        ASSERT_STR_EQ("", searcher->complaint);
        lost += result == REF_P1WIN;
    }
    ASSERTm("more than one game was lost", lost <= 1);
    searcher_free(searcher);
    PASS();
}

/* X is to move and lost, but not at once. */
static const char *const lost_fen = "4/4/1x2/o1o1//4/1x2/1x2/1oxo//x2o/4/1o1x/1o2//4/4/1x2/4 x line";

TEST a_lost_position_is_reported_as_lost(void) {
    static RefPosition position;
    Searcher *searcher = searcher_new("4x4x4", 4, 1);
    ASSERT(ref_position_from_text(&qubic, &position, lost_fen));
    searcher_run(searcher, &position, 2000000, false);
    ASSERT_STR_EQ("", searcher->complaint);
    ASSERT(value_is_loss(searcher->best.value));
    ASSERT(searcher->best.proven);
    ASSERT(searcher->best.bound == BOUND_EXACT || searcher->best.bound == BOUND_UPPER);
    ASSERT(searcher->best.bound == BOUND_EXACT || searcher->best.pv_length == 1);
    searcher_free(searcher);
    PASS();
}

/* O's second move, with the loss still out of sight: the answer is a move that was rehearsed, and the value only a
 * bound on what it is worth. */
TEST a_bad_position_is_played_like_a_lost_one(void) {
    enum { NODES = 100000 };
    static RefPosition position;
    Searcher *searcher = searcher_new("4x4x4", 4, 1);
    int rehearsed = 0;
    for (int i = 0; i < REPLIES; i++) {
        ASSERT(begin_with(&position, replies[i]) && ref_play(&position, plain_move(searcher, &position, 2)));
        searcher_forget(searcher);
        searcher_run(searcher, &position, NODES, false);
        ASSERT_STR_EQ("", searcher->complaint);
        const SearchLine *best = &searcher->best;
        rehearsed += !value_is_loss(best->value) && best->bound == BOUND_UPPER && best->pv_length == 1;
    }
    ASSERTm("no answer was rehearsed", rehearsed > 0);
    searcher_free(searcher);
    PASS();
}

TEST limits_hold_in_lost_positions_too(void) {
    static RefPosition position;
    Searcher *searcher = searcher_new("4x4x4", 4, 1);
    ASSERT(ref_position_from_text(&qubic, &position, lost_fen));
    for (uint64_t nodes = 1; nodes <= 300000; nodes = nodes * 3 + 1) {
        uint64_t counted[2];
        uint16_t move[2];
        for (int again = 0; again < 2; again++) {
            searcher_forget(searcher);
            searcher_run(searcher, &position, nodes, false);
            counted[again] = pool_nodes(searcher->pool);
            move[again] = searcher->best.pv[0];
        }
        ASSERT(counted[0] <= nodes);
        ASSERT(counted[0] == counted[1] && move[0] == move[1]);
    }
    searcher_free(searcher);
    PASS();
}

SUITE(resistance) {
    for (int depth = 2; depth <= 4; depth++) RUN_TESTp(lost_games_are_saved_against_a_plain_opponent, depth);
    RUN_TEST(a_lost_position_is_reported_as_lost);
    RUN_TEST(a_bad_position_is_played_like_a_lost_one);
    RUN_TEST(limits_hold_in_lost_positions_too);
}
