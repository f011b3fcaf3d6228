/* The command `rowan analyse`: positions in, a line of JSON for each out, in the same order.
 *
 * Several threads analyse positions side by side, each with an analyst of its own. What is done before its turn to be
 * printed waits. A line that is no position is reported; the others go on. */
#include "ugi/ugi.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "base/thread.h"
#include "core/engine.h"
#include "ugi/input.h"

enum { STATUS_INCOMPLETE = 1, STATUS_WRONG_USAGE = 2 };

/* One analyst */

/* What is asked of each position. */
typedef struct {
    int64_t nodes, movetime_ms; /* LIMIT_NONE: no such limit */
    int64_t multipv, hash_mb;
} AnalystSpec;

/* An engine that is given one position after the other and says what it found as JSON. It remembers nothing from one
 * position to the next, so its answers do not depend on their order. For one thread. */
typedef struct {
    AnalystSpec spec;
    Engine *engine;
    SearchLine *best; /* as many as spec.multipv */
    int count;
    uint64_t nodes;
    int64_t time_us;
    char *text;
    size_t text_size;
} Analyst;

/* What the engine reports */

static void on_progress(void *context, const EngineProgress *progress) {
    Analyst *analyst = context;
    const SearchLine *line = progress->line;
    if (line->multipv > analyst->spec.multipv) return;
    analyst->best[line->multipv - 1] = *line;
    if (line->multipv > analyst->count) analyst->count = line->multipv;
    analyst->nodes = progress->nodes;
    analyst->time_us = progress->time_us;
}

/* A search that had no time for a line still has a move. */
static void on_best_move(void *context, int best, int ponder) {
    Analyst *analyst = context;
    (void)ponder;
    if (analyst->count > 0 || best == MOVE_NONE) return;
    analyst->best[0] = (SearchLine){.multipv = 1, .bound = BOUND_NONE, .pv_length = 1, .pv = {(uint16_t)best}};
    analyst->count = 1;
}

/* Beginning and end */

static bool set_number(Engine *engine, const char *name, int64_t number) {
    char value[24];
    OptionId changed;
    Reason why;
    snprintf(value, sizeof value, "%lld", (long long)number);
    return engine_set_option(engine, word_of(name), value, &changed, &why);
}

static void analyst_free(Analyst *analyst) {
    if (analyst == NULL) return;
    engine_free(analyst->engine);
    free(analyst->best);
    free(analyst->text);
    free(analyst);
}

/* NULL when memory is short. */
static Analyst *analyst_new(const AnalystSpec *spec) {
    enum { HEAD = 8192, PER_LINE = 256, PER_MOVE = MOVE_TEXT_SIZE + 3 };
    Analyst *analyst = calloc(1, sizeof *analyst);
    if (analyst == NULL) return NULL;
    EngineListener listener = {.context = analyst, .progress = on_progress, .best_move = on_best_move};
    analyst->spec = *spec;
    analyst->engine = engine_new(&listener);
    analyst->best = calloc((size_t)spec->multipv, sizeof *analyst->best);
    analyst->text_size = HEAD + (size_t)spec->multipv * (PER_LINE + CELLS_MAX * PER_MOVE);
    analyst->text = malloc(analyst->text_size);
    if (analyst->engine != NULL && analyst->best != NULL && analyst->text != NULL &&
        set_number(analyst->engine, "Hash", spec->hash_mb) && set_number(analyst->engine, "MultiPV", spec->multipv)) {
        return analyst;
    }
    analyst_free(analyst);
    return NULL;
}

/* The position */

static bool take_word(const char **cursor, const char *text) {
    const char *next = *cursor;
    Word word;
    if (!word_next(&next, &word) || !word_is(word, text)) return false;
    *cursor = next;
    return true;
}

static bool set_game(Engine *engine, const Game *game, Reason *why) {
    OptionId changed;
    return engine_set_option(engine, word_of("Game"), game_name(game).text, &changed, why);
}

/* Whatever is wrong with it: rows of a position would have slashes between them. */
static bool is_meant_as_game(Word word) {
    return word.at[0] >= '0' && word.at[0] <= '9' && memchr(word.at, '/', word.length) == NULL;
}

