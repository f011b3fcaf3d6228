/* The sparring partners, through the real program: how each plays, judged by the reference, and how they talk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/client.h"
#include "common/files.h"
#include "greatest.h"
#include "reference/reference.h"
#include "support/program_run.h"

static char shown[256]; /* what went wrong, shown with a failure */

static Client *start(const char *player) {
    static char command[4096];
    static char **argv; /* kept, because the client keeps pointing to it; there is one client at a time */
    const char *folder = getenv("ROWAN_BIN"), *reason;
    snprintf(command, sizeof command, "%s/sparring %s", folder != NULL ? folder : "build", player);
    free(argv);
    argv = proc_split_command(command, &reason);
    ClientSpec spec = {.process = {.argv = argv}};
    Client *client = argv != NULL ? client_new(&spec) : NULL;
    if (client == NULL || client_start(client) != CLIENT_OK) abort();
    return client;
}

static void finish(Client *client) {
    client_quit(client);
    client_free(client);
}

/* "(none)", a move, or what went wrong. */
static const char *best_move(Client *client, const char *fen, const char *limits) {
    static ClientAnswer answer;
    if (client_position(client, fen, NULL) != CLIENT_OK) return client_reason(client);
    if (client_go(client, limits, 20000, &answer) != CLIENT_OK) return client_reason(client);
    return answer.move;
}

/* Win, block, centre, corner, first free cell. */
TEST rules_are_followed_in_their_order(void) {
    static const char *const known[][2] = {
        {"xx1/oo1/3 x", "c1"}, {"xx1/o2/2o x", "c1"},   {"xx1/3/2o o", "c1"},    {"3/3/3 x", "b2"},
        {"3/1x1/3 o", "a1"},   {"xox/1o1/1x1 o", "a3"}, {"xoo/1o1/x1x x", "a2"}, {"4/4/4/4 x", "b2"},
    };
    Client *client = start("rules");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ASSERT_STR_EQ(known[i][1], best_move(client, known[i][0], "depth 1"));
    }
    /* From the top layer down: all of the centre and all corners of 4x4x4 are taken, and no line has three stones. */
    ASSERT_STR_EQ("b1a", best_move(client, "x2o/4/4/o2x//4/1xo1/1ox1/4//4/1ox1/1xo1/4//o2x/4/4/x2o x", "depth 1"));
    finish(client);
    PASS();
}

/* Win, block, most on its lines. */
TEST greedy_takes_the_cell_whose_lines_have_most(void) {
    static const char *const known[][2] = {
        {"xx1/oo1/3 x", "c1"},
        {"xx1/o2/2o o", "c1"},
        {"3/3/3 x", "b2"},
    };
    Client *client = start("greedy");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        ASSERT_STR_EQ(known[i][1], best_move(client, known[i][0], "depth 1"));
    finish(client);
    PASS();
}

/* On 4x4 with row 1 and column a at two stones each, a1 makes two threats at once; else it stays near its last stone.
 */
TEST human_makes_and_stops_double_threats_and_stays_near(void) {
    ClientAnswer answer;
    Client *client = start("human");
    ASSERT_STR_EQ("c1", best_move(client, "xx1/oo1/3 x", "depth 1"));
    ASSERT_STR_EQ("a1", best_move(client, "1xx1/x1o1/x2o/1o1o x", "depth 1"));
    ASSERT_STR_EQ("a1", best_move(client, "1xx1/x3/x2o/1o1o o", "depth 1"));
    ASSERT_EQ(CLIENT_OK, client_set_option(client, "Game", "9x9"));
    ASSERT_EQ(CLIENT_OK, client_position(client, NULL, "b2 i9 h8 a9"));
    ASSERT_EQ(CLIENT_OK, client_go(client, "depth 1", 20000, &answer));
    ASSERTm(answer.move, answer.move[0] >= 'g' && answer.move[1] >= '7'); /* beside h8, not b2 */
    finish(client);
    PASS();
}

/* Noise in every move is never that of the search; without noise it is the search. */
TEST noisy_plays_as_alphabeta_but_for_its_noise(void) {
    static const char *const fen = "x4/1o3/2x2/5/4o x";
    char searched[16], quiet[16];
    int differ = 0;
    Client *client = start("alphabeta 2");
    snprintf(searched, sizeof searched, "%s", best_move(client, fen, "depth 2"));
    finish(client);
    client = start("noisy 2 0");
    snprintf(quiet, sizeof quiet, "%s", best_move(client, fen, "depth 2"));
    finish(client);
    ASSERT_STR_EQ(searched, quiet);
    client = start("noisy 2 100");
    for (int seed = 0; seed < 20; seed++) {
        char value[16];
        snprintf(value, sizeof value, "%d", seed);
        ASSERT_EQ(CLIENT_OK, client_set_option(client, "Seed", value));
        differ += strcmp(searched, best_move(client, fen, "depth 2")) != 0;
        ASSERT_STR_EQ("c1", best_move(client, "xx1/oo1/3 x", "depth 2"));
    }
    ASSERT(differ > 5);
    finish(client);
    PASS();
}

