/* Games in files, in the record format of the referee (common/record.h): written by `save`, read by `load` and for
 * replays. One thread. */
#ifndef ROWAN_PLAY_SAVED_GAME_H
#define ROWAN_PLAY_SAVED_GAME_H

#include "common/record.h"
#include "play/history.h"

/* Writes the game to a file of its own. A file that exists is replaced only if it is empty or holds a record, and stays
 * as it was if the writing fails. */
bool saved_game_write(const char *path, const GameHistory *history, const char *const players[2], Reason *why);
/* Game `number`, counted from 1 in the order of the file; NULL with the reason. *record is filled in on success, unless
 * it is NULL. */
GameHistory *saved_game_read(const char *path, int number, GameRecord *record, Reason *why);

#endif
