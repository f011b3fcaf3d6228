#include "ugi/ugi.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "core/engine.h"
#include "core/signature.h"
#include "ugi/go.h"
#include "ugi/input.h"
#include "ugi/picture.h"
#include "ugi/query.h"

typedef struct {
    FILE *out;
    FILE *log;   /* NULL: no log */
    Mutex mutex; /* one line at a time, from either thread */
    Engine *engine;
    int write_error;        /* errno of the first write that failed, where it has one */
    atomic_bool is_unheard; /* a write failed: nobody reads what we say, so there is nothing left to do */
} Ugi;

enum { LINE_SIZE = 8192 };

static PRINTF_LIKE(2, 3) void send(Ugi *ugi, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    mutex_lock(&ugi->mutex);
    errno = 0;
    vfprintf(ugi->out, format, arguments);
    fputc('\n', ugi->out);
    if ((fflush(ugi->out) != 0 || ferror(ugi->out)) && !atomic_load(&ugi->is_unheard)) {
        ugi->write_error = errno;
        atomic_store(&ugi->is_unheard, true);
    }
    if (ugi->log != NULL) {
        fputs("< ", ugi->log);
        vfprintf(ugi->log, format, again);
        fputc('\n', ugi->log);
        fflush(ugi->log);
    }
    mutex_unlock(&ugi->mutex);
    va_end(again);
    va_end(arguments);
}

static void send_error(Ugi *ugi, const Reason *why) {
    send(ugi, "info string error %s", why->text);
}

static const char *move_text(const Ugi *ugi, int move, char text[MOVE_TEXT_SIZE]) {
    move_print(&engine_position(ugi->engine)->grid->game, move, text);
    return text;
}

/* What the engine reports, from its search thread. A search that nobody hears of ends; not by its best move, which
 * ends it anyway, and during which the engine must not be called. */

static void stop_if_unheard(Ugi *ugi) {
    if (atomic_load(&ugi->is_unheard)) engine_stop(ugi->engine);
}

static void print_score(const Game *game, const SearchLine *line, Writer *writer) {
    static const char *const suffix[] = {"", " upperbound", " lowerbound", ""};
    bool decided = value_is_win(line->value) || value_is_loss(line->value);
    if (decided && !game_counts_points(game)) {
        writer_add(writer, " score mate %d", value_mate_in(line->value));
    } else {
        writer_add(writer, " score cp %d", line->value);
    }
    writer_add(writer, "%s", suffix[line->bound]);
}

/* The value holds whatever is played: not a matter of depth any more. */
static void send_proof(Ugi *ugi, int value, bool counts_points) {
    const char *result = value > 0 ? "win" : value < 0 ? "loss" : "draw";
    if (counts_points && value != 0) {
        send(ugi, "info string proven %s by %d", result, (value > 0 ? value : -value) / VALUE_POINT);
    } else {
        send(ugi, "info string proven %s", result);
    }
}

static void on_progress(void *context, const EngineProgress *progress) {
    Ugi *ugi = context;
    const SearchLine *line = progress->line;
    const Game *game = &engine_position(ugi->engine)->grid->game;
    char text[LINE_SIZE], move[MOVE_TEXT_SIZE];
    Writer writer = writer_on(text, sizeof text);
    int64_t time_us = progress->time_us > 0 ? progress->time_us : 1;
    writer_add(&writer, "info depth %d seldepth %d", line->depth, line->seldepth);
    if (engine_settings(ugi->engine)->multipv > 1) writer_add(&writer, " multipv %d", line->multipv);
    print_score(game, line, &writer);
    writer_add(&writer, " nodes %llu nps %llu time %lld hashfull %d pv", (unsigned long long)progress->nodes,
               (unsigned long long)(progress->nodes * 1000000 / (uint64_t)time_us), (long long)(time_us / 1000),
               progress->hash_permille);
    for (int i = 0; i < line->pv_length; i++) writer_add(&writer, " %s", move_text(ugi, line->pv[i], move));
    send(ugi, "%s", text);
    if (progress->from_proof) send(ugi, "info string %s is from a proof", move_text(ugi, line->pv[0], move));
    if (line->proven && line->multipv == 1) send_proof(ugi, line->value, game_counts_points(game));
    stop_if_unheard(ugi);
}

