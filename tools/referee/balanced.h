/* Where the balanced openings of a game are: in the source tree, or where Rowan is installed. For the main thread. */
#ifndef ROWAN_REFEREE_BALANCED_H
#define ROWAN_REFEREE_BALANCED_H

#include "rules/game.h"

enum { BALANCED_PATH_SIZE = 5000 };

/* The file of the game: in the folder that ROWAN_OPENINGS names, or beside the program that was called so. False: there
 * is none. */
bool balanced_find(const char *called, const Game *game, char path[BALANCED_PATH_SIZE], Reason *why);

#endif
