/* What is to be solved, as people write it: a game or a position, and moves from there. */
#ifndef ROWAN_COMMON_TYPED_POSITION_H
#define ROWAN_COMMON_TYPED_POSITION_H

#include "rules/position.h"

enum { TYPED_POSITION_SIZE = 16384 };

typedef struct {
    Setup start;       /* the empty board of the game, or the position given */
    const char *moves; /* to play from there, with blanks between them; points into the text */
} TypedPosition;

/* The words of a command line, up to NULL, with blanks between. */
bool typed_position_join(char *const words[], char text[TYPED_POSITION_SIZE], Reason *why);

/* `4x4x4 a1a d1a`, or a position as the engine prints it: the lines of `query fen` and `d` as they are, or all that `d`
 * prints. The word `moves` may stand before the moves. The text must outlive the subject. */
bool typed_position_parse(const char *text, TypedPosition *subject, Reason *why);

/* Sets up the position, on a grid of its game. */
bool typed_position_set_up(const TypedPosition *subject, const Grid *grid, Position *position, Reason *why);

#endif
