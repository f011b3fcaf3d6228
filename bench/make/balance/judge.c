#include "balance/openings.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIMIT_MS = 600000 };

static bool blame(const Client *engine, Reason *why) {
    return refuse(why, "the engine %s", client_reason(engine));
}

static bool set_up(Client *engine, const Game *game, Reason *why) {
    if (client_start(engine) != CLIENT_OK) return blame(engine, why);
    const char *option = client_game_option(engine);
    if (option == NULL) return refuse(why, "the engine has no option for the game");
    if (client_set_option(engine, option, game_name(game).text) != CLIENT_OK) return blame(engine, why);
    /* A small table is quickly cleared. Proofs would decide games that other engines have to play. */
    if (client_find_option(engine, "Hash") != NULL) client_set_option(engine, "Hash", "1");
    if (client_find_option(engine, "UseProofs") != NULL) client_set_option(engine, "UseProofs", "false");
    return client_ready(engine) == CLIENT_OK || blame(engine, why);
}

bool judge_open(Judge *judge, const Game *game, const char *command, Reason *why) {
    const char *wrong = NULL;
    *judge = (Judge){.game = *game, .argv = proc_split_command(command, &wrong)};
    if (judge->argv == NULL) return refuse(why, "%s", wrong);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        ClientSpec spec = {.process = {.argv = judge->argv}};
        judge->engines[side] = client_new(&spec);
        if (judge->engines[side] == NULL) return refuse(why, "not enough memory");
        if (!set_up(judge->engines[side], game, why)) return false;
    }
    return true;
}

void judge_close(Judge *judge) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (judge->engines[side] != NULL && client_is_running(judge->engines[side])) client_quit(judge->engines[side]);
        client_free(judge->engines[side]);
    }
    free(judge->argv);
    *judge = (Judge){0};
}

/* Games where lines are points last until the board is full, those of large boards nearly as long: they get fewer
 * nodes. */
static int size_of(const Game *game) {
    int cells = game_cells(game);
    if (game_counts_points(game)) return cells <= 64 ? 3 : 4;
    return cells <= 64 ? 0 : cells <= 216 ? 1 : 2;
}

int judge_search_nodes(const Game *game) {
    static const int nodes[] = {100000, 10000, 4000, 10000, 2000};
    return nodes[size_of(game)];
}

int judge_play_nodes(const Game *game) {
    static const int nodes[] = {500, 40, 10, 50, 5};
    return nodes[size_of(game)];
}

static bool ask(Client *engine, const char *moves, int nodes, ClientAnswer *answer, Reason *why) {
    char limits[32];
    snprintf(limits, sizeof limits, "nodes %d", nodes);
    bool is_fine =
        client_position(engine, NULL, moves) == CLIENT_OK && client_go(engine, limits, LIMIT_MS, answer) == CLIENT_OK;
    return is_fine || blame(engine, why);
}

static bool forget(Client *engine, Reason *why) {
    bool is_fine = client_new_game(engine) == CLIENT_OK && client_ready(engine) == CLIENT_OK;
    return is_fine || blame(engine, why);
}

/* One game. *points2 is 2 if X wins, 1 for a draw. */
static bool play_game(Judge *judge, const Candidate *candidate, const int nodes[2], int *points2, Reason *why) {
    Candidate game = *candidate;
    Writer writer = writer_on(game.moves, sizeof game.moves);
    writer_add(&writer, "%s", candidate->moves);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (!forget(judge->engines[side], why)) return false;
    }
    while (!position_is_over(&game.position)) {
        Side side = board_side(&game.position.board);
        ClientAnswer answer;
        if (!ask(judge->engines[side], game.moves, nodes[side], &answer, why)) return false;
        if (!position_play_text(&game.position, word_of(answer.move), why)) return false;
        writer_add(&writer, " %s", answer.move);
    }
    Outcome outcome = board_outcome(game.position.grid, &game.position.board);
    *points2 = outcome == OUTCOME_X_WINS ? 2 : outcome == OUTCOME_DRAW ? 1 : 0;
    return true;
}

static bool is_near_even(const Game *game, const ClientAnswer *answer) {
    int64_t limit = game_counts_points(game) ? JUDGE_EVEN_POINTS_CP : JUDGE_EVEN_CP;
    return answer->score_kind == CLIENT_CP && answer->score <= limit && answer->score >= -limit;
}

/* Can so many half points still become a share in the range, with games left to play? */
static bool can_balance(int points2, int games_left) {
    enum { MOST = 2 * 2 * JUDGE_PAIRS };
    return 100 * (points2 + 2 * games_left) >= JUDGE_SHARE_MIN * MOST && 100 * points2 <= JUDGE_SHARE_MAX * MOST;
}

bool judge_opening(Judge *judge, const Candidate *candidate, bool *is_balanced, Reason *why) {
    ClientAnswer answer;
    Side side = board_side(&candidate->position.board);
    *is_balanced = false;
    if (!forget(judge->engines[side], why)) return false;
    if (!ask(judge->engines[side], candidate->moves, judge_search_nodes(&judge->game), &answer, why)) return false;
    if (!is_near_even(&judge->game, &answer)) return true;
    for (int game = 0, sum2 = 0; game < 2 * JUDGE_PAIRS; game++) {
        int least = judge_play_nodes(&judge->game) * (game / 2 + 1), points2;
        int nodes[2] = {game % 2 == 0 ? 2 * least : least, game % 2 == 0 ? least : 2 * least};
        if (!play_game(judge, candidate, nodes, &points2, why)) return false;
        sum2 += points2;
        if (!can_balance(sum2, 2 * JUDGE_PAIRS - 1 - game)) return true;
    }
    *is_balanced = true;
    return true;
}
