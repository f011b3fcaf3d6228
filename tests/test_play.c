/* The player through the real program, in pipes and in a pseudo-terminal. Whole games are chosen and judged by the
 * reference; engines are the fake one, which plays the first free cell, and our own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "greatest.h"
#include "talk.h"

/* What was the matter, shown with a failure. */
static char matter[256];

/* One run with all input at once: its status, and a text that must be in what it says. */
static enum greatest_test_res says(const char *command, const char *input, int status, const char *expected) {
    int got = -1;
    char *text = talk_run(TALK_PIPES, command, input, &got);
    ASSERT(text != NULL);
    if (strstr(text, expected) == NULL) ASSERT_STR_EQ(expected, text);
    ASSERT_EQ_FMTm(command, status, got, "%d");
    free(text);
    PASS();
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
    return count;
}

/* Whole games */

typedef struct {
    RefGame game;
    RefPosition position;
    int moves[REF_MAX_CELLS];
    int plies;
} Played;

/* A move after which nobody has won, if there is one. */
static int quiet_move(const RefPosition *position, uint64_t *seed) {
    int moves[REF_MAX_CELLS], count = ref_legal_moves(position, moves), first = ref_random(seed, count);
    for (int i = 0; i < count; i++) {
        RefPosition next = *position;
        int move = moves[(first + i) % count];
        ref_play(&next, move);
        RefResult result = ref_result(&next);
        if (result == REF_NONE || result == REF_DRAW) return move;
    }
    return moves[first];
}

/* Random games until one ends as wanted. */
static bool find_game(Played *played, const char *name, RefResult wanted) {
    if (!ref_game_init(&played->game, name)) return false;
    for (uint64_t seed = 1; seed < 4000; seed++) {
        RandomPlay play = random_play(&played->game, seed);
        uint64_t quiet = seed;
        played->plies = 0;
        ref_start(&played->position, &played->game);
        while (!ref_is_over(&played->position)) {
            int move = wanted == REF_DRAW && played->game.rule == REF_LINE ? quiet_move(&played->position, &quiet)
                                                                           : random_move(&play, &played->position);
            ref_play(&played->position, move);
            played->moves[played->plies++] = move;
        }
        if (ref_result(&played->position) == wanted) return true;
    }
    return false;
}

/* Coordinates and cell numbers in turn. */
static void type_move(const Played *played, int ply, char text[32]) {
    char move[REF_MOVE_TEXT_SIZE];
    if (ply % 2 == 0) {
        snprintf(text, 32, "%s\n", ref_move_text(&played->game, played->moves[ply], move));
    } else {
        snprintf(text, 32, "%d\n", played->moves[ply] + 1);
    }
}

static const char *verdict(const Played *played) {
    RefResult result = ref_result(&played->position);
    if (result == REF_DRAW) return played->game.rule == REF_LINE ? "Draw: every line holds" : "Draw.";
    return result == REF_P1WIN ? "X wins!" : "O wins!";
}

/* The stones of the last drawing in the text, whose rows begin with their number, against the position. */
static bool last_drawing_shows(const char *text, const RefPosition *position) {
    const char *at = text;
    for (const char *next; (next = strstr(at, " plays ")) != NULL;) at = next + 1;
    int n = position->game->n, layers = position->game->cell_count / (n * n), rows = 0;
    for (; rows < n && (at = strchr(at, '\n')) != NULL; at++) {
        int label = (int)strtol(at + 1, NULL, 10), seen = 0;
        if (label != rows + 1) continue;
        for (const char *c = at + 1; *c != '\n'; c++) {
            if (strchr("XO.", *c) == NULL) continue;
            int cell = (seen / n * n + rows) * n + seen % n;
            char stone = position->cell[cell];
            if (*c != (stone == 'x' ? 'X' : stone == 'o' ? 'O' : '.')) return false;
            seen++;
        }
        if (seen != n * layers) return false;
        rows++;
    }
    return rows == n;
}

static bool says_winning_line(const char *text, const Played *played) {
    int lines[REF_MAX_LINES], count = ref_completed_lines(&played->position, lines);
    const char *said = strstr(text, "The line:");
    if (played->game.rule != REF_LINE || count == 0) return said == NULL;
    for (int i = 0; i < count * played->game.n; i++) {
        char move[REF_MOVE_TEXT_SIZE], word[24];
        int cell = played->game.line[lines[i / played->game.n]][i % played->game.n];
        snprintf(word, sizeof word, " %s", ref_move_text(&played->game, cell, move));
        if (said == NULL || strstr(said, word) == NULL) return false;
    }
    return true;
}

