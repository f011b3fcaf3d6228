#include "play/dialogue.h"

#include <stdlib.h>

#include "play/opponent.h"
#include "play/saved_game.h"
#include "play/view.h"

enum { ANSWER_TEXT_SIZE = CLIENT_PV_SIZE + 64 };

typedef struct {
    const Terminal *terminal;
    const PlayRequest *request;
    const char *seats[2]; /* NULL: a person; otherwise the command of an engine */
    Opponent *engines[2];
    Opponent *adviser;     /* gives hints at full strength; started when first asked */
    bool is_adviser_ready; /* it knows of the present game */
    Course *course;
    bool is_over_said;
    bool is_leaving;
    bool has_failed; /* an engine did: the game cannot go on */
    bool shows_info;
    bool has_answer; /* of the engine that moved last */
    Side answer_side;
    ClientAnswer answer;
} Dialogue;

static void say(const Dialogue *dialogue, const char *text) {
    fprintf(dialogue->terminal->out, "%s\n", text);
}

/* Sentences from below begin small. */
static void say_reason(const Dialogue *dialogue, const Reason *why) {
    char first = why->text[0];
    fprintf(dialogue->terminal->out, "%c%s.\n", first >= 'a' && first <= 'z' ? first - 'a' + 'A' : first,
            why->text + 1);
}

static void fail(Dialogue *dialogue, const Reason *why) {
    fflush(dialogue->terminal->out);
    fprintf(stderr, "play: %s\n", why->text);
    dialogue->has_failed = true;
}

static bool has_person(const Dialogue *dialogue) {
    return dialogue->seats[SIDE_X] == NULL || dialogue->seats[SIDE_O] == NULL;
}

static bool has_engine(const Dialogue *dialogue) {
    return dialogue->seats[SIDE_X] != NULL || dialogue->seats[SIDE_O] != NULL;
}

static bool is_persons_turn(const Dialogue *dialogue) {
    return dialogue->seats[board_side(&dialogue->course->board)] == NULL;
}

static bool is_over(const Dialogue *dialogue) {
    return course_end(dialogue->course) != COURSE_GOES_ON;
}

/* Engines */

static Opponent *start_engine(Dialogue *dialogue, const char *command, bool is_adviser, Reason *why) {
    const PlayRequest *request = dialogue->request;
    OpponentSpec spec = {.command = command,
                         .level = is_adviser ? NULL : request->level,
                         .seed = is_adviser ? NULL : request->seed,
                         .move_ms = request->move_ms};
    fflush(dialogue->terminal->out);
    Opponent *opponent = opponent_new(&spec, why);
    if (opponent != NULL && opponent_notice(opponent)[0] != '\0') say(dialogue, opponent_notice(opponent));
    return opponent;
}

/* Every engine in its seat, and told of the new game. */
static bool seat_engines(Dialogue *dialogue) {
    Reason why;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        const char *command = dialogue->seats[side];
        if (command == NULL) continue;
        Opponent **engine = &dialogue->engines[side];
        if (*engine == NULL) *engine = start_engine(dialogue, command, false, &why);
        if (*engine == NULL || !opponent_begin(*engine, dialogue->course, &why)) {
            fail(dialogue, &why);
            return false;
        }
    }
    return true;
}

static void say_answer(const Dialogue *dialogue, const char *who, Side side, const ClientAnswer *answer) {
    char text[ANSWER_TEXT_SIZE];
    opponent_print_answer(answer, text, sizeof text);
    fprintf(dialogue->terminal->out, "%s (for %c): %s\n", who, side_letter(side), text);
}

static void show_move(Dialogue *dialogue) {
    view_last_move(dialogue->terminal, dialogue->course);
    view_position(dialogue->terminal, dialogue->course);
}

static void engine_moves(Dialogue *dialogue) {
    Side side = board_side(&dialogue->course->board);
    Opponent *engine = dialogue->engines[side];
    int cell;
    Reason why;
    fflush(dialogue->terminal->out);
    if (!opponent_choose(engine, dialogue->course, &cell, &why) || !course_play(dialogue->course, cell, &why)) {
        fail(dialogue, &why);
        return;
    }
    dialogue->answer = *opponent_answer(engine);
    dialogue->answer_side = side;
    dialogue->has_answer = true;
    show_move(dialogue);
    if (dialogue->shows_info) say_answer(dialogue, opponent_name(engine), side, &dialogue->answer);
}

/* Beginning a game */

static bool is_any(Word word, const char *const words[]) {
    for (int i = 0; words[i] != NULL; i++) {
        if (word_is_nocase(word, words[i])) return true;
    }
    return false;
}

