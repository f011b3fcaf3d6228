#include "rules/game.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    Rule rule;
} rules[] = {{"line", RULE_LINE}, {"score", RULE_SCORE}, {"magic", RULE_MAGIC}};

enum { RULES = sizeof rules / sizeof rules[0] };

bool game_shape_is_supported(int n, int d) {
    static const int largest[] = {0, 0, 15, 8, 4};
    return d >= 2 && d <= 4 && n >= 3 && n <= largest[d];
}

/* "4x4x4" -> n, d */
static bool parse_shape(Word text, Game *game, Reason *why) {
    Game parsed = {.d = 0};
    const char *at = text.at, *end = text.at + text.length;
    for (;;) {
        const char *start = at;
        while (at < end && *at != 'x') at++;
        Word number = {start, (size_t)(at - start)};
        int n;
        if (!word_to_int(number, 1, 999, &n) || number.at[0] == '0') {
            return refuse(why, "'%.*s' is not a game such as 4x4x4 or 3x3x3:score10", word_shown(text), text.at);
        }
        if (parsed.d > 0 && n != parsed.n) return refuse(why, "the edges of a board must be equal");
        parsed.n = n;
        parsed.d++;
        if (at == end) break;
        at++;
    }
    if (!game_shape_is_supported(parsed.n, parsed.d)) {
        return refuse(why,
                      "there is no board %.*s: edges are 3 to 15 in two dimensions, 3 to 8 in three, 3 or 4 in four",
                      word_shown(text), text.at);
    }
    *game = parsed;
    return true;
}

bool game_parse_rule(Word text, Game *game, Reason *why) {
    for (int i = 0; i < RULES; i++) {
        size_t length = strlen(rules[i].name);
        if (text.length < length || memcmp(text.at, rules[i].name, length) != 0) continue;
        Word target = {text.at + length, text.length - length};
        int points = 0;
        if (target.length > 0 &&
            (rules[i].rule == RULE_LINE || target.at[0] == '0' || !word_to_int(target, 1, GAME_TARGET_MAX, &points))) {
            break;
        }
        if (rules[i].rule == RULE_MAGIC && (game->d != 3 || game->n % 2 == 0)) {
            return refuse(why, "the rule magic needs three dimensions and an odd edge");
        }
        game->rule = rules[i].rule;
        game->target = points;
        return true;
    }
    return refuse(why, "'%.*s' is not a rule: line, score, score<1-%d>, magic, magic<1-%d>", word_shown(text), text.at,
                  GAME_TARGET_MAX, GAME_TARGET_MAX);
}

bool game_parse(Word text, Game *game, Reason *why) {
    const char *colon = memchr(text.at, ':', text.length);
    Word shape = {text.at, colon == NULL ? text.length : (size_t)(colon - text.at)};
    Game parsed;
    if (!parse_shape(shape, &parsed, why)) return false;
    if (colon != NULL) {
        Word rule = {colon + 1, text.length - shape.length - 1};
        if (!game_parse_rule(rule, &parsed, why)) return false;
    }
    *game = parsed;
    return true;
}

GameName game_rule_name(const Game *game) {
    GameName name;
    Writer writer = writer_on(name.text, sizeof name.text);
    writer_add(&writer, "%s", rules[game->rule].name);
    if (game->target > 0) writer_add(&writer, "%d", game->target);
    return name;
}

GameName game_name(const Game *game) {
    GameName name;
    Writer writer = writer_on(name.text, sizeof name.text);
    for (int axis = 0; axis < game->d; axis++) writer_add(&writer, axis > 0 ? "x%d" : "%d", game->n);
    if (game->rule != RULE_LINE) writer_add(&writer, ":%s", game_rule_name(game).text);
    return name;
}

bool game_equal(const Game *a, const Game *b) {
    return a->n == b->n && a->d == b->d && a->rule == b->rule && a->target == b->target;
}

bool game_counts_points(const Game *game) {
    return game->rule != RULE_LINE;
}

int game_cells(const Game *game) {
    int cells = 1;
    for (int axis = 0; axis < game->d; axis++) cells *= game->n;
    return cells;
}