static void on_proving(void *context, const EngineProving *proving) {
    Ugi *ugi = context;
    static const char *const ends[] = {"", "stopped", "out of time", "out of nodes", "the memory is full"};
    const ProveProgress *progress = &proving->progress;
    int64_t time_us = proving->time_us > 0 ? proving->time_us : 1;
    send(ugi, "info nodes %llu nps %llu time %lld", (unsigned long long)proving->nodes,
         (unsigned long long)(proving->nodes * 1000000 / (uint64_t)time_us), (long long)(time_us / 1000));
    if (!proving->is_over) {
        send(ugi, "info string proving that %c wins: proof number %lu, disproof number %lu",
             side_letter(proving->attacker), (unsigned long)progress->proof_number,
             (unsigned long)progress->disproof_number);
    } else if (proving->value == OUTCOME_NONE) {
        send(ugi, "info string not proven: %s", ends[proving->end]);
    } else {
        Side side = board_side(&engine_position(ugi->engine)->board);
        int value = proving->value == OUTCOME_DRAW ? VALUE_DRAW : VALUE_WIN;
        Outcome own = side == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS;
        send_proof(ugi, proving->value == own ? value : -value, false);
    }
    stop_if_unheard(ugi);
}

static void on_best_move(void *context, int best, int ponder) {
    Ugi *ugi = context;
    char best_text[MOVE_TEXT_SIZE], ponder_text[MOVE_TEXT_SIZE];
    if (best == MOVE_NONE) {
        send(ugi, "bestmove (none)");
    } else if (ponder == MOVE_NONE) {
        send(ugi, "bestmove %s", move_text(ugi, best, best_text));
    } else {
        send(ugi, "bestmove %s ponder %s", move_text(ugi, best, best_text), move_text(ugi, ponder, ponder_text));
    }
}

static void on_perft(void *context, int move, uint64_t sequences) {
    Ugi *ugi = context;
    char text[MOVE_TEXT_SIZE];
    const char *what = move == MOVE_NONE ? "total" : move_text(ugi, move, text);
    send(ugi, "perft %s %llu", what, (unsigned long long)sequences);
    stop_if_unheard(ugi);
}

/* Commands. Each gets what follows its name on the line. */

static void identify(Ugi *ugi) {
    send(ugi, "id name Rowan %s", ROWAN_VERSION);
    send(ugi, "id author the Rowan authors");
    for (int i = 0;; i++) {
        char text[256];
        Writer writer = writer_on(text, sizeof text);
        if (!option_describe(i, &writer)) break;
        send(ugi, "option %s", text);
    }
}

static bool do_ugi(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    identify(ugi);
    send(ugi, "ugiok");
    return true;
}

static bool do_uci(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    identify(ugi);
    send(ugi, "uciok");
    return true;
}

static bool do_isready(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    send(ugi, "readyok");
    return true;
}

static bool do_newgame(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments;
    return engine_new_game(ugi->engine, why);
}

static bool open_log(Ugi *ugi, Reason *why) {
    const char *path = engine_settings(ugi->engine)->debug_log_file;
    FILE *log = path[0] != '\0' ? fopen(path, "a") : NULL;
    if (path[0] != '\0' && log == NULL) return refuse(why, "cannot write to the log file '%.150s'", path);
    if (ugi->log != NULL) fclose(ugi->log);
    ugi->log = log;
    return true;
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
    if (!word_next(&arguments, &word) || !word_is(word, "name")) return refuse(why, "setoption name N [value V]");
    split_option(arguments, &name, &value);
    if (name.length == 0) return refuse(why, "setoption: the name is missing");
    char old_log[OPTION_TEXT_SIZE];
    snprintf(old_log, sizeof old_log, "%s", engine_settings(ugi->engine)->debug_log_file);
    OptionId changed;
    if (!engine_set_option(ugi->engine, name, value, &changed, why)) return false;
    if (changed != OPTION_ID_DEBUG_LOG_FILE || open_log(ugi, why)) return true;
    /* The old log is still open, and a refused command changes nothing: so the option names the old one again. */
    Reason ignored;
    engine_set_option(ugi->engine, name, old_log, &changed, &ignored);
    return false;
}