/* Where one person plays one engine. An engine that runs already moves with its seat. */
static void give_engine(Dialogue *dialogue, Side side) {
    Opponent *running = dialogue->engines[dialogue->seats[SIDE_X] != NULL ? SIDE_X : SIDE_O];
    dialogue->seats[side] = dialogue->request->engine;
    dialogue->engines[side] = running;
    dialogue->seats[side_other(side)] = NULL;
    dialogue->engines[side_other(side)] = NULL;
}

/* X goes to whoever begins. */
static void ask_who_begins(Dialogue *dialogue) {
    static const char *const person[] = {"human", "me", "i", "h", "m", NULL};
    static const char *const engine[] = {"engine", "e", "computer", "c", NULL};
    char line[TERMINAL_LINE_SIZE];
    while (terminal_ask(dialogue->terminal, "Who goes first, human or engine? ", line)) {
        const char *cursor = line;
        Word word;
        word_next(&cursor, &word); /* none: an empty word, which is no answer */
        if (word_is_nocase(word, "quit")) break;
        if (is_any(word, person)) {
            give_engine(dialogue, SIDE_O);
            return;
        }
        if (is_any(word, engine)) {
            give_engine(dialogue, SIDE_X);
            return;
        }
        say(dialogue, "Please say 'human' or 'engine' (or 'quit').");
    }
    dialogue->is_leaving = true;
}

static void say_who_plays(const Dialogue *dialogue) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        const Opponent *engine = dialogue->engines[side];
        bool is_person = dialogue->seats[side] == NULL;
        fprintf(dialogue->terminal->out, "%s%c: %s", side == SIDE_O ? ", " : "", side_letter((Side)side),
                is_person ? (has_engine(dialogue) ? "you" : "a person") : opponent_name(engine));
    }
    putc('\n', dialogue->terminal->out);
}

static void begin(Dialogue *dialogue) {
    view_rules(dialogue->terminal, &dialogue->course->grid);
    view_numbers(dialogue->terminal, &dialogue->course->grid);
    bool may_choose = has_person(dialogue) && has_engine(dialogue) && !dialogue->request->is_seated;
    if (may_choose && game_counts_points(&dialogue->course->grid.game)) ask_who_begins(dialogue);
    if (!dialogue->is_leaving && seat_engines(dialogue)) say_who_plays(dialogue);
}

/* Takes the place of the present course, of which nothing is kept. */
static void change_course(Dialogue *dialogue, Course *course) {
    course_free(dialogue->course);
    dialogue->course = course;
    dialogue->is_over_said = false;
    dialogue->has_answer = false;
    dialogue->is_adviser_ready = false;
}

/* What a person may say: each takes the rest of the line. */

static void do_new(Dialogue *dialogue, const char *rest) {
    Word word;
    Reason why;
    Game game = dialogue->course->grid.game;
    if (word_next(&rest, &word) && !game_parse(word, &game, &why)) {
        say_reason(dialogue, &why);
        return;
    }
    Course *course = course_new(&game, dialogue->request->max_plies);
    if (course == NULL) {
        say(dialogue, "Not enough memory.");
        return;
    }
    change_course(dialogue, course);
    begin(dialogue);
}

/* Back to the person's last turn: a resignation goes by itself, a move with the engine's answer to it. */
static void do_undo(Dialogue *dialogue, const char *rest) {
    (void)rest;
    Course *course = dialogue->course;
    Side last_mover = side_other(board_side(&course->board));
    int moves = course->is_resigned ? 0 : dialogue->seats[last_mover] != NULL ? 2 : 1;
    if (moves > course->plies) {
        say(dialogue, "There is no move of yours to take back.");
        return;
    }
    if (course->is_resigned) course_undo(course);
    for (int i = 0; i < moves; i++) course_undo(course);
    dialogue->is_over_said = false;
    dialogue->has_answer = false;
    view_position(dialogue->terminal, course);
}

static void drop_adviser(Dialogue *dialogue) {
    opponent_free(dialogue->adviser);
    dialogue->adviser = NULL;
    dialogue->is_adviser_ready = false;
}

static void do_hint(Dialogue *dialogue, const char *rest) {
    (void)rest;
    Reason why;
    int cell = 0;
    if (is_over(dialogue)) {
        say(dialogue, "The game is over.");
        return;
    }
    if (dialogue->adviser == NULL) dialogue->adviser = start_engine(dialogue, dialogue->request->engine, true, &why);
    bool is_ready = dialogue->adviser != NULL &&
                    (dialogue->is_adviser_ready || opponent_begin(dialogue->adviser, dialogue->course, &why));
    if (!is_ready || !opponent_choose(dialogue->adviser, dialogue->course, &cell, &why)) {
        say(dialogue, "There is no hint:");
        say_reason(dialogue, &why);
        drop_adviser(dialogue);
        return;
    }
    dialogue->is_adviser_ready = true;
    char move[MOVE_TEXT_SIZE];
    move_print(&dialogue->course->grid.game, cell, move);
    fprintf(dialogue->terminal->out, "Hint: %s (cell %d). ", move, cell + 1);
    say_answer(dialogue, opponent_name(dialogue->adviser), board_side(&dialogue->course->board),
               opponent_answer(dialogue->adviser));
}

