/* The game at the table: persons and engines in turn, and what a person may say besides moves. */
#ifndef ROWAN_PLAY_DIALOGUE_H
#define ROWAN_PLAY_DIALOGUE_H

#include "play/play_options.h"
#include "play/terminal.h"

/* Plays until a person leaves, the input ends, or two engines are done. False when an engine failed or memory is short;
 * the reason has been said. */
bool dialogue_run(const Terminal *terminal, const PlayRequest *request);

#endif
