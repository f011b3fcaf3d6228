#include "ugi/ugi.h"

#include <stdlib.h>
#include <string.h>

#include "base/build.h"
#include "core/question.h"
#include "core/search_trial.h"
#include "rules/diagram.h"
#include "ugi/info.h"
#include "ugi/input.h"
#include "ugi/query.h"

struct Ugi {
    Output output;
    Info info;
    Engine *engine;
    Protocol protocol; /* of the last greeting */
    InputLine line;    /* the one being obeyed */
};

/* Commands. Each gets what follows its name on the line. */

static bool identify(Ugi *ugi, Protocol protocol, const char *end) {
    ugi->protocol = protocol;
    output_send(&ugi->output, "id name Rowan %s", build_version);
    output_send(&ugi->output, "id author the Rowan authors");
    for (int i = 0;; i++) {
        char text[OPTION_DESCRIPTION_SIZE];
        Writer writer = writer_on(text, sizeof text);
        if (!option_describe(i, protocol, &writer)) break;
        if (writer.length > 0) output_send(&ugi->output, "option %s", text);
    }
    output_send(&ugi->output, "%s", end);
    return true;
}

static bool do_ugi(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    return identify(ugi, PROTOCOL_UGI, "ugiok");
}

static bool do_uci(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    return identify(ugi, PROTOCOL_UCI, "uciok");
}

/* Also during a search, when there is nothing to prepare. */
static bool do_isready(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments;
    if (!engine_is_searching(ugi->engine)) engine_make_ready(ugi->engine, why);
    output_send(&ugi->output, "readyok");
    return true;
}

/* What hosts may say and Rowan has no use for. */
static bool do_nothing(Ugi *ugi, const char *arguments, Reason *why) {
    (void)ugi, (void)arguments, (void)why;
    return true;
}

static bool do_newgame(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments;
    return engine_new_game(ugi->engine, why);
}

/* Finds the word `value` that separates name and value; both may contain spaces. */
static void split_option(const char *arguments, Word *name, const char **value) {
    const char *cursor = arguments;
    Word word;
    *name = (Word){NULL, 0};
    *value = NULL;
    while (word_next(&cursor, &word)) {
        if (word_is(word, "value")) {
            while (*cursor == ' ' || *cursor == '\t') cursor++;
            *value = cursor;
            return;
        }
        if (name->at == NULL) name->at = word.at;
        name->length = (size_t)(word.at + word.length - name->at);
    }
}

static bool do_setoption(Ugi *ugi, const char *arguments, Reason *why) {
    Word word, name;
    const char *value;
    if (!word_next(&arguments, &word) || !word_is(word, "name"))
        return refuse(why, "setoption: expected name N [value V]");
    split_option(arguments, &name, &value);
    if (name.length == 0) return refuse(why, "setoption: the name is missing");
    char old_log[OPTION_TEXT_SIZE];
    snprintf(old_log, sizeof old_log, "%s", engine_settings(ugi->engine)->debug_log_file);
    OptionId changed;
    if (!engine_set_option(ugi->engine, name, value, &changed, why)) return false;
    const char *log_path = engine_settings(ugi->engine)->debug_log_file;
    if (changed != OPTION_ID_DEBUG_LOG_FILE || output_set_log(&ugi->output, log_path, why)) return true;
    /* The old log is still open, and a refused command changes nothing: so the option names the old one again. */
    Reason ignored;
    engine_set_option(ugi->engine, name, old_log, &changed, &ignored);
    return false;
}

/* After the position itself only moves may follow. */
static bool moves_follow(const char *arguments, Reason *why) {
    Word next;
    if (!word_next(&arguments, &next) || word_is(next, "moves")) return true;
    return refuse(why, "position: expected 'moves', not '%.*s'", word_shown(next), next.at);
}

