/* The program verify as people use it: its verdicts and limits, explanations, and games against proofs, in which the
 * proof keeps its promise. Who has won is asked of the reference. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proof/player.h"
#include "solving/data/proofs.h"
#include "support/build.h"
#include "support/games.h"
#include "support/program_run.h"
#include "support/scratch.h"
#include "support/session.h"

enum { COMMAND_SIZE = 1200 };

/* A file with these lines, which get their checksum. */
static const char *proof_file(const char *name, const char *body) {
    const char *path = scratch_file(name);
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (const char *at = body; *at != '\0'; at++) sum = (sum ^ (unsigned char)*at) * UINT64_C(0x100000001B3);
    size_t size = strlen(body) + 32;
    char *text = malloc(size);
    if (text == NULL) abort();
    snprintf(text, size, "%send %016llx\n", body, (unsigned long long)sum);
    if (!scratch_write(path, text)) abort();
    free(text);
    return path;
}

static const char *solved_file(const char *name, const char *what) {
    const char *path = scratch_file(name);
    char command[COMMAND_SIZE];
    int status = -1;
    snprintf(command, sizeof command, "solve %s --proof %s", what, path);
    free(program_run(command, "", &status));
    return status == 0 ? path : "solve has failed";
}

static enum greatest_test_res says(const char *options, const char *path, const char *input, int status,
                                   const char *expected) {
    static char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "verify %s %s", options, path);
    return program_says(command, input, status, expected);
}

#define HEAD(position, value, kind) "rowan proof 1\nposition " position "\nvalue " value "\n" kind "\n"
#define CUBE_6                      "6/6/6/6/6/6//6/6/6/6/6/6//6/6/6/6/6/6//6/6/6/6/6/6//6/6/6/6/6/6//6/6/6/6/6/6 x"

/* Verdicts */

TEST a_forged_proof_cannot_make_it_work_for_ever(void) {
    const char *path = proof_file("endless.proof", HEAD(CUBE_6, "draw", "blocks 2") "against x\nagainst o\n");
    CHECK_CALL(says("--steps 100", path, "", 2,
                    "verify: given up: the check takes more than 100000000 steps; --steps allows more\n"));
    path = proof_file("wide.proof", HEAD("3o1/4x/1o3/4x/x4 o line", "draw", "search 0"));
    CHECK_CALL(says("--steps 1", path, "", 2, "verify: given up: the check takes more than 1000000 steps"));
    return says("--steps 1000", path, "", 0, "verified: ");
}

/* Four steps of the loser ahead there are thousands of orders in which X can threaten and O can block. */
TEST steps_are_counted_in_threat_searches_too(void) {
    const char *path = solved_file("qubic.proof", "4x4x4 a1a b1a a4a");
    return says("--steps 1", path, "", 2, "verify: given up: ");
}

TEST progress_is_shown_on_a_terminal_alone(void) {
    const char *path = proof_file("endless.proof", HEAD(CUBE_6, "draw", "blocks 2") "against x\nagainst o\n");
    static char command[COMMAND_SIZE];
    Session talk;
    int status;
    snprintf(command, sizeof command, "verify --steps 50 %s", path);
    ASSERT(session_begin(&talk, SESSION_TERMINAL, command, NULL));
    ASSERT(session_expect(&talk, "\rchecking: "));
    ASSERT(session_expect(&talk, " million steps, "));
    ASSERT(session_expect(&talk, "verify: given up: "));
    ASSERT_EQ(2, session_end(&talk));
    session_free(&talk);
    char *said = program_run(command, "", &status);
    ASSERT(said != NULL && strstr(said, "checking") == NULL);
    free(said);
    PASS();
}

TEST the_time_is_told_at_the_end(void) {
    CHECK_CALL(says("", "tests/fuzz/seeds/proofs/3x3x3.proof", "", 0, "1 entry\ntime   "));
    return says("", proof_file("false.proof", HEAD("3/3/3 x", "x", "search 0")), "", 1, " x line\ntime   ");
}

static const struct {
    const char *options, *complaint;
} wrong_options[] = {
    {"", "give one proof file"},
    {"a b", "give one proof file"},
    {"--explain", "give one proof file"},
    {"--explain --play a", "--explain and --play do not go together"},
    {"--depth 3 a", "--depth goes with --explain"},
    {"--play --dot a", "--dot goes with --explain"},
    {"--explain --side x a", "--side goes with --play"},
    {"--explain --depth 0 a", "--depth needs a number from 1 to 100, not '0'"},
    {"--play --side X a", "--side needs x or o, not 'X'"},
    {"--steps 0 a", "--steps needs a number from 1 to 1000000000, not '0'"},
    {"--steps", "--steps needs a value"},
    {"-x a", "unknown option '-x'"},
};

