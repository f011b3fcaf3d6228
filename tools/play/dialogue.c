#include "play/dialogue.h"

#include "common/screen.h"
#include "play/view.h"

void dialogue_say(const char *text) {
    screen_paragraph(0, "%s", text);
}

/* Reasons begin with a small letter and have no full stop. */
void dialogue_say_reason(const Reason *why) {
    char first = why->text[0];
    screen_paragraph(0, "%c%s.", first >= 'a' && first <= 'z' ? first - 'a' + 'A' : first, why->text + 1);
}

static void fail(Dialogue *dialogue, const Reason *why) {
    fflush(dialogue->terminal->out);
    fprintf(stderr, "play: %s\n", why->text);
    dialogue->has_failed = true;
}

/* Beginning a game */

void dialogue_change_game(Dialogue *dialogue, GameHistory *history) {
    history_free(dialogue->history);
    dialogue->history = history;
    dialogue->is_ending_shown = false;
    dialogue->has_answer = false;
}

static bool is_any(Word word, const char *const words[]) {
    for (int i = 0; words[i] != NULL; i++) {
        if (word_is_nocase(word, words[i])) return true;
    }
    return false;
}

/* Whoever goes first plays X. */
static void ask_who_goes_first(Dialogue *dialogue) {
    static const char *const person[] = {"yes", "y", "me", "m", "i", "human", "h", "first", "1", NULL};
    static const char *const engine[] = {"no", "n", "you", "engine", "e", "computer", "c", "second", "2", NULL};
    char line[TERMINAL_LINE_SIZE];
    while (terminal_ask(dialogue->terminal, "Do you want to go first, yes or no? ", line)) {
        const char *cursor = line;
        Word word;
        word_next(&cursor, &word); /* an empty line gives an empty word, which is no answer */
        if (word_is_nocase(word, "quit")) break;
        if (is_any(word, person) || is_any(word, engine)) {
            players_give_engine(&dialogue->players, is_any(word, engine) ? SIDE_X : SIDE_O);
            return;
        }
        dialogue_say("Please type 'yes', 'no' or 'quit'.");
    }
    dialogue->is_leaving = true;
}

static void show_players(const Dialogue *dialogue) {
    const Players *players = &dialogue->players;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        bool is_you = players_is_person(players, (Side)side) && players_has_engine(players);
        fprintf(dialogue->terminal->out, "%s%c: %s", side == SIDE_O ? ", " : "", side_letter((Side)side),
                is_you ? "you" : players_name(players, (Side)side));
    }
    putc('\n', dialogue->terminal->out);
}

bool dialogue_start_engines(Dialogue *dialogue) {
    Reason why;
    if (players_begin_game(&dialogue->players, dialogue->history, &why)) return true;
    fail(dialogue, &why);
    return false;
}

void dialogue_begin_game(Dialogue *dialogue) {
    const Grid *grid = history_grid(dialogue->history);
    const Players *players = &dialogue->players;
    view_rules(grid);
    if (view_can_show_numbers(dialogue->terminal, grid)) {
        view_numbers(dialogue->terminal, grid);
    } else {
        dialogue_say("Type 'board' to see the board, 'numbers' to see the numbers of its cells.");
    }
    bool may_choose = players_has_person(players) && players_has_engine(players) && !dialogue->options->is_seated;
    if (may_choose && game_counts_points(&grid->game)) ask_who_goes_first(dialogue);
    if (!dialogue->is_leaving && dialogue_start_engines(dialogue)) show_players(dialogue);
}

/* Moves */

/* One board a turn: after a person's move that an engine is about to answer, the board waits for the answer. The move
 * stands below the board, where it does not scroll away. */
void dialogue_show_turn(const Dialogue *dialogue) {
    const GameHistory *history = dialogue->history;
    Side next = history_side_to_move(history);
    bool waits = !history_is_over(history) && !players_is_person(&dialogue->players, next) &&
                 players_is_person(&dialogue->players, side_other(next));
    if (!waits) view_position(dialogue->terminal, history);
    view_last_move(dialogue->terminal, history);
}

void dialogue_show_answer(const Dialogue *dialogue) {
    const Opponent *engine = dialogue->players.engines[dialogue->answer_side];
    view_answer(opponent_name(engine), dialogue->answer_side, opponent_answer(engine));
}

/* Asks the engine whose turn it is for its move, plays it and shows it. */
static void let_engine_move(Dialogue *dialogue) {
    Side side = history_side_to_move(dialogue->history);
    int cell;
    Reason why;
    if (!players_choose(&dialogue->players, dialogue->history, &cell, &why) ||
        !history_play(dialogue->history, cell, &why)) {
        fail(dialogue, &why);
        return;
    }
    dialogue->has_answer = true;
    dialogue->answer_side = side;
    dialogue_show_turn(dialogue);
    if (dialogue->shows_info) dialogue_show_answer(dialogue);
}

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
    return refuse(why, "'%.*s' is not a move from %s to %s, a cell number or a command; type 'help' for a list",
                  word_shown(word), word.at, notation_move(&grid->game, 0).text,
                  notation_move(&grid->game, grid->cells - 1).text);
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
    if (!word_next(&line, &word) || dialogue_run_command(dialogue, word, line)) return;
    if (play_typed(dialogue, word, line, &why)) {
        dialogue_show_turn(dialogue);
    } else {
        dialogue_say_reason(&why);
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
    dialogue_say(is_over ? "Goodbye." : "The input has ended, so the game stops here.");
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
            let_engine_move(dialogue);
        }
    }
}

bool dialogue_run(const Terminal *terminal, const PlayOptions *options) {
    Dialogue dialogue = {.terminal = terminal,
                         .options = options,
                         .history = history_new(&options->game, options->max_plies),
                         .shows_info = options->shows_info};
    if (dialogue.history == NULL) {
        fprintf(stderr, "play: not enough memory\n");
        return false;
    }
    players_init(&dialogue.players, terminal, options);
    take_turns(&dialogue);
    players_release(&dialogue.players);
    history_free(dialogue.history);
    return !dialogue.has_failed;
}
