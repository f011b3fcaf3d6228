/* An engine that plays: a UGI process that is asked for moves in a game.
 *
 * Owns the process. Every move is checked against the rules before it is passed on. Every call ends within its time
 * limit; if it fails, the reason is a sentence for people that names the engine, and all that is left to do is to free
 * the opponent. One thread; the caller ignores SIGPIPE. */
#ifndef ROWAN_PLAY_OPPONENT_H
#define ROWAN_PLAY_OPPONENT_H

#include "common/client.h"
#include "play/history.h"

enum {
    OPPONENT_GRACE_MS = 3000, /* an engine that takes this much longer than move_ms hangs */
};

typedef struct Opponent Opponent;

/* Starts the engine and sets its options; level and seed are NULL where they are not asked for. NULL with the reason.
 */
Opponent *opponent_new(const char *command, const char *level, const char *seed, int64_t move_ms, Reason *why);
void opponent_free(Opponent *opponent);

const char *opponent_name(const Opponent *opponent);
/* Which of the options asked for the engine does not have, one sentence per line; "" if it has them all. */
const char *opponent_notice(const Opponent *opponent);

/* To be called before the first move of every game. */
bool opponent_begin(Opponent *opponent, const GameHistory *history, Reason *why);
/* A legal move for the side to move. */
bool opponent_choose(Opponent *opponent, const GameHistory *history, int *cell, Reason *why);
/* What the engine said with the last move it chose. */
const ClientAnswer *opponent_answer(const Opponent *opponent);

#endif