static bool do_position(Ugi *ugi, const char *arguments, Reason *why) {
    Word kind;
    if (!word_next(&arguments, &kind)) return refuse(why, "position: expected startpos or fen");
    if (word_is(kind, "startpos")) {
        return moves_follow(arguments, why) && engine_set_position(ugi->engine, NULL, arguments, why);
    }
    if (!word_is(kind, "fen")) {
        return refuse(why, "position: expected startpos or fen, not '%.*s'", word_shown(kind), kind.at);
    }
    Setup setup;
    return setup_parse(&arguments, &setup, why) && moves_follow(arguments, why) &&
           engine_set_position(ugi->engine, &setup, arguments, why);
}

static bool do_moves(Ugi *ugi, const char *arguments, Reason *why) {
    return engine_play(ugi->engine, arguments, why);
}

/* Where no search can be started the answer is any legal move: a host that sent `go` waits for one. */
static void answer_without_search(Ugi *ugi, const GoCommand *go) {
    RootMoves moves;
    question_list_moves(&moves, engine_position(ugi->engine), &go->limits);
    info_best_move(&ugi->info, moves.count > 0 && go->perft_plies == 0 ? moves.move[0] : MOVE_NONE, MOVE_NONE);
}

/* Every `go` gets its best move. Mistakes in the line are reported, and the rest is carried out. */
static bool do_go(Ugi *ugi, const char *arguments, Reason *why) {
    GoCommand go;
    Reason failure;
    if (!input_parse_go(arguments, engine_position(ugi->engine), &go, why)) output_send_error(&ugi->output, why);
    bool counts_points = game_counts_points(&engine_position(ugi->engine)->grid->game);
    if (go.limits.mate != LIMIT_NONE && counts_points && go.perft_plies == 0)
        output_send(&ugi->output, "info string mate is for the rule line: only the depth is limited");
    bool is_on = go.perft_plies > 0 ? engine_go_perft(ugi->engine, &go.limits, go.perft_plies, &failure)
                                    : engine_go(ugi->engine, &go.limits, &failure);
    if (is_on) return true;
    output_send_error(&ugi->output, &failure);
    answer_without_search(ugi, &go);
    return true;
}

/* Waits for the best move, which takes a moment: hosts send stop, position and go in one breath. */
static bool do_stop(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    engine_stop(ugi->engine);
    engine_wait(ugi->engine);
    return true;
}

static bool do_ponderhit(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments;
    return engine_ponderhit(ugi->engine, why);
}

static bool do_wait(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments;
    if (engine_is_unbounded(ugi->engine)) return refuse(why, "wait: this search does not end by itself");
    engine_wait(ugi->engine);
    return true;
}

static bool do_d(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    const Position *position = engine_position(ugi->engine);
    char diagram[DIAGRAM_SIZE], fen[POSITION_TEXT_SIZE];
    Labels labels;
    labels_of_stones(&labels, &position->grid->game, position->board.stones);
    diagram_print(&position->grid->game, &labels, position->last_move, INT16_MAX, diagram);
    notation_print_position(position->grid, &position->board, fen);
    output_send(&ugi->output, "%sfen %s", diagram, fen);
    return true;
}

static bool do_eval(Ugi *ugi, const char *arguments, Reason *why) {
    const Position *position = engine_position(ugi->engine);
    Word word;
    int value;
    bool is_full = word_next(&arguments, &word) && word_is(word, "full");
    if (board_outcome(position->grid, &position->board) != OUTCOME_NONE) {
        output_send(&ugi->output, "eval none");
        return true;
    }
    if (!engine_evaluate(ugi->engine, &value, why)) return false;
    if (is_full) query_explain_value(position, &ugi->output);
    output_send(&ugi->output, "eval cp %d", value);
    return true;
}

static bool do_query(Ugi *ugi, const char *arguments, Reason *why) {
    char answer[QUERY_ANSWER_SIZE];
    QuerySubject subject = {engine_position(ugi->engine), engine_shape(ugi->engine)};
    if (!query_answer(&subject, arguments, answer, why)) return false;
    output_send(&ugi->output, "response %s", answer);
    return true;
}

static void on_signature_row(void *context, const SignatureRow *row) {
    Ugi *ugi = context;
    output_send(&ugi->output, "info string bench %d of %d depth %d nodes %llu nps %llu fen %s", row->number, row->count,
                row->depth, (unsigned long long)row->effort.nodes, (unsigned long long)effort_speed(row->effort),
                row->fen);
}

