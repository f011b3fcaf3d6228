/* The player's main loop: people and engines take turns until somebody leaves. */
#ifndef ROWAN_PLAY_GAME_LOOP_H
#define ROWAN_PLAY_GAME_LOOP_H

#include "play/play_options.h"
#include "play/terminal.h"

/* Plays until a person leaves, the input ends, or the game between two engines is over. False, after a message, when an
 * engine failed or memory is short. */
bool game_loop_run(const Terminal *terminal, const PlayOptions *options);

#endif
