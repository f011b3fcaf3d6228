/* Is an opening balanced? Two questions to an engine: what is it worth, and how do games from it end?
 *
 * Owns two engine processes, one for each side, so that neither profits from what the other has searched. All limits
 * are in nodes and the engines forget everything before each search and game, so the answers repeat. For one thread. */
#ifndef ROWAN_BALANCE_JUDGE_H
#define ROWAN_BALANCE_JUDGE_H

#include "balance/candidates.h"
#include "common/client.h"

enum {
    /* The search whose value must be near even. */
    JUDGE_EVEN_CP = 60,         /* rule line: one open line that lacks one stone */
    JUDGE_EVEN_POINTS_CP = 150, /* a point and a half, where lines are points */
    /* Self-play: pairs of games in which first X, then O has twice the nodes of the other. */
    JUDGE_PAIRS = 5,
    JUDGE_SHARE_MIN = 35, /* per cent of the points for X */
    JUDGE_SHARE_MAX = 65,
};

typedef struct {
    Game game;
    char **argv;
    Client *engines[2]; /* of X and O */
} Judge;

/* Starts the engines. judge_close in any case. */
bool judge_open(Judge *judge, const Game *game, const char *command, Reason *why);
void judge_close(Judge *judge);

/* Nodes of the search, and of the weakest player of the games: fewer on large boards, where games are long. */
int judge_search_nodes(const Game *game);
int judge_play_nodes(const Game *game);

/* False with a reason only if an engine failed. */
bool judge_opening(Judge *judge, const Candidate *candidate, bool *is_balanced, Reason *why);

#endif
