/* An engine at the table: a UGI process that is asked for moves in a course.
 *
 * Owns the process. Every answer is checked against the rules before it is passed on; every call ends within its time,
 * and when it fails the reason is a sentence for people that names the engine. After a failure the opponent can only be
 * freed. The caller ignores SIGPIPE. */
#ifndef ROWAN_PLAY_OPPONENT_H
#define ROWAN_PLAY_OPPONENT_H

#include "common/client.h"
#include "play/game_history.h"

typedef struct {
    const char *command;
    const char *level; /* NULL: not asked for */
    const char *seed;  /* NULL: not asked for */
    int64_t move_ms;
} OpponentSpec;

enum {
    OPPONENT_GRACE_MS = 3000, /* beyond move_ms an engine is taken to hang */
};

typedef struct Opponent Opponent;

/* Starts the engine and sets its options. NULL with the reason. */
Opponent *opponent_new(const OpponentSpec *spec, Reason *why);
void opponent_free(Opponent *opponent);

const char *opponent_name(const Opponent *opponent);
/* What was asked for and the engine does not have, a sentence a line; "" if there is nothing to say. */
const char *opponent_notice(const Opponent *opponent);

/* A new game: to be called before the first move of each. */
bool opponent_begin(Opponent *opponent, const Course *course, Reason *why);
/* A legal move for the side to move. */
bool opponent_choose(Opponent *opponent, const Course *course, int *cell, Reason *why);
/* What the engine said with its last move. */
const ClientAnswer *opponent_answer(const Opponent *opponent);

/* "value +0.35, depth 9, line b3c a1a", as far as the engine said it. */
void opponent_print_answer(const ClientAnswer *answer, char *text, size_t size);

#endif
