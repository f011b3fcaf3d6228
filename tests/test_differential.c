/* The engine against brute force: random late positions of every small board and rule, sent to the program as any host
 * would. What it calls proven, every mate it announces and the move it then plays are compared with the value that the
 * reference finds by trying all moves.
 *
 * ROWAN_TEST_POSITIONS is how many positions are tried altogether. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "support/build.h"
#include "support/games.h"
#include "support/host.h"

/* More empty cells are solved on boards with few lines. */
typedef struct {
    const char *game;
    int empty_max;
} SmallGame;

static const SmallGame small_games[] = {
    {"3x3", 9},          {"3x3:score", 9},     {"3x3:score1", 9},    {"3x3:score2", 9},    {"4x4", 9},
    {"4x4:score", 9},    {"4x4:score2", 9},    {"5x5", 9},           {"5x5:score", 9},     {"5x5:score2", 9},
    {"6x6", 9},          {"6x6:score", 8},     {"7x7", 8},           {"8x8", 8},           {"3x3x3", 9},
    {"3x3x3:score", 8},  {"3x3x3:score10", 8}, {"3x3x3:score5", 8},  {"3x3x3:magic", 9},   {"3x3x3:magic10", 9},
    {"3x3x3:magic3", 9}, {"4x4x4", 8},         {"4x4x4:score", 7},   {"4x4x4:score20", 7}, {"5x5x5", 7},
    {"5x5x5:magic", 8},  {"5x5x5:magic3", 8},  {"3x3x3x3:score", 6}, {"4x4x4x4:score", 5},
};

enum {
    SMALL_GAMES = sizeof small_games / sizeof *small_games,
    POSITIONS_USUAL = 450,
    WHERE_SIZE = 2 * REF_POSITION_TEXT_SIZE
};

/* Shown with a failure. */
static char where[WHERE_SIZE];

/* What the engine said about one position. */
typedef struct {
    bool is_proven;
    char proof[32]; /* win, loss by 3, draw */
    int mate;       /* of the last line without a bound; 0: none */
    int best;       /* a cell */
} EngineClaim;

static void note_line(const RefGame *game, const char *line, EngineClaim *claim) {
    static const char proven[] = "info string proven ";
    char move[REF_MOVE_TEXT_SIZE] = "";
    const char *mate = strstr(line, " score mate ");
    if (strncmp(line, proven, sizeof proven - 1) == 0) {
        claim->is_proven = true;
        snprintf(claim->proof, sizeof claim->proof, "%.31s", line + sizeof proven - 1);
    } else if (strncmp(line, "info depth ", 11) == 0 && strstr(line, "bound") == NULL) {
        claim->mate = mate != NULL ? atoi(mate + strlen(" score mate ")) : 0;
    } else if (sscanf(line, "bestmove %15s", move) == 1) {
        claim->best = ref_move_from_text(game, move);
    }
}

static bool ask(Host *host, const RefPosition *position, int nodes, EngineClaim *claim) {
    char fen[REF_POSITION_TEXT_SIZE], lines[REF_POSITION_TEXT_SIZE + 64];
    *claim = (EngineClaim){.best = -1};
    ref_position_text(position, fen);
    snprintf(lines, sizeof lines, "position fen %s\ngo nodes %d", fen, nodes);
    host_send(host, lines);
    for (const char *line = host_line(host); !matches(line, "(*)"); line = host_line(host)) {
        note_line(position->game, line, claim);
        if (strncmp(line, "bestmove", 8) == 0) return true;
    }
    return false;
}

static void expect_proof(const RefGame *game, int value, char text[32]) {
    const char *result = value > 0 ? "win" : value < 0 ? "loss" : "draw";
    if (game->rule == REF_LINE || value == 0) {
        snprintf(text, 32, "%s", result);
    } else {
        snprintf(text, 32, "%s by %d", result, abs(value));
    }
}

/* A move that was proven to win wins, and one that was proven to draw does not lose. */
static enum greatest_test_res check_best(const RefPosition *position, const EngineClaim *claim, int value) {
    RefPosition next = *position;
    RefValue reply;
    ASSERTm(where, claim->best >= 0 && ref_play(&next, claim->best));
    ASSERT(ref_solve(&next, &reply));
    if (claim->is_proven && position->game->rule != REF_LINE) ASSERT_EQ_FMTm(where, value, -reply.value, "%d");
    if (claim->is_proven) ASSERTm(where, -reply.value >= value);
    PASS();
}

/* A win in m moves comes with the winner's m-th move at the latest, which is ply 2m - 1. */
static enum greatest_test_res check_mate(const EngineClaim *claim, const RefValue *truth) {
    if (claim->mate > 0) ASSERTm(where, truth->value == 1 && truth->plies <= 2 * claim->mate - 1);
    if (claim->mate < 0) ASSERTm(where, truth->value == -1 && truth->plies <= -2 * claim->mate);
    PASS();
}

static enum greatest_test_res compare(Host *host, const RefPosition *position, int nodes, int *proofs) {
    EngineClaim claim;
    RefValue truth;
    char fen[REF_POSITION_TEXT_SIZE], expected[32];
    ASSERT(ref_solve(position, &truth));
    bool is_answered = ask(host, position, nodes, &claim);
    snprintf(where, sizeof where, "%s, %d nodes: proven %s, mate %d, best %d; truth %d in %d plies",
             ref_position_text(position, fen), nodes, claim.proof, claim.mate, claim.best, truth.value, truth.plies);
    ASSERTm(where, is_answered);
    expect_proof(position->game, truth.value, expected);
    if (claim.is_proven) ASSERT_STR_EQm(where, expected, claim.proof);
    CHECK_CALL(check_mate(&claim, &truth));
    *proofs += claim.is_proven;
    return check_best(position, &claim, truth.value);
}

TEST what_the_engine_claims_is_what_brute_force_finds(const SmallGame *small, int positions) {
    static const int nodes[] = {1, 30, 300, 3000, 20000};
    static RefGame game;
    RefPosition position;
    int proofs = 0;
    Host *host = host_new(NULL);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    ASSERT(ref_game_init(&game, small->game));
    host_send(host, "setoption name Hash value 1\nsetoption name UseProofs value false");
    for (int i = 0; i < positions && result == GREATEST_TEST_RES_PASS; i++) {
        int empty = 1 + i % small->empty_max;
        if (!ref_random_position(&position, &game, game.cell_count - empty, (uint64_t)i + 1)) continue;
        if (i % 50 == 0)
            host_send(host, i % 100 == 0 ? "setoption name Threads value 1" : "setoption name Threads value 2");
        result = compare(host, &position, nodes[i / small->empty_max % 5], &proofs);
    }
    host_send(host, "quit");
    int status = host_exit_status(host);
    host_free(host);
    CHECK_CALL(result);
    ASSERT_EQ_FMT(0, status, "%d");
    ASSERTm(small->game, proofs > 0);
    PASS();
}

SUITE(differential) {
    int positions =
        number_wanted("ROWAN_TEST_POSITIONS", BUILT_TO_BE_SLOW ? POSITIONS_USUAL / 3 : POSITIONS_USUAL) / SMALL_GAMES;
    for (int i = 0; i < SMALL_GAMES; i++) {
        RUN_TESTp(what_the_engine_claims_is_what_brute_force_finds, &small_games[i], positions > 0 ? positions : 1);
    }
}
