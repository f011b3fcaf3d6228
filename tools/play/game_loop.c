#include "play/game_loop.h"

#include "play/commands.h"
#include "play/view.h"

/* Moves as people type them */

static bool is_number(Word word) {
    size_t i = word.at[0] == '-' && word.length > 1 ? 1 : 0;
    while (i < word.length && word.at[i] >= '0' && word.at[i] <= '9') i++;
    return i == word.length;
}

static bool read_cell_number(const Grid *grid, Word word, int *cell, Reason *why) {
    int number;
    if (!word_to_int(word, 1, grid->cells, &number)) {
        return refuse(why, "cells are numbered from 1 to %d; there is no cell %.*s", grid->cells, word_shown(word),
                      word.at);
    }
    *cell = number - 1;
    return true;
}

/* Letters of either case. */
static bool read_coordinates(const Grid *grid, Word word, int *cell) {
    char small[MOVE_TEXT_SIZE];
    Reason ignored;
    if (word.length >= sizeof small) return false;
    for (size_t i = 0; i < word.length; i++) {
        small[i] = word.at[i] >= 'A' && word.at[i] <= 'Z' ? (char)(word.at[i] - 'A' + 'a') : word.at[i];
    }
    return notation_parse_move(&grid->game, (Word){small, word.length}, cell, &ignored);
}

static bool read_move(const Grid *grid, Word word, int *cell, Reason *why) {
    if (is_number(word)) return read_cell_number(grid, word, cell, why);
    if (read_coordinates(grid, word, cell)) return true;
    char first[MOVE_TEXT_SIZE], last[MOVE_TEXT_SIZE];
    notation_print_move(&grid->game, 0, first);
    notation_print_move(&grid->game, grid->cells - 1, last);
    return refuse(why, "'%.*s' is not a move from %s to %s, a cell number or a command; type 'help' for a list",
                  word_shown(word), word.at, first, last);
}

static bool play_typed(Dialogue *dialogue, Word word, const char *rest, Reason *why) {
    int cell;
    Word more;
    if (!read_move(history_grid(dialogue->history), word, &cell, why)) return false;
    if (word_next(&rest, &more)) return refuse(why, "one move at a time, please");
    return history_play(dialogue->history, cell, why);
}

/* Turns */

static void obey_line(Dialogue *dialogue, const char *line) {
    Word word;
    Reason why;
    if (!word_next(&line, &word) || command_run(dialogue, word, line)) return;
    if (play_typed(dialogue, word, line, &why)) {
        dialogue_show_move(dialogue);
    } else {
        dialogue_say_reason(dialogue, &why);
    }
}

static void ask_person(Dialogue *dialogue) {
    bool is_over = history_is_over(dialogue->history);
    char line[TERMINAL_LINE_SIZE], prompt[64];
    if (is_over) {
        snprintf(prompt, sizeof prompt, "new, undo, save FILE or quit: ");
    } else {
        snprintf(prompt, sizeof prompt, "%c to move: ", side_letter(history_side_to_move(dialogue->history)));
    }
    if (terminal_ask(dialogue->terminal, prompt, line)) {
        obey_line(dialogue, line);
        return;
    }
    dialogue_say(dialogue, is_over ? "Goodbye." : "The input has ended, so the game stops here.");
    dialogue->is_leaving = true;
}

static void take_turns(Dialogue *dialogue) {
    dialogue_begin_game(dialogue);
    while (!dialogue->is_leaving && !dialogue->has_failed) {
        bool is_over = history_is_over(dialogue->history);
        if (is_over && !dialogue->is_ending_shown) {
            view_ending(dialogue->terminal, dialogue->history);
            dialogue->is_ending_shown = true;
        }
        if (is_over && !players_has_person(&dialogue->players)) return;
        if (is_over || players_is_person(&dialogue->players, history_side_to_move(dialogue->history))) {
            ask_person(dialogue);
        } else {
            dialogue_engine_moves(dialogue);
        }
    }
}

bool game_loop_run(const Terminal *terminal, const PlayOptions *options) {
    Dialogue dialogue;
    if (!dialogue_init(&dialogue, terminal, options)) {
        fprintf(stderr, "play: not enough memory\n");
        return false;
    }
    take_turns(&dialogue);
    dialogue_release(&dialogue);
    return !dialogue.has_failed;
}
