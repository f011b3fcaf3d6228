/* Proven draws: none is ever lost, at any limit, and against weak opponents most are won. */
#include "common/textbook.h"
#include "greatest.h"
#include "support/bridge.h"
#include "support/games.h"
#include "support/searcher.h"

/* The search against an opponent, from a random opening of two plies. */
typedef struct {
    Searcher *searcher;
    RefGame game;
    RefPosition position;
    uint64_t nodes;
    uint64_t seed;
    bool was_proven_draw; /* at some move of the search */
} Contest;

typedef int Opponent(Contest *contest);

static int random_opponent(Contest *contest) {
    int moves[REF_MAX_CELLS];
    int count = ref_legal_moves(&contest->position, moves);
    return moves[ref_random(&contest->seed, count)];
}

/* Looks two plies ahead: completes lines, blocks, builds. */
static int plain_opponent(Contest *contest) {
    const Grid *grid = &contest->searcher->shape->grid;
    Board board;
    Textbook textbook = {.grid = grid, .depth = 2, .top = 12};
    board_like(&contest->position, grid, &board);
    return textbook_alphabeta(&textbook, &board).cell;
}

static void contest_open(Contest *contest, const char *game, uint64_t nodes) {
    *contest = (Contest){.searcher = searcher_new(game, 1, 1), .nodes = nodes};
    contest->searcher->job.stops_at_draw = true;
    ref_game_init(&contest->game, game);
}

static int search_move(Contest *contest) {
    Searcher *searcher = contest->searcher;
    searcher_run(searcher, &contest->position, contest->nodes, false);
    bool is_draw = searcher->best.is_contest || (searcher->best.proven && searcher->best.value == VALUE_DRAW);
    contest->was_proven_draw = contest->was_proven_draw || is_draw;
    return searcher->best.pv[0];
}

/* 1 for a win of the search, -1 for a loss; 2 when a move was not legal. */
static int play_game(Contest *contest, Opponent *opponent, char own_side) {
    contest->was_proven_draw = false;
    searcher_forget(contest->searcher);
    if (!ref_random_position(&contest->position, &contest->game, 2, contest->seed)) return 0;
    while (!ref_is_over(&contest->position)) {
        bool is_own = ref_side(&contest->position) == own_side;
        int move = is_own ? search_move(contest) : opponent(contest);
        if (!ref_play(&contest->position, move)) return 2;
    }
    RefResult result = ref_result(&contest->position);
    if (result == REF_DRAW) return 0;
    return (result == REF_P1WIN) == (own_side == 'x') ? 1 : -1;
}

TEST a_proven_draw_is_never_lost(const char *game, uint64_t nodes, int games) {
    static Contest contest;
    int proven = 0;
    contest_open(&contest, game, nodes);
    for (int i = 0; i < games; i++) {
        contest.seed = (uint64_t)i + 1;
        int result = play_game(&contest, plain_opponent, i % 2 == 0 ? 'x' : 'o');
        ASSERT_STR_EQm(game, "", contest.searcher->complaint);
        ASSERTm(game, result != 2);
        ASSERTm(game, result >= 0 || !contest.was_proven_draw);
        proven += contest.was_proven_draw;
    }
    ASSERT_EQ_FMTm(game, games, proven, "%d");
    searcher_free(contest.searcher);
    PASS();
}

TEST most_drawn_games_are_won_against_a_random_mover(const char *game) {
    enum { GAMES = 20, NODES = 2000, WINS_MIN = 17 };
    static Contest contest;
    int wins = 0;
    contest_open(&contest, game, NODES);
    for (int i = 0; i < GAMES; i++) {
        contest.seed = (uint64_t)i + 1;
        wins += play_game(&contest, random_opponent, i % 2 == 0 ? 'x' : 'o') == 1;
    }
    searcher_free(contest.searcher);
    ASSERTm(game, wins >= WINS_MIN);
    PASS();
}

/* Every move that is played in a position that brute force calls a draw must keep it, once a draw is claimed. */
TEST the_move_played_keeps_the_draw(const char *game, int empty_min, int empty_max) {
    static Contest contest;
    int checked = 0;
    contest_open(&contest, game, 2000);
    for (uint64_t seed = 1; seed <= (uint64_t)games_wanted() * 10; seed++) {
        RefValue value;
        int empty = empty_min + (int)(seed % (uint64_t)(empty_max - empty_min + 1));
        contest.was_proven_draw = false;
        if (!ref_random_position(&contest.position, &contest.game, contest.game.cell_count - empty, seed)) continue;
        int move = search_move(&contest);
        if (!contest.was_proven_draw) continue;
        ASSERTm(game, ref_solve(&contest.position, &value) && value.value == 0);
        ASSERT(ref_play(&contest.position, move));
        if (ref_is_over(&contest.position)) continue;
        ASSERTm(game, ref_solve(&contest.position, &value) && value.value == 0);
        checked++;
    }
    searcher_free(contest.searcher);
    ASSERTm(game, checked > 0);
    PASS();
}

SUITE(contest) {
    RUN_TESTp(a_proven_draw_is_never_lost, "5x5", 1, 10);
    RUN_TESTp(a_proven_draw_is_never_lost, "6x6", 1, 6);
    RUN_TESTp(a_proven_draw_is_never_lost, "8x8", 100, 4);
    RUN_TESTp(a_proven_draw_is_never_lost, "8x8x8", 1, 2);
    RUN_TESTp(a_proven_draw_is_never_lost, "8x8x8", 1000, 2);
    RUN_TESTp(most_drawn_games_are_won_against_a_random_mover, "5x5");
    RUN_TESTp(most_drawn_games_are_won_against_a_random_mover, "6x6");
    RUN_TESTp(most_drawn_games_are_won_against_a_random_mover, "9x9");
    RUN_TESTp(the_move_played_keeps_the_draw, "3x3", 3, 8);
    RUN_TESTp(the_move_played_keeps_the_draw, "4x4", 4, 9);
    RUN_TESTp(the_move_played_keeps_the_draw, "5x5", 4, 9);
}
