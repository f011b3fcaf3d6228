#include "board/allowed.h"

#include <string.h>

#include "rules/game.h"

typedef enum { VALUE_GAME, VALUE_NUMBER, VALUE_CHECK, VALUE_WORD, VALUE_BUTTON } ValueKind;

typedef struct {
    const char *name;
    ValueKind kind;
    int64_t min, max;
} AllowedOption;

static const AllowedOption options[] = {
    {"Game", VALUE_GAME, 0, 0},
    {"Hash", VALUE_NUMBER, 1, ALLOWED_HASH_MB_MAX},
    {"Threads", VALUE_NUMBER, 1, ALLOWED_THREADS_MAX},
    {"MultiPV", VALUE_NUMBER, 1, 512},
    {"Level", VALUE_WORD, 0, 0},
    {"Seed", VALUE_NUMBER, 0, INT32_MAX},
    {"OwnBook", VALUE_CHECK, 0, 0},
    {"UCI_ShowWDL", VALUE_CHECK, 0, 0},
    {"Clear Hash", VALUE_BUTTON, 0, 0},
};

static const char *const plain_commands[] = {"ugi", "isready", "uginewgame", "stop", NULL};
static const char *const questions[] = {"gameover", "p1turn", "result",  "fen",     "game",    "moves",  "line",
                                        "score",    "lines",  "threats", "classes", "pairing", "blocks", NULL};
static const char *const limits_with_number[] = {"depth",  "nodes", "movetime", "mate",      "p1time",
                                                 "p2time", "p1inc", "p2inc",    "movestogo", NULL};
static const char *const limits_alone[] = {"infinite", "prove", "searchmoves", NULL};

static bool is_one_of(Word word, const char *const list[]) {
    for (int i = 0; list[i] != NULL; i++) {
        if (word_is(word, list[i])) return true;
    }
    return false;
}

static bool consists_of(Word word, const char *characters) {
    for (size_t i = 0; i < word.length; i++) {
        if (strchr(characters, word.at[i]) == NULL) return false;
    }
    return word.length > 0;
}

static void add(Writer *writer, Word word) {
    writer_add(writer, writer->length > 0 ? " %.*s" : "%.*s", (int)word.length, word.at);
}

/* Cells, sides, rules and moves: nothing in a position has other characters. */
static bool take_position(const char *cursor, Writer *writer, Reason *why) {
    Word word;
    if (!word_next(&cursor, &word) || (!word_is(word, "startpos") && !word_is(word, "fen")))
        return refuse(why, "position: expected startpos or fen");
    add(writer, word);
    while (word_next(&cursor, &word)) {
        if (!consists_of(word, "abcdefghijklmnopqrstuvwxyz0123456789/"))
            return refuse(why, "position: '%.*s' is not part of a position", word_shown(word), word.at);
        add(writer, word);
    }
    return true;
}

static bool take_go(const char *cursor, Writer *writer, Reason *why) {
    bool is_listing_moves = false;
    for (Word word; word_next(&cursor, &word);) {
        add(writer, word);
        if (is_one_of(word, limits_alone)) {
            is_listing_moves = word_is(word, "searchmoves");
        } else if (is_one_of(word, limits_with_number)) {
            Word number;
            int64_t value;
            is_listing_moves = false;
            if (!word_next(&cursor, &number) || !word_to_number(number, INT64_MIN, INT64_MAX, &value))
                return refuse(why, "go: %.*s needs a number", word_shown(word), word.at);
            add(writer, number);
        } else if (!is_listing_moves || !consists_of(word, "abcdefghijklmno0123456789")) {
            return refuse(why, "go: '%.*s' is not allowed from the page", word_shown(word), word.at);
        }
    }
    return true;
}

static bool take_query(const char *cursor, Writer *writer, Reason *why) {
    Word word, more;
    if (!word_next(&cursor, &word) || !is_one_of(word, questions) || word_next(&cursor, &more))
        return refuse(why, "query: this question is not allowed from the page");
    add(writer, word);
    return true;
}

static const AllowedOption *find_option(const char *name) {
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (word_is_nocase(word_of(name), options[i].name)) return &options[i];
    }
    return NULL;
}

static bool value_is_allowed(const AllowedOption *option, Word value, int threads_max) {
    Game game;
    Reason ignored;
    int64_t number, max = strcmp(option->name, "Threads") == 0 ? threads_max : option->max;
    switch (option->kind) {
    case VALUE_GAME:
        return game_parse(value, &game, &ignored);
    case VALUE_NUMBER:
        return word_to_number(value, option->min, max, &number);
    case VALUE_CHECK:
        return word_is(value, "true") || word_is(value, "false");
    case VALUE_WORD:
        return value.length <= 16 && consists_of(value, "abcdefghijklmnopqrstuvwxyz0123456789");
    default:
        return value.length == 0;
    }
}

/* name <words> [value <one word>] */
static bool take_setoption(const char *cursor, int threads_max, Writer *writer, Reason *why) {
    char name[32];
    Writer name_writer = writer_on(name, sizeof name);
    Word word, value = {"", 0};
    if (!word_next(&cursor, &word) || !word_is(word, "name")) return refuse(why, "setoption: expected name");
    while (word_next(&cursor, &word) && !word_is(word, "value")) add(&name_writer, word);
    bool has_value = word_next(&cursor, &value);
    const AllowedOption *option = name_writer.length > 0 && !name_writer.overflowed ? find_option(name) : NULL;
    if (option == NULL) return refuse(why, "setoption: this option is not allowed from the page");
    if (!value_is_allowed(option, value, threads_max) || word_next(&cursor, &word))
        return refuse(why, "setoption: this value of %s is not allowed from the page", option->name);
    writer_add(writer, " name %s", option->name);
    if (has_value) writer_add(writer, " value %.*s", (int)value.length, value.at);
    return true;
}

/* Printable ASCII: a line break would begin a second command behind the one that was checked. */
static bool is_plain_text(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] < ' ' || text[i] > '~') return false;
    }
    return true;
}

bool allowed_line(const char *text, size_t length, int threads_max, char line[ALLOWED_LINE_SIZE], Reason *why) {
    char copy[ALLOWED_LINE_SIZE];
    Word command, more;
    if (length >= sizeof copy) return refuse(why, "a line of more than %d characters", ALLOWED_LINE_SIZE - 1);
    if (!is_plain_text(text, length)) return refuse(why, "a line with an invalid character");
    memcpy(copy, text, length);
    copy[length] = '\0';
    const char *cursor = copy;
    Writer writer = writer_on(line, ALLOWED_LINE_SIZE);
    if (!word_next(&cursor, &command)) return refuse(why, "an empty line");
    add(&writer, command);
    if (is_one_of(command, plain_commands)) {
        return !word_next(&cursor, &more) || refuse(why, "%.*s takes no arguments", word_shown(command), command.at);
    }
    if (word_is(command, "position")) return take_position(cursor, &writer, why);
    if (word_is(command, "go")) return take_go(cursor, &writer, why);
    if (word_is(command, "query")) return take_query(cursor, &writer, why);
    if (word_is(command, "setoption")) return take_setoption(cursor, threads_max, &writer, why);
    return refuse(why, "'%.*s' is not allowed from the page", word_shown(command), command.at);
}