/* After the position itself only moves may follow. */
static bool moves_follow(const char *arguments, Reason *why) {
    Word next;
    if (!word_next(&arguments, &next) || word_is(next, "moves")) return true;
    return refuse(why, "position: 'moves' is wanted, not '%.*s'", word_shown(next), next.at);
}

static bool do_position(Ugi *ugi, const char *arguments, Reason *why) {
    Word kind;
    if (!word_next(&arguments, &kind)) return refuse(why, "position: startpos or fen is wanted");
    if (word_is(kind, "startpos")) {
        return moves_follow(arguments, why) && engine_set_position(ugi->engine, NULL, arguments, why);
    }
    if (!word_is(kind, "fen")) {
        return refuse(why, "position: startpos or fen is wanted, not '%.*s'", word_shown(kind), kind.at);
    }
    Diagram diagram;
    return diagram_parse(&arguments, &diagram, why) && moves_follow(arguments, why) &&
           engine_set_position(ugi->engine, &diagram, arguments, why);
}

static bool do_go(Ugi *ugi, const char *arguments, Reason *why) {
    const Position *position = engine_position(ugi->engine);
    GoCommand go;
    if (!go_parse(arguments, position, &go, why)) return false;
    return go.perft_plies > 0 ? engine_go_perft(ugi->engine, &go.limits, go.perft_plies, why)
                              : engine_go(ugi->engine, &go.limits, why);
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
    char picture[PICTURE_SIZE], fen[POSITION_TEXT_SIZE];
    picture_print(position, picture);
    position_print(position->grid, &position->board, fen);
    send(ugi, "%sfen %s", picture, fen);
    return true;
}

static bool do_eval(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    const Position *position = engine_position(ugi->engine);
    if (board_outcome(position->grid, &position->board) != OUTCOME_NONE) {
        send(ugi, "eval none");
    } else {
        send(ugi, "eval cp %d", engine_evaluate(ugi->engine));
    }
    return true;
}

static bool do_query(Ugi *ugi, const char *arguments, Reason *why) {
    Word what;
    char answer[QUERY_ANSWER_SIZE];
    if (!word_next(&arguments, &what)) return refuse(why, "query: what?");
    if (!query_answer(engine_position(ugi->engine), what, answer, why)) return false;
    send(ugi, "response %s", answer);
    return true;
}

static void on_signature_row(void *context, const SignatureRow *row) {
    Ugi *ugi = context;
    send(ugi, "info string bench %d of %d depth %d nodes %llu nps %llu fen %s", row->number, row->count, row->depth,
         (unsigned long long)row->effort.nodes, (unsigned long long)effort_speed(row->effort), row->fen);
}

