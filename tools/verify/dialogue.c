#include "verify/verify.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/os.h"
#include "common/proof_labels.h"
#include "common/screen.h"
#include "proof/player.h"
#include "rules/position.h"
#include "verify/wording.h"

enum { INPUT_SIZE = 256 };

typedef struct {
    ProofPlayer player;
    Position position;
    uint16_t moves[CELLS_MAX];
    int count;
} PlayedGame;

static void say_what_to_type(const Game *rules) {
    screen_paragraph(0,
                     "A move is a cell, such as %s. Other words: undo takes your last move back, board shows the board "
                     "again, quit ends the game.",
                     notation_move(rules, 1).text);
}

static Side user_side(const PlayedGame *game) {
    return side_other(game->player.side);
}

static void show_board(const PlayedGame *game) {
    const Board *board = &game->position.board;
    const Game *rules = &game->player.shape->grid.game;
    Labels labels;
    labels_of_stones(&labels, rules, board->stones);
    putchar('\n');
    proof_labels_print(rules, &labels, game->position.last_move);
    putchar('\n');
    if (game_counts_points(rules)) printf("Points: X %d, O %d\n", board->points[SIDE_X], board->points[SIDE_O]);
}

static bool is_win(const Proof *proof) {
    return proof->value == OUTCOME_X_WINS || proof->value == OUTCOME_O_WINS;
}

static void greet(const PlayedGame *game) {
    char side = side_letter(game->player.side);
    printf("\nThe proof plays %c and %s. You are %c.\n", side, is_win(game->player.proof) ? "wins" : "does not lose",
           side_letter(user_side(game)));
    say_what_to_type(&game->player.shape->grid.game);
}

/* Plays the moves again, but for the last `fewer` of them. */
static void set_up(PlayedGame *game, int fewer) {
    const Shape *shape = game->player.shape;
    Reason why;
    position_set_up(&game->position, &shape->grid, &game->player.proof->start, &why);
    game->count -= fewer;
    for (int i = 0; i < game->count; i++) position_play(&game->position, game->moves[i], &why);
}

static void play(PlayedGame *game, int cell) {
    Reason why;
    position_play(&game->position, cell, &why);
    game->moves[game->count++] = (uint16_t)cell;
}

/* The user's last move, and the proof's answer to it. */
static void take_back(PlayedGame *game) {
    bool user_began = game->player.proof->start.to_move == user_side(game);
    if (game->count < (user_began ? 2 : 3)) {
        puts("There is no move of yours to take back.");
        return;
    }
    set_up(game, 2);
    show_board(game);
}

/* The next line, without its end; false at the end of the input. A line that is too long is cut. */
static bool read_line(char line[INPUT_SIZE]) {
    if (fgets(line, INPUT_SIZE, stdin) == NULL) return false;
    if (strchr(line, '\n') == NULL) {
        for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
    }
    line[strcspn(line, "\n")] = '\0';
    return true;
}

/* Answers one word of the user. A move goes to *cell, which else stays as it is; false if the user leaves. */
static bool answer_word(PlayedGame *game, Word word, int *cell) {
    int typed;
    Reason why;
    if (word_is(word, "quit")) return false;
    if (word_is(word, "undo")) {
        take_back(game);
    } else if (word_is(word, "board")) {
        show_board(game);
    } else if (word_is(word, "help")) {
        say_what_to_type(&game->player.shape->grid.game);
    } else if (position_read_move(&game->position, word, &typed, &why) &&
               position_allows(&game->position, typed, &why)) {
        *cell = typed;
    } else {
        puts(why.text);
    }
    return true;
}

/* False if the user leaves. */
static bool user_moves(PlayedGame *game) {
    for (int cell = MOVE_NONE;;) {
        char line[INPUT_SIZE];
        const char *cursor = line;
        Word word, rest;
        printf("%c: ", side_letter(user_side(game)));
        fflush(stdout);
        if (!read_line(line)) return false;
        if (!word_next(&cursor, &word)) continue;
        if (word_next(&cursor, &rest)) {
            puts("One word at a time: a move, undo, board, help or quit.");
        } else if (!answer_word(game, word, &cell)) {
            return false;
        }
        if (cell == MOVE_NONE) continue;
        play(game, cell);
        return true;
    }
}

/* False, with the reason, if it cannot. */
static bool proof_moves(PlayedGame *game, Reason *why) {
    ProofMove move;
    char reason[WORDING_SIZE];
    if (!proof_player_move(&game->player, game->moves, game->count, &move, why)) return false;
    wording_of_move(game->player.proof, &move, reason);
    play(game, move.cell);
    printf("%c plays %s: %s\n", side_letter(game->player.side),
           notation_move(&game->player.shape->grid.game, move.cell).text, reason);
    show_board(game);
    return true;
}

/* The promise of the proof, at the end of the game. */
static int conclude(const PlayedGame *game) {
    bool was_won = is_win(game->player.proof);
    Outcome outcome = board_outcome(&game->player.shape->grid, &game->position.board);
    bool user_wins = outcome == (user_side(game) == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS);
    if (user_side(game) != board_side(&game->position.board)) show_board(game);
    if (user_wins || (outcome == OUTCOME_DRAW && was_won)) {
        puts("The proof has not kept its promise: that is a fault of this program.");
        return VERIFY_REFUSED;
    }
    if (outcome == OUTCOME_DRAW) {
        puts(game->player.proof->value == OUTCOME_DRAW ? "A draw, as proven." : "A draw.");
    } else {
        printf("%c wins%s.\n", side_letter(game->player.side), was_won ? ", as proven" : "");
    }
    return VERIFY_HOLDS;
}

static int play_game(PlayedGame *game) {
    Reason why;
    greet(game);
    show_board(game);
    while (!position_is_over(&game->position)) {
        bool is_users_turn = board_side(&game->position.board) == user_side(game);
        if (is_users_turn && !user_moves(game)) {
            puts("The game is left unfinished.");
            return VERIFY_HOLDS;
        }
        if (!is_users_turn && !proof_moves(game, &why)) return verify_complain(why.text);
    }
    return conclude(game);
}

/* Ends the line of the prompt, then the program as if nobody had listened. */
static void end_line_and_program(int signal_number) {
    signal(signal_number, SIG_DFL);
    ssize_t written = write(STDOUT_FILENO, "\n", 1);
    (void)written;
    raise(signal_number);
}

/* The terminal shows ^C behind the prompt; what the shell prints next belongs on a line of its own. */
static void expect_interrupt(void) {
    if (os_is_terminal(stdout)) signal(SIGINT, end_line_and_program);
}

int verify_play(const Proof *proof, const Shape *shape, const VerifyArguments *arguments) {
    static PlayedGame game;
    Side users = arguments->has_side ? arguments->side : SIDE_X;
    if (!arguments->has_side && !proof_player_can_play(proof, side_other(users))) users = SIDE_O;
    if (!proof_player_can_play(proof, side_other(users))) {
        return verify_complain(users == SIDE_X ? "the proof can only play X, so that you are O"
                                               : "the proof can only play O, so that you are X");
    }
    game.player = (ProofPlayer){proof, shape, side_other(users), arguments->steps_max};
    set_up(&game, 0);
    expect_interrupt();
    return play_game(&game);
}