/* Playouts alone show who wins: a line to complete, a line to stop, and the same again with the same seed. */
TEST mcts_learns_wins_and_blocks_from_playouts(void) {
    char first[16];
    Client *client = start("mcts 3000");
    ASSERT_STR_EQ("c1", best_move(client, "xx1/oo1/3 x", "depth 9"));
    ASSERT_STR_EQ("c1", best_move(client, "xx1/o2/3 o", "depth 9"));
    snprintf(first, sizeof first, "%s", best_move(client, "4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x", "depth 9"));
    ASSERT_STR_EQ(first, best_move(client, "4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x", "depth 9"));
    finish(client);
    PASS();
}

TEST searchers_see_a_win_and_a_loss(void) {
    static const char *const players[] = {"alphabeta 3", "alphabeta 5 10", "minimax 3"};
    for (int i = 0; i < 3; i++) {
        Client *client = start(players[i]);
        ASSERT_STR_EQ("c1", best_move(client, "xx1/oo1/3 x", "depth 9"));
        ASSERT_STR_EQ("c1", best_move(client, "xx1/o2/3 o", "depth 9"));
        finish(client);
    }
    PASS();
}

static int play_out(Client *client, RefPosition *position) {
    char fen[REF_POSITION_TEXT_SIZE];
    int plies = 0;
    for (; !ref_is_over(position); plies++) {
        ref_position_text(position, fen);
        const char *move = best_move(client, fen, "depth 1 nodes 200");
        int cell = ref_move_from_text(position->game, move);
        if (cell < 0 || !ref_play(position, cell)) {
            snprintf(shown, sizeof shown, "%s in %.200s", move, fen);
            return -1;
        }
    }
    ref_position_text(position, fen);
    return strcmp("(none)", best_move(client, fen, "depth 1")) == 0 ? plies : -1;
}

/* Every player plays every kind of game to its end, by the reference's rules. */
TEST players_play_legally_on_every_board(void) {
    static const char *const players[] = {"random",        "rules",     "greedy",     "human",
                                          "alphabeta 2 5", "minimax 1", "noisy 1 50", "mcts 20"};
    static const char *const games[] = {"3x3", "11x11", "3x3x3:score10", "3x3x3:magic10", "4x4x4", "6x6x6", "3x3x3x3"};
    static RefGame game;
    static RefPosition position;
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        Client *client = start(players[i]);
        for (size_t j = 0; j < sizeof games / sizeof games[0]; j++) {
            ASSERT(ref_game_init(&game, games[j]));
            ref_start(&position, &game);
            ASSERTm(shown, play_out(client, &position) > 0);
        }
        finish(client);
    }
    PASS();
}

TEST random_depends_on_seed_and_position_alone(void) {
    char first[16], other[16];
    int differ = 0;
    Client *client = start("random");
    for (int seed = 0; seed < 20; seed++) {
        char value[16];
        snprintf(value, sizeof value, "%d", seed);
        ASSERT_EQ(CLIENT_OK, client_set_option(client, "Seed", value));
        snprintf(first, sizeof first, "%s", best_move(client, "4/4/4/4 x", "depth 1"));
        best_move(client, "x3/4/4/4 o", "depth 1");
        snprintf(other, sizeof other, "%s", best_move(client, "4/4/4/4 x", "depth 1"));
        ASSERT_STR_EQ(first, other);
        differ += strcmp(first, "b2") != 0;
    }
    ASSERT(differ > 10);
    finish(client);
    PASS();
}

