#include "common/client_parse.h"

#include <string.h>

const char *client_parse_after(const char *line, const char *word) {
    Word first, second;
    if (!word_next(&line, &first) || !word_is(first, word)) return NULL;
    word_next(&line, &second);
    return second.at;
}

void client_parse_copy(char *to, size_t size, Word from) {
    size_t kept = from.length < size ? from.length : size - 1;
    for (size_t i = 0; i < kept; i++) to[i] = from.at[i] >= ' ' && from.at[i] <= '~' ? from.at[i] : '?';
    to[kept] = '\0';
    if (kept < from.length && kept >= 3) memcpy(to + kept - 3, "...", 3);
}

/* The rest of a line without the blanks before it. */
static const char *trimmed(const char *text) {
    Word word;
    word_next(&text, &word);
    return word.at;
}

/* As in "cp -35"; some engines write a plus, too. */
static bool next_number(const char **cursor, int64_t *number) {
    Word word;
    if (!word_next(cursor, &word)) return false;
    if (word.at[0] == '+') word = (Word){word.at + 1, word.length - 1};
    return word_to_number(word, INT64_MIN, INT64_MAX, number);
}

/* A name may have blanks and ends before the word type. */
bool client_parse_option(const char *rest, ClientOption *option) {
    const char *cursor = client_parse_after(rest, "name");
    if (cursor == NULL) return false;
    Word name = {cursor, 0}, word, type;
    bool has_word;
    while ((has_word = word_next(&cursor, &word)) && !word_is(word, "type")) {
        name.length = (size_t)(word.at + word.length - name.at);
    }
    if (!has_word || name.length == 0) return false;
    word_next(&cursor, &type);
    client_parse_copy(option->name, sizeof option->name, name);
    client_parse_copy(option->type, sizeof option->type, type);
    client_parse_copy(option->details, sizeof option->details, word_of(trimmed(cursor)));
    return true;
}

/* The item of an info line that is followed by one number. */
static int64_t *number_named(ClientAnswer *answer, Word word) {
    if (word_is(word, "depth")) return &answer->depth;
    if (word_is(word, "seldepth")) return &answer->seldepth;
    if (word_is(word, "nodes")) return &answer->nodes;
    if (word_is(word, "nps")) return &answer->nps;
    if (word_is(word, "hashfull")) return &answer->hashfull;
    if (word_is(word, "time")) return &answer->time_ms;
    return NULL;
}

/* Far beyond any real score, and small enough for any arithmetic. */
static int64_t bounded_score(int64_t score) {
    return score > CLIENT_SCORE_MAX ? CLIENT_SCORE_MAX : score < -CLIENT_SCORE_MAX ? -CLIENT_SCORE_MAX : score;
}

static void take_score(ClientAnswer *answer, const char **cursor) {
    Word kind;
    int64_t score;
    if (!word_next(cursor, &kind) || !next_number(cursor, &score)) return;
    if (!word_is(kind, "cp") && !word_is(kind, "mate")) return;
    answer->score_kind = word_is(kind, "cp") ? CLIENT_CP : CLIENT_MATE;
    answer->score = bounded_score(score);
}

/* Cut after a whole move if it is too long. */
static void take_pv(ClientAnswer *answer, Word pv) {
    if (pv.length >= sizeof answer->pv) {
        pv.length = sizeof answer->pv - 1;
        while (pv.length > 0 && pv.at[pv.length] != ' ') pv.length--;
    }
    client_parse_copy(answer->pv, sizeof answer->pv, pv);
}

/* The rank of the line with MultiPV. It need not stand before the score, so it is looked up first. */
static int64_t multipv_rank(const char *cursor) {
    int64_t rank = 1;
    for (Word word; word_next(&cursor, &word) && !word_is(word, "pv") && !word_is(word, "string");) {
        if (word_is(word, "multipv") && next_number(&cursor, &rank)) return rank;
    }
    return 1;
}

void client_parse_info(const char *rest, ClientAnswer *answer) {
    answer->info_count++;
    if (multipv_rank(rest) != 1) return;
    for (Word word; word_next(&rest, &word) && !word_is(word, "string");) {
        int64_t *number = number_named(answer, word);
        if (number != NULL) {
            next_number(&rest, number);
        } else if (word_is(word, "score")) {
            take_score(answer, &rest);
        } else if (word_is(word, "pv")) {
            take_pv(answer, word_of(trimmed(rest)));
            return;
        }
    }
}

static bool is_letter_or_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool take_move(const char **cursor, char move[CLIENT_MOVE_SIZE]) {
    Word word;
    if (!word_next(cursor, &word) || word.length >= CLIENT_MOVE_SIZE) return false;
    for (size_t i = 0; i < word.length && !word_is(word, "(none)"); i++) {
        if (!is_letter_or_digit(word.at[i])) return false;
    }
    client_parse_copy(move, CLIENT_MOVE_SIZE, word);
    return true;
}

bool client_parse_bestmove(const char *rest, ClientAnswer *answer) {
    if (!take_move(&rest, answer->move)) return false;
    const char *ponder = client_parse_after(rest, "ponder");
    if (ponder != NULL) take_move(&ponder, answer->ponder);
    return true;
}

bool client_parse_to_uci(const char *limits, char uci[CLIENT_LIMITS_SIZE]) {
    static const char *const words[][2] = {
        {"p1time", "wtime"}, {"p2time", "btime"}, {"p1inc", "winc"}, {"p2inc", "binc"}};
    Writer writer = writer_on(uci, CLIENT_LIMITS_SIZE);
    for (Word word; word_next(&limits, &word);) {
        if (writer.length + word.length + 2 >= CLIENT_LIMITS_SIZE) return false;
        if (writer.length > 0) writer_add(&writer, " ");
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (word_is(word, words[i][0])) word = word_of(words[i][1]);
        }
        writer_add(&writer, "%.*s", (int)word.length, word.at);
    }
    return true;
}
