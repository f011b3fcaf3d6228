/* The classroom exercise through the real program: whole transcripts written by hand, and random games compared with a
 * second, plain implementation that shares no code with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "greatest.h"
#include "support/program_run.h"
#include "support/session.h"

/* What the program prints, to the letter, and that it exits with status 0. */
static enum greatest_test_res classic_says(const char *input, const char *expected) {
    int status = -1;
    char *said = program_run("play --classic", input, &status);
    ASSERT(said != NULL);
    ASSERT_STR_EQ(expected, said);
    ASSERT_EQ(0, status);
    free(said);
    PASS();
}

TEST x_wins_on_a_diagonal_and_a_taken_square_is_asked_again(void) {
    return classic_says("3\n0\n1\n0\n1\n4\n2\n8\n", "Player X enter your square choice [0-8]: "
                                                    " X | ? | ? \n"
                                                    "-----------\n"
                                                    " ? | ? | ? \n"
                                                    "-----------\n"
                                                    " ? | ? | ? \n"
                                                    "Player O enter your square choice [0-8]: "
                                                    " X | O | ? \n"
                                                    "-----------\n"
                                                    " ? | ? | ? \n"
                                                    "-----------\n"
                                                    " ? | ? | ? \n"
                                                    "Player X enter your square choice [0-8]: "
                                                    "Player X enter your square choice [0-8]: "
                                                    "Player X enter your square choice [0-8]: "
                                                    " X | O | ? \n"
                                                    "-----------\n"
                                                    " ? | X | ? \n"
                                                    "-----------\n"
                                                    " ? | ? | ? \n"
                                                    "Player O enter your square choice [0-8]: "
                                                    " X | O | O \n"
                                                    "-----------\n"
                                                    " ? | X | ? \n"
                                                    "-----------\n"
                                                    " ? | ? | ? \n"
                                                    "Player X enter your square choice [0-8]: "
                                                    " X | O | O \n"
                                                    "-----------\n"
                                                    " ? | X | ? \n"
                                                    "-----------\n"
                                                    " ? | ? | X \n"
                                                    "X player wins!\n");
}

TEST o_wins_in_a_column(void) {
    return classic_says("3 0 2 1 5 4 8", "Player X enter your square choice [0-8]: "
                                         " X | ? | ? \n"
                                         "-----------\n"
                                         " ? | ? | ? \n"
                                         "-----------\n"
                                         " ? | ? | ? \n"
                                         "Player O enter your square choice [0-8]: "
                                         " X | ? | O \n"
                                         "-----------\n"
                                         " ? | ? | ? \n"
                                         "-----------\n"
                                         " ? | ? | ? \n"
                                         "Player X enter your square choice [0-8]: "
                                         " X | X | O \n"
                                         "-----------\n"
                                         " ? | ? | ? \n"
                                         "-----------\n"
                                         " ? | ? | ? \n"
                                         "Player O enter your square choice [0-8]: "
                                         " X | X | O \n"
                                         "-----------\n"
                                         " ? | ? | O \n"
                                         "-----------\n"
                                         " ? | ? | ? \n"
                                         "Player X enter your square choice [0-8]: "
                                         " X | X | O \n"
                                         "-----------\n"
                                         " ? | X | O \n"
                                         "-----------\n"
                                         " ? | ? | ? \n"
                                         "Player O enter your square choice [0-8]: "
                                         " X | X | O \n"
                                         "-----------\n"
                                         " ? | X | O \n"
                                         "-----------\n"
                                         " ? | ? | O \n"
                                         "O player wins!\n");
}

