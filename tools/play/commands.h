/* What a person can type besides moves: new, undo, hint, save and the like. */
#ifndef ROWAN_PLAY_COMMANDS_H
#define ROWAN_PLAY_COMMANDS_H

#include "play/dialogue.h"

/* Runs the command of this name, in letters of either case, with the rest of its line. False if there is none. */
bool commands_run(Dialogue *dialogue, Word name, const char *rest);

#endif
