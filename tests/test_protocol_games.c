/* Random games, searches and perft through the protocol, against the reference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/client.h"
#include "common/files.h"
#include "greatest.h"
#include "support/games.h"
#include "support/programs.h"

/* Shown with a failure. */
static char where[200];

static Client *client_of_engine(ClientListener *listener, void *context) {
    static char path[PROGRAM_PATH_SIZE];
    static char *arguments[] = {path, NULL};
    program_path("rowan", path);
    ClientSpec spec = {.process = {.argv = arguments}, .listener = listener, .context = context};
    file_ignore_signals();
    Client *client = client_new(&spec);
    if (client == NULL || client_start(client) != CLIENT_OK) {
        fprintf(stderr, "cannot run %s; ROWAN_BIN says where the programs are\n", path);
        exit(EXIT_FAILURE);
    }
    return client;
}

static const char *ask(Client *client, const char *what) {
    const char *response;
    return client_query(client, what, &response) == CLIENT_OK ? response : client_reason(client);
}

static const char *truth(bool claim) {
    return claim ? "true" : "false";
}

/* The moves that are accepted: a board that is drawn early may still be filled. */
static int accepted_moves(const RefPosition *position, int moves[REF_MAX_CELLS]) {
    int count = ref_legal_moves(position, moves);
    bool may_be_filled = position->game->rule == REF_LINE && ref_result(position) == REF_DRAW;
    for (int cell = 0; may_be_filled && cell < position->game->cell_count; cell++) {
        if (position->cell[cell] != 'x' && position->cell[cell] != 'o') moves[count++] = cell;
    }
    return count;
}

static void legal_moves_text(const RefPosition *position, char text[], size_t size) {
    int moves[REF_MAX_CELLS];
    int count = accepted_moves(position, moves);
    size_t length = (size_t)snprintf(text, size, "%s", count == 0 ? "none" : "");
    for (int i = 0; i < count; i++) {
        char move[REF_MOVE_TEXT_SIZE];
        length += (size_t)snprintf(text + length, size - length, i > 0 ? " %s" : "%s",
                                   ref_move_text(position->game, moves[i], move));
    }
}

static void line_text(const RefGame *game, int line, char text[], size_t size) {
    size_t length = 0;
    for (int i = 0; i < game->n; i++) {
        char move[REF_MOVE_TEXT_SIZE];
        length += (size_t)snprintf(text + length, size - length, i > 0 ? " %s" : "%s",
                                   ref_move_text(game, game->line[line][i], move));
    }
}

/* The response names the completed lines, in any order, and no others; where lines are points, also whose they are. */
static bool names_the_lines_of(const char *response, const RefPosition *position) {
    static char framed[16384];
    int lines[REF_MAX_LINES];
    int count = ref_completed_lines(position, lines), bars = 0;
    if (count == 0) return strcmp(response, "none") == 0;
    snprintf(framed, sizeof framed, "| %s |", response);
    for (const char *c = framed; *c != '\0'; c++) bars += *c == '|';
    for (int i = 0; i < count; i++) {
        char text[160], wanted[200];
        const char *owner = position->cell[position->game->line[lines[i]][0]] == 'x' ? "p1 " : "p2 ";
        line_text(position->game, lines[i], text, sizeof text);
        snprintf(wanted, sizeof wanted, "| %s%s |", position->game->rule == REF_LINE ? "" : owner, text);
        if (strstr(framed, wanted) == NULL) return false;
    }
    return bars == count + 1;
}

static enum greatest_test_res compare(Client *client, const RefPosition *position) {
    static char expected[16384];
    char score[32];
    legal_moves_text(position, expected, sizeof expected);
    ASSERT_STR_EQm(where, expected, ask(client, "moves"));
    ASSERT_STR_EQm(where, truth(ref_side(position) == 'x'), ask(client, "p1turn"));
    ASSERT_STR_EQm(where, truth(ref_is_over(position)), ask(client, "gameover"));
    ASSERT_STR_EQm(where, ref_result_text(ref_result(position)), ask(client, "result"));
    snprintf(score, sizeof score, "%d %d", ref_points(position, 'x'), ref_points(position, 'o'));
    ASSERT_STR_EQm(where, score, ask(client, "score"));
    ASSERTm(where, names_the_lines_of(ask(client, "line"), position));
    ASSERT_STR_EQm(where, ref_position_text(position, expected), ask(client, "fen"));
    PASS();
}

