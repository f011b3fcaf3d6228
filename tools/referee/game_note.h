/* What is kept of a game for the JSON and the EPD besides its result: how it ended, in words, and its last position.
 *
 * A note owns its texts; any thread may make one. */
#ifndef ROWAN_REFEREE_GAME_NOTE_H
#define ROWAN_REFEREE_GAME_NOTE_H

#include "common/record.h"

typedef struct {
    char *reason;
    char *final; /* NULL, like the reason, if memory was short */
} GameNote;

GameNote game_note_of(const GameRecord *record, const Grid *grid);
void game_note_release(GameNote *note);

#endif
