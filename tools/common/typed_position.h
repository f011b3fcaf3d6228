/* What is to be solved, as people write it: a game or a position, and moves from there. */
#ifndef ROWAN_COMMON_TYPED_POSITION_H
#define ROWAN_COMMON_TYPED_POSITION_H

#include "rules/position.h"

enum { SUBJECT_TEXT_SIZE = 16384 };

typedef struct {
    Setup start;       /* the empty board of the game, or the position given */
    const char *moves; /* to play from there, with blanks between them; points into the text */
} Subject;

/* The words of a command line, up to NULL, with blanks between. */
bool subject_join(char *const words[], char text[SUBJECT_TEXT_SIZE], Reason *why);

/* `4x4x4 a1a d1a`, or a position as the engine prints it: the lines of `query fen` and `d` as they are, or all that `d`
 * prints. The word `moves` may stand before the moves. The text must outlive the subject. */
bool subject_parse(const char *text, Subject *subject, Reason *why);

/* Sets up the position, on a grid of its game. */
bool subject_set_up(const Subject *subject, const Grid *grid, Position *position, Reason *why);

#endif
