/* The sparring partners: players of fixed strength, written plainly on the rules and the textbook searches.
 *
 * A choice depends on the player, the position with the last two moves, and the limits alone. Keeps no state; any
 * thread may call it, and the stop flag may be set from another one. */
#ifndef ROWAN_SPARRING_PLAYER_H
#define ROWAN_SPARRING_PLAYER_H

#include <stdatomic.h>

#include "rules/position.h"

typedef enum {
    PLAYER_RANDOM,
    PLAYER_RULES,
    PLAYER_GREEDY,
    PLAYER_HUMAN,
    PLAYER_ALPHABETA,
    PLAYER_MINIMAX,
    PLAYER_NOISY,
    PLAYER_MCTS,
} PlayerKind;

enum { PLAYER_DEPTH_MAX = 512, PLAYER_PLAYOUTS_MAX = 1000000 };

typedef struct {
    PlayerKind kind;
    int depth;    /* alphabeta, minimax and noisy */
    int top;      /* alphabeta: how many moves to try at each node; 0: all */
    int percent;  /* noisy: how often it does not search */
    int playouts; /* mcts */
    int64_t seed; /* of those that play at random: see player_has_seed */
} Player;

/* They can only cut a search short. */
typedef struct {
    uint64_t nodes_max;  /* 0: none */
    int64_t time_max_ms; /* 0: none */
    const atomic_bool *stop;
} PlayerLimits;

typedef struct {
    int cell;          /* MOVE_NONE: the game is over */
    bool was_searched; /* by alphabeta, minimax, noisy or mcts; the rest is about that */
    bool was_stopped;
    int depth; /* 0: the search has neither depth nor value */
    int value; /* as the textbook searches have it */
    uint64_t nodes;
    int64_t ms;
} PlayerChoice;

/* Does chance play a part in its moves? */
bool player_has_seed(const Player *player);
PlayerChoice player_choose(const Player *player, const Position *position, const PlayerLimits *limits);

#endif
