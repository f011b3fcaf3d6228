/* An engine that thinks while the other one does: it goes on from the reply that it expects.
 *
 * Belongs to the game, and to its thread. */
#ifndef ROWAN_REFEREE_PONDERING_H
#define ROWAN_REFEREE_PONDERING_H

#include "referee/engine_process.h"
#include "rules/position.h"

typedef struct {
    bool is_on;
    int expected; /* the reply that it ponders on */
} Pondering;

/* What it ponders on: the position before the reply. */
typedef struct {
    const Position *position;
    const char *start; /* NULL: startpos */
    const char *moves; /* up to the position */
    const char *limits;
} PonderTask;

/* Starts to ponder if the engine is to, and has named a legal reply in its answer. The engine is ready by then. */
ClientResult pondering_begin(Pondering *pondering, const EngineProcess *engine, const PonderTask *task,
                             const ClientAnswer *answer);

/* The reply has come. True: it was the expected one, and the search goes on as that for the next move. Otherwise the
 * search is stopped and its answer dropped; CLIENT_OK in *result unless that failed. */
bool pondering_hit(Pondering *pondering, const EngineProcess *engine, int reply, ClientResult *result);

/* The game is over: likewise. An engine that does not stop is killed. */
void pondering_end(Pondering *pondering, const EngineProcess *engine);

#endif
