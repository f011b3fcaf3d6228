/* The engine: owns settings, position, table and workers; searches in the background and reports by callback.
 *
 * All functions are for one controlling thread. Callbacks come from the search's own thread; the best move that a host
 * has held back comes from the controlling one, inside engine_stop or engine_ponderhit. While a search is on, position
 * and settings must not change: those calls are refused. A refused call changes nothing. */
#ifndef ROWAN_CORE_ENGINE_H
#define ROWAN_CORE_ENGINE_H

#include "core/options.h"
#include "core/wdl.h"
#include "kernel/kernel.h"
#include "rules/position.h"
#include "solving/solver.h"

typedef struct Engine Engine;

typedef struct {
    const SearchLine *line; /* NULL: the engine is at work, and has nothing else to say */
    SearchPlace place;      /* without a line: move is MOVE_NONE where nothing is being searched */
    uint64_t nodes;         /* since `go` */
    int64_t time_us;
    int hash_permille;
    bool from_proof; /* the move was not searched for, it is the move of a proof */
} EngineProgress;

typedef struct {
    int64_t time_us;
    const SolveProgress *progress; /* NULL when it is over, */
    const SolveResult *result;     /* and not before */
} EngineProving;

typedef struct {
    void *context;
    void (*progress)(void *context, const EngineProgress *progress);
    /* Without a line, at least once a second, whatever goes on, until the best move is reported. It must not call the
     * engine. False when nobody hears it: then the search ends. NULL: nobody wants to know. */
    bool (*activity)(void *context, const EngineProgress *progress);
    /* Once for every search, when the engine is free again for the next one. MOVE_NONE when there is none. */
    void (*best_move)(void *context, int best, int ponder);
    /* During `go prove`, now and then and at the end. */
    void (*proving)(void *context, const EngineProving *proving);
    /* After a search for a mate in that many moves that found none; certain: there is none. */
    void (*no_mate)(void *context, int moves, bool is_certain);
    /* For each first move; move is MOVE_NONE for the total, which a stopped count does not have. */
    void (*perft)(void *context, int move, uint64_t sequences);
} EngineListener;

/* NULL when memory is short. */
Engine *engine_new(const EngineListener *listener);
void engine_free(Engine *engine);

const Settings *engine_settings(const Engine *engine);
bool engine_set_option(Engine *engine, Word name, const char *value, OptionId *changed, Reason *why);
/* Takes all memory that a search will need, so that none of its time goes into that. A search does the same first. */
bool engine_make_ready(Engine *engine, Reason *why);
/* Forgets everything learnt: table and histories. */
bool engine_new_game(Engine *engine, Reason *why);

/* The start position of the option Game, or the setup, followed by moves as text. */
bool engine_set_position(Engine *engine, const Setup *setup, const char *moves, Reason *why);
/* Plays on from the present position; all of the moves or none. */
bool engine_play(Engine *engine, const char *moves, Reason *why);
const Position *engine_position(const Engine *engine);
/* Of the position's game. */
const Shape *engine_shape(const Engine *engine);
/* How the value of a line is likely to end. */
Wdl engine_expects(const Engine *engine, const SearchLine *line);

/* Starts a search; best_move will be called for it once. */
bool engine_go(Engine *engine, const GoLimits *limits, Reason *why);
/* The same for counting move sequences; of the limits only the allowed moves matter. */
bool engine_go_perft(Engine *engine, const GoLimits *limits, int plies, Reason *why);
void engine_stop(Engine *engine);
/* The move pondered on was played: from now on the clock runs. */
bool engine_ponderhit(Engine *engine, Reason *why);
bool engine_is_searching(Engine *engine);
/* A search is on that will not end by itself. */
bool engine_is_unbounded(Engine *engine);
/* Blocks until no search is on. */
void engine_wait(Engine *engine);

/* The static value for the side to move; false when memory is short. */
bool engine_evaluate(Engine *engine, int *value, Reason *why);

#endif
