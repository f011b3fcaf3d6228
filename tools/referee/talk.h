/* The conversation of the compliance test: one engine, what it has said, and short ways to ask and to complain.
 *
 * A step fails by returning false from one of these or from talk_fail; the reason is then in the talk. One thread. */
#ifndef ROWAN_REFEREE_TALK_H
#define ROWAN_REFEREE_TALK_H

#include "common/client.h"
#include "rules/position.h"
#include "rules/shape.h"

enum { TALK_SLOW_MS = 3000 }; /* more than any answer should take, even on a busy machine */

typedef struct {
    Client *client;
    Reason reason;   /* of the last failure */
    bool is_skipped; /* the step does not apply to this engine */
    int bestmoves;   /* lines that it has sent since talk_listen */
    int readyoks, responses, errors;
    Shape *shape; /* of the game on the board */
    Position position;
} Talk;

/* The listener of the client; its context is the Talk. */
ClientListener talk_hear;

PRINTF_LIKE(2, 3) bool talk_fail(Talk *talk, const char *format, ...);
PRINTF_LIKE(2, 3) bool talk_skip(Talk *talk, const char *format, ...);

/* Counts from now on. */
void talk_listen(Talk *talk);
bool talk_start(Talk *talk);
/* CLIENT_OK, or the step fails with the client's reason. */
bool talk_is_fine(Talk *talk, ClientResult result);
bool talk_send(Talk *talk, const char *line);
/* All that was sent before is carried out. */
bool talk_sync(Talk *talk);
/* Sets up the game by name and the position after these moves; both here and in the engine. */
bool talk_position(Talk *talk, const char *game, const char *moves);
/* Searches and checks that the answer is one legal move, or (none) if the game is over. */
bool talk_go(Talk *talk, const char *limits);
/* Waits for a bestmove that must come; NULL answer: it is dropped. */
bool talk_await(Talk *talk, const char *after, ClientAnswer *answer);
bool talk_check_move(Talk *talk, const ClientAnswer *answer);
/* No bestmove comes for so long. */
bool talk_stays_silent(Talk *talk, int ms);

#endif