/* Sends the position as all moves from the start, or as the position before and the last move. */
static enum greatest_test_res send_position(Client *client, const RefPosition *before, const char *moves,
                                            const char *last_move, bool from_start) {
    char fen[REF_POSITION_TEXT_SIZE];
    ref_position_text(before, fen);
    ClientResult sent = from_start ? client_position(client, NULL, moves) : client_position(client, fen, last_move);
    ASSERT_EQm(where, CLIENT_OK, sent);
    PASS();
}

/* A move to an occupied cell, or after the end, is refused. */
static enum greatest_test_res try_illegal_move(Client *client, const char *moves, const char *illegal) {
    char longer[8192];
    snprintf(longer, sizeof longer, "%s %s", moves, illegal);
    ASSERT_EQm(where, CLIENT_OK, client_position(client, NULL, longer));
    ASSERT_EQm(where, CLIENT_OK, client_ready(client));
    ASSERTm(where, client_complaint(client)[0] != '\0');
    PASS();
}

static enum greatest_test_res play_game(Client *client, const RefGame *game, uint64_t seed) {
    char moves[8192] = "", move[REF_MOVE_TEXT_SIZE] = "";
    RefPosition position;
    RandomPlay random = random_play(game, seed);
    ref_start(&position, game);
    ASSERT_EQm(where, CLIENT_OK, client_new_game(client));
    ASSERT_EQm(where, CLIENT_OK, client_position(client, NULL, NULL));
    CHECK_CALL(compare(client, &position));
    for (int ply = 0; !ref_is_over(&position); ply++) {
        RefPosition before = position;
        int cell = random_move(&random, &position);
        size_t length = strlen(moves);
        ref_move_text(game, cell, move);
        snprintf(moves + length, sizeof moves - length, ply > 0 ? " %s" : "%s", move);
        ref_play(&position, cell);
        CHECK_CALL(send_position(client, &before, moves, move, (seed + (uint64_t)ply) % 2 == 0));
        CHECK_CALL(compare(client, &position));
        if (ply % 8 == 0) CHECK_CALL(try_illegal_move(client, moves, move));
        if (ply % 8 == 0) CHECK_CALL(compare(client, &position));
    }
    /* A drawn board may be filled; after a line or with enough points nothing may be played. */
    bool may_be_filled = ref_result(&position) == REF_DRAW;
    CHECK_CALL(try_illegal_move(client, moves, may_be_filled ? move : "a1"));
    CHECK_CALL(compare(client, &position));
    PASS();
}

TEST random_games_through_the_protocol_agree_with_the_reference(const char *name) {
    static RefGame game;
    ASSERT(ref_game_init(&game, name));
    Client *client = client_of_engine(NULL, NULL);
    client_set_option(client, "Hash", "1");
    client_set_option(client, "Game", name);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; i < games_wanted() && result == GREATEST_TEST_RES_PASS; i++) {
        snprintf(where, sizeof where, "game %.60s, seed %d", name, i);
        result = play_game(client, &game, (uint64_t)i);
    }
    ClientResult end = client_quit(client);
    client_free(client);
    CHECK_CALL(result);
    ASSERT_EQm(name, CLIENT_OK, end);
    PASS();
}

/* What `go` answers about positions that the reference can solve. */

static enum greatest_test_res check_value(const RefPosition *position, const RefValue *value,
                                          const ClientAnswer *answer) {
    if (position->game->rule != REF_LINE) {
        ASSERT_EQm(where, CLIENT_CP, answer->score_kind);
        ASSERT_EQ_FMTm(where, 100L * value->value, (long)answer->score, "%ld");
    } else if (value->value == 0) {
        ASSERT_EQm(where, CLIENT_CP, answer->score_kind);
        ASSERT_EQ_FMTm(where, 0L, (long)answer->score, "%ld");
    } else {
        /* In moves of the winner. A forced win need not be the shortest. */
        long fewest = (value->plies + 1) / 2;
        ASSERT_EQm(where, CLIENT_MATE, answer->score_kind);
        ASSERTm(where, (long)answer->score * value->value >= fewest);
    }
    PASS();
}

static enum greatest_test_res check_search(Client *client, const RefPosition *position) {
    char fen[REF_POSITION_TEXT_SIZE];
    ClientAnswer answer;
    RefValue value, after;
    ref_position_text(position, fen);
    snprintf(where, sizeof where, "%.190s", fen);
    ASSERTm(where, ref_solve(position, &value));
    ASSERT_EQm(where, CLIENT_OK, client_position(client, fen, NULL));
    ASSERT_EQm(where, CLIENT_OK, client_go(client, "depth 20", 60000, &answer));
    CHECK_CALL(check_value(position, &value, &answer));
    RefPosition next = *position;
    ASSERTm(where, ref_play(&next, ref_move_from_text(position->game, answer.move)));
    ASSERTm(where, ref_solve(&next, &after));
    ASSERT_EQ_FMTm(where, -value.value, after.value, "%d");
    PASS();
}