TEST wrong_options_are_refused_in_one_line(const char *options, const char *complaint) {
    return says("", options, "", 2, complaint);
}

/* Explanations */

TEST a_strategy_is_explained_as_a_tree(void) {
    const char *path = "tests/fuzz/seeds/proofs/3x3x3.proof";
    CHECK_CALL(says("--explain", path, "", 0,
                    "\nX wins\n  X b2b\n    O a1a and 7 like it: X wins by threats: b1a (b3c) b2a\n"
                    "    O b1a and 11 like it: X wins by threats: a1a (c3c) a2a\n"));
    CHECK_CALL(says("--explain --depth 1", path, "", 0, "\nX wins\n  X b2b ...\n"));
    CHECK_CALL(says("--explain --dot", path, "", 0,
                    "digraph proof {\n    rankdir=LR;\n    node [shape=box];\n    n1 [label=\"X wins\"];\n"
                    "    n2 [label=\"X b2b\"];\n    n1 -> n2;\n"));
    return says("--explain", "tests/fuzz/seeds/proofs/3x3.proof", "", 0, "X b2: O a1\n");
}

TEST pairs_are_drawn_with_their_letters(void) {
    CHECK_CALL(says("--explain", "tests/fuzz/seeds/proofs/5x5.proof", "", 0,
                    "    a  b  c  d  e\n 1  L  H  B  B  A\n 2  G  H  C  A  C\n 3  G  D  D  J  K\n"));
    return says("--explain", solved_file("8x8x8.proof", "8x8x8"), "", 0,
                "   layer a                              layer b\n");
}

/* What solve draws is part of what verify draws of the same proof. */
TEST solve_and_verify_draw_the_same_picture(const char *game, const char *a_line) {
    static char command[COMMAND_SIZE];
    int status;
    snprintf(command, sizeof command, "solve %s --picture", game);
    char *solved = program_run(command, "", &status);
    ASSERT(solved != NULL && status == 0);
    char *picture = strstr(solved, "against O:\n");
    ASSERTm(solved, picture != NULL);
    ASSERTm(solved, strstr(picture, a_line) != NULL);
    CHECK_CALL(says("--explain", solved_file("drawn.proof", game), "", 0, strchr(picture, '\n')));
    free(solved);
    PASS();
}

TEST blocks_are_drawn_with_their_letters(void) {
    const char *body = HEAD("4/4/4/4 x", "draw", "blocks 5") "against x a1 b2\nagainst x b1 b2\npair a3 a4\n"
                                                             "against o\nblock a1 d1 / a1-b1\n";
    const char *path = proof_file("moves.proof", body);
    CHECK_CALL(says("--explain", path, "", 0,
                    "\nX is stopped\n  X a1 and 7 like it\n    O b2\n      picture 1\n"
                    "  X b1 and 7 like it\n    O b2\n      picture 1\nO is stopped\n  picture 2\n"));
    CHECK_CALL(says("--explain", path, "", 0,
                    "Picture 1: against X after a1 b2; against X after b1 b2\n\n"
                    "    a  b  c  d\n 1  x  .  .  .\n 2  .  o  .  .\n 3  A  .  .  .\n 4  A  .  .  .\n\n"
                    "A  pair a3 a4\nIn the first of these 2 positions, drawn here, the other open lines, 6, are held"));
    CHECK_CALL(says("--explain", path, "", 0, "\n 1  A  .  .  A\n"));
    return says("--explain --dot", path, "", 0, "[label=\"picture 2\"];\n");
}

static const char mirrored_4x4[] =
    HEAD("4/4/4/4 x", "draw", "blocks 3") "against x a1 b2\nagainst x b1 b2\nagainst o\n";

TEST what_is_searched_alone_has_no_letters(void) {
    static char command[COMMAND_SIZE];
    const char *path = proof_file("searched.proof", mirrored_4x4);
    int status;
    CHECK_CALL(says("--explain", path, "", 0, "      picture 1\nO is stopped\n  picture 1\n\nPicture 1: against X"));
    CHECK_CALL(says("--explain", path, "", 0, "In the first of these 3 positions, drawn here, all "));
    snprintf(command, sizeof command, "verify --explain %s", path);
    char *said = program_run(command, "", &status);
    ASSERT(said != NULL && strstr(said, "letter") == NULL && strstr(said, "other open lines") == NULL);
    free(said);
    return says("--play", path, "a1\nc1\n", 0, ": found by search\n");
}

