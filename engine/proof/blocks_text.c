#include "proof/blocks_text.h"

#include <string.h>

#include "proof/cells_text.h"

static void add_cells(Writer *writer, const Game *game, const ProofItem *item) {
    for (int i = 0; i < item->cells; i++) writer_add(writer, " %s", notation_move(game, item->cell[i]).text);
}

void blocks_text_add_lines(Writer *writer, const Game *game, const ProofItem *item) {
    for (int i = 0; i < item->lines; i++) {
        const uint16_t *line = item->line[i];
        writer_add(writer, " %s-%s", notation_move(game, line[0]).text, notation_move(game, line[1]).text);
    }
}

void blocks_text_print(const Game *game, const ProofItem *item, char text[ITEM_TEXT_SIZE]) {
    Writer writer = writer_on(text, ITEM_TEXT_SIZE);
    switch (item->kind) {
    case ITEM_AGAINST:
        writer_add(&writer, "against %s", item->side == SIDE_X ? "x" : "o");
        break;
    case ITEM_BLOCK:
        writer_add(&writer, "block");
        break;
    case ITEM_PAIR:
        writer_add(&writer, "pair");
        break;
    }
    add_cells(&writer, game, item);
    if (item->kind == ITEM_BLOCK) writer_add(&writer, " /");
    blocks_text_add_lines(&writer, game, item);
}

/* Two cells of a line, with a hyphen between. */
static bool parse_line(const Game *game, Word word, uint16_t ends[2], Reason *why) {
    const char *hyphen = memchr(word.at, '-', word.length);
    if (hyphen == NULL) return refuse(why, "'%.*s' is not two cells of a line", word_shown(word), word.at);
    size_t length = (size_t)(hyphen - word.at);
    int one, other;
    if (!notation_parse_move(game, (Word){word.at, length}, &one, why)) return false;
    if (!notation_parse_move(game, (Word){hyphen + 1, word.length - length - 1}, &other, why)) return false;
    ends[0] = (uint16_t)one;
    ends[1] = (uint16_t)other;
    return true;
}

/* Cells up to the end, or to a slash in a block; *cursor has then passed it. */
static bool parse_cells(const Game *game, const char **cursor, int cells_max, ProofItem *item, Reason *why) {
    Word word;
    while (word_next(cursor, &word)) {
        if (item->kind == ITEM_BLOCK && word_is(word, "/")) break;
        int cell;
        if (item->cells == cells_max) return refuse(why, "more than %d cells", cells_max);
        if (item->kind == ITEM_BLOCK) {
            if (!cells_text_parse(game, word, item->cell, cells_max, &item->cells, why)) return false;
            continue;
        }
        if (!notation_parse_move(game, word, &cell, why)) return false;
        item->cell[item->cells++] = (uint16_t)cell;
    }
    return true;
}

/* The number that a block has in the table, if one stands there. */
static bool parse_number(const char **cursor, int *number, Reason *why) {
    const char *next = *cursor;
    Word word;
    if (!word_next(&next, &word) || word.at[0] < '0' || word.at[0] > '9') return true;
    *cursor = next;
    return (word.at[0] != '0' && word_to_int(word, 1, PROOF_ITEMS_MAX, number)) ||
           refuse(why, "'%.*s' is not the number of a block", word_shown(word), word.at);
}

static bool parse_block(const Game *game, const char **cursor, ProofItem *item, Reason *why) {
    Word word;
    item->kind = ITEM_BLOCK;
    if (!parse_number(cursor, &item->number, why)) return false;
    if (!parse_cells(game, cursor, PROOF_BLOCK_CELLS_MAX, item, why)) return false;
    bool has_slash = (*cursor)[-1] == '/';
    while (word_next(cursor, &word)) {
        if (item->lines == PROOF_BLOCK_LINES_MAX) return refuse(why, "more than %d lines", PROOF_BLOCK_LINES_MAX);
        if (!parse_line(game, word, item->line[item->lines++], why)) return false;
    }
    if (item->cells == 0 || (has_slash && item->lines == 0))
        return refuse(why, "a block is cells, or cells, a slash and lines");
    return true;
}

static bool parse_against(const Game *game, const char **cursor, ProofItem *item, Reason *why) {
    Word side;
    item->kind = ITEM_AGAINST;
    if (!word_next(cursor, &side) || !(word_is(side, "x") || word_is(side, "o"))) {
        return refuse(why, "'against' wants x or o");
    }
    item->side = word_is(side, "x") ? SIDE_X : SIDE_O;
    return parse_cells(game, cursor, PROOF_MOVES_MAX, item, why);
}

static bool parse_pair(const Game *game, const char **cursor, ProofItem *item, Reason *why) {
    item->kind = ITEM_PAIR;
    if (!parse_cells(game, cursor, 2, item, why)) return false;
    return item->cells == 2 || refuse(why, "a pair is two cells");
}

/* Words are separated by single blanks, so that there is one way only to write a line. */
static bool is_spaced_well(const char *text) {
    size_t length = strlen(text);
    bool fine = length > 0 && text[0] != ' ' && text[length - 1] != ' ' && strstr(text, "  ") == NULL;
    return fine && strpbrk(text, "\t\r\v\f") == NULL;
}

bool blocks_text_parse(const Game *game, const char *text, ProofItem *item, Reason *why) {
    const char *cursor = text;
    Word kind, rest;
    memset(item, 0, sizeof *item);
    if (!is_spaced_well(text)) return refuse(why, "words are separated by single blanks");
    word_next(&cursor, &kind);
    bool fine;
    if (word_is(kind, "against")) {
        fine = parse_against(game, &cursor, item, why);
    } else if (word_is(kind, "block")) {
        fine = parse_block(game, &cursor, item, why);
    } else if (word_is(kind, "pair")) {
        fine = parse_pair(game, &cursor, item, why);
    } else {
        return refuse(why, "'%.*s' is not against, block or pair", word_shown(kind), kind.at);
    }
    if (!fine) return false;
    if (word_next(&cursor, &rest)) return refuse(why, "nothing may follow '%.*s'", word_shown(kind), kind.at);
    return true;
}
