#include "harness/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"

enum { FIELDS = 4, POINTS_MAX = 999 };

/* Cuts the line into its fields, in place; false unless there are exactly four. */
static bool cut(char *line, char *field[FIELDS]) {
    static const char separator[] = " ; ";
    for (int i = 0; i < FIELDS; i++) {
        field[i] = line;
        char *end = strstr(line, separator);
        if ((end == NULL) != (i == FIELDS - 1)) return false;
        if (end == NULL) break;
        *end = '\0';
        line = end + strlen(separator);
    }
    return true;
}

/* What follows the name of a field; NULL if that is another. */
static const char *field_value(const char *field, const char *name) {
    size_t length = strlen(name);
    return strncmp(field, name, length) == 0 && field[length] == ' ' && field[length + 1] != '\0' ? field + length + 1
                                                                                                  : NULL;
}

static bool read_value(const char *text, SuiteValue *value) {
    Word kind, number;
    *value = (SuiteValue){.kind = SUITE_POINTS};
    if (!word_next(&text, &kind)) return false;
    bool has_number = word_next(&text, &number);
    if (word_is(kind, "draw") || word_is(kind, "-")) {
        value->kind = word_is(kind, "draw") ? SUITE_DRAW : SUITE_UNKNOWN;
        return !has_number;
    }
    if (word_is(kind, "win") || word_is(kind, "loss")) {
        value->kind = word_is(kind, "win") ? SUITE_WIN : SUITE_LOSS;
        return !has_number || word_to_int(number, 1, POINTS_MAX, &value->plies);
    }
    if (kind.at[0] == '+') kind = (Word){kind.at + 1, kind.length - 1};
    return !has_number && word_to_int(kind, -POINTS_MAX, POINTS_MAX, &value->points);
}

static bool read_position(char *line, SuitePosition *position, Reason *why) {
    char *field[FIELDS];
    if (!cut(line, field)) return false;
    const char *value = field_value(field[1], "value");
    const char *fen = position->fen = field[0];
    position->best = field_value(field[2], "best");
    position->source = field_value(field[3], "source");
    return field[0][0] != '\0' && value != NULL && position->best != NULL && position->source != NULL &&
           read_value(value, &position->value) && setup_parse(&fen, &position->setup, why);
}

static int count_lines(const char *text) {
    int lines = 1;
    for (; *text != '\0'; text++) lines += *text == '\n';
    return lines;
}

/* Behind those of its game. */
static void add(Suite *suite, const SuitePosition *position) {
    int at = suite->count++;
    for (int i = 0; i < suite->count - 1; i++) {
        if (game_equal(&suite->positions[i].setup.game, &position->setup.game)) at = i + 1;
    }
    SuitePosition *place = &suite->positions[at];
    memmove(place + 1, place, sizeof *place * (size_t)(suite->count - 1 - at));
    *place = *position;
}

static bool read_positions(Suite *suite, const char *path, const Game *only, Reason *why) {
    char *line = suite->text;
    for (int number = 1; line != NULL; number++) {
        SuitePosition position = {.line = number};
        Reason reason = {"not a position of a suite"};
        char *end = strchr(line, '\n');
        if (end != NULL) *end = '\0';
        bool is_comment = line[0] == '#' || line[0] == '\0';
        if (!is_comment && !read_position(line, &position, &reason)) {
            return refuse(why, "%.100s:%d: %.100s", path, number, reason.text);
        }
        if (!is_comment && (only == NULL || game_equal(only, &position.setup.game))) add(suite, &position);
        line = end != NULL ? end + 1 : NULL;
    }
    return suite->count > 0 || refuse(why, "%.100s has no position%s", path, only != NULL ? " of this game" : "");
}

bool suite_read(Suite *suite, const char *path, const Game *only, Reason *why) {
    *suite = (Suite){.text = file_load(path, why)};
    if (suite->text == NULL) return false;
    suite->positions = calloc((size_t)count_lines(suite->text), sizeof *suite->positions);
    bool fine = suite->positions != NULL ? read_positions(suite, path, only, why) : refuse(why, "not enough memory");
    if (!fine) suite_free(suite);
    return fine;
}

void suite_free(Suite *suite) {
    free(suite->positions);
    free(suite->text);
    *suite = (Suite){.count = 0};
}

int suite_game_end(const Suite *suite, int first) {
    const SuitePosition *positions = suite->positions;
    int end = first + 1;
    while (end < suite->count && game_equal(&positions[end].setup.game, &positions[first].setup.game)) end++;
    return end;
}

bool suite_lists_best_moves(const SuitePosition *position) {
    return strcmp(position->best, "-") != 0;
}

bool suite_move_is_best(const SuitePosition *position, const char *move) {
    const char *cursor = position->best;
    Word word;
    if (!suite_lists_best_moves(position)) return true;
    while (word_next(&cursor, &word)) {
        if (word_is(word, move)) return true;
    }
    return false;
}