/* "4x4x4 moves a1a", "xo1/3/1x1 o", or what follows the command `position`, that word included. */
static bool set_position(Engine *engine, const char *line, Reason *why) {
    Game game = {.n = 4, .d = 3, .rule = RULE_LINE};
    Setup setup;
    Word first;
    take_word(&line, "position");
    const char *next = line;
    bool is_game = take_word(&next, "startpos");
    if (!is_game && word_next(&next, &first) && is_meant_as_game(first)) {
        if (!game_parse(first, &game, why)) return false;
        is_game = true;
    }
    if (is_game) return set_game(engine, &game, why) && engine_set_position(engine, NULL, next, why);
    take_word(&line, "fen");
    return setup_parse(&line, &setup, why) && engine_set_position(engine, &setup, line, why);
}

/* The answer */

/* A contest is about a proven draw: the value says whose chances are better. */
static const char *proof_text(const SearchLine *line, bool of_position) {
    if (line->is_contest) return "\"draw\"";
    if (!line->proven && (of_position || !line->move_is_proven)) return "null";
    return line->value > 0 ? "\"win\"" : line->value < 0 ? "\"loss\"" : "\"draw\"";
}

static void add_value(const SearchLine *line, const Game *game, Writer *writer) {
    static const char *const bounds[] = {
        [BOUND_UPPER] = ",\"bound\":\"upper\"", [BOUND_LOWER] = ",\"bound\":\"lower\"", [BOUND_EXACT] = ""};
    bool is_mate = !game_counts_points(game) && (value_is_win(line->value) || value_is_loss(line->value));
    if (line->bound == BOUND_NONE) {
        writer_add(writer, "null");
    } else {
        writer_add(writer, "{\"%s\":%d%s}", is_mate ? "mate" : "cp", is_mate ? value_mate_in(line->value) : line->value,
                   bounds[line->bound]);
    }
}

static void add_line(const SearchLine *line, const Game *game, Writer *writer) {
    writer_add(writer, "{\"move\":\"%s\",\"value\":", notation_move(game, line->pv[0]).text);
    add_value(line, game, writer);
    writer_add(writer, ",\"proven\":%s,\"depth\":%d,\"pv\":[", proof_text(line, false), line->depth);
    for (int i = 0; i < line->pv_length; i++) {
        writer_add(writer, "%s\"%s\"", i > 0 ? "," : "", notation_move(game, line->pv[i]).text);
    }
    writer_add(writer, "]}");
}

static void write_answer(const Analyst *analyst, Writer *writer) {
    static const char *const results[] = {"null", "\"p1win\"", "\"p2win\"", "\"draw\""};
    const Position *position = engine_position(analyst->engine);
    const Game *game = &position->grid->game;
    char fen[POSITION_TEXT_SIZE];
    notation_print_position(position->grid, &position->board, fen);
    writer_add(writer, "\"game\":\"%s\",\"position\":\"%s\",\"result\":%s,\"value\":", game_name(game).text, fen,
               results[board_outcome(position->grid, &position->board)]);
    if (analyst->count > 0) add_value(&analyst->best[0], game, writer);
    writer_add(writer, "%s,\"proven\":%s,\"best\":[", analyst->count > 0 ? "" : "null",
               analyst->count > 0 ? proof_text(&analyst->best[0], true) : "null");
    for (int i = 0; i < analyst->count; i++) {
        if (i > 0) writer_add(writer, ",");
        add_line(&analyst->best[i], game, writer);
    }
    writer_add(writer, "],\"nodes\":%llu,\"time\":%lld", (unsigned long long)analyst->nodes,
               (long long)(analyst->time_us / 1000));
}

/* A position as text, or a game, with or without moves, becomes the members of a JSON object (without its braces),
 * which are valid until the next call. NULL, with the reason, if it is none. */
static const char *analyst_answer(Analyst *analyst, const char *line, Reason *why) {
    GoLimits limits;
    limits_init(&limits);
    limits.nodes = analyst->spec.nodes;
    limits.movetime_ms = analyst->spec.movetime_ms;
    analyst->count = 0;
    analyst->nodes = 0;
    analyst->time_us = 0;
    if (!set_position(analyst->engine, line, why) || !engine_new_game(analyst->engine, why)) return NULL;
    if (!position_is_over(engine_position(analyst->engine))) {
        if (!engine_go(analyst->engine, &limits, why)) return NULL;
        engine_wait(analyst->engine);
    }
    Writer writer = writer_on(analyst->text, analyst->text_size);
    write_answer(analyst, &writer);
    return analyst->text;
}

/* All lines */

/* A line that is answered. */
typedef struct Answer {
    int64_t number; /* counted from 0, without empty lines and comments */
    struct Answer *next;
    char text[];
} Answer;

