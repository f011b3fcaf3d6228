#include "ugi/input.h"

#include <stddef.h>

static bool is_valid(int byte) {
    return byte == '\t' || (byte >= ' ' && byte != 0x7F);
}

void input_begin(InputLine *line) {
    line->length = 0;
    line->is_begun = line->is_too_long = line->has_invalid_byte = line->is_after_cr = false;
}

void input_add(InputLine *line, int byte) {
    line->is_begun = true;
    if (line->is_after_cr) line->has_invalid_byte = true;
    line->is_after_cr = byte == '\r';
    if (line->is_after_cr) return;
    if (!is_valid(byte)) line->has_invalid_byte = true;
    if (line->length + 1 < INPUT_LINE_SIZE) {
        line->text[line->length++] = (char)byte;
    } else {
        line->is_too_long = true;
    }
}

InputStatus input_end(InputLine *line) {
    while (line->length > 0 && (line->text[line->length - 1] == ' ' || line->text[line->length - 1] == '\t')) {
        line->length--;
    }
    line->text[line->length] = '\0';
    return line->is_too_long ? INPUT_TOO_LONG : line->has_invalid_byte ? INPUT_INVALID_BYTE : INPUT_LINE;
}

InputStatus input_read_line(FILE *stream, InputLine *line) {
    int byte;
    input_begin(line);
    while ((byte = getc(stream)) != EOF && byte != '\n') input_add(line, byte);
    InputStatus status = input_end(line);
    return byte == EOF && !line->is_begun ? INPUT_END : status;
}

bool input_is_sound(InputStatus status, Reason *why) {
    if (status == INPUT_TOO_LONG) return refuse(why, "a line of more than %d characters", INPUT_LINE_SIZE - 1);
    return status != INPUT_INVALID_BYTE || refuse(why, "a line with an invalid byte");
}

/* The arguments of `go` */

typedef struct {
    const char *name;
    enum { GO_FLAG, GO_INT, GO_INT64 } type;
    size_t offset; /* in GoCommand */
    int64_t zero;  /* what 0 and below count as */
} GoWord;

#define LIMIT(field) offsetof(GoCommand, limits.field)

/* A limit of 0 is the least search that gives a move; no moves to go are the rest of the game, as many hosts have it.
 */
static const GoWord words[] = {
    {"depth", GO_INT, LIMIT(depth), 1},
    {"nodes", GO_INT64, LIMIT(nodes), 1},
    {"movetime", GO_INT64, LIMIT(movetime_ms), 0},
    {"p1time", GO_INT64, LIMIT(time_ms[SIDE_X]), 0},
    {"p2time", GO_INT64, LIMIT(time_ms[SIDE_O]), 0},
    {"p1inc", GO_INT64, LIMIT(increment_ms[SIDE_X]), 0},
    {"p2inc", GO_INT64, LIMIT(increment_ms[SIDE_O]), 0},
    {"wtime", GO_INT64, LIMIT(time_ms[SIDE_X]), 0},
    {"btime", GO_INT64, LIMIT(time_ms[SIDE_O]), 0},
    {"winc", GO_INT64, LIMIT(increment_ms[SIDE_X]), 0},
    {"binc", GO_INT64, LIMIT(increment_ms[SIDE_O]), 0},
    {"movestogo", GO_INT, LIMIT(moves_to_go), LIMIT_NONE},
    {"mate", GO_INT, LIMIT(mate), 1},
    {"perft", GO_INT, offsetof(GoCommand, perft_plies), 1},
    {"infinite", GO_FLAG, LIMIT(infinite), 0},
    {"ponder", GO_FLAG, LIMIT(ponder), 0},
    {"prove", GO_FLAG, LIMIT(prove), 0},
};

#undef LIMIT

enum { GO_WORDS = sizeof words / sizeof words[0] };

static const char searchmoves[] = "searchmoves";

static const GoWord *find_word(Word word) {
    for (int i = 0; i < GO_WORDS; i++) {
        if (word_is(word, words[i].name)) return &words[i];
    }
    return NULL;
}

/* Looks at the next word, unless it begins the next argument. */
static bool peek_value(const char *cursor, Word *value) {
    return word_next(&cursor, value) && find_word(*value) == NULL && !word_is(*value, searchmoves);
}

static bool is_digits(Word word) {
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return false;
    }
    return word.length > 0;
}

