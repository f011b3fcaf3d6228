/* A recorded game, move by move. */
#ifndef ROWAN_PLAY_REPLAY_H
#define ROWAN_PLAY_REPLAY_H

#include "play/play_options.h"
#include "play/terminal.h"

/* At a terminal it goes on at Enter, back at "b", to any ply at its number; otherwise it prints all positions. False
 * when the file or the game in it cannot be read; the reason has been said. */
bool replay_run(const Terminal *terminal, const PlayRequest *request);

#endif