/* One block with all lines. */
static const char whole_4x4[] =
    HEAD("4/4/4/4 x", "draw", "blocks 2") "against x\nblock a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 "
                                          "a4 b4 c4 d4 / a1-d1 a2-d2 a3-d3 a4-d4 a1-a4 "
                                          "b1-b4 c1-c4 d1-d4 a1-d4 d1-a4\n";

static int widest_line(const char *text) {
    int widest = 0;
    for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        if ((int)length > widest) widest = (int)length;
    }
    return widest;
}

static enum greatest_test_res lines_fit_the_screen(const char *command, int columns) {
    static char line[COMMAND_SIZE];
    int status;
    snprintf(line, sizeof line, "%d", columns);
    if (columns > 0) ASSERT_EQ(0, setenv("COLUMNS", line, 1));
    char *said = program_run(command, "quit\n", &status);
    unsetenv("COLUMNS");
    int widest = said == NULL ? 0 : widest_line(said), room = columns > 0 ? columns : 80;
    free(said);
    ASSERT_EQm(command, 0, status);
    ASSERTm(command, widest <= room && widest > room / 2);
    PASS();
}

TEST pictures_and_texts_fit_the_screen(void) {
    static char command[COMMAND_SIZE];
    static const int columns[] = {0, 70, 100};
    const char *files[] = {proof_file("whole.proof", whole_4x4), solved_file("8x8x8.proof", "8x8x8"),
                           "tests/fuzz/seeds/proofs/5x5.proof"};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            snprintf(command, sizeof command, "verify --explain %s", files[k]);
            CHECK_CALL(lines_fit_the_screen(command, columns[i]));
        }
        CHECK_CALL(lines_fit_the_screen("verify --play tests/fuzz/seeds/proofs/5x5.proof", columns[i]));
        CHECK_CALL(lines_fit_the_screen("solve 8x8x8 --picture", columns[i]));
    }
    return lines_fit_the_screen("solve 8x8x8", 70);
}

/* Games */

typedef struct {
    const char *name;
    const char *solve; /* what to solve, or */
    const char *body;  /* the lines of the proof */
    const char *side;  /* of the user, or NULL: as the proof says */
} Opponent;

static const char searched_5x5[] =
    HEAD("5/5/5/5/5 x score", "draw", "blocks 4") "against x\nagainst o\npair a1 a2\npair e1 e2\n";
static const char one_sided_5x5[] = HEAD("5/5/5/5/5 x", "no x", "blocks 3") "against x\npair a1 a2\npair e1 e2\n";

static const Opponent opponents[] = {
    {"3x3x3", "3x3x3", NULL, NULL},
    {"corner", "3x3x3 a1a", NULL, NULL},
    {"3x3x3x3", "3x3x3x3", NULL, NULL},
    {"qubic", "4x4x4 a1a b1a a4a d4d d1a", NULL, NULL},
    {"outline", "4x4x4 a1a b1a a4a d4d --outline", NULL, NULL},
    {"3x3", "3x3", NULL, "x"},
    {"3x3", "3x3", NULL, "o"},
    {"4x4", "4x4", NULL, "x"},
    {"5x5", "5x5", NULL, "x"},
    {"5x5", "5x5", NULL, "o"},
    {"half", "'5/2x2/5/5/5 o'", NULL, "x"},
    {"points", "5x5:score", NULL, "x"},
    {"8x8x8", "8x8x8", NULL, "o"},
    {"whole", NULL, whole_4x4, "x"},
    {"whole", NULL, whole_4x4, "o"},
    {"one-sided", NULL, one_sided_5x5, "x"},
    {"searched", NULL, searched_5x5, "x"},
    {"searched", NULL, searched_5x5, "o"},
    {"mirrored", NULL, mirrored_4x4, "x"},
};

static const char *file_of(const Opponent *opponent) {
    char name[64];
    snprintf(name, sizeof name, "opponent-%s.proof", opponent->name);
    return opponent->solve != NULL ? solved_file(name, opponent->solve) : proof_file(name, opponent->body);
}

