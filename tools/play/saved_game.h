/* Games in files: the record format of the referee (record.h), written by `save`, read by `load` and for replays. */
#ifndef ROWAN_PLAY_SAVED_GAME_H
#define ROWAN_PLAY_SAVED_GAME_H

#include "common/record.h"
#include "play/game_history.h"

/* Writes the game to a file of its own. A file that is there is replaced only if it holds a record already. */
bool sheet_save(const char *path, const Course *course, const char *const players[2], Reason *why);
/* The game with this number, counted from 1 in the order of the file; *record is filled in on success and may be NULL.
 * NULL with the reason. */
Course *sheet_load(const char *path, int number, GameRecord *record, Reason *why);

#endif