typedef struct {
    AnalystSpec spec;
    int64_t threads;
    const char *path; /* NULL: standard input */
    FILE *in;

    Monitor input; /* guards what follows up to the next one */
    InputLine *line;
    int64_t lines_read, taken;

    Monitor output;
    Answer *waiting; /* in order */
    int64_t printed, refused;
    bool has_failed; /* the output is lost or memory is short: nobody goes on */
    Reason why;
} Batch;

/* One line of the input, as a worker takes it. */
typedef struct {
    int64_t number, line_number;
    InputStatus status;
    char *text; /* INPUT_LINE_SIZE */
} Task;

/* Input */

static bool is_ignored(const char *text) {
    const char *cursor = text;
    Word first;
    return !word_next(&cursor, &first) || first.at[0] == '#';
}

/* The next line that is to be answered; false at the end, or when nobody goes on. */
static bool take_task(Batch *batch, Task *task) {
    bool is_over = false;
    monitor_lock(&batch->output);
    is_over = batch->has_failed;
    monitor_unlock(&batch->output);
    monitor_lock(&batch->input);
    do {
        task->status = is_over ? INPUT_END : input_read_line(batch->in, batch->line);
        batch->lines_read++;
    } while (task->status == INPUT_LINE && is_ignored(batch->line->text));
    task->line_number = batch->lines_read;
    if (task->status != INPUT_END) {
        task->number = batch->taken++;
        memcpy(task->text, batch->line->text, batch->line->length + 1);
    }
    monitor_unlock(&batch->input);
    return task->status != INPUT_END;
}

/* Output */

static void fail(Batch *batch, const char *why) {
    if (batch->has_failed) return;
    batch->has_failed = true;
    reason_set(&batch->why, "%s", why);
}

static void show_progress(const Batch *batch) {
    if (!system_has_room()) return;
    fprintf(stderr, "\r%lld done, %lld refused ", (long long)batch->printed, (long long)batch->refused);
    fflush(stderr);
}

static void print_those_in_turn(Batch *batch) {
    while (batch->waiting != NULL && batch->waiting->number == batch->printed) {
        Answer *answer = batch->waiting;
        batch->waiting = answer->next;
        batch->printed++;
        if (!batch->has_failed && (puts(answer->text) == EOF || fflush(stdout) != 0)) {
            fail(batch, "cannot write to standard output");
        }
        free(answer);
    }
}

static void deliver(Batch *batch, Answer *answer) {
    monitor_lock(&batch->output);
    Answer **place = &batch->waiting;
    while (*place != NULL && (*place)->number < answer->number) place = &(*place)->next;
    answer->next = *place;
    *place = answer;
    print_those_in_turn(batch);
    show_progress(batch);
    monitor_unlock(&batch->output);
}

static void tell_refusal(Batch *batch, const Task *task, const Reason *why) {
    monitor_lock(&batch->output);
    batch->refused++;
    fprintf(stderr, "%srowan: line %lld: %s\n", system_has_room() ? "\r" : "", (long long)task->line_number, why->text);
    monitor_unlock(&batch->output);
}