/* The position that the file is about. */
static bool read_start(const char *path, RefGame *game, RefPosition *position) {
    static char text[REF_POSITION_TEXT_SIZE + 64];
    FILE *file = fopen(path, "r");
    bool fine = file != NULL && fgets(text, sizeof text, file) != NULL && fgets(text, sizeof text, file) != NULL;
    if (file != NULL) fclose(file);
    text[strcspn(text, "\n")] = '\0';
    return fine && ref_position_from_text(game, position, text + strlen("position "));
}

/* Reads the move of the proof from the session; -1 if there is none. */
static int answer_of_proof(Session *talk, const RefGame *game) {
    char move[REF_MOVE_TEXT_SIZE] = "";
    if (!session_expect(talk, " plays ")) return -1;
    size_t from = talk->seen;
    if (!session_expect(talk, ": ")) return -1;
    snprintf(move, sizeof move, "%.*s", (int)(talk->seen - 2 - from), talk->text + from);
    return ref_move_from_text(game, move);
}

static enum greatest_test_res play_to_the_end(Session *talk, RefPosition *position, char user, uint64_t seed) {
    RandomPlay attack = random_play(position->game, seed);
    while (!ref_is_over(position)) {
        if (ref_side(position) == user) {
            char move[REF_MOVE_TEXT_SIZE + 1];
            int cell = random_move(&attack, position);
            ref_move_text(position->game, cell, move);
            ASSERT(ref_play(position, cell));
            ASSERT(session_send(talk, strcat(move, "\n")));
        } else {
            ASSERT(ref_play(position, answer_of_proof(talk, position->game)));
        }
    }
    PASS();
}

TEST the_proof_keeps_its_promise_in_a_game(const Opponent *opponent, uint64_t seed) {
    static RefGame game;
    static RefPosition position;
    static char command[COMMAND_SIZE];
    Session talk;
    const char *path = file_of(opponent);
    snprintf(command, sizeof command, "verify --play %s %s %s", opponent->side != NULL ? "--side" : "",
             opponent->side != NULL ? opponent->side : "", path);
    ASSERTm(path, read_start(path, &game, &position));
    ASSERT(session_begin(&talk, SESSION_PIPES, command, NULL));
    ASSERT(session_expect(&talk, "You are "));
    ASSERT(session_expect(&talk, "."));
    char user = talk.text[talk.seen - 2] == 'X' ? 'x' : 'o';
    CHECK_CALL(play_to_the_end(&talk, &position, user, seed));
    bool is_draw = opponent->side != NULL;
    RefResult result = ref_result(&position), lost = user == 'x' ? REF_P2WIN : REF_P1WIN;
    ASSERT(result == lost || (is_draw && result == REF_DRAW));
    if (is_draw && opponent->solve == NULL) ASSERT_EQ(0, ref_points(&position, user));
    ASSERT(session_expect(&talk, result == REF_DRAW ? "A draw" : is_draw ? " wins.\n" : " wins, as proven.\n"));
    ASSERT_EQ(0, session_end(&talk));
    session_free(&talk);
    PASS();
}

/* The pictures of 6x6x6 and 7x7x7 without their check, which other suites do. As lines are points, nothing ends the
 * game before the board is full. */
static enum greatest_test_res hold(const char *text, size_t size, Side side, uint64_t seed) {
    static RefGame game;
    static RefPosition position;
    static uint16_t moves[CELLS_MAX];
    Proof proof;
    Reason why;
    ASSERTm(why.text, proof_parse(text, size, &proof, &why));
    proof.start.game.rule = RULE_SCORE;
    Shape *shape = shape_new(&proof.start.game);
    ASSERT(shape != NULL && ref_game_init(&game, game_name(&proof.start.game).text));
    ref_start(&position, &game);
    RandomPlay attack = random_play(&game, seed);
    ProofPlayer player = {&proof, shape, side, PROOF_STEPS_MAX};
    for (int ply = 0; !ref_is_over(&position); ply++) {
        ProofMove move;
        bool is_proofs_turn = (ref_side(&position) == 'x') == (side == SIDE_X);
        if (is_proofs_turn) ASSERTm(why.text, proof_player_move(&player, moves, ply, &move, &why));
        moves[ply] = (uint16_t)(is_proofs_turn ? move.cell : random_move(&attack, &position));
        ASSERT(ref_play(&position, moves[ply]));
        ASSERT_EQ(0, ref_points(&position, side == SIDE_X ? 'o' : 'x'));
    }
    shape_free(shape);
    proof_release(&proof);
    PASS();
}

