/* The sparring partners: players of fixed strength, written plainly on the rules and the textbook searches.
 *
 * A choice depends on the player, the position and the limits alone, not on what was played before. Keeps no state; any
 * thread may call it, and the stop flag may be set from another one. */
#ifndef ROWAN_SPARRING_PLAYER_H
#define ROWAN_SPARRING_PLAYER_H

#include <stdatomic.h>

#include "rules/position.h"

typedef enum { PLAYER_RANDOM, PLAYER_RULES, PLAYER_ALPHABETA, PLAYER_MINIMAX } PlayerKind;

enum { PLAYER_DEPTH_MAX = 512 };

typedef struct {
    PlayerKind kind;
    int depth;    /* alphabeta and minimax */
    int top;      /* alphabeta: how many moves to try at each node; 0: all */
    int64_t seed; /* random */
} Player;

/* They can only cut a search short. */
typedef struct {
    uint64_t nodes_max;  /* 0: none */
    int64_t time_max_ms; /* 0: none */
    const atomic_bool *stop;
} PlayerLimits;

typedef struct {
    int cell;          /* MOVE_NONE: the game is over */
    bool was_searched; /* by alphabeta or minimax; the rest is about that */
    bool was_stopped;
    int depth;
    int value; /* as the textbook searches have it */
    uint64_t nodes;
    int64_t ms;
} PlayerChoice;

PlayerChoice player_choose(const Player *player, const Position *position, const PlayerLimits *limits);

#endif