/* Any whole number: what is below 0 counts as 0, what is above max as max. */
static bool word_to_limit(Word word, int64_t max, int64_t *number) {
    bool is_negative = word.length > 0 && word.at[0] == '-';
    Word digits = {word.at + is_negative, word.length - is_negative};
    if (!is_digits(digits)) return false;
    *number = max;
    if (is_negative) *number = 0;
    if (!is_negative) word_to_number(word, 0, max, number);
    return true;
}

/* Numbers stay far from overflow in later sums. */
static bool read_number(const char **cursor, const GoWord *word, GoCommand *go, Reason *why) {
    int64_t number, max = word->type == GO_INT ? 1000000 : INT64_C(1000000000000000);
    Word text;
    if (!peek_value(*cursor, &text)) return refuse(why, "go: %s needs a number", word->name);
    word_next(cursor, &text);
    if (!word_to_limit(text, max, &number)) {
        return refuse(why, "go: %s needs a number, not '%.*s'", word->name, word_shown(text), text.at);
    }
    if (number == 0) number = word->zero;
    void *field = (char *)go + word->offset;
    if (word->type == GO_INT) {
        *(int *)field = (int)number;
    } else {
        *(int64_t *)field = number;
    }
    return true;
}

/* Takes words up to the next argument, and keeps those that are legal moves. */
static bool read_searchmoves(const char **cursor, const Position *position, GoLimits *limits, Reason *why) {
    CellSet listed = cells_none();
    bool all_fine = true;
    limits->moves_are_listed = true;
    limits->allowed_count = 0;
    for (Word word; peek_value(*cursor, &word);) {
        int cell;
        Reason reason;
        word_next(cursor, &word);
        if (!notation_parse_move(&position->grid->game, word, &cell, &reason) ||
            !position_is_free(position, cell, &reason)) {
            if (all_fine) refuse(why, "go: %.200s", reason.text);
            all_fine = false;
        } else if (!cells_has(&listed, cell)) {
            cells_add(&listed, cell);
            limits->allowed[limits->allowed_count++] = (uint16_t)cell;
        }
    }
    if (all_fine && limits->allowed_count == 0) return refuse(why, "go: searchmoves needs at least one move");
    return all_fine;
}

static bool read_argument(Word name, const char **cursor, const Position *position, GoCommand *go, Reason *why) {
    if (word_is(name, searchmoves)) return read_searchmoves(cursor, position, &go->limits, why);
    const GoWord *word = find_word(name);
    if (word == NULL) return refuse(why, "go: unknown word '%.*s'; help lists them all", word_shown(name), name.at);
    if (word->type != GO_FLAG) return read_number(cursor, word, go, why);
    *(bool *)((char *)go + word->offset) = true;
    return true;
}

/* The same time as the other side's, where a host gave only that. */
static bool settle_clock(GoLimits *limits, Side side, Reason *why) {
    int64_t other_ms = limits->time_ms[side_other(side)];
    if (limits->infinite || limits->time_ms[side] != LIMIT_NONE || other_ms == LIMIT_NONE) return true;
    limits->time_ms[side] = other_ms;
    return refuse(why, "go: %s is missing, the clock of the side to move", side == SIDE_X ? "p1time" : "p2time");
}

/* Without any limit only `stop` ends the search, after `ponderhit` too, and the host knows that. But a host whose line
 * was not understood may have meant to give a limit and wait for the move. A proof may take hours: `prove` is no limit.
 */
static void settle_end(GoLimits *limits, Side side, bool is_understood) {
    GoLimits after_ponderhit = *limits;
    after_ponderhit.ponder = false;
    after_ponderhit.prove = limits->prove && is_understood;
    if (limits->infinite || limits_are_bounded(&after_ponderhit, side)) return;
    if (!is_understood) {
        limits->prove = false;
        limits->depth = 1;
    } else if (!limits->ponder) {
        limits->infinite = true;
    }
}

bool input_parse_go(const char *arguments, const Position *position, GoCommand *go, Reason *why) {
    bool all_fine = true;
    Reason reason;
    *go = (GoCommand){.perft_plies = 0};
    limits_init(&go->limits);
    for (Word word; word_next(&arguments, &word);) {
        if (read_argument(word, &arguments, position, go, &reason)) continue;
        if (all_fine) *why = reason;
        all_fine = false;
    }
    Side side = board_side(&position->board);
    if (!settle_clock(&go->limits, side, &reason)) {
        if (all_fine) *why = reason;
        all_fine = false;
    }
    settle_end(&go->limits, side, all_fine);
    return all_fine;
}