static bool parse_depth(Word word, int *depth_max, Reason *why) {
    return word_to_int(word, 1, DEPTH_MAX, depth_max) ||
           refuse(why, "bench: needs a depth from 1 to %d, not '%.*s'", DEPTH_MAX, word_shown(word), word.at);
}

/* Its last line is what programs look for that test engines by the thousand: 1234567 nodes 3000000 nps. */
static bool run_bench(Ugi *ugi, int depth_max, Reason *why) {
    Effort total;
    if (!trial_signature(depth_max, on_signature_row, ugi, &total)) return refuse(why, "bench: not enough memory");
    output_send(&ugi->output, "%llu nodes %llu nps", (unsigned long long)total.nodes,
                (unsigned long long)effort_speed(total));
    return true;
}

static bool do_bench(Ugi *ugi, const char *arguments, Reason *why) {
    int depth_max = DEPTH_MAX;
    Word word;
    if (word_next(&arguments, &word) && !parse_depth(word, &depth_max, why)) return false;
    return run_bench(ugi, depth_max, why);
}

typedef struct {
    const char *name;
    bool (*run)(Ugi *ugi, const char *arguments, Reason *why); /* NULL: ends the conversation */
    enum { ANY_TIME, NOT_WHILE_SEARCHING } when;
    const char *help;
} Command;

static bool do_help(Ugi *ugi, const char *arguments, Reason *why);

