/* One refereed game between two engines.
 *
 * The referee keeps the position itself and judges it by the rules; it never asks an engine whether a move is legal or
 * who has won. Time is measured on the monotonic clock, from just before `go` is written to the arrival of `bestmove`.
 * A loss on time is declared only if the referee checked after the deadline and found no answer: when a busy machine
 * kept the referee itself from checking in time, the engine gets the benefit of the doubt. If the referee was held up
 * for longer (hold_ups.h), an answer that is there by then is charged up to the last look before; without one nobody
 * knows how long the engine took, and the game is void.
 *
 * A game belongs to the thread that plays it, and so do its engines. */
#ifndef ROWAN_REFEREE_ENGINE_GAME_H
#define ROWAN_REFEREE_ENGINE_GAME_H

#include "referee/engine_process.h"
#include "referee/game_order.h"
#include "referee/tournament_settings.h"

typedef struct {
    int number, round;
    const Tournament *tournament;
    const Grid *grid;
    const Opening *opening;
    EngineProcess *engines[2]; /* of X and O */
} EngineGame;

typedef enum {
    GAME_PLAYED,
    GAME_VOID,      /* to be played again */
    GAME_CANCELLED, /* given up */
    GAME_NO_START,  /* the command of an engine cannot be run */
    GAME_FAILED,    /* neither engine is to blame: the reason says what is wrong */
} GameEnd;

/* Plays from the opening to the end. *finished is for the caller to free; NULL unless the game was played, or is void.
 */
GameEnd engine_game_play(const EngineGame *wanted, FinishedGame **finished, Reason *why);

#endif
