/* The games as plain PGN, for other programs: each is written in its turn, in the order of the numbers.
 *
 * The file is opened for the first game, so that a tournament that does not begin leaves it as it was; then it replaces
 * what the file held. For the main thread. */
#ifndef ROWAN_REFEREE_PGN_FILE_H
#define ROWAN_REFEREE_PGN_FILE_H

#include "referee/game_order.h"

typedef struct {
    const char *path; /* NULL: none is wanted, and the functions below do nothing */
    FILE *stream;     /* NULL: no game has been written */
} PgnFile;

/* Writes the game, whose text is then no longer in memory. */
bool pgn_file_take(PgnFile *file, GameOrder *order, int number, Reason *why);
/* False if anything written was lost. */
bool pgn_file_close(PgnFile *file, Reason *why);

#endif