/* Reasons are printable; two characters have a meaning in JSON. */
static void add_quoted(Writer *writer, const char *text) {
    for (; *text != '\0'; text++) {
        writer_add(writer, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    }
}

/* The work */

static bool answer_task(Batch *batch, Analyst *analyst, const Task *task) {
    Reason why;
    const char *members = input_is_sound(task->status, &why) ? analyst_answer(analyst, task->text, &why) : NULL;
    size_t size = (members != NULL ? strlen(members) : 2 * sizeof why.text) + 64;
    Answer *answer = malloc(sizeof *answer + size);
    if (answer == NULL) return false;
    answer->number = task->number;
    Writer writer = writer_on(answer->text, size);
    writer_add(&writer, "{\"line\":%lld,", (long long)task->line_number);
    if (members != NULL) {
        writer_add(&writer, "%s}", members);
    } else {
        tell_refusal(batch, task, &why);
        writer_add(&writer, "\"error\":\"");
        add_quoted(&writer, why.text);
        writer_add(&writer, "\"}");
    }
    deliver(batch, answer);
    return true;
}

static void work(void *argument) {
    Batch *batch = argument;
    Task task = {.text = malloc(INPUT_LINE_SIZE)};
    Analyst *analyst = analyst_new(&batch->spec);
    bool has_memory = task.text != NULL && analyst != NULL;
    while (has_memory && take_task(batch, &task)) has_memory = answer_task(batch, analyst, &task);
    if (!has_memory) {
        monitor_lock(&batch->output);
        fail(batch, "not enough memory");
        monitor_unlock(&batch->output);
    }
    analyst_free(analyst);
    free(task.text);
}

/* Where there is no thread to be had, fewer do the work. */
static void work_side_by_side(Batch *batch) {
    Thread threads[THREADS_MAX];
    int started = 0;
    while (started + 1 < batch->threads && thread_start(&threads[started], work, batch)) started++;
    work(batch);
    for (int i = 0; i < started; i++) thread_join(threads[i]);
}

static int conclude(Batch *batch) {
    if (system_has_room()) fputs("\r                                                  \r", stderr);
    if (batch->has_failed) fprintf(stderr, "rowan: %s\n", batch->why.text);
    if (!batch->has_failed && ferror(batch->in)) {
        fprintf(stderr, "rowan: cannot read '%.200s' to its end\n",
                batch->path != NULL ? batch->path : "standard input");
        return STATUS_INCOMPLETE;
    }
    return batch->has_failed || batch->refused > 0 ? STATUS_INCOMPLETE : 0;
}

static void release_waiting(Batch *batch) {
    while (batch->waiting != NULL) {
        Answer *answer = batch->waiting;
        batch->waiting = answer->next;
        free(answer);
    }
}

static int run(Batch *batch) {
    int status = STATUS_INCOMPLETE;
    batch->line = malloc(sizeof *batch->line);
    bool has_input = batch->line != NULL && monitor_init(&batch->input);
    if (has_input && monitor_init(&batch->output)) {
        work_side_by_side(batch);
        status = conclude(batch);
        release_waiting(batch);
        monitor_destroy(&batch->output);
    } else {
        fputs("rowan: not enough memory\n", stderr);
    }
    if (has_input) monitor_destroy(&batch->input);
    free(batch->line);
    return status;
}

/* The command line */

static bool set_option(Batch *batch, const char *name, const char *value, Reason *why) {
    const struct {
        const char *name;
        int64_t *number, max;
    } options[] = {{"--nodes", &batch->spec.nodes, INT64_C(1000000000000000)},
                   {"--movetime", &batch->spec.movetime_ms, INT64_C(1000000000000000)},
                   {"--multipv", &batch->spec.multipv, 512},
                   {"--hash", &batch->spec.hash_mb, 65536},
                   {"--threads", &batch->threads, THREADS_MAX}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(name, options[i].name) != 0) continue;
        return (value != NULL && word_to_number(word_of(value), 1, options[i].max, options[i].number)) ||
               refuse(why, "%s needs a number from 1 to %lld", name, (long long)options[i].max);
    }
    return refuse(why, "unknown option '%.60s'; see --help", name);
}

static bool parse(Batch *batch, int argc, char **argv, Reason *why) {
    bool has_path = false;
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            if (!set_option(batch, argv[i], i + 1 < argc ? argv[i + 1] : NULL, why)) return false;
            i++;
        } else if (has_path) {
            return refuse(why, "unexpected argument '%.60s' after the file; see --help", argv[i]);
        } else {
            has_path = true;
            if (strcmp(argv[i], "-") != 0) batch->path = argv[i];
        }
    }
    if (batch->spec.nodes == LIMIT_NONE && batch->spec.movetime_ms == LIMIT_NONE) batch->spec.nodes = 1000000;
    return true;
}

/* ISO C does not promise a cause. */
static bool open_input(Batch *batch) {
    errno = 0;
    batch->in = batch->path != NULL ? fopen(batch->path, "r") : stdin;
    if (batch->in != NULL) return true;
    fprintf(stderr, "rowan: cannot read '%.200s'%s%s\n", batch->path, errno != 0 ? ": " : "",
            errno != 0 ? strerror(errno) : "");
    return false;
}

int ugi_analyse(int argc, char **argv) {
    Batch batch = {.spec = {.nodes = LIMIT_NONE, .movetime_ms = LIMIT_NONE, .multipv = 1, .hash_mb = 64}, .threads = 1};
    Reason why;
    if (!parse(&batch, argc, argv, &why)) {
        fprintf(stderr, "rowan: %s\n", why.text);
        return STATUS_WRONG_USAGE;
    }
    if (!open_input(&batch)) return STATUS_WRONG_USAGE;
    int status = run(&batch);
    if (batch.path != NULL) fclose(batch.in);
    return status;
}
