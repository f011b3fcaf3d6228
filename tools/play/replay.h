/* A recorded game, shown move by move. */
#ifndef ROWAN_PLAY_REPLAY_H
#define ROWAN_PLAY_REPLAY_H

#include "play/play_options.h"
#include "play/terminal.h"

/* At a terminal, Enter goes on, "b" goes back and a number goes to that ply; otherwise all positions are printed.
 * False, after a message, when the file or the game in it cannot be read. */
bool replay_run(const Terminal *terminal, const PlayOptions *options);

#endif