TEST a_wrong_command_line_is_explained(void) {
    static const char *const wrong[][2] = {
        {"sparring", "sparring: which player? See --help\n"},
        {"sparring chess", "sparring: there is no player 'chess'; see --help\n"},
        {"sparring --fast", "sparring: unknown option '--fast'; see --help\n"},
        {"sparring rules 3", "sparring: unexpected argument '3'\n"},
        {"sparring alphabeta", "sparring: alphabeta needs a depth\n"},
        {"sparring alphabeta deep", "sparring: the depth must be a number from 1 to 512, not 'deep'\n"},
        {"sparring alphabeta 3 0", "sparring: the number of moves must be a number from 1 to 512, not '0'\n"},
        {"sparring alphabeta 3 4 5", "sparring: unexpected argument '5'\n"},
        {"sparring minimax 3 4", "sparring: unexpected argument '4'\n"},
        {"sparring greedy 2", "sparring: unexpected argument '2'\n"},
        {"sparring noisy 2", "sparring: noisy needs a percentage\n"},
        {"sparring noisy 2 101", "sparring: the percentage must be a number from 0 to 100, not '101'\n"},
        {"sparring mcts", "sparring: mcts needs a number of playouts\n"},
        {"sparring mcts 0", "sparring: the number of playouts must be a number from 1 to 1000000, not '0'\n"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK_CALL(program_says(wrong[i][0], "", 2, wrong[i][1]));
    CHECK_CALL(program_says("sparring -h", "", 0, "usage: sparring PLAYER\n"));
    CHECK_CALL(program_says("sparring --version", "", 0, "sparring (Rowan) "));
    PASS();
}

TEST bad_input_is_refused_and_changes_nothing(void) {
    static const char *const lines[] = {
        "position fen xx1/3/3 x",
        "position startpos moves z9",
        "position startpos moves a1 a1",
        "position startpos moves a1a a1a",
        "position fen 3/3/3 x moves a1 a2 b1 b2 c1 c2",
        "position",
        "setoption name Game value 2x2",
        "setoption name Hash value 3",
        "setoption",
        "go depth",
        "go sideways",
        "query weather",
        "query",
        "nonsense",
        "setoption name Seed value -1",
    };
    Client *client = start("random");
    const char *response;
    ASSERT_EQ(CLIENT_OK, client_position(client, "xo1/3/3 x line", NULL));
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ASSERT_EQ(CLIENT_OK, client_send(client, lines[i]));
        ASSERT_EQ(CLIENT_OK, client_ready(client));
        ASSERTm(lines[i], client_complaint(client)[0] != '\0');
        ASSERT_EQ(CLIENT_OK, client_query(client, "fen", &response));
        ASSERT_STR_EQ("xo1/3/3 x line", response);
    }
    finish(client);
    PASS();
}

TEST refusals_are_worded_as_the_engine_words_them(void) {
    static const char *const known[][2] = {
        {"setoption name Hash value 3", "unknown option 'Hash'"},
        {"go sideways", "go: unknown word 'sideways'"},
        {"query weather", "query: unknown question 'weather'; expected gameover, p1turn, result, fen or game"},
    };
    Client *client = start("random");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ASSERT_EQ(CLIENT_OK, client_send(client, known[i][0]));
        ASSERT_EQ(CLIENT_OK, client_ready(client));
        ASSERTm(client_complaint(client), strstr(client_complaint(client), known[i][1]) != NULL);
    }
    finish(client);
    PASS();
}

TEST searches_can_be_stopped_and_asked_meanwhile(void) {
    ClientAnswer answer;
    Client *client = start("minimax 30");
    ASSERT_EQ(CLIENT_OK, client_set_option(client, "Game", "8x8x8"));
    ASSERT_EQ(CLIENT_OK, client_position(client, NULL, NULL));
    ASSERT_EQ(CLIENT_OK, client_go_begin(client, "depth 30"));
    ASSERT_EQ(CLIENT_OK, client_ready(client));
    ASSERT_EQ(CLIENT_OK, client_send(client, "position startpos"));
    ASSERT_EQ(CLIENT_OK, client_ready(client));
    ASSERT_STR_EQ("position during a search", client_complaint(client));
    ASSERT_EQ(CLIENT_TIMEOUT, client_go_wait(client, 0, &answer));
    ASSERT_EQ(CLIENT_OK, client_stop(client));
    ASSERT_EQ(CLIENT_OK, client_go_wait(client, PROC_FOREVER, &answer));
    ASSERT_EQ(CLIENT_OK, client_go(client, "movetime 50", 20000, &answer));
    ASSERT(answer.elapsed_us > 40000);
    ASSERT_EQ(CLIENT_OK, client_go_begin(client, "infinite"));
    ASSERT_EQ(CLIENT_OK, client_quit(client)); /* leaves a running search at once */
    finish(client);
    PASS();
}

TEST infinite_waits_for_stop_even_when_all_is_known(void) {
    ClientAnswer answer;
    Client *client = start("alphabeta 9");
    ASSERT_EQ(CLIENT_OK, client_position(client, "xx1/oo1/3 x", NULL));
    ASSERT_EQ(CLIENT_OK, client_go_begin(client, ""));
    ASSERT_EQ(CLIENT_OK, client_ready(client));
    ASSERT_EQ(CLIENT_TIMEOUT, client_go_wait(client, 0, &answer));
    ASSERT_EQ(CLIENT_OK, client_stop(client));
    ASSERT_EQ(CLIENT_OK, client_go_wait(client, PROC_FOREVER, &answer));
    ASSERT_STR_EQ("c1", answer.move);
    ASSERT_EQ(CLIENT_MATE, answer.score_kind);
    ASSERT_EQ(1, answer.score);
    finish(client);
    PASS();
}

