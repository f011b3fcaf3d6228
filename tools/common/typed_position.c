#include "common/typed_position.h"

#include <stdio.h>
#include <string.h>

static bool begins_with_word(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && text_is_space(text[length]);
}

/* The line that holds the position: the one that says so, below the drawing of `d`, or the first. */
static const char *line_with_position(const char *text) {
    for (const char *line = text; line != NULL;) {
        if (begins_with_word(line, "fen") || begins_with_word(line, "response")) return line;
        line = strchr(line, '\n');
        if (line != NULL) line++;
    }
    return text;
}

static bool is_prefix(Word word) {
    return word_is(word, "fen") || word_is(word, "response") || word_is(word, "position");
}

/* Moves are a letter and a number; rules are words. */
static bool begins_moves(Word word) {
    return word_is(word, "moves") || (word.length >= 2 && word.at[1] >= '0' && word.at[1] <= '9');
}

/* Takes cells, side and rule, if there is one, and leaves the moves. */
static bool take_position(const char **cursor, Setup *start, Reason *why) {
    char text[TYPED_POSITION_SIZE];
    const char *end = *cursor, *ahead = *cursor;
    Word word;
    for (int i = 0; i < 3 && word_next(&ahead, &word) && (i < 2 || !begins_moves(word)); i++) end = ahead;
    snprintf(text, sizeof text, "%.*s", (int)(end - *cursor), *cursor);
    const char *at = text;
    *cursor = end;
    return setup_parse(&at, start, why);
}

bool typed_position_join(char *const words[], char text[TYPED_POSITION_SIZE], Reason *why) {
    Writer writer = writer_on(text, TYPED_POSITION_SIZE);
    for (int i = 0; words[i] != NULL; i++) writer_add(&writer, i == 0 ? "%s" : " %s", words[i]);
    return !writer.overflowed || refuse(why, "the position and its moves are too long");
}

bool typed_position_parse(const char *text, TypedPosition *subject, Reason *why) {
    const char *cursor = line_with_position(text), *ahead = cursor;
    Word word;
    if (!word_next(&ahead, &word)) return refuse(why, "a game or a position is missing; see --help");
    while (is_prefix(word)) {
        cursor = ahead;
        if (!word_next(&ahead, &word)) return refuse(why, "the position is missing");
    }
    bool is_position = memchr(word.at, '/', word.length) != NULL;
    subject->start = (Setup){.to_move = SIDE_X};
    bool fine = is_position ? take_position(&cursor, &subject->start, why)
                            : word_next(&cursor, &word) && game_parse(word, &subject->start.game, why);
    subject->moves = cursor;
    return fine;
}

bool typed_position_set_up(const TypedPosition *subject, const Grid *grid, Position *position, Reason *why) {
    return position_set_up(position, grid, &subject->start, why) && position_play_all(position, subject->moves, why);
}