static void do_info(Dialogue *dialogue, const char *rest) {
    Word word;
    if (word_next(&rest, &word)) {
        if (!word_is_nocase(word, "on") && !word_is_nocase(word, "off")) {
            say(dialogue, "Say 'info', 'info on' or 'info off'.");
            return;
        }
        dialogue->shows_info = word_is_nocase(word, "on");
        say(dialogue, dialogue->shows_info ? "The engine's value, depth and line are shown after its moves."
                                           : "The engine's value, depth and line are shown only when you ask.");
    } else if (dialogue->has_answer) {
        const Opponent *engine = dialogue->engines[dialogue->answer_side];
        say_answer(dialogue, opponent_name(engine), dialogue->answer_side, &dialogue->answer);
    } else {
        say(dialogue, "No engine has moved yet.");
    }
}

static void do_board(Dialogue *dialogue, const char *rest) {
    (void)rest;
    view_position(dialogue->terminal, dialogue->course);
}

static void do_numbers(Dialogue *dialogue, const char *rest) {
    (void)rest;
    view_numbers(dialogue->terminal, &dialogue->course->grid);
}

/* The rest of the line without blanks around it: names of files may have blanks inside. */
static bool take_name(Dialogue *dialogue, const char *rest, char name[TERMINAL_LINE_SIZE]) {
    Word word;
    const char *cursor = rest, *first = NULL, *end = NULL;
    while (word_next(&cursor, &word)) {
        if (first == NULL) first = word.at;
        end = word.at + word.length;
    }
    if (first == NULL) {
        say(dialogue, "Which file?");
        return false;
    }
    memcpy(name, first, (size_t)(end - first));
    name[end - first] = '\0';
    return true;
}

static const char *player_name(const Dialogue *dialogue, Side side) {
    const Opponent *engine = dialogue->engines[side];
    return dialogue->seats[side] == NULL || engine == NULL ? "human" : opponent_name(engine);
}

static void do_save(Dialogue *dialogue, const char *rest) {
    char name[TERMINAL_LINE_SIZE];
    Reason why;
    if (!take_name(dialogue, rest, name)) return;
    const char *players[2] = {player_name(dialogue, SIDE_X), player_name(dialogue, SIDE_O)};
    if (sheet_save(name, dialogue->course, players, &why)) {
        int plies = dialogue->course->plies;
        fprintf(dialogue->terminal->out, "Saved %d move%s to %s.\n", plies, plies == 1 ? "" : "s", name);
    } else {
        say_reason(dialogue, &why);
    }
}

static void do_load(Dialogue *dialogue, const char *rest) {
    char name[TERMINAL_LINE_SIZE];
    Reason why;
    if (!take_name(dialogue, rest, name)) return;
    Course *course = sheet_load(name, 1, NULL, &why);
    if (course == NULL) {
        say_reason(dialogue, &why);
        return;
    }
    course->max_plies = dialogue->request->max_plies;
    change_course(dialogue, course);
    if (!seat_engines(dialogue)) return;
    fprintf(dialogue->terminal->out, "Loaded %d move%s from %s.\n", course->plies, course->plies == 1 ? "" : "s", name);
    show_move(dialogue);
}