/* Under rules that count points: these after every move, and the cells of both. */
static bool says_points(const char *text, const Played *played) {
    RefPosition position;
    ref_start(&position, &played->game);
    char list[2][128] = {"", ""};
    for (int ply = 0; ply < played->plies; ply++) {
        char *own = list[ply % 2], expected[400];
        ref_play(&position, played->moves[ply]);
        snprintf(own + strlen(own), 128 - strlen(own), " %d", played->moves[ply] + 1);
        snprintf(expected, sizeof expected, "Points: X %d, O %d\nX has played:%s\nO has played:%s\n",
                 ref_points(&position, 'x'), ref_points(&position, 'o'), list[0], list[1]);
        text = strstr(text, expected);
        if (text == NULL) return false;
        text += strlen(expected);
    }
    char final[64];
    snprintf(final, sizeof final, "Final score: X %d, O %d.\n", ref_points(&position, 'x'), ref_points(&position, 'o'));
    return strstr(text, final) == text;
}

static enum greatest_test_res game_in_pipes(const Played *played, const char *name) {
    static char input[REF_MAX_CELLS * 16];
    char command[80];
    int status = -1;
    input[0] = '\0';
    for (int ply = 0; ply < played->plies; ply++) type_move(played, ply, input + strlen(input));
    snprintf(command, sizeof command, "play %s --x human --o human", name);
    char *text = talk_run(TALK_PIPES, command, input, &status);
    ASSERT(text != NULL);
    ASSERT_EQm(matter, 0, status);
    ASSERT_EQ_FMTm(matter, played->plies, count_of(text, " plays "), "%d");
    ASSERTm(matter, strstr(text, verdict(played)) != NULL);
    ASSERTm(matter, last_drawing_shows(text, &played->position));
    ASSERTm(matter, says_winning_line(text, played));
    if (played->game.rule != REF_LINE) ASSERTm(matter, says_points(text, played));
    free(text);
    PASS();
}

static enum greatest_test_res game_in_a_terminal(const Played *played, const char *name) {
    Talk talk;
    char command[80], move[32];
    snprintf(command, sizeof command, "play %s --x human --o human", name);
    ASSERT(talk_begin(&talk, TALK_TERMINAL, command, NULL));
    for (int ply = 0; ply < played->plies; ply++) {
        type_move(played, ply, move);
        ASSERTm(matter, talk_expect(&talk, ply % 2 == 0 ? "X to move: " : "O to move: "));
        ASSERTm(matter, talk_send(&talk, move));
    }
    ASSERTm(matter, talk_expect(&talk, verdict(played)));
    ASSERTm(matter, talk_expect(&talk, "new, undo, save FILE or quit: "));
    ASSERTm(matter, talk_send(&talk, "quit\n"));
    ASSERT_EQm(matter, 0, talk_end(&talk));
    talk_free(&talk);
    PASS();
}

TEST whole_games_end_as_the_reference_says(void) {
    static const char *const names[] = {"3x3",   "5x5",           "3x3x3",         "4x4x4",
                                        "6x6x6", "3x3x3:score10", "3x3x3:magic10", "3x3x3:score"};
    static Played played;
    int games = 0;
    for (int i = 0; i < 8; i++) {
        for (RefResult result = REF_P1WIN; result <= REF_DRAW; result++) {
            snprintf(matter, sizeof matter, "%s, %s", names[i], ref_result_text(result));
            if (!find_game(&played, names[i], result)) continue;
            games++;
            CHECK_CALL(game_in_pipes(&played, names[i]));
            if (result == REF_P1WIN || i < 2) CHECK_CALL(game_in_a_terminal(&played, names[i]));
        }
    }
    ASSERT_EQ_FMT(8 * 3 - 1, games, "%d"); /* on 3x3x3 there is no draw */
    PASS();
}

TEST a_short_game_reads_as_follows(void) {
    return says("play 3x3 --x human --o human", "a1\nB1\n5\n3\nc3\n", 0,
                "Game 3x3. X and O take turns, X begins.\n"
                "Whoever completes a straight line of 3 first wins; there are 8 lines.\n"
                "When every line holds stones of both sides, it is a draw.\n"
                "A move is its coordinates (b1) or the number of its cell (2). 'help' tells the rest.\n"
                "\n"
                "   a b c\n"
                "1  1 2 3\n"
                "2  4 5 6\n"
                "3  7 8 9\n"
                "\n"
                "X: a person, O: a person\n"
                "X to move: a1\n"
                "X plays a1 (cell 1)\n"
                "\n"
                "   a b c\n"
                "1 >X . .\n"
                "2  . . .\n"
                "3  . . .\n"
                "\n"
                "O to move: B1\n"
                "O plays b1 (cell 2)\n"
                "\n"
                "   a b c\n"
                "1  X>O .\n"
                "2  . . .\n"
                "3  . . .\n"
                "\n"
                "X to move: 5\n"
                "X plays b2 (cell 5)\n"
                "\n"
                "   a b c\n"
                "1  X O .\n"
                "2  .>X .\n"
                "3  . . .\n"
                "\n"
                "O to move: 3\n"
                "O plays c1 (cell 3)\n"
                "\n"
                "   a b c\n"
                "1  X O>O\n"
                "2  . X .\n"
                "3  . . .\n"
                "\n"
                "X to move: c3\n"
                "X plays c3 (cell 9)\n"
                "\n"
                "   a b c\n"
                "1 *X O O\n"
                "2  .*X .\n"
                "3  . .*X\n"
                "\n"
                "The line: a1 b2 c3\n"
                "X wins!\n"
                "new, undo, save FILE or quit: \n"
                "Goodbye.\n");
}

