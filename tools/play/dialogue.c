#include "play/dialogue.h"

#include "play/view.h"

bool dialogue_init(Dialogue *dialogue, const Terminal *terminal, const PlayOptions *options) {
    *dialogue = (Dialogue){.terminal = terminal,
                           .options = options,
                           .history = history_new(&options->game, options->max_plies),
                           .shows_info = options->shows_info};
    players_init(&dialogue->players, terminal, options);
    return dialogue->history != NULL;
}

void dialogue_release(Dialogue *dialogue) {
    players_release(&dialogue->players);
    history_free(dialogue->history);
}

void dialogue_say(const Dialogue *dialogue, const char *text) {
    fprintf(dialogue->terminal->out, "%s\n", text);
}

/* Reasons begin with a small letter and have no full stop. */
void dialogue_say_reason(const Dialogue *dialogue, const Reason *why) {
    char first = why->text[0];
    fprintf(dialogue->terminal->out, "%c%s.\n", first >= 'a' && first <= 'z' ? first - 'a' + 'A' : first,
            why->text + 1);
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
    static const char *const person[] = {"human", "me", "i", "h", "m", NULL};
    static const char *const engine[] = {"engine", "e", "computer", "c", NULL};
    char line[TERMINAL_LINE_SIZE];
    while (terminal_ask(dialogue->terminal, "Who goes first, human or engine? ", line)) {
        const char *cursor = line;
        Word word;
        word_next(&cursor, &word); /* an empty line gives an empty word, which is no answer */
        if (word_is_nocase(word, "quit")) break;
        if (is_any(word, person) || is_any(word, engine)) {
            players_give_engine(&dialogue->players, is_any(word, engine) ? SIDE_X : SIDE_O);
            return;
        }
        dialogue_say(dialogue, "Please type 'human', 'engine' or 'quit'.");
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
    view_rules(dialogue->terminal, grid);
    view_numbers(dialogue->terminal, grid);
    bool may_choose = players_has_person(players) && players_has_engine(players) && !dialogue->options->is_seated;
    if (may_choose && game_counts_points(&grid->game)) ask_who_goes_first(dialogue);
    if (!dialogue->is_leaving && dialogue_start_engines(dialogue)) show_players(dialogue);
}

/* Moves */

void dialogue_show_move(const Dialogue *dialogue) {
    view_last_move(dialogue->terminal, dialogue->history);
    view_position(dialogue->terminal, dialogue->history);
}

void dialogue_show_answer(const Dialogue *dialogue) {
    const Opponent *engine = dialogue->players.engines[dialogue->answer_side];
    view_answer(dialogue->terminal, opponent_name(engine), dialogue->answer_side, opponent_answer(engine));
}

void dialogue_engine_moves(Dialogue *dialogue) {
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
    dialogue_show_move(dialogue);
    if (dialogue->shows_info) dialogue_show_answer(dialogue);
}