static void do_resign(Dialogue *dialogue, const char *rest) {
    (void)rest;
    if (is_over(dialogue)) {
        say(dialogue, "The game is over.");
    } else {
        course_resign(dialogue->course, board_side(&dialogue->course->board));
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
    {"new", do_new, "new [GAME]    begin again, or another game such as 5x5 or 3x3x3:score10"},
    {"undo", do_undo, "undo          take back your last move"},
    {"hint", do_hint, "hint          what the engine would play, its value, depth and line"},
    {"info", do_info, "info [on|off] the engine's value, depth and line at its last move, or after each"},
    {"board", do_board, "board         show the board"},
    {"numbers", do_numbers, "numbers       show the numbers of the cells"},
    {"save", do_save, "save FILE     write the game to a file"},
    {"load", do_load, "load FILE     go on with a saved game"},
    {"resign", do_resign, "resign        give up"},
    {"help", do_help, "help          this list"},
    {"quit", do_quit, "quit          leave"},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void do_help(Dialogue *dialogue, const char *rest) {
    (void)rest;
    const Game *game = &dialogue->course->grid.game;
    char first[MOVE_TEXT_SIZE], last[MOVE_TEXT_SIZE];
    int cells = dialogue->course->grid.cells;
    move_print(game, 0, first);
    move_print(game, cells - 1, last);
    fprintf(dialogue->terminal->out,
            "A move is its coordinates, %s to %s, or the number of the cell, 1 to %d. Besides:\n", first, last, cells);
    for (int i = 0; i < COMMAND_COUNT; i++) fprintf(dialogue->terminal->out, "  %s\n", commands[i].help);
}

/* A person's turn */

static bool is_number(Word word) {
    size_t i = word.at[0] == '-' && word.length > 1 ? 1 : 0;
    while (i < word.length && word.at[i] >= '0' && word.at[i] <= '9') i++;
    return i == word.length;
}

/* Coordinates in letters of any case, or a cell number. */
static bool read_move(const Dialogue *dialogue, Word word, int *cell, Reason *why) {
    const Grid *grid = &dialogue->course->grid;
    if (is_number(word)) {
        int number;
        if (!word_to_int(word, 1, grid->cells, &number)) {
            return refuse(why, "the cells are numbered from 1 to %d, there is no %.*s", grid->cells, word_shown(word),
                          word.at);
        }
        *cell = number - 1;
        return true;
    }
    char small[MOVE_TEXT_SIZE];
    Reason reason;
    if (word.length < sizeof small) {
        for (size_t i = 0; i < word.length; i++) {
            small[i] = word.at[i] >= 'A' && word.at[i] <= 'Z' ? (char)(word.at[i] - 'A' + 'a') : word.at[i];
        }
        if (move_parse(&grid->game, (Word){small, word.length}, cell, &reason)) return true;
    }
    move_parse(&grid->game, word, cell, &reason);
    return refuse(why, "%s, nor a cell number, nor a command; 'help' lists them", reason.text);
}

static void person_moves(Dialogue *dialogue, Word word, const char *rest) {
    int cell;
    Word more;
    Reason why;
    bool is_fine = read_move(dialogue, word, &cell, &why);
    if (is_fine && word_next(&rest, &more)) is_fine = refuse(&why, "one move at a time, please");
    if (is_fine) is_fine = course_play(dialogue->course, cell, &why);
    if (is_fine) {
        show_move(dialogue);
    } else {
        say_reason(dialogue, &why);
    }
}

static void answer_line(Dialogue *dialogue, const char *line) {
    Word word;
    if (!word_next(&line, &word)) return;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (!word_is_nocase(word, commands[i].name)) continue;
        commands[i].run(dialogue, line);
        return;
    }
    person_moves(dialogue, word, line);
}

static void ask_person(Dialogue *dialogue) {
    char line[TERMINAL_LINE_SIZE], prompt[64];
    if (is_over(dialogue)) {
        snprintf(prompt, sizeof prompt, "new, undo, save FILE or quit: ");
    } else {
        snprintf(prompt, sizeof prompt, "%c to move: ", side_letter(board_side(&dialogue->course->board)));
    }
    if (terminal_ask(dialogue->terminal, prompt, line)) {
        answer_line(dialogue, line);
        return;
    }
    say(dialogue, is_over(dialogue) ? "Goodbye." : "The input has ended, and with it the game.");
    dialogue->is_leaving = true;
}

static void play(Dialogue *dialogue) {
    begin(dialogue);
    while (!dialogue->is_leaving && !dialogue->has_failed) {
        if (is_over(dialogue) && !dialogue->is_over_said) {
            view_ending(dialogue->terminal, dialogue->course);
            dialogue->is_over_said = true;
        }
        if (is_over(dialogue) && !has_person(dialogue)) return;
        if (is_over(dialogue) || is_persons_turn(dialogue)) {
            ask_person(dialogue);
        } else {
            engine_moves(dialogue);
        }
    }
}

bool dialogue_run(const Terminal *terminal, const PlayRequest *request) {
    Dialogue *dialogue = calloc(1, sizeof *dialogue);
    Course *course = course_new(&request->game, request->max_plies);
    bool has_memory = dialogue != NULL && course != NULL;
    bool has_failed = true;
    if (has_memory) {
        *dialogue = (Dialogue){.terminal = terminal,
                               .request = request,
                               .seats = {request->seats[SIDE_X], request->seats[SIDE_O]},
                               .course = course,
                               .shows_info = request->shows_info};
        play(dialogue);
        has_failed = dialogue->has_failed;
        for (int side = SIDE_X; side <= SIDE_O; side++) opponent_free(dialogue->engines[side]);
        opponent_free(dialogue->adviser);
        course = dialogue->course;
    } else {
        fprintf(stderr, "play: not enough memory\n");
    }
    course_free(course);
    free(dialogue);
    return !has_failed;
}