/* With O on 6 only the centre is free, and each of the eight lines holds both sides. */
TEST a_draw_is_called_with_a_square_still_free(void) {
    return classic_says("3\n0\n8\n3\n5\n7\n1\n2\n6\n4\n", "Player X enter your square choice [0-8]: "
                                                          " X | ? | ? \n"
                                                          "-----------\n"
                                                          " ? | ? | ? \n"
                                                          "-----------\n"
                                                          " ? | ? | ? \n"
                                                          "Player O enter your square choice [0-8]: "
                                                          " X | ? | ? \n"
                                                          "-----------\n"
                                                          " ? | ? | ? \n"
                                                          "-----------\n"
                                                          " ? | ? | O \n"
                                                          "Player X enter your square choice [0-8]: "
                                                          " X | ? | ? \n"
                                                          "-----------\n"
                                                          " X | ? | ? \n"
                                                          "-----------\n"
                                                          " ? | ? | O \n"
                                                          "Player O enter your square choice [0-8]: "
                                                          " X | ? | ? \n"
                                                          "-----------\n"
                                                          " X | ? | O \n"
                                                          "-----------\n"
                                                          " ? | ? | O \n"
                                                          "Player X enter your square choice [0-8]: "
                                                          " X | ? | ? \n"
                                                          "-----------\n"
                                                          " X | ? | O \n"
                                                          "-----------\n"
                                                          " ? | X | O \n"
                                                          "Player O enter your square choice [0-8]: "
                                                          " X | O | ? \n"
                                                          "-----------\n"
                                                          " X | ? | O \n"
                                                          "-----------\n"
                                                          " ? | X | O \n"
                                                          "Player X enter your square choice [0-8]: "
                                                          " X | O | X \n"
                                                          "-----------\n"
                                                          " X | ? | O \n"
                                                          "-----------\n"
                                                          " ? | X | O \n"
                                                          "Player O enter your square choice [0-8]: "
                                                          " X | O | X \n"
                                                          "-----------\n"
                                                          " X | ? | O \n"
                                                          "-----------\n"
                                                          " O | X | O \n"
                                                          "Draw...game over!\n");
}

TEST a_board_of_five_has_wider_rules_and_ranges(void) {
    return classic_says("5\n24\n25\n", "Player X enter your square choice [0-24]: "
                                       " ? | ? | ? | ? | ? \n"
                                       "-------------------\n"
                                       " ? | ? | ? | ? | ? \n"
                                       "-------------------\n"
                                       " ? | ? | ? | ? | ? \n"
                                       "-------------------\n"
                                       " ? | ? | ? | ? | ? \n"
                                       "-------------------\n"
                                       " ? | ? | ? | ? | X \n"
                                       "Player O enter your square choice [0-24]: ");
}

TEST a_square_out_of_range_or_no_integer_ends_it_without_a_word(void) {
    static const char *const inputs[] = {
        "3\n9\n0\n", "3\n-1\n0\n", "3\nx\n0\n", "3\n4x\n0\n", "3\n1.5\n",    "3\n",
        "3",         "3\n\n \n",   "3\n--1\n",  "3\n-\n",     "3\n0x1\n0\n", "3\n99999999999999999999\n",
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        CHECK_CALL(classic_says(inputs[i], "Player X enter your square choice [0-8]: "));
    }
    PASS();
}

TEST a_dimension_out_of_range_or_no_integer_ends_it_without_a_word(void) {
    static const char *const inputs[] = {"2\n0\n",  "16\n0\n", "0\n",  "-3\n0\n", "1\n",
                                         "three\n", "",        "\n\n", "3.0\n0\n"};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) CHECK_CALL(classic_says(inputs[i], ""));
    CHECK_CALL(classic_says("15\n", "Player X enter your square choice [0-224]: "));
    CHECK_CALL(classic_says("\t+4\r\n", "Player X enter your square choice [0-15]: "));
    PASS();
}

/* The terminal echoes what is typed, and a line feed becomes CR LF. */
TEST in_a_terminal_each_prompt_waits_for_its_answer(void) {
    Session talk;
    ASSERT(session_begin(&talk, SESSION_TERMINAL, "play --classic", NULL));
    ASSERT(session_send(&talk, "3\n"));
    static const char *const squares[] = {"3\n", "0\n", "4\n", "1\n", "4\n", "5\n"}; /* 4 is taken the second time */
    for (int i = 0; i < 6; i++) {
        char prompt[64];
        snprintf(prompt, sizeof prompt, "Player %c enter your square choice [0-8]: ", "XOXOXX"[i]);
        ASSERT(session_expect(&talk, prompt));
        ASSERT(session_send(&talk, squares[i]));
    }
    ASSERT(session_expect(&talk, " O | O | ? \r\n-----------\r\n X | X | X \r\n-----------\r\n ? | ? | ? \r\n"
                                 "X player wins!\r\n"));
    ASSERT_EQ(0, session_end(&talk));
    ASSERT_EQ(talk.length, talk.seen);
    ASSERT(strstr(talk.text, "\033") == NULL);
    session_free(&talk);
    PASS();
}

