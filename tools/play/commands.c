/* What a person can type besides moves: new, undo, hint, save and the like. */
#include <string.h>

#include "common/screen.h"
#include "play/dialogue.h"
#include "play/saved_game.h"
#include "play/view.h"

/* Each command gets the rest of its line. */

static void do_new(Dialogue *dialogue, const char *rest) {
    Word word;
    Reason why;
    Game game = *history_game(dialogue->history);
    if (word_next(&rest, &word) && !game_parse(word, &game, &why)) {
        dialogue_say_reason(&why);
        return;
    }
    GameHistory *history = history_new(&game, dialogue->options->max_plies);
    if (history == NULL) {
        dialogue_say("Not enough memory.");
        return;
    }
    dialogue_change_game(dialogue, history);
    dialogue_begin_game(dialogue);
}

/* Back to the person's last turn: a resignation goes by itself, a move along with the engine's answer to it. */
static void do_undo(Dialogue *dialogue, const char *rest) {
    (void)rest;
    GameHistory *history = dialogue->history;
    Side last_mover = side_other(history_side_to_move(history));
    int moves = history->is_resigned ? 0 : players_is_person(&dialogue->players, last_mover) ? 1 : 2;
    if (moves > history->plies) {
        dialogue_say("There is no move of yours to take back.");
        return;
    }
    if (history->is_resigned) history_undo(history);
    for (int i = 0; i < moves; i++) history_undo(history);
    dialogue->is_ending_shown = false;
    dialogue->has_answer = false;
    view_position(dialogue->terminal, history);
}

static void do_hint(Dialogue *dialogue, const char *rest) {
    (void)rest;
    const GameHistory *history = dialogue->history;
    const Terminal *terminal = dialogue->terminal;
    Reason why;
    int cell = MOVE_NONE;
    if (history_is_over(history)) {
        dialogue_say("The game is over.");
        return;
    }
    if (!players_hint(&dialogue->players, history, &cell, &why)) {
        fprintf(terminal->out, "There is no hint: %s.\n", why.text);
        return;
    }
    const Opponent *adviser = dialogue->players.adviser;
    fprintf(terminal->out, "Hint: %s (cell %d)\n", notation_move(history_game(history), cell).text, cell + 1);
    view_answer(opponent_name(adviser), history_side_to_move(history), opponent_answer(adviser));
}

static void do_info(Dialogue *dialogue, const char *rest) {
    Word word;
    if (word_next(&rest, &word)) {
        bool is_on = word_is_nocase(word, "on");
        if (!is_on && !word_is_nocase(word, "off")) {
            dialogue_say("Type 'info', 'info on' or 'info off'.");
            return;
        }
        dialogue->shows_info = is_on;
        dialogue_say(is_on ? "From now on you see value, depth and line after each move of an engine."
                           : "From now on you see value, depth and line only when you type 'info'.");
    } else if (dialogue->has_answer) {
        dialogue_show_answer(dialogue);
    } else {
        dialogue_say("No engine has moved yet.");
    }
}

static void do_board(Dialogue *dialogue, const char *rest) {
    (void)rest;
    view_position(dialogue->terminal, dialogue->history);
}

static void do_numbers(Dialogue *dialogue, const char *rest) {
    (void)rest;
    view_numbers(dialogue->terminal, history_grid(dialogue->history));
}

/* The rest of the line without the blanks around it: names of files may have blanks inside. */
static bool take_name(const char *rest, char name[TERMINAL_LINE_SIZE]) {
    Word word;
    const char *cursor = rest, *first = NULL, *end = NULL;
    while (word_next(&cursor, &word)) {
        if (first == NULL) first = word.at;
        end = word.at + word.length;
    }
    if (first == NULL) {
        dialogue_say("Which file?");
        return false;
    }
    memcpy(name, first, (size_t)(end - first));
    name[end - first] = '\0';
    return true;
}

static void say_moves(const Dialogue *dialogue, const char *what, const char *name) {
    int plies = dialogue->history->plies;
    fprintf(dialogue->terminal->out, "%d %s %s %s.\n", plies, text_plural(plies, "move", "moves"), what, name);
}

static void do_save(Dialogue *dialogue, const char *rest) {
    const Players *players = &dialogue->players;
    const char *names[2] = {players_name(players, SIDE_X), players_name(players, SIDE_O)};
    char path[TERMINAL_LINE_SIZE];
    Reason why;
    if (!take_name(rest, path)) return;
    if (saved_game_write(path, dialogue->history, names, &why)) {
        say_moves(dialogue, "saved to", path);
    } else {
        dialogue_say_reason(&why);
    }
}

static void do_load(Dialogue *dialogue, const char *rest) {
    char path[TERMINAL_LINE_SIZE];
    Reason why;
    if (!take_name(rest, path)) return;
    GameHistory *history = saved_game_read(path, 1, NULL, &why);
    if (history == NULL) {
        dialogue_say_reason(&why);
        return;
    }
    history->max_plies = dialogue->options->max_plies;
    dialogue_change_game(dialogue, history);
    if (!dialogue_start_engines(dialogue)) return;
    dialogue_show_turn(dialogue);
    say_moves(dialogue, "loaded from", path);
}

static void do_resign(Dialogue *dialogue, const char *rest) {
    (void)rest;
    if (history_is_over(dialogue->history)) {
        dialogue_say("The game is over.");
    } else {
        history_resign(dialogue->history);
    }
}

static void do_quit(Dialogue *dialogue, const char *rest) {
    (void)rest;
    dialogue->is_leaving = true;
}

static void do_help(Dialogue *dialogue, const char *rest);

static const struct {
    const char *name;
    void (*run)(Dialogue *dialogue, const char *rest);
    const char *help;
} commands[] = {
    {"new", do_new, "new [GAME]     begin a new game, or another one such as 5x5 or 3x3x3:score10"},
    {"undo", do_undo, "undo           take back your last move, and the engine's answer to it"},
    {"hint", do_hint, "hint           show what the engine would play now, and what it thinks of it"},
    {"info", do_info, "info [on|off]  show what the engine thought at its last move; on: at each"},
    {"board", do_board, "board          show the board"},
    {"numbers", do_numbers, "numbers        show the numbers of the cells"},
    {"save", do_save, "save FILE      write the game to a file"},
    {"load", do_load, "load FILE      go on with a saved game"},
    {"resign", do_resign, "resign         give up"},
    {"help", do_help, "help           show this list"},
    {"quit", do_quit, "quit           leave"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void do_help(Dialogue *dialogue, const char *rest) {
    (void)rest;
    const Grid *grid = history_grid(dialogue->history);
    char example[VIEW_COORDINATES_SIZE];
    view_coordinates(&grid->game, 1, example);
    screen_paragraph(
        0, "Moves are coordinates from %s to %s, such as %s, or cell numbers from 1 to %d. You can also type:",
        notation_move(&grid->game, 0).text, notation_move(&grid->game, grid->cells - 1).text, example, grid->cells);
    for (int i = 0; i < COMMAND_COUNT; i++) screen_paragraph(17, "  %s", commands[i].help);
}

bool dialogue_run_command(Dialogue *dialogue, Word name, const char *rest) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!word_is_nocase(name, commands[i].name)) continue;
        commands[i].run(dialogue, rest);
        return true;
    }
    return false;
}