/* What the partners say when a host asks, or asks for nonsense. */
static const struct {
    const char *input, *answer;
} answers[] = {
    {"position startpos moves b2 a1\nquery fen", "response o2/1x1/3 x line\n"},
    {"position startpos moves b2\nquery p1turn", "response false\n"},
    {"query p1turn", "response true\n"},
    {"query game", "response 3x3\n"},
    {"query gameover", "response false\n"},
    {"query result", "response none\n"},
    {"position fen xxx/oo1/3 o\nquery gameover", "response true\n"},
    {"position fen xxx/oo1/3 o\nquery result", "response p1win\n"},
    {"position fen ooo/xx1/x2 x\nquery result", "response p2win\n"},
    {"position fen xoo/oxx/xxo o\nquery result", "response draw\n"},
    {"position fen xxx/oo1/3 o\ngo depth 1\nstop", "bestmove (none)\n"},
    {"position fen xoo/oxx/xo1 x\ngo p1time 100 p2time 100 p1inc 10\nstop", "bestmove c3\n"},
    {"position fen xoo/oxx/xo1 x\ngo infinite\nstop", "bestmove c3\n"},
    {"position fen xoo/oxx/xo1 x\ngo ponder\nponderhit", "bestmove c3\n"},
    {"setoption name Seed value 7\nisready", "readyok\n"},
    {"query", "info string error query: expected gameover, "},
    {"query weather", "info string error query: unknown question 'weather'; "},
    {"setoption", "info string error setoption: expected name "},
    {"setoption Game", "info string error setoption: expected name "},
    {"setoption name", "info string error setoption: expected name "},
    {"setoption name Game to 3x3", "info string error setoption: expected a value\n"},
    {"setoption name Game value", "info string error setoption: expected a value\n"},
    {"go infinite\nsetoption name Seed value 1\nstop", "info string error setoption during a search\n"},
    {"setoption name Seed value x", "info string error option Seed: 'x' is not a number "},
    {"setoption name Bogus value 3", "info string error unknown option 'Bogus'\n"},
    {"setoption name Game value 2x2", "info string error there is no board 2x2"},
    {"position", "info string error position: expected startpos or fen\n"},
    {"position nowhere", "info string error position: expected startpos or fen\n"},
    {"position startpos moves d9", "info string error 'd9' is not a move "},
    {"go quickly", "info string error go: unknown word 'quickly'\n"},
    {"# a note\n\nfly", "info string error unknown command 'fly'\n"},
};

TEST a_partner_answers(const char *input, const char *answer) {
    char whole[400], expected[400];
    int status = -1;
    snprintf(whole, sizeof whole, "setoption name Game value 3x3\nposition startpos\n%s\nquit\n", input);
    snprintf(expected, sizeof expected, "\n%s", answer);
    char *said = program_run("sparring random", whole, &status);
    ASSERT(said != NULL);
    if (strncmp(said, answer, strlen(answer)) != 0 && strstr(said, expected) == NULL) ASSERT_STR_EQ(answer, said);
    ASSERT_EQ_FMT(0, status, "%d");
    free(said);
    PASS();
}

SUITE(sparring) {
    file_ignore_signals();
    RUN_TEST(rules_are_followed_in_their_order);
    RUN_TEST(greedy_takes_the_cell_whose_lines_have_most);
    RUN_TEST(human_makes_and_stops_double_threats_and_stays_near);
    RUN_TEST(noisy_plays_as_alphabeta_but_for_its_noise);
    RUN_TEST(mcts_learns_wins_and_blocks_from_playouts);
    RUN_TEST(searchers_see_a_win_and_a_loss);
    RUN_TEST(players_play_legally_on_every_board);
    RUN_TEST(random_depends_on_seed_and_position_alone);
    RUN_TEST(a_wrong_command_line_is_explained);
    RUN_TEST(bad_input_is_refused_and_changes_nothing);
    RUN_TEST(refusals_are_worded_as_the_engine_words_them);
    RUN_TEST(searches_can_be_stopped_and_asked_meanwhile);
    RUN_TEST(infinite_waits_for_stop_even_when_all_is_known);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        RUN_TESTp(a_partner_answers, answers[i].input, answers[i].answer);
    }
}
