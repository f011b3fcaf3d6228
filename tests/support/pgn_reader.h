/* A strict reader of PGN, as a rating tool or a database would read a record: written from the standard (import format,
 * sections 5 to 8), and sharing no code with the tools.
 *
 * A file is a list of games. Each has its tag pairs, the seven of the roster first and in order, none of them twice;
 * then the moves, with numbers and comments, which are symbols to it; then the result, the same as in the tag. Lines
 * have at most 255 characters. */
#ifndef ROWAN_TESTS_SUPPORT_PGN_READER_H
#define ROWAN_TESTS_SUPPORT_PGN_READER_H

#include <stdbool.h>

enum { PGN_VALUE_SIZE = 256, PGN_TAGS_MAX = 64 };

typedef struct {
    int tags;
    char names[PGN_TAGS_MAX][PGN_VALUE_SIZE];
    char values[PGN_TAGS_MAX][PGN_VALUE_SIZE];
    int moves;
    int comments;
} PgnGame;

/* Takes the next game off *text. False at the end of the text, or with what is wrong in *wrong. */
bool pgn_next(const char **text, PgnGame *game, const char **wrong);
/* NULL: there is no such tag. */
const char *pgn_value(const PgnGame *game, const char *name);

#endif
