#include "sparring/go_numbers.h"

#include <string.h>

static const int64_t NUMBER_MAX = INT64_C(1000000000000000); /* as in PROTOCOL.md */

static int64_t *number_named(GoNumbers *numbers, Word word) {
    const struct {
        const char *name;
        int64_t *number;
    } named[] = {
        {"depth", &numbers->depth},        {"nodes", &numbers->nodes},       {"movetime", &numbers->movetime},
        {"p1time", &numbers->time[0]},     {"p2time", &numbers->time[1]},    {"p1inc", &numbers->increment[0]},
        {"p2inc", &numbers->increment[1]}, {"wtime", &numbers->time[0]},     {"btime", &numbers->time[1]},
        {"winc", &numbers->increment[0]},  {"binc", &numbers->increment[1]}, {"movestogo", &numbers->movestogo},
    };
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (word_is(word, named[i].name)) return named[i].number;
    }
    return NULL;
}

/* A number beyond the range counts as its end; an increment may be 0, a limit is at least 1. */
static bool read_number(Word name, const char **cursor, GoNumbers *numbers, Reason *why) {
    int64_t *number = number_named(numbers, name), read;
    const char *ahead = *cursor;
    Word value;
    if (number == NULL) return refuse(why, "go: unknown word '%.*s'", word_shown(name), name.at);
    bool has_word = word_next(&ahead, &value);
    bool is_number = has_word && value.length > 0 && strspn(value.at, "-0123456789") >= value.length;
    if (!is_number) return refuse(why, "go: %.*s needs a number", word_shown(name), name.at);
    *cursor = ahead;
    bool is_least = value.at[0] == '-';
    bool is_increment = number == &numbers->increment[0] || number == &numbers->increment[1];
    if (!word_to_number(value, 0, NUMBER_MAX, &read)) read = is_least ? 0 : NUMBER_MAX;
    *number = read > 0 || is_increment || number == &numbers->movestogo ? read : 1;
    return true;
}

static bool is_limited(const GoNumbers *numbers) {
    return numbers->is_held || numbers->depth > 0 || numbers->nodes > 0 || numbers->movetime > 0 ||
           numbers->time[0] > 0 || numbers->time[1] > 0;
}

bool go_numbers_parse(const char *text, GoNumbers *numbers, Reason *why) {
    bool is_fine = true;
    Reason ignored;
    *numbers = (GoNumbers){0};
    for (Word word; word_next(&text, &word);) {
        if (word_is(word, "infinite") || word_is(word, "ponder")) {
            numbers->is_held = true;
        } else if (!read_number(word, &text, numbers, is_fine ? why : &ignored)) {
            is_fine = false;
        }
    }
    if (!is_limited(numbers) && is_fine) numbers->is_held = true;
    if (!is_limited(numbers) && !is_fine) numbers->depth = 1;
    return is_fine;
}

/* A twentieth of what is left on the clock, and half of the increment. */
static int64_t share_of_clock(int64_t left_ms, int64_t increment_ms) {
    if (left_ms <= 0) return 0;
    int64_t share_ms = left_ms / 20 + increment_ms / 2;
    return share_ms < 1 ? 1 : share_ms > left_ms ? left_ms : share_ms;
}

int64_t go_numbers_time_ms(const GoNumbers *numbers, Side side) {
    if (numbers->movetime > 0) return numbers->movetime;
    return share_of_clock(numbers->time[side], numbers->increment[side]);
}
