/* Who plays which side, a person or an engine, and the engine that gives hints.
 *
 * Owns the engines. They are started when they are first needed and stay for the next game. Options that an engine does
 * not have are mentioned on the terminal when it starts. One thread. */
#ifndef ROWAN_PLAY_PLAYERS_H
#define ROWAN_PLAY_PLAYERS_H

#include "play/opponent.h"
#include "play/play_options.h"
#include "play/terminal.h"

typedef struct {
    const Terminal *terminal;
    const PlayOptions *options;
    const char *seats[2];  /* NULL: a person; otherwise the command of an engine */
    Opponent *engines[2];  /* NULL: a person, or not started yet */
    Opponent *adviser;     /* gives hints, at full strength; NULL: not started yet */
    bool is_adviser_ready; /* it has been told of the present game */
} Players;

void players_init(Players *players, const Terminal *terminal, const PlayOptions *options);
void players_release(Players *players);

bool players_has_person(const Players *players);
bool players_has_engine(const Players *players);
bool players_is_person(const Players *players, Side side);
/* The engine's name, or "human". */
const char *players_name(const Players *players, Side side);

/* For one person against one engine: the engine gets this side, the person the other. */
void players_give_engine(Players *players, Side side);
/* Starts the engines that do not run yet, and tells all of them that a new game begins. */
bool players_begin_game(Players *players, const GameHistory *history, Reason *why);

/* A legal move, by the engine whose turn it is. */
bool players_choose(Players *players, const GameHistory *history, int *cell, Reason *why);
/* A legal move for the side to move, by the adviser, and what it said with it. After a failure the next hint starts a
 * new adviser. */
bool players_hint(Players *players, const GameHistory *history, int *cell, Reason *why);

#endif