TEST searches_of_late_positions_find_what_brute_force_finds(const char *name) {
    static RefGame game;
    ASSERT(ref_game_init(&game, name));
    Client *client = client_of_engine(NULL, NULL);
    client_set_option(client, "Hash", "4");
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; i < games_wanted() && result == GREATEST_TEST_RES_PASS; i++) {
        RefPosition position;
        int empty = 5 + i % 6;
        if (empty > game.cell_count) continue;
        if (ref_random_position(&position, &game, game.cell_count - empty, (uint64_t)i)) {
            result = check_search(client, &position);
        }
    }
    client_free(client);
    return result;
}

/* The lines that begin with perft. */
typedef struct {
    char text[4096];
    size_t length;
} PerftLines;

static void keep_perft_line(void *context, bool is_from_engine, const char *line) {
    PerftLines *lines = context;
    if (!is_from_engine || strncmp(line, "perft ", 6) != 0 || lines->length >= sizeof lines->text) return;
    lines->length += (size_t)snprintf(lines->text + lines->length, sizeof lines->text - lines->length, "%s\n", line);
}

static void expected_perft(const RefPosition *position, int plies, char text[], size_t size) {
    int moves[REF_MAX_CELLS];
    int count = ref_legal_moves(position, moves);
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        RefPosition next = *position;
        char move[REF_MOVE_TEXT_SIZE];
        ref_play(&next, moves[i]);
        length += (size_t)snprintf(text + length, size - length, "perft %s %llu\n",
                                   ref_move_text(position->game, moves[i], move),
                                   (unsigned long long)ref_perft(&next, plies - 1));
    }
    snprintf(text + length, size - length, "perft total %llu\n", (unsigned long long)ref_perft(position, plies));
}

TEST perft_counts_by_first_move_and_in_total(const char *fen, int plies) {
    static RefGame game;
    static PerftLines lines;
    static char expected[4096];
    RefPosition position;
    ClientAnswer answer;
    char limits[32];
    ASSERT(ref_position_from_text(&game, &position, fen));
    expected_perft(&position, plies, expected, sizeof expected);
    snprintf(limits, sizeof limits, "perft %d", plies);
    lines = (PerftLines){.length = 0};
    Client *client = client_of_engine(keep_perft_line, &lines);
    client_position(client, fen, NULL);
    ClientResult result = client_go(client, limits, 60000, &answer);
    client_free(client);
    ASSERT_EQ(CLIENT_OK, result);
    ASSERT_STR_EQ("(none)", answer.move);
    ASSERT_STR_EQ(expected, lines.text);
    PASS();
}

SUITE(protocol_games) {
    static const char *const games[] = {"3x3",   "11x11", "3x3x3", "3x3x3:score10", "3x3x3:magic10",
                                        "4x4x4", "6x6x6", "8x8x8", "4x4x4x4"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        RUN_TESTp(random_games_through_the_protocol_agree_with_the_reference, games[i]);
    }
    static const char *const solved[] = {"3x3",           "3x3:score", "4x4",         "4x4:score2",
                                         "5x5",           "3x3x3",     "3x3x3:score", "3x3x3:score10",
                                         "3x3x3:magic10", "4x4x4",     "3x3x3x3",     "4x4x4:score"};
    for (size_t i = 0; i < sizeof solved / sizeof solved[0]; i++) {
        RUN_TESTp(searches_of_late_positions_find_what_brute_force_finds, solved[i]);
    }
    RUN_TESTp(perft_counts_by_first_move_and_in_total, "3/3/3 x line", 6);
    RUN_TESTp(perft_counts_by_first_move_and_in_total, "3/3/3 x score2", 6);
    RUN_TESTp(perft_counts_by_first_move_and_in_total, "xx1/oo1/3 x line", 5);
    RUN_TESTp(perft_counts_by_first_move_and_in_total, "xxx/oo1/3 o line", 3);
    RUN_TESTp(perft_counts_by_first_move_and_in_total, "4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x line", 2);
    RUN_TESTp(perft_counts_by_first_move_and_in_total, "4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x line", 1);
}
