#include "ugi/analyst.h"

#include <stdlib.h>
#include <string.h>

#include "core/engine.h"

/* What is known of one of the best moves. */
typedef struct {
    SearchLine line;
    bool is_proven_draw; /* and the value says whose chances are better */
} Finding;

struct Analyst {
    AnalystSpec spec;
    Engine *engine;
    Finding *findings; /* as many as spec.multipv */
    int count;
    uint64_t nodes;
    int64_t time_us;
    char *text;
    size_t text_size;
};

/* What the engine reports */

static void on_progress(void *context, const EngineProgress *progress) {
    Analyst *analyst = context;
    const SearchLine *line = progress->line;
    if (line->multipv > analyst->spec.multipv) return;
    analyst->findings[line->multipv - 1] = (Finding){*line, line->is_contest};
    if (line->multipv > analyst->count) analyst->count = line->multipv;
    analyst->nodes = progress->nodes;
    analyst->time_us = progress->time_us;
}

/* A search that had no time for a line still has a move. */
static void on_best_move(void *context, int best, int ponder) {
    Analyst *analyst = context;
    (void)ponder;
    if (analyst->count > 0 || best == MOVE_NONE) return;
    analyst->findings[0] =
        (Finding){.line = {.multipv = 1, .bound = BOUND_NONE, .pv_length = 1, .pv = {(uint16_t)best}}};
    analyst->count = 1;
}

/* Beginning and end */

static bool set_number(Engine *engine, const char *name, int number) {
    char value[16];
    OptionId changed;
    Reason why;
    snprintf(value, sizeof value, "%d", number);
    return engine_set_option(engine, word_of(name), value, &changed, &why);
}

Analyst *analyst_new(const AnalystSpec *spec) {
    enum { HEAD = 8192, PER_LINE = 256, PER_MOVE = MOVE_TEXT_SIZE + 3 };
    Analyst *analyst = calloc(1, sizeof *analyst);
    if (analyst == NULL) return NULL;
    EngineListener listener = {.context = analyst, .progress = on_progress, .best_move = on_best_move};
    analyst->spec = *spec;
    analyst->engine = engine_new(&listener);
    analyst->findings = calloc((size_t)spec->multipv, sizeof *analyst->findings);
    analyst->text_size = HEAD + (size_t)spec->multipv * (PER_LINE + CELLS_MAX * PER_MOVE);
    analyst->text = malloc(analyst->text_size);
    if (analyst->engine != NULL && analyst->findings != NULL && analyst->text != NULL &&
        set_number(analyst->engine, "Hash", spec->hash_mb) && set_number(analyst->engine, "MultiPV", spec->multipv)) {
        return analyst;
    }
    analyst_free(analyst);
    return NULL;
}

void analyst_free(Analyst *analyst) {
    if (analyst == NULL) return;
    engine_free(analyst->engine);
    free(analyst->findings);
    free(analyst->text);
    free(analyst);
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
    char name[GAME_NAME_SIZE];
    OptionId changed;
    game_name(game, name);
    return engine_set_option(engine, word_of("Game"), name, &changed, why);
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

static const char *proof_text(const Finding *finding, bool of_position) {
    const SearchLine *line = &finding->line;
    if (finding->is_proven_draw) return "\"draw\"";
    if (!line->proven && (of_position || !line->move_is_proven)) return "null";
    return line->value > 0 ? "\"win\"" : line->value < 0 ? "\"loss\"" : "\"draw\"";
}

static void add_value(const Finding *finding, const Game *game, Writer *writer) {
    static const char *const bounds[] = {
        [BOUND_UPPER] = ",\"bound\":\"upper\"", [BOUND_LOWER] = ",\"bound\":\"lower\"", [BOUND_EXACT] = ""};
    const SearchLine *line = &finding->line;
    bool is_mate = !game_counts_points(game) && (value_is_win(line->value) || value_is_loss(line->value));
    if (line->bound == BOUND_NONE) {
        writer_add(writer, "null");
    } else {
        writer_add(writer, "{\"%s\":%d%s}", is_mate ? "mate" : "cp", is_mate ? value_mate_in(line->value) : line->value,
                   bounds[line->bound]);
    }
}

static void add_finding(const Finding *finding, const Game *game, Writer *writer) {
    char move[MOVE_TEXT_SIZE];
    notation_print_move(game, finding->line.pv[0], move);
    writer_add(writer, "{\"move\":\"%s\",\"value\":", move);
    add_value(finding, game, writer);
    writer_add(writer, ",\"proven\":%s,\"depth\":%d,\"pv\":[", proof_text(finding, false), finding->line.depth);
    for (int i = 0; i < finding->line.pv_length; i++) {
        notation_print_move(game, finding->line.pv[i], move);
        writer_add(writer, "%s\"%s\"", i > 0 ? "," : "", move);
    }
    writer_add(writer, "]}");
}

static void write_answer(const Analyst *analyst, Writer *writer) {
    static const char *const results[] = {"null", "\"p1win\"", "\"p2win\"", "\"draw\""};
    const Position *position = engine_position(analyst->engine);
    const Game *game = &position->grid->game;
    char name[GAME_NAME_SIZE], fen[POSITION_TEXT_SIZE];
    game_name(game, name);
    notation_print_position(position->grid, &position->board, fen);
    writer_add(writer, "\"game\":\"%s\",\"position\":\"%s\",\"result\":%s,\"value\":", name, fen,
               results[board_outcome(position->grid, &position->board)]);
    if (analyst->count > 0) add_value(&analyst->findings[0], game, writer);
    writer_add(writer, "%s,\"proven\":%s,\"best\":[", analyst->count > 0 ? "" : "null",
               analyst->count > 0 ? proof_text(&analyst->findings[0], true) : "null");
    for (int i = 0; i < analyst->count; i++) {
        if (i > 0) writer_add(writer, ",");
        add_finding(&analyst->findings[i], game, writer);
    }
    writer_add(writer, "],\"nodes\":%llu,\"time\":%lld", (unsigned long long)analyst->nodes,
               (long long)(analyst->time_us / 1000));
}

const char *analyst_answer(Analyst *analyst, const char *line, Reason *why) {
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
