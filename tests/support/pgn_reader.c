#include "support/pgn_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};

enum { ROSTER = sizeof roster / sizeof roster[0], LINE_MAX_PGN = 255 };

const char *pgn_value(const PgnGame *game, const char *name) {
    for (int i = 0; i < game->tags; i++) {
        if (strcmp(game->names[i], name) == 0) return game->values[i];
    }
    return NULL;
}

/* White space, comments to the end of the line, and lines that begin with a per cent sign. */
static void skip(const char **text, const char *begin) {
    for (;;) {
        *text += strspn(*text, " \t\r\n\v\f");
        bool is_escape = **text == '%' && (*text == begin || (*text)[-1] == '\n');
        if (**text != ';' && !is_escape) return;
        *text += strcspn(*text, "\n");
    }
}

static bool take_symbol(const char **text, char symbol[PGN_VALUE_SIZE]) {
    size_t length = strspn(*text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+#=:-/*");
    if (length == 0 || length >= PGN_VALUE_SIZE) return false;
    memcpy(symbol, *text, length);
    symbol[length] = '\0';
    *text += length;
    return true;
}

/* Printing characters only; a backslash makes a quote or a backslash literal. */
static bool take_string(const char **text, char value[PGN_VALUE_SIZE]) {
    size_t length = 0;
    if (*(*text)++ != '"') return false;
    for (; **text != '"'; (*text)++) {
        if (**text == '\\') (*text)++;
        if (!isprint((unsigned char)**text) || length + 1 >= PGN_VALUE_SIZE) return false;
        value[length++] = **text;
    }
    value[length] = '\0';
    (*text)++;
    return true;
}

static bool take_tag(const char **text, const char *begin, PgnGame *game) {
    char name[PGN_VALUE_SIZE];
    (*text)++;
    skip(text, begin);
    if (game->tags == PGN_TAGS_MAX || !take_symbol(text, name)) return false;
    skip(text, begin);
    if (pgn_value(game, name) != NULL || !take_string(text, game->values[game->tags])) return false;
    strcpy(game->names[game->tags++], name);
    skip(text, begin);
    return *(*text)++ == ']';
}

static bool has_roster(const PgnGame *game) {
    for (int i = 0; i < ROSTER; i++) {
        if (game->tags <= i || strcmp(game->names[i], roster[i]) != 0) return false;
    }
    return true;
}

static bool has_date(const PgnGame *game) {
    const char *date = pgn_value(game, "Date");
    if (strlen(date) != 10 || date[4] != '.' || date[7] != '.') return false;
    for (int i = 0; i < 10; i++) {
        if (i != 4 && i != 7 && !isdigit((unsigned char)date[i]) && date[i] != '?') return false;
    }
    return true;
}

static bool is_result(const char *symbol) {
    return strcmp(symbol, "1-0") == 0 || strcmp(symbol, "0-1") == 0 || strcmp(symbol, "1/2-1/2") == 0 ||
           strcmp(symbol, "*") == 0;
}

/* "12." or "12..." */
static bool take_number(const char **text) {
    size_t digits = strspn(*text, "0123456789"), dots = strspn(*text + digits, ".");
    if (digits == 0 || dots == 0) return false;
    *text += digits + dots;
    return true;
}

static const char *take_moves(const char **text, const char *begin, PgnGame *game) {
    char symbol[PGN_VALUE_SIZE];
    for (;;) {
        skip(text, begin);
        if (**text == '{') {
            const char *end = strchr(*text, '}');
            if (end == NULL) return "a comment is not closed";
            *text = end + 1;
            game->comments++;
            continue;
        }
        if (take_number(text)) continue;
        if (!take_symbol(text, symbol)) return "neither a move nor a result";
        if (is_result(symbol)) return strcmp(symbol, pgn_value(game, "Result")) == 0 ? NULL : "another result";
        if (!isalpha((unsigned char)symbol[0])) return "a move begins with a letter";
        game->moves++;
    }
}

static bool has_long_line(const char *text) {
    for (; *text != '\0'; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n')) {
        if (strcspn(text, "\n") > LINE_MAX_PGN) return true;
    }
    return false;
}

bool pgn_next(const char **text, PgnGame *game, const char **wrong) {
    const char *begin = *text;
    *game = (PgnGame){0};
    *wrong = NULL;
    skip(text, begin);
    if (**text == '\0') return false;
    while (**text == '[') {
        if (!take_tag(text, begin, game)) *wrong = "a malformed tag";
        if (*wrong != NULL) return false;
        skip(text, begin);
    }
    if (!has_roster(game)) *wrong = "the seven tags do not come first";
    if (*wrong == NULL && !has_date(game)) *wrong = "a malformed date";
    if (*wrong == NULL && !is_result(pgn_value(game, "Result"))) *wrong = "a malformed result";
    if (*wrong == NULL && has_long_line(begin)) *wrong = "a line of more than 255 characters";
    if (*wrong == NULL) *wrong = take_moves(text, begin, game);
    return *wrong == NULL;
}