/* Endings that are no matter of the rules */

TEST a_person_may_resign_or_quit_or_stop_typing(void) {
    CHECK_CALL(says("play 5x5 --x human --o human", "a1\nresign\n", 0, "O resigns. X wins!\n"));
    CHECK_CALL(says("play 5x5 --x human --o human", "resign\nundo\na1\n", 0, "X plays a1 (cell 1)\n"));
    CHECK_CALL(says("play 5x5 --x human --o human", "a1\nquit\n", 0, "O to move: quit\n"));
    CHECK_CALL(
        says("play 5x5 --x human --o human", "a1\n", 0, "O to move: \nThe input has ended, and with it the game.\n"));
    CHECK_CALL(says("play 5x5 --x human --o human", "a1\nb", 0, "'b' is not a move"));
    CHECK_CALL(
        says("play 3x3x3:score10 --engine '%/fake_engine instant'", "", 0, "Who goes first, human or engine? \n"));
    CHECK_CALL(says("play 3x3x3:score10 --engine '%/fake_engine instant'", "what\nquit\n", 0,
                    "Please say 'human' or 'engine' (or 'quit').\n"));
    PASS();
}

TEST max_plies_ends_a_game_as_a_tie(void) {
    CHECK_CALL(says("play 6x6x6 --max-plies 3 --x human --o human", "1\n2\n3\n4\n", 0,
                    "Tie: 3 plies have been played.\n"
                    "new, undo, save FILE or quit: 4\n"
                    "The game is over.\n"));
    CHECK_CALL(says("play 6x6x6 --max-plies 20 --x '%/fake_engine instant' --o '%/fake_engine instant'", "", 0,
                    "Tie: 20 plies have been played.\n"));
    PASS();
}

TEST control_d_in_a_terminal_ends_the_game(void) {
    Talk talk;
    ASSERT(talk_begin(&talk, TALK_TERMINAL, "play 3x3 --x human --o human", NULL));
    ASSERT(talk_expect(&talk, "X to move: "));
    talk_end_input(&talk);
    ASSERT(talk_expect(&talk, "The input has ended, and with it the game."));
    ASSERT_EQ(0, talk_end(&talk));
    talk_free(&talk);
    PASS();
}

/* Wrong input */