/* The exercise again, written as plainly as possible. */
typedef struct {
    int n;
    char cell[15][15];
    char *text;
    size_t length;
} Plain;

static void plain_grid(Plain *plain) {
    for (int row = 0; row < plain->n; row++) {
        if (row > 0) {
            memset(plain->text + plain->length, '-', (size_t)(4 * plain->n - 1));
            plain->length += (size_t)(4 * plain->n - 1);
            plain->text[plain->length++] = '\n';
        }
        for (int column = 0; column < plain->n; column++) {
            if (column > 0) plain->text[plain->length++] = '|';
            plain->length += (size_t)sprintf(plain->text + plain->length, " %c ", plain->cell[row][column]);
        }
        plain->text[plain->length++] = '\n';
    }
    plain->text[plain->length] = '\0';
}

/* Stones of a player on row `i`, on column `i`, and for i = n on the two diagonals. */
static int plain_count(const Plain *plain, int i, bool is_row, char player) {
    int count = 0;
    for (int k = 0; k < plain->n; k++) {
        char cell = i == plain->n ? (is_row ? plain->cell[k][k] : plain->cell[k][plain->n - 1 - k])
                    : is_row      ? plain->cell[i][k]
                                  : plain->cell[k][i];
        count += cell == player;
    }
    return count;
}

static const char *plain_verdict(const Plain *plain) {
    bool is_drawn = true;
    for (int i = 0; i <= plain->n; i++) {
        for (int is_row = 0; is_row < 2; is_row++) {
            int x = plain_count(plain, i, is_row, 'X'), o = plain_count(plain, i, is_row, 'O');
            if (x == plain->n) return "X player wins!\n";
            if (o == plain->n) return "O player wins!\n";
            if (x == 0 || o == 0) is_drawn = false;
        }
    }
    return is_drawn ? "Draw...game over!\n" : NULL;
}

/* Plays random squares, taken ones too, and writes down what is typed and what must be printed. */
static void plain_game(Plain *plain, int n, Rng *rng, char *input) {
    const char *verdict = NULL;
    plain->n = n;
    plain->length = 0;
    memset(plain->cell, '?', sizeof plain->cell);
    input += sprintf(input, "%d\n", n);
    for (char player = 'X'; verdict == NULL;) {
        int square = rng_below(rng, n * n);
        char *cell = &plain->cell[square / n][square % n];
        input += sprintf(input, "%d\n", square);
        plain->length += (size_t)sprintf(plain->text + plain->length,
                                         "Player %c enter your square choice [0-%d]: ", player, n * n - 1);
        if (*cell != '?') continue;
        *cell = player;
        player = player == 'X' ? 'O' : 'X';
        plain_grid(plain);
        verdict = plain_verdict(plain);
    }
    strcpy(plain->text + plain->length, verdict);
}

TEST random_games_on_every_board_read_as_the_plain_program_says(void) {
    enum { TEXT_SIZE = 1 << 20, INPUT_SIZE = 1 << 16 };
    Plain plain = {.text = malloc(TEXT_SIZE)};
    char *input = malloc(INPUT_SIZE);
    Rng rng = {.state = 7};
    ASSERT(plain.text != NULL && input != NULL);
    for (int game = 0; game < 40; game++) {
        plain_game(&plain, game < 27 ? 3 + game % 4 : 7 + (game - 27) % 9, &rng, input);
        CHECK_CALL(classic_says(input, plain.text));
    }
    free(plain.text);
    free(input);
    PASS();
}

SUITE(classic) {
    RUN_TEST(x_wins_on_a_diagonal_and_a_taken_square_is_asked_again);
    RUN_TEST(o_wins_in_a_column);
    RUN_TEST(a_draw_is_called_with_a_square_still_free);
    RUN_TEST(a_board_of_five_has_wider_rules_and_ranges);
    RUN_TEST(a_square_out_of_range_or_no_integer_ends_it_without_a_word);
    RUN_TEST(a_dimension_out_of_range_or_no_integer_ends_it_without_a_word);
    RUN_TEST(in_a_terminal_each_prompt_waits_for_its_answer);
    RUN_TEST(random_games_on_every_board_read_as_the_plain_program_says);
}
