#include "ugi/go.h"

#include <stddef.h>

typedef struct {
    const char *name;
    enum { GO_FLAG, GO_INT, GO_INT64 } type;
    size_t offset; /* in GoCommand */
    int64_t min;
} GoWord;

#define LIMIT(field) offsetof(GoCommand, limits.field)

static const GoWord words[] = {
    {"depth", GO_INT, LIMIT(depth), 1},
    {"nodes", GO_INT64, LIMIT(nodes), 1},
    {"movetime", GO_INT64, LIMIT(movetime_ms), 0},
    {"p1time", GO_INT64, LIMIT(time_ms[SIDE_X]), INT64_MIN},
    {"p2time", GO_INT64, LIMIT(time_ms[SIDE_O]), INT64_MIN},
    {"p1inc", GO_INT64, LIMIT(increment_ms[SIDE_X]), 0},
    {"p2inc", GO_INT64, LIMIT(increment_ms[SIDE_O]), 0},
    {"wtime", GO_INT64, LIMIT(time_ms[SIDE_X]), INT64_MIN},
    {"btime", GO_INT64, LIMIT(time_ms[SIDE_O]), INT64_MIN},
    {"winc", GO_INT64, LIMIT(increment_ms[SIDE_X]), 0},
    {"binc", GO_INT64, LIMIT(increment_ms[SIDE_O]), 0},
    {"movestogo", GO_INT, LIMIT(moves_to_go), 1},
    {"mate", GO_INT, LIMIT(mate), 1},
    {"perft", GO_INT, offsetof(GoCommand, perft_plies), 1},
    {"infinite", GO_FLAG, LIMIT(infinite), 0},
    {"ponder", GO_FLAG, LIMIT(ponder), 0},
    {"prove", GO_FLAG, LIMIT(prove), 0},
};

#undef LIMIT

enum { GO_WORDS = sizeof words / sizeof words[0] };

/* Numbers stay far from overflow in later sums; a clock that has run out counts as 0. */
static const int64_t NUMBER_MAX = INT64_C(1000000000000000);

static bool read_number(const char **cursor, const GoWord *word, GoCommand *go, Reason *why) {
    Word text;
    int64_t number, max = word->type == GO_INT ? 1000000 : NUMBER_MAX;
    if (!word_next(cursor, &text)) return refuse(why, "go: %s needs a number", word->name);
    if (!word_to_number(text, word->min, max, &number)) {
        return refuse(why, "go: %s needs a number from %lld to %lld, not '%.*s'", word->name,
                      (long long)(word->min == INT64_MIN ? 0 : word->min), (long long)max, word_shown(text), text.at);
    }
    void *field = (char *)go + word->offset;
    if (word->type == GO_INT) {
        *(int *)field = (int)number;
    } else {
        *(int64_t *)field = number < 0 ? 0 : number;
    }
    return true;
}

/* Takes moves up to the first word that is none. */
static bool read_searchmoves(const char **cursor, const Position *position, GoLimits *limits, Reason *why) {
    CellSet listed = cells_none();
    Word word;
    int cell;
    limits->allowed_count = 0;
    for (const char *ahead = *cursor;
         word_next(&ahead, &word) && move_parse(&position->grid->game, word, &cell, why);) {
        *cursor = ahead;
        Reason reason;
        if (!position_is_free(position, cell, &reason)) return refuse(why, "go: %.200s", reason.text);
        if (cells_has(&listed, cell)) continue;
        cells_add(&listed, cell);
        limits->allowed[limits->allowed_count++] = (uint16_t)cell;
    }
    if (limits->allowed_count > 0) return true;
    if (!word_next(cursor, &word)) return refuse(why, "go: searchmoves needs at least one move");
    return refuse(why, "go: searchmoves needs at least one move, not '%.*s'", word_shown(word), word.at);
}

static bool read_word(Word word, const char **cursor, GoCommand *go, Reason *why) {
    for (int i = 0; i < GO_WORDS; i++) {
        if (!word_is(word, words[i].name)) continue;
        if (words[i].type != GO_FLAG) return read_number(cursor, &words[i], go, why);
        *(bool *)((char *)go + words[i].offset) = true;
        return true;
    }
    return refuse(why, "go: unknown word '%.*s'", word_shown(word), word.at);
}

/* Without any limit nothing but `stop` can end the search. Only the other side's clock is more likely an oversight. */
static bool settle(GoLimits *limits, Side side, Reason *why) {
    if (limits->infinite || limits->ponder || limits_are_bounded(limits, side)) return true;
    if (limits->time_ms[side_other(side)] != LIMIT_NONE) {
        return refuse(why, "go: %s is missing, the clock of the side to move", side == SIDE_X ? "p1time" : "p2time");
    }
    limits->infinite = true;
    return true;
}

bool go_parse(const char *arguments, const Position *position, GoCommand *go, Reason *why) {
    GoCommand read = {.perft_plies = 0};
    limits_init(&read.limits);
    Word word;
    while (word_next(&arguments, &word)) {
        bool fine = word_is(word, "searchmoves") ? read_searchmoves(&arguments, position, &read.limits, why)
                                                 : read_word(word, &arguments, &read, why);
        if (!fine) return false;
    }
    if (!settle(&read.limits, board_side(&position->board), why)) return false;
    *go = read;
    return true;
}