/* Its last line is what programs look for that test engines by the thousand: 1234567 nodes 3000000 nps. */
static bool do_bench(Ugi *ugi, const char *arguments, Reason *why) {
    Word word;
    Effort total;
    int depth_max = DEPTH_MAX;
    if (word_next(&arguments, &word) && !word_to_int(word, 1, DEPTH_MAX, &depth_max)) {
        return refuse(why, "bench: a depth from 1 to %d is wanted, not '%.*s'", DEPTH_MAX, word_shown(word), word.at);
    }
    if (!signature_run(depth_max, on_signature_row, ugi, &total)) return refuse(why, "bench: not enough memory");
    send(ugi, "%llu nodes %llu nps", (unsigned long long)total.nodes, (unsigned long long)effort_speed(total));
    return true;
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
    {"go", do_go, NOT_WHILE_SEARCHING,
     "go [depth N] [nodes N] [movetime MS] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N] [mate N] "
     "[infinite] [ponder] [prove] [perft N] [searchmoves ...]"},
    {"stop", do_stop, ANY_TIME, "end the search"},
    {"ponderhit", do_ponderhit, ANY_TIME, "the move pondered on was played"},
    {"query", do_query, ANY_TIME, "query gameover|p1turn|result|fen|game|moves|line|score"},
    {"wait", do_wait, ANY_TIME, "read no further until the search is over"},
    {"d", do_d, ANY_TIME, "draw the board"},
    {"eval", do_eval, ANY_TIME, "the static value for the side to move"},
    {"bench", do_bench, NOT_WHILE_SEARCHING, "bench [DEPTH]: search fixed positions; the nodes are the signature"},
    {"help", do_help, ANY_TIME, "this list"},
    {"quit", NULL, ANY_TIME, "end at once"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static bool do_help(Ugi *ugi, const char *arguments, Reason *why) {
    (void)arguments, (void)why;
    for (int i = 0; i < COMMANDS; i++) send(ugi, "info string %-10s %s", commands[i].name, commands[i].help);
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

static void log_input(Ugi *ugi, const char *line) {
    if (ugi->log == NULL) return;
    mutex_lock(&ugi->mutex);
    fprintf(ugi->log, "> %s\n", line);
    fflush(ugi->log);
    mutex_unlock(&ugi->mutex);
}

/* False when the conversation is over. */
static bool obey(Ugi *ugi, const char *line) {
    const char *cursor = line;
    Word first;
    Reason why;
    if (!word_next(&cursor, &first) || first.at[0] == '#') return true;
    cursor = line;
    const Command *command = find_command(&cursor);
    if (command == NULL) {
        refuse(&why, "unknown command '%.*s'; help lists them all", word_shown(first), first.at);
        send_error(ugi, &why);
        return true;
    }
    if (command->run == NULL) return false;
    bool fine = command->when == NOT_WHILE_SEARCHING && engine_is_searching(ugi->engine)
                    ? refuse(&why, "%s: not while a search is on", command->name)
                    : command->run(ugi, cursor, &why);
    if (!fine) send_error(ugi, &why);
    return true;
}

static bool is_sound(InputStatus status, Reason *why) {
    if (status == INPUT_TOO_LONG) return refuse(why, "a line of more than %d characters", INPUT_LINE_SIZE - 1);
    return status != INPUT_INVALID_BYTE || refuse(why, "a line with an invalid byte");
}

/* At the end of input a bounded search may finish, any other is stopped; both print their best move. When nobody
 * hears it any more, the conversation ends at the next line. */
static void converse(Ugi *ugi, FILE *in, char line[INPUT_LINE_SIZE]) {
    while (!atomic_load(&ugi->is_unheard)) {
        InputStatus status = input_read_line(in, line);
        if (status == INPUT_END) break;
        log_input(ugi, line);
        Reason why;
        if (!is_sound(status, &why)) {
            send_error(ugi, &why);
        } else if (!obey(ugi, line)) {
            return;
        }
    }
    if (engine_is_unbounded(ugi->engine) || atomic_load(&ugi->is_unheard)) engine_stop(ugi->engine);
    engine_wait(ugi->engine);
}

/* A host that left closed our pipe and knows it; that a disk is full, say, should be told. */
static void tell_why_unheard(int error) {
#ifdef EPIPE
    if (error == EPIPE) return;
#endif
    fprintf(stderr, "rowan: standard output cannot be written%s%s\n", error != 0 ? ": " : "",
            error != 0 ? strerror(error) : "");
}

static bool ugi_init(Ugi *ugi, FILE *out) {
    EngineListener listener = {ugi, on_progress, on_best_move, on_proving, on_perft};
    *ugi = (Ugi){.out = out};
    if (!mutex_init(&ugi->mutex)) return false;
    ugi->engine = engine_new(&listener);
    if (ugi->engine != NULL) return true;
    mutex_destroy(&ugi->mutex);
    return false;
}

/* The engine first: until it is gone its search may still speak. */
static void ugi_release(Ugi *ugi) {
    engine_free(ugi->engine);
    if (ugi->log != NULL) fclose(ugi->log);
    mutex_destroy(&ugi->mutex);
}

int ugi_run(FILE *in, FILE *out) {
    Ugi ugi;
    char *line = malloc(INPUT_LINE_SIZE);
    if (line == NULL || !ugi_init(&ugi, out)) {
        fputs("rowan: not enough memory\n", stderr);
        free(line);
        return 1;
    }
    converse(&ugi, in, line);
    ugi_release(&ugi);
    free(line);
    if (ugi.is_unheard) tell_why_unheard(ugi.write_error);
    return ugi.is_unheard ? 1 : 0;
}
