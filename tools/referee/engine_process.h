/* An engine during a tournament: its process, which the first game starts and which lives on from game to game.
 *
 * Belongs to the thread that plays with it, which must outlive the process (see proc.h). */
#ifndef ROWAN_REFEREE_ENGINE_PROCESS_H
#define ROWAN_REFEREE_ENGINE_PROCESS_H

#include "common/client.h"
#include "referee/engine_config.h"

/* Something the user should hear about although no game is lost by it: an option that the engine does not have, a crash
 * between two games. */
typedef void EngineWarning(void *context, const EngineConfig *config, const char *text);

typedef struct {
    ClientListener *listener;            /* NULL: none */
    ClientErrorListener *error_listener; /* NULL: none */
    EngineWarning *warn;
    void *context; /* for all of them */
} EngineCallbacks;

typedef struct {
    const EngineConfig *config;
    const Game *game;
    Client *client;
    EngineCallbacks callbacks;
    bool knows_game; /* it has the option Game, so startpos is the start of our game */
    bool has_played; /* since its last start */
    bool warns;      /* of options that it refuses */
    Reason refusal;  /* the first of these since its last start; "": none */
} EngineProcess;

/* Starts nothing yet. All waiting ends when cancel_fd becomes readable. False when memory is short. */
bool engine_process_init(EngineProcess *engine, const EngineConfig *config, const Game *game, int cancel_fd,
                         const EngineCallbacks *callbacks);
/* The first start, before the first game: handshake and options. */
ClientResult engine_process_check(EngineProcess *engine);
/* Starts the engine if it does not run, and has it ready for a new game. One that died between two games is started
 * again, with a warning. */
ClientResult engine_process_prepare(EngineProcess *engine);
void engine_process_warn(const EngineProcess *engine, const char *text);
/* Tells the engine to quit and kills it if it does not. */
void engine_process_close(EngineProcess *engine);

#endif
