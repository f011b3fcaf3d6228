/* Whole games in the player, through the real program, in pipes and in a pseudo-terminal. The reference chooses and
 * judges them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/games.h"
#include "support/program_run.h"
#include "support/session.h"

/* Which game it was, shown with a failure. */
static char matter[256];

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
    return count;
}

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

/* Compares the stones of the last drawing in the text, whose rows begin with their number, with the position. */
static bool last_drawing_shows(const char *text, const RefPosition *position) {
    const char *at = text;
    for (const char *next; (next = strstr(at, " to move: ")) != NULL;) at = next + 1;
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
    const char *said = strstr(text, "Winning line");
    if (played->game.rule != REF_LINE || count == 0) return said == NULL;
    for (int i = 0; i < count * played->game.n; i++) {
        char move[REF_MOVE_TEXT_SIZE], word[24];
        int cell = played->game.line[lines[i / played->game.n]][i % played->game.n];
        snprintf(word, sizeof word, " %s", ref_move_text(&played->game, cell, move));
        if (said == NULL || strstr(said, word) == NULL) return false;
    }
    return true;
}

/* Under rules that count points, every move is followed by the points and the cells of both sides. */
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
    text = strchr(text, '\n'); /* of the move */
    return text != NULL && strstr(text + 1, final) == text + 1;
}

static enum greatest_test_res game_in_pipes(const Played *played, const char *name) {
    static char input[REF_MAX_CELLS * 16];
    char command[80];
    int status = -1;
    input[0] = '\0';
    for (int ply = 0; ply < played->plies; ply++) type_move(played, ply, input + strlen(input));
    snprintf(command, sizeof command, "play %s --x human --o human", name);
    char *text = program_run(command, input, &status);
    ASSERT(text != NULL);
    ASSERT_EQm(matter, 0, status);
    ASSERT_EQ_FMTm(matter, played->plies, count_of(text, " played "), "%d");
    ASSERTm(matter, strstr(text, verdict(played)) != NULL);
    ASSERTm(matter, last_drawing_shows(text, &played->position));
    ASSERTm(matter, says_winning_line(text, played));
    if (played->game.rule != REF_LINE) ASSERTm(matter, says_points(text, played));
    free(text);
    PASS();
}

static enum greatest_test_res game_in_a_terminal(const Played *played, const char *name) {
    Session talk;
    char command[80], move[32];
    snprintf(command, sizeof command, "play %s --x human --o human", name);
    ASSERT(session_begin(&talk, SESSION_TERMINAL, command, NULL));
    for (int ply = 0; ply < played->plies; ply++) {
        type_move(played, ply, move);
        ASSERTm(matter, session_expect(&talk, ply % 2 == 0 ? "X to move: " : "O to move: "));
        ASSERTm(matter, session_send(&talk, move));
    }
    ASSERTm(matter, session_expect(&talk, verdict(played)));
    ASSERTm(matter, session_expect(&talk, "new, undo, save FILE or quit: "));
    ASSERTm(matter, session_send(&talk, "quit\n"));
    ASSERT_EQm(matter, 0, session_end(&talk));
    session_free(&talk);
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
    return program_says("play 3x3 --x human --o human", "a1\nB1\n5\n3\nc3\n", 0,
                        "Game 3x3. X and O take turns; X begins.\n"
                        "The first to complete a straight line of 3 wins; there are 8 lines. When every\n"
                        "line holds stones of both sides, the game is a draw.\n"
                        "Type a move as coordinates, such as b1 (column b, row 1), or as a cell number,\n"
                        "such as 2. Type 'help' for everything else.\n"
                        "\n"
                        "   a b c\n"
                        "1  1 2 3\n"
                        "2  4 5 6\n"
                        "3  7 8 9\n"
                        "\n"
                        "X: human, O: human\n"
                        "X to move: a1\n"
                        "\n"
                        "   a b c\n"
                        "1 >X . .\n"
                        "2  . . .\n"
                        "3  . . .\n"
                        "\n"
                        "X played a1 (cell 1)\n"
                        "O to move: B1\n"
                        "\n"
                        "   a b c\n"
                        "1  X>O .\n"
                        "2  . . .\n"
                        "3  . . .\n"
                        "\n"
                        "O played b1 (cell 2)\n"
                        "X to move: 5\n"
                        "\n"
                        "   a b c\n"
                        "1  X O .\n"
                        "2  .>X .\n"
                        "3  . . .\n"
                        "\n"
                        "X played b2 (cell 5)\n"
                        "O to move: 3\n"
                        "\n"
                        "   a b c\n"
                        "1  X O>O\n"
                        "2  . X .\n"
                        "3  . . .\n"
                        "\n"
                        "O played c1 (cell 3)\n"
                        "X to move: c3\n"
                        "\n"
                        "   a b c\n"
                        "1 *X O O\n"
                        "2  .*X .\n"
                        "3  . .*X\n"
                        "\n"
                        "X played c3 (cell 9)\n"
                        "Winning line: a1 b2 c3\n"
                        "X wins!\n"
                        "new, undo, save FILE or quit: \n"
                        "Goodbye.\n");
}

SUITE(play) {
    RUN_TEST(whole_games_end_as_the_reference_says);
    RUN_TEST(a_short_game_reads_as_follows);
}
