/* An engine during a tournament: its process, which the first game starts and which lives on from game to game.
 *
 * Belongs to the thread that plays with it, which must outlive the process (see proc.h). */
#ifndef ROWAN_REFEREE_ENGINE_PROCESS_H
#define ROWAN_REFEREE_ENGINE_PROCESS_H

#include "common/client.h"
#include "referee/engine_config.h"
#include "referee/engine_log.h"

/* Something the user should hear about although no game is lost by it: an option that the engine does not have, a crash
 * between two games. */
typedef void EngineWarning(void *context, const EngineConfig *config, const char *text);

/* What the engines of a game thread have in common; it outlives them. */
typedef struct {
    const Game *game;
    const Cancel *cancel; /* ends all waiting */
    EngineLog *log;
    int thread_number; /* for the log */
    bool warns;        /* of options that an engine refuses */
    EngineWarning *warn;
    void *context; /* of the warning */
} EngineHost;

typedef struct {
    const EngineConfig *config;
    const EngineHost *host;
    Client *client;
    bool knows_game; /* it has the option Game, so startpos is the start of our game */
    bool has_played; /* since its last start */
    Reason refusal;  /* the first option that it refused since then; "": none */
} EngineProcess;

/* Starts nothing yet. The engine must stay where it is. False when memory is short. */
bool engine_process_init(EngineProcess *engine, const EngineConfig *config, const EngineHost *host);
/* The first start, before the first game: handshake and options. */
ClientResult engine_process_check(EngineProcess *engine);
/* Starts the engine if it does not run, and has it ready for a new game. One that died between two games is started
 * again, with a warning. */
ClientResult engine_process_prepare(EngineProcess *engine);
void engine_process_warn(const EngineProcess *engine, const char *text);
/* Tells the engine to quit and kills it if it does not. */
void engine_process_close(EngineProcess *engine);

#endif