TEST large_pictures_are_played_by(void) {
    CHECK_CALL(hold(draw_7x7x7, draw_7x7x7_size, SIDE_O, 1));
    if (!BUILT_TO_BE_SLOW) CHECK_CALL(hold(draw_6x6x6, draw_6x6x6_size, SIDE_X, 2));
    PASS();
}

TEST boards_of_four_dimensions_are_drawn(void) {
    return says("--play", solved_file("tesseract.proof", "3x3x3x3"), "quit\n", 0,
                "\n   block 2\n   layer a       layer b       layer c\n"
                "    a  b  c       a  b  c       a  b  c\n 1  .  .  .    1  .  .  .    1  .  .  .\n"
                " 2  .  .  .    2  . [x] .    2  .  .  .\n");
}

TEST moves_are_taken_back_and_wrong_ones_refused_in_one_line(void) {
    const char *path = "tests/fuzz/seeds/proofs/5x5.proof";
    CHECK_CALL(says("--play", path, "undo\n", 0, "X: There is no move of yours to take back.\nX: "));
    CHECK_CALL(says("--play", path, "f1\n", 0, "X: 'f1' is not a move"));
    CHECK_CALL(says("--play", path, "a1 a2\n", 0, "X: One word at a time: a move, undo, board, help or quit.\nX: "));
    CHECK_CALL(says("--play", path, "\033[2J\n", 0, "'?[2J' is not a move"));
    CHECK_CALL(says("--play", path, "a1\na1\n", 0, "O plays e5: the other cell of pair L\n"));
    CHECK_CALL(says("--play", path, "a1\nundo\na1\nundo\nundo\n", 0, "There is no move of yours to take back.\n"));
    CHECK_CALL(says("--play --side o", path, "undo\n", 0, "O: There is no move of yours to take back.\n"));
    CHECK_CALL(says("--play", path, "quit\n", 0, "X: The game is left unfinished.\n"));
    CHECK_CALL(says("--play", path, "", 0, "X: The game is left unfinished.\n"));
    return says("--play --side x", "tests/fuzz/seeds/proofs/3x3x3.proof", "", 2,
                "verify: the proof can only play X, so that you are O\n");
}

TEST an_interrupt_ends_the_line_of_the_prompt(void) {
    Session talk;
    ASSERT(session_begin(&talk, SESSION_TERMINAL, "verify --play tests/fuzz/seeds/proofs/5x5.proof", NULL));
    ASSERT(session_expect(&talk, "\r\nX: "));
    ASSERT_EQ(0, kill(talk.pid, SIGINT));
    ASSERT(session_expect(&talk, "\r\n"));
    ASSERT_EQ(-1, session_end(&talk));
    ASSERT(strstr(talk.text, "unfinished") == NULL);
    session_free(&talk);
    PASS();
}

SUITE(verify) {
    RUN_TEST(a_forged_proof_cannot_make_it_work_for_ever);
    RUN_TEST(steps_are_counted_in_threat_searches_too);
    RUN_TEST(progress_is_shown_on_a_terminal_alone);
    RUN_TEST(the_time_is_told_at_the_end);
    for (size_t i = 0; i < sizeof wrong_options / sizeof *wrong_options; i++) {
        RUN_TESTp(wrong_options_are_refused_in_one_line, wrong_options[i].options, wrong_options[i].complaint);
    }
    RUN_TEST(a_strategy_is_explained_as_a_tree);
    RUN_TEST(pairs_are_drawn_with_their_letters);
    RUN_TESTp(solve_and_verify_draw_the_same_picture, "5x5", "\n 1  L  H  B  B  A\n");
    RUN_TESTp(solve_and_verify_draw_the_same_picture, "8x8x8", "   layer h\n");
    RUN_TEST(blocks_are_drawn_with_their_letters);
    RUN_TEST(what_is_searched_alone_has_no_letters);
    RUN_TEST(pictures_and_texts_fit_the_screen);
    for (size_t i = 0; i < sizeof opponents / sizeof *opponents; i++) {
        RUN_TESTp(the_proof_keeps_its_promise_in_a_game, &opponents[i], i + 1);
        RUN_TESTp(the_proof_keeps_its_promise_in_a_game, &opponents[i], i + 100);
    }
    RUN_TEST(large_pictures_are_played_by);
    RUN_TEST(boards_of_four_dimensions_are_drawn);
    RUN_TEST(moves_are_taken_back_and_wrong_ones_refused_in_one_line);
    RUN_TEST(an_interrupt_ends_the_line_of_the_prompt);
}