TEST a_wrong_move_is_explained_and_asked_for_again(void) {
    static const struct {
        const char *input, *answer;
    } wrong[] = {
        {"b2b", "The cell b2b (22) is taken by X."},
        {"22", "The cell b2b (22) is taken by X."},
        {"0", "The cells are numbered from 1 to 64, there is no 0."},
        {"65", "The cells are numbered from 1 to 64, there is no 65."},
        {"-1", "The cells are numbered from 1 to 64, there is no -1."},
        {"99999999999999999999", "The cells are numbered from 1 to 64, there is no 99999999999999999999."},
        {"e1a", "'e1a' is not a move from a1a to d4d, nor a cell number, nor a command; 'help' lists them."},
        {"a5a", "'a5a' is not a move from a1a to d4d"},
        {"a1", "'a1' is not a move from a1a to d4d"},
        {"a1a1", "'a1a1' is not a move from a1a to d4d"},
        {"1a1", "'1a1' is not a move from a1a to d4d"},
        {"a1a b1a", "One move at a time, please."},
        {"castle", "'castle' is not a move"},
        {"\001\377", "'\?\?' is not a move"},
        {"save", "Which file?"},
        {"load", "Which file?"},
        {"load /nonexistent/file", "Record /nonexistent/file: the file cannot be opened."},
        {"save /nonexistent/file", "Cannot write /nonexistent/file: No such file or directory."},
        {"info maybe", "Say 'info', 'info on' or 'info off'."},
        {"info", "No engine has moved yet."},
        {"new 9x9x9", "9x9x9"},
        {"new 4", "No board 4: "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char input[128], expected[256];
        snprintf(input, sizeof input, "b2b\n%s\nundo\nc3c\n", wrong[i].input);
        CHECK_CALL(says("play 4x4x4 --x human --o human", input, 0, wrong[i].answer));
        snprintf(expected, sizeof expected, "X plays c3c (cell 43)\n");
        CHECK_CALL(says("play 4x4x4 --x human --o human", input, 0, expected));
    }
    CHECK_CALL(says("play 3x3 --x human --o human", "undo\n\n   \n", 0, "There is no move of yours to take back.\n"));
    PASS();
}

TEST a_line_of_a_megabyte_is_only_a_wrong_move(void) {
    enum { LENGTH = 1 << 20 };
    char *input = malloc(LENGTH + 16);
    ASSERT(input != NULL);
    memset(input, 'a', LENGTH);
    strcpy(input + LENGTH, "\nb2\n");
    CHECK_CALL(says("play 3x3 --x human --o human", input, 0, "X plays b2 (cell 5)\n"));
    CHECK_CALL(says("play 3x3 --x human --o human", input, 0, "(a line of 1048576 characters)\n"));
    free(input);
    PASS();
}

TEST a_wrong_command_line_is_explained(void) {
    static const struct {
        const char *arguments, *answer;
    } wrong[] = {
        {"2x2", "2x2"},
        {"4x4x5", "the edges of a board must be equal"},
        {"3x3 4x4", "one game is enough: '4x4'"},
        {"--first", "--first wants a value"},
        {"--first me", "--first is one of human, engine, not 'me'"},
        {"--first human --x engine", "use either --first, or --x and --o"},
        {"--level expert", "--level is one of easy, medium, hard, master, not 'expert'"},
        {"--time fast", "--time is in seconds, from 0.001 to 86400, not 'fast'"},
        {"--time 0", "not '0'"},
        {"--time -1", "not '-1'"},
        {"--time 1e3", "not '1e3'"},
        {"--time .", "not '.'"},
        {"--seed x", "--seed is a whole number from 0, not 'x'"},
        {"--max-plies 0", "--max-plies is a whole number from 1, not '0'"},
        {"--engine ''", "the value of --engine is empty"},
        {"--replay", "--replay wants a value"},
        {"--replay x.txt first", "the number of the game is a whole number from 1, not 'first'"},
        {"--colour", "unknown option '--colour'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char command[128];
        snprintf(command, sizeof command, "play %s", wrong[i].arguments);
        CHECK_CALL(says(command, "", 2, wrong[i].answer));
    }
    CHECK_CALL(says("play --help", "", 0, "usage: play [GAME] [options]\n"));
    PASS();
}

/* Engines */

TEST a_person_plays_an_engine_from_either_side(void) {
    CHECK_CALL(says("play 5x5 --engine '%/fake_engine instant'", "a5\nb5\nc5\nd5\ne5\n", 0, "X wins!\n"));
    CHECK_CALL(says("play 5x5 --first engine --engine '%/fake_engine instant'", "a5\nb5\nc5\nd5\n", 0, "X wins!\n"));
    CHECK_CALL(says("play 5x5 --o '%/fake_engine instant'", "a5\n", 0, "X: you, O: Fake instant\n"));
    CHECK_CALL(says("play 5x5 --x '%/fake_engine instant'", "a5\n", 0, "X: Fake instant, O: you\n"));
    PASS();
}

TEST in_a_terminal_the_engine_answers_each_move(void) {
    Talk talk;
    ASSERT(talk_begin(&talk, TALK_TERMINAL, "play 4x4x4 --engine '%/fake_engine instant'", "NO_COLOR=1"));
    static const char *const moves[] = {"a4d\n", "b4d\n", "c4d\n", "64\n"};
    for (int i = 0; i < 4; i++) {
        ASSERT(talk_expect(&talk, "X to move: "));
        ASSERT(talk_send(&talk, moves[i]));
    }
    ASSERT(talk_expect(&talk, "4 *X*X*X*X\r\n"));
    ASSERT(talk_expect(&talk, "The line: a4d b4d c4d d4d\r\nX wins!\r\n"));
    ASSERT(talk_send(&talk, "undo\n"));
    ASSERT(talk_expect(&talk, "X to move: "));
    ASSERT(talk_send(&talk, "d4d\n"));
    ASSERT(talk_expect(&talk, "X wins!"));
    ASSERT(talk_send(&talk, "new 3x3\n"));
    ASSERT(talk_expect(&talk, "Game 3x3."));
    ASSERT(talk_expect(&talk, "X to move: "));
    ASSERT(talk_send(&talk, "quit\n"));
    ASSERT_EQ(0, talk_end(&talk));
    talk_free(&talk);
    PASS();
}

TEST two_engines_play_while_one_watches(void) {
    CHECK_CALL(says("play 6x6x6 --x '%/fake_engine instant' --o '%/fake_engine crlf' --info", "", 0,
                    "The line: a1a a2a a3a a4a a5a a6a\nX wins!\n"));
    CHECK_CALL(
        says("play 3x3 --x engine --o engine --time 0.02", "", 0, "Draw: every line holds stones of both sides.\n"));
    CHECK_CALL(says("play 4x4x4 --x engine --o '%/fake_engine instant' --time 0.05", "", 0, "X wins!\n"));
    PASS();
}

TEST our_engine_is_found_beside_the_program(void) {
    CHECK_CALL(says("play 3x3x3 --time 0.05", "b2b\n", 0, "X: you, O: Rowan"));
    CHECK_CALL(says("play 3x3x3:magic10 --time 0.05", "engine\nhint\n", 0, "X: Rowan"));
    CHECK_CALL(says("play 3x3 --time 0.05", "a1\nhint\n", 0, "Hint: "));
    PASS();
}

TEST what_the_engine_lacks_is_said(void) {
    CHECK_CALL(says("play 3x3 --level easy --seed 7 --engine '%/fake_engine instant'", "", 0,
                    "The engine Fake instant has no option Level: it plays as well as it can.\n"
                    "The engine Fake instant has no option Seed: its choices cannot be repeated.\n"));
    PASS();
}

TEST level_and_seed_make_a_game_that_can_be_repeated(void) {
    char *games[3];
    for (int i = 0; i < 3; i++) {
        int status = -1;
        games[i] = talk_run(TALK_PIPES,
                            i < 2 ? "play 4x4x4 --x engine --o engine --level easy --seed 3 --time 20"
                                  : "play 4x4x4 --x engine --o engine --level easy --seed 4 --time 20",
                            "", &status);
        ASSERT(games[i] != NULL);
        ASSERT_EQ(0, status);
        ASSERT(strstr(games[i], "has no option") == NULL);
    }
    ASSERT_STR_EQ(games[0], games[1]);
    ASSERT(strcmp(games[0], games[2]) != 0);
    for (int i = 0; i < 3; i++) free(games[i]);
    return says("play 3x3 --seed 99999999999", "", 1, "refuses Seed 99999999999: ");
}

TEST a_broken_engine_gives_a_message_and_never_a_hang(void) {
    static const struct {
        const char *mode, *answer;
    } faults[] = {
        {"exit-start", "does not start: exited with status 3"},
        {"crash-start", "does not start: crashed with signal"},
        {"crash-move", "gave no move: crashed with signal"},
        {"exit-move", "gave no move: exited with status 3"},
        {"close-stdout", "gave no move: closed its output"},
        {"illegal", "gave no legal move: 'a1'"},
        {"none", "gave no legal move: '(none)'"},
        {"malformed", "gave no move: malformed answer"},
        {"hang-move", "gave no move: timed out after 30"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char command[128];
        snprintf(command, sizeof command, "play 3x3 --time 0.05 --engine '%%/fake_engine %s'", faults[i].mode);
        CHECK_CALL(says(command, "a1\nb2\n", 1, faults[i].answer));
    }
    CHECK_CALL(
        says("play 3x3 --engine /nonexistent/engine", "", 1, "does not start: cannot run '/nonexistent/engine'"));
    CHECK_CALL(says("play 3x3 --engine 'a \"b'", "", 1, "a quote is not closed"));
    PASS();
}

TEST a_failed_hint_does_not_end_the_game(void) {
    return says(
        "play 3x3 --x human --o human --engine '%/fake_engine crash-move'", "hint\na1\n", 0,
        "There is no hint:\n"
        "The engine Fake crash-move gave no move: crashed with signal 11 (segmentation fault) before bestmove.\n"
        "X to move: a1\n"
        "X plays a1 (cell 1)\n");
}

/* What else a person may say */

TEST hint_and_info_tell_value_depth_and_line(void) {
    CHECK_CALL(says("play 3x3 --engine '%/fake_engine instant'", "hint\n", 0,
                    "Hint: a1 (cell 1). Fake instant (for X): value +0.07, depth 1, line "));
    CHECK_CALL(says("play 3x3 --engine '%/fake_engine instant'", "a1\ninfo\n", 0,
                    "X to move: info\nFake instant (for O): value +0.07, depth 1, line "));
    CHECK_CALL(says("play 3x3 --engine '%/fake_engine instant'", "info on\na1\n", 0,
                    "3  . . .\n\nFake instant (for O): value +0.07, depth 1, line "));
    PASS();
}

TEST undo_takes_back_the_engines_answer_too(void) {
    CHECK_CALL(says("play 3x3 --engine '%/fake_engine instant'", "a3\nundo\n", 0,
                    "X to move: undo\n\n   a b c\n1  . . .\n2  . . .\n3  . . .\n\nX to move: "));
    CHECK_CALL(says("play 3x3 --first engine --engine '%/fake_engine instant'", "undo\n", 0,
                    "There is no move of yours to take back.\n"));
    CHECK_CALL(says("play 3x3 --x human --o human", "a3\nb2\nundo\n", 0,
                    "X to move: undo\n\n   a b c\n1  . . .\n2  . . .\n3 >X . .\n\nO to move: "));
    PASS();
}

TEST board_numbers_help_and_new_do_as_they_say(void) {
    CHECK_CALL(says("play 3x3 --x human --o human", "a1\nboard\n", 0, "O to move: board\n\n   a b c\n1 >X . .\n"));
    CHECK_CALL(says("play 3x3 --x human --o human", "a1\nnumbers\n", 0, "O to move: numbers\n\n   a b c\n1  1 2 3\n"));
    CHECK_CALL(says("play 3x3 --x human --o human", "help\n", 0,
                    "A move is its coordinates, a1 to c3, or the number of the cell, 1 to 9."));
    static const char *const commands[] = {"  new ",       "  undo ",   "  hint ", "  board ", "  save FILE ",
                                           "  load FILE ", "  resign ", "  help ", "  quit "};
    for (int i = 0; i < 9; i++) CHECK_CALL(says("play 3x3 --x human --o human", "HELP\n", 0, commands[i]));
    CHECK_CALL(says("play 3x3 --x human --o human", "a1\nnew\na1\n", 0, "O to move: new\nGame 3x3."));
    CHECK_CALL(says("play 3x3 --x human --o human", "a1\nnew 5x5\n25\n", 0, "X plays e5 (cell 25)\n"));
    PASS();
}

TEST a_saved_game_can_be_loaded_and_replayed(void) {
    const char *path = talk_file("saved game.txt");
    char input[300], command[200], expected[300];
    snprintf(input, sizeof input, "a1a\nb2b\nc3c\nsave %s\n", path);
    snprintf(expected, sizeof expected, "Saved 3 moves to %s.\n", path);
    CHECK_CALL(says("play 3x3x3:score10 --x human --o human", input, 0, expected));
    snprintf(input, sizeof input, "load %s\nundo\nc3a\n", path);
    CHECK_CALL(says("play 4x4x4 --x human --o human", input, 0, "X has played: 1 9\nO has played: 14\n"));
    snprintf(command, sizeof command, "play --replay '%s'", path);
    CHECK_CALL(says(command, "", 0, "Result *: the game goes on\n"));
    snprintf(input, sizeof input, "1\nresign\nsave %s\n", path);
    snprintf(expected, sizeof expected, "Saved 1 move to %s.\n", path);
    CHECK_CALL(says("play 3x3 --x human --o human", input, 0, expected));
    CHECK_CALL(says(command, "", 0, "Result 1-0: O resigned\n"));
    PASS();
}

TEST only_recorded_games_are_overwritten(void) {
    const char *path = talk_file("letter.txt");
    char input[200], expected[300], text[32] = "";
    ASSERT(talk_write_file(path, "Dear all,\n"));
    snprintf(input, sizeof input, "save %s\nload %s\n", path, path);
    snprintf(expected, sizeof expected, "%s is there already and is not a recorded game.\n", path);
    CHECK_CALL(says("play 3x3 --x human --o human", input, 0, expected));
    CHECK_CALL(says("play 3x3 --x human --o human", input, 0, "it does not begin with"));
    FILE *file = fopen(path, "r");
    ASSERT(file != NULL && fgets(text, sizeof text, file) != NULL);
    fclose(file);
    ASSERT_STR_EQ("Dear all,\n", text);
    PASS();
}

/* Two games as the referee writes them. */
static const char record_text[] = "; Rowan referee, record format 1\n"
                                  "[Argument \"--games\"]\n"
                                  "[Argument \"2\"]\n"
                                  "\n"
                                  "[Number \"1\"]\n[Round \"1\"]\n[X \"A\"]\n[O \"B\"]\n[Game \"3x3\"]\n"
                                  "[OpeningPlies \"1\"]\n[ControlX \"depth=2\"]\n[ControlO \"depth=2\"]\n"
                                  "[Date \"2026-11-16T05:52:11Z\"]\n[Result \"1-0\"]\n[Ending \"line\"]\n"
                                  "[Reason \"X completed a line\"]\n[Plies \"5\"]\n"
                                  "\n"
                                  "1. b2 a1 {+0.35/6 4023 0.012s} 2. b1 {+M2/9 77 0.003s} c1 3. b3 {+M1/1 5 0.001s}\n"
                                  "1-0\n"
                                  "\n"
                                  "[Number \"2\"]\n[Round \"1\"]\n[X \"B\"]\n[O \"A\"]\n[Game \"3x3x3\"]\n"
                                  "[OpeningPlies \"0\"]\n[ControlX \"\"]\n[ControlO \"\"]\n[Date \"\"]\n"
                                  "[Result \"1-0\"]\n[Ending \"crash\"]\n[Reason \"O crashed\"]\n[Plies \"1\"]\n"
                                  "\n"
                                  "1. b2b\n"
                                  "1-0\n"
                                  "\n";

TEST a_recorded_game_is_replayed_move_by_move(void) {
    const char *path = talk_file("record.txt");
    char command[200];
    ASSERT(talk_write_file(path, record_text));
    snprintf(command, sizeof command, "play --replay %s", path);
    CHECK_CALL(says(command, "", 0, "Game 1: 3x3, X: A, O: B, 5 plies, 1 of them the opening\n\nply 0 of 5\n"));
    CHECK_CALL(
        says(command, "", 0, "ply 2 of 5\nO plays a1 (cell 1)\nvalue +0.35  depth 6  nodes 4023  time 0.012 s\n"));
    CHECK_CALL(says(command, "", 0, "1  O*X O\n2  .*X .\n3  .*X .\n\nResult 1-0: X completed a line\n"));
    snprintf(command, sizeof command, "play --replay %s 2", path);
    CHECK_CALL(says(command, "", 0, "Game 2: 3x3x3, X: B, O: A"));
    CHECK_CALL(says(command, "", 0, "Result 1-0: O crashed\n"));
    snprintf(command, sizeof command, "play --replay %s 3", path);
    CHECK_CALL(says(command, "", 2, "has 2 games, there is no number 3\n"));
    CHECK_CALL(says("play --replay /nonexistent/file", "", 2, "/nonexistent/file"));
    ASSERT(talk_write_file(path, "; Rowan referee, record format 1\n\n[Number \"1\"]\n[Game \"3x3\"]\n"));
    snprintf(command, sizeof command, "play --replay %s", path);
    CHECK_CALL(says(command, "", 2, "ends in the middle of game 1\n"));
    PASS();
}

TEST in_a_terminal_a_replay_waits_at_each_ply(void) {
    const char *path = talk_file("record.txt");
    char command[200];
    Talk talk;
    ASSERT(talk_write_file(path, record_text));
    snprintf(command, sizeof command, "play --replay %s 1", path);
    ASSERT(talk_begin(&talk, TALK_TERMINAL, command, NULL));
    static const char *const steps[][2] = {{"\n", "ply 1 of 5"},
                                           {"\n", "ply 2 of 5"},
                                           {"b\n", "ply 1 of 5"},
                                           {"4\n", "ply 4 of 5"},
                                           {"9\n", "a number from 0 to 5"},
                                           {"n\n", "Result 1-0: X completed a line"},
                                           {"0\n", "ply 0 of 5"}};
    for (int i = 0; i < 7; i++) {
        ASSERT(talk_expect(&talk, "q] "));
        ASSERT(talk_send(&talk, steps[i][0]));
        ASSERT(talk_expect(&talk, steps[i][1]));
    }
    ASSERT(talk_send(&talk, "q\n"));
    ASSERT_EQ(0, talk_end(&talk));
    talk_free(&talk);
    PASS();
}

/* The scoring game on 3x3x3 */

TEST the_scoring_game_tells_its_rules_and_asks_who_begins(void) {
    CHECK_CALL(says("play 3x3x3:score10 --engine '%/fake_engine instant'", "human\n", 0,
                    "Game 3x3x3:score10. X and O take turns, X begins.\n"
                    "Every completed straight line of 3 is a point; there are 49 lines.\n"
                    "The game ends when the board is full or a side has 10 of them.\n"
                    "More lines win, equal numbers are a draw.\n"
                    "A move is its coordinates (b1a) or the number of its cell (2). 'help' tells the rest.\n"
                    "\n"
                    "    layer a       layer b       layer c\n"
                    "    a  b  c       a  b  c       a  b  c\n"
                    "1   1  2  3   1  10 11 12   1  19 20 21\n"
                    "2   4  5  6   2  13 14 15   2  22 23 24\n"
                    "3   7  8  9   3  16 17 18   3  25 26 27\n"
                    "\n"
                    "Who goes first, human or engine? human\n"
                    "X: you, O: Fake instant\n"
                    "X to move: "));
    CHECK_CALL(says("play 3x3x3:magic10 --engine '%/fake_engine instant'", "Engine\n27\n", 0,
                    "Who goes first, human or engine? Engine\n"
                    "X: Fake instant, O: you\n"
                    "X plays a1a (cell 1)\n"));
    CHECK_CALL(says("play 3x3x3:magic10 --engine '%/fake_engine instant'", "me\n", 0,
                    "if its numbers in the magic cube add up to 42;\n37 lines do.\n"));
    CHECK_CALL(says("play 3x3x3:magic10 --engine '%/fake_engine instant'", "me\n", 0,
                    "The magic cube:\n"
                    "    layer a       layer b       layer c\n"
                    "    a  b  c       a  b  c       a  b  c\n"
                    "1   8 24 10   1  15  1 26   1  19 17  6\n"));
    PASS();
}

TEST the_scoring_game_shows_layers_points_and_positions(void) {
    return says("play 3x3x3:score10 --engine '%/fake_engine instant'", "human\n27\n26\n25\n", 0,
                "X plays a3c (cell 25)\n"
                "\n"
                "   layer a      layer b      layer c\n"
                "   a b c        a b c        a b c\n"
                "1  O O .     1  . . .     1  . . .\n"
                "2  . . .     2  . . .     2  . . .\n"
                "3  . . .     3  . . .     3 *X*X*X\n"
                "\n"
                "Points: X 1, O 0\n"
                "X has played: 27 26 25\n"
                "O has played: 1 2\n");
}

/* Looks */

TEST colour_is_for_terminals_without_no_color(void) {
    static const struct {
        TalkKind kind;
        const char *variable;
        bool has_colour;
    } cases[] = {{TALK_TERMINAL, NULL, true},
                 {TALK_TERMINAL, "NO_COLOR=1", false},
                 {TALK_TERMINAL, "TERM=dumb", false},
                 {TALK_PIPES, NULL, false}};
    for (int i = 0; i < 4; i++) {
        Talk talk;
        ASSERT(talk_begin(&talk, cases[i].kind, "play 3x3 --x human --o human", cases[i].variable));
        ASSERT(talk_send(&talk, "a1\na2\nb1\nb2\nc1\n"));
        ASSERT(talk_expect(&talk, "X wins!"));
        talk_end(&talk);
        ASSERT_EQ(cases[i].has_colour, strstr(talk.text, "\033[1;33;7mX\033[0m") != NULL);  /* the last move */
        ASSERT_EQ(cases[i].has_colour, strstr(talk.text, "\033[1;33;42mX\033[0m") != NULL); /* the line */
        ASSERT_EQ(!cases[i].has_colour, strstr(talk.text, ">X") != NULL);
        ASSERT_EQ(!cases[i].has_colour, strstr(talk.text, "*X*X*X") != NULL);
        if (!cases[i].has_colour) ASSERT(strstr(talk.text, "\033") == NULL);
        talk_free(&talk);
    }
    PASS();
}

TEST layers_that_do_not_fit_a_screen_go_below(void) {
    Talk talk;
    ASSERT(talk_begin(&talk, TALK_TERMINAL, "play 8x8x8 --x human --o human", "NO_COLOR=1"));
    ASSERT(talk_expect(&talk, "X to move: "));
    ASSERT(talk_send(&talk, "a1a\n"));
    ASSERT(talk_expect(&talk, "   layer a              layer b              layer c\r\n"));
    ASSERT(talk_expect(&talk, "   layer g              layer h\r\n"));
    talk_end(&talk);
    talk_free(&talk);
    PASS();
}

SUITE(play) {
    RUN_TEST(whole_games_end_as_the_reference_says);
    RUN_TEST(a_short_game_reads_as_follows);
    RUN_TEST(a_person_may_resign_or_quit_or_stop_typing);
    RUN_TEST(max_plies_ends_a_game_as_a_tie);
    RUN_TEST(control_d_in_a_terminal_ends_the_game);
    RUN_TEST(a_wrong_move_is_explained_and_asked_for_again);
    RUN_TEST(a_line_of_a_megabyte_is_only_a_wrong_move);
    RUN_TEST(a_wrong_command_line_is_explained);
    RUN_TEST(a_person_plays_an_engine_from_either_side);
    RUN_TEST(in_a_terminal_the_engine_answers_each_move);
    RUN_TEST(two_engines_play_while_one_watches);
    RUN_TEST(our_engine_is_found_beside_the_program);
    RUN_TEST(what_the_engine_lacks_is_said);
    RUN_TEST(level_and_seed_make_a_game_that_can_be_repeated);
    RUN_TEST(a_broken_engine_gives_a_message_and_never_a_hang);
    RUN_TEST(a_failed_hint_does_not_end_the_game);
    RUN_TEST(hint_and_info_tell_value_depth_and_line);
    RUN_TEST(undo_takes_back_the_engines_answer_too);
    RUN_TEST(board_numbers_help_and_new_do_as_they_say);
    RUN_TEST(a_saved_game_can_be_loaded_and_replayed);
    RUN_TEST(only_recorded_games_are_overwritten);
    RUN_TEST(a_recorded_game_is_replayed_move_by_move);
    RUN_TEST(in_a_terminal_a_replay_waits_at_each_ply);
    RUN_TEST(the_scoring_game_tells_its_rules_and_asks_who_begins);
    RUN_TEST(the_scoring_game_shows_layers_points_and_positions);
    RUN_TEST(colour_is_for_terminals_without_no_color);
    RUN_TEST(layers_that_do_not_fit_a_screen_go_below);
}