static const Command commands[] = {
    {"ugi", do_ugi, ANY_TIME, "identify, list the options, answer ugiok"},
    {"uci", do_uci, ANY_TIME, "the same for hosts that know only UCI: answer uciok"},
    {"isready", do_isready, ANY_TIME, "answer readyok, also during a search"},
    {"uginewgame", do_newgame, NOT_WHILE_SEARCHING, "forget everything learnt"},
    {"ucinewgame", do_newgame, NOT_WHILE_SEARCHING, "the same"},
    {"setoption", do_setoption, NOT_WHILE_SEARCHING, "setoption name N [value V]"},
    {"position", do_position, NOT_WHILE_SEARCHING, "position startpos|fen P [moves ...]"},
    {"moves", do_moves, NOT_WHILE_SEARCHING, "moves M ...: play on from the present position"},
    {"go", do_go, NOT_WHILE_SEARCHING,
     "go [depth N] [nodes N] [movetime MS] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N] [mate N] "
     "[infinite] [ponder] [prove] [perft N] [searchmoves ...]"},
    {"stop", do_stop, ANY_TIME, "end the search"},
    {"ponderhit", do_ponderhit, ANY_TIME, "the move pondered on was played"},
    {"query", do_query, ANY_TIME,
     "query gameover|p1turn|result|fen|game|moves|line|score|lines|threats|classes|pairing|blocks|islegal MOVE"},
    {"wait", do_wait, ANY_TIME, "read no further until the search is over"},
    {"d", do_d, ANY_TIME, "draw the board"},
    {"eval", do_eval, ANY_TIME, "the static value for the side to move; eval full: explained"},
    {"bench", do_bench, NOT_WHILE_SEARCHING, "bench [DEPTH]: search fixed positions; the nodes are the signature"},
    {"debug", do_nothing, ANY_TIME, "nothing: there is no more to tell"},
    {"register", do_nothing, ANY_TIME, "nothing: Rowan is free"},
    {"help", do_help, ANY_TIME, "this list"},
    {"quit", NULL, ANY_TIME, "end at once"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static bool do_help(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    for (int i = 0; i < COMMANDS; i++)
        output_send(&ugi->output, "info string %-10s %s", commands[i].name, commands[i].help);
    return true;
}

/* The first word that is a command; what stands before it is skipped, as UCI asks. */
static const Command *find_command(const char **cursor) {
    Word word;
    while (word_next(cursor, &word)) {
        for (int i = 0; i < COMMANDS; i++) {
            if (word_is(word, commands[i].name)) return &commands[i];
        }
    }
    return NULL;
}

/* Chess GUIs that know tic-tac-toe write P@a1, as they do for dropping a pawn. */
static void drop_pawns(char *line) {
    for (char *at = line; (at = strstr(at, "P@")) != NULL; at += 2) {
        if (at != line && (at[-1] == ' ' || at[-1] == '\t')) at[0] = at[1] = ' ';
    }
}

/* False when the conversation is over. */
static bool obey(Ugi *ugi, char *line) {
    const char *cursor = line;
    Word first;
    Reason why;
    if (!word_next(&cursor, &first) || first.at[0] == '#') return true;
    cursor = line;
    const Command *command = find_command(&cursor);
    if (command == NULL) {
        refuse(&why, "unknown command '%.*s'; help lists them all", word_shown(first), first.at);
        output_send_error(&ugi->output, &why);
        return true;
    }
    if (command->run == NULL) return false;
    if (ugi->protocol == PROTOCOL_UCI && command->run != do_setoption) drop_pawns(line);
    bool fine = command->when == NOT_WHILE_SEARCHING && engine_is_searching(ugi->engine)
                    ? refuse(&why, "%s: not during a search", command->name)
                    : command->run(ugi, cursor, &why);
    if (!fine) output_send_error(&ugi->output, &why);
    return true;
}

/* A whole line, as it came. False when the conversation is over. */
static bool take_line(Ugi *ugi, InputStatus status) {
    Reason why;
    output_log_input(&ugi->output, ugi->line.text);
    if (input_is_sound(status, &why)) return obey(ugi, ugi->line.text);
    output_send_error(&ugi->output, &why);
    return true;
}

/* At the end of input a bounded search may finish, any other is stopped; both print their best move. When nobody
 * hears it any more, the conversation ends at the next line. */
static void converse(Ugi *ugi, FILE *in) {
    while (!output_is_unheard(&ugi->output)) {
        InputStatus status = input_read_line(in, &ugi->line);
        if (status == INPUT_END) break;
        if (!take_line(ugi, status)) return;
    }
    if (engine_is_unbounded(ugi->engine) || output_is_unheard(&ugi->output)) engine_stop(ugi->engine);
    engine_wait(ugi->engine);
}

Ugi *ugi_open(FILE *out) {
    Ugi *ugi = malloc(sizeof *ugi);
    if (ugi != NULL && output_init(&ugi->output, out)) {
        ugi->protocol = PROTOCOL_UGI;
        ugi->info = (Info){.output = &ugi->output};
        EngineListener listener = info_listener(&ugi->info);
        ugi->engine = ugi->info.engine = engine_new(&listener);
        if (ugi->engine != NULL) return ugi;
        output_release(&ugi->output);
    }
    free(ugi);
    return NULL;
}

bool ugi_line(Ugi *ugi, const char *text) {
    input_begin(&ugi->line);
    while (*text != '\0') input_add(&ugi->line, (unsigned char)*text++);
    return take_line(ugi, input_end(&ugi->line));
}

/* The engine first: until it is gone its search may still speak. */
int ugi_close(Ugi *ugi) {
    engine_free(ugi->engine);
    output_release(&ugi->output);
    int status = output_status(&ugi->output);
    free(ugi);
    return status;
}

static int not_enough_memory(void) {
    fputs("rowan: not enough memory\n", stderr);
    return 1;
}

int ugi_run(FILE *in, FILE *out) {
    Ugi *ugi = ugi_open(out);
    if (ugi == NULL) return not_enough_memory();
    converse(ugi, in);
    return ugi_close(ugi);
}

int ugi_bench(const char *depth, FILE *out) {
    enum { NOT_DONE = 1, WRONG_USAGE = 2 };
    Reason why;
    int depth_max = DEPTH_MAX;
    if (depth != NULL && !parse_depth(word_of(depth), &depth_max, &why)) {
        fprintf(stderr, "rowan: %s\n", why.text);
        return WRONG_USAGE;
    }
    Ugi *ugi = ugi_open(out);
    if (ugi == NULL) return not_enough_memory();
    bool fine = run_bench(ugi, depth_max, &why);
    int status = ugi_close(ugi);
    if (!fine) fprintf(stderr, "rowan: %s\n", why.text);
    return fine ? status : NOT_DONE;
}
