#include "common/record_comment.h"

#include <stdlib.h>

/* Items that are one whole number. */
static const struct {
    const char *name;
    size_t offset;
} numbers[] = {
    {"seldepth", offsetof(RecordMove, seldepth)},
    {"nps", offsetof(RecordMove, nps)},
    {"hashfull", offsetof(RecordMove, hashfull)},
};

enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static void print_details(Writer *writer, const RecordMove *move) {
    for (int i = 0; i < NUMBERS; i++) {
        int64_t number = *(const int64_t *)(const void *)((const char *)move + numbers[i].offset);
        if (number > 0) writer_add(writer, " %s=%lld", numbers[i].name, (long long)number);
    }
    if (move->left_us > 0) writer_add(writer, " left=%.3fs", (double)move->left_us / 1e6);
    if (move->latency_us > 0) writer_add(writer, " latency=%.6fs", (double)move->latency_us / 1e6);
    if (move->pv[0] != '\0') writer_add(writer, " pv=\"%s\"", move->pv);
}

static void print_value(Writer *writer, const RecordMove *move) {
    if (move->value_kind == VALUE_CP) writer_add(writer, "%+.2f", (double)move->value / 100);
    if (move->value_kind == VALUE_MATE) {
        long long moves = (long long)move->value;
        writer_add(writer, "%cM%lld", moves < 0 ? '-' : '+', moves < 0 ? -moves : moves);
    }
    if (move->value_kind != VALUE_NONE) writer_add(writer, "/%lld ", (long long)move->depth);
}

void record_comment_print_plain(Writer *writer, const RecordMove *move) {
    writer_add(writer, " {");
    print_value(writer, move);
    if (move->value_kind == VALUE_NONE) writer_add(writer, "0.00/0 ");
    writer_add(writer, "%.3fs, n=%lld, sd=%lld}", (double)move->elapsed_us / 1e6, (long long)move->nodes,
               (long long)move->seldepth);
}

void record_comment_print(Writer *writer, const RecordMove *move) {
    if (move->value_kind == VALUE_NONE && move->nodes == 0 && move->elapsed_us == 0) return;
    writer_add(writer, " {");
    print_value(writer, move);
    if (move->nodes > 0) writer_add(writer, "%lld ", (long long)move->nodes);
    writer_add(writer, "%.3fs", (double)move->elapsed_us / 1e6);
    print_details(writer, move);
    writer_add(writer, "}");
}

/* Whatever number a record has. */
static int64_t rounded(double value) {
    static const double most = 9e18;
    if (!(value > -most)) return -(int64_t)most; /* also if it is not a number */
    return value < most ? (int64_t)(value + (value < 0 ? -0.5 : 0.5)) : (int64_t)most;
}

static int64_t microseconds(const char *seconds) {
    int64_t us = rounded(strtod(seconds, NULL) * 1e6);
    return us > 0 ? us : 0;
}

/* "seldepth=9" */
static bool take_detail(RecordMove *move, const char *text) {
    const char *equals = strchr(text, '=');
    if (equals == NULL) return false;
    Word name = {text, (size_t)(equals - text)};
    if (word_is(name, "left")) move->left_us = microseconds(equals + 1);
    if (word_is(name, "latency")) move->latency_us = microseconds(equals + 1);
    for (int i = 0; i < NUMBERS; i++) {
        int64_t *number = (int64_t *)(void *)((char *)move + numbers[i].offset);
        if (word_is(name, numbers[i].name)) word_to_number(word_of(equals + 1), 0, INT64_MAX, number);
    }
    return true;
}

/* "+0.35/6", "-M2/11", "4023", "0.012s" */
static void take_word(RecordMove *move, Word word) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", word_shown(word), word.at);
    char *end = text;
    if (take_detail(move, text)) return;
    if (text[0] == '+' || text[0] == '-') {
        bool is_mate = text[1] == 'M';
        double value = strtod(is_mate ? text + 2 : text, &end);
        move->value_kind = is_mate ? VALUE_MATE : VALUE_CP;
        move->value = rounded(!is_mate ? value * 100 : text[0] == '-' ? -value : value);
        if (*end == '/') move->depth = strtoll(end + 1, &end, 10);
    } else if (text[0] != '\0' && text[strlen(text) - 1] == 's') {
        move->elapsed_us = rounded(strtod(text, &end) * 1e6);
    } else {
        word_to_number(word, 0, INT64_MAX, &move->nodes);
    }
}

/* The line is the last item, because it has blanks in it. Cuts it off the comment. */
static void take_pv(RecordMove *move, char *inside) {
    char *pv = strstr(inside, "pv=\"");
    if (pv == NULL) return;
    const char *from = pv + strlen("pv=\""), *end = strchr(from, '"');
    if (end != NULL && (size_t)(end - from) < sizeof move->pv) {
        memcpy(move->pv, from, (size_t)(end - from));
        move->pv[end - from] = '\0';
    }
    *pv = '\0';
}

bool record_comment_take(const char **cursor, RecordMove *move) {
    const char *end = strchr(*cursor, '}');
    if (end == NULL) return false;
    char inside[RECORD_COMMENT_SIZE];
    int length = end - *cursor < (ptrdiff_t)sizeof inside ? (int)(end - *cursor) : (int)sizeof inside - 1;
    snprintf(inside, sizeof inside, "%.*s", length, *cursor);
    *cursor = end + 1;
    if (move == NULL) return true;
    take_pv(move, inside);
    const char *at = inside;
    for (Word word; word_next(&at, &word);) take_word(move, word);
    return true;
}
