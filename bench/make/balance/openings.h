/* Random openings, and whether they are balanced: two questions to an engine, what an opening is worth, and how games
 * from it end.
 *
 * Candidates are of various lengths, undecided, no two of them the same up to symmetry; they depend on the seed alone.
 * A judge owns two engine processes, one for each side, so that neither profits from what the other has searched. All
 * limits are in nodes and the engines forget everything before each search and game, so the answers repeat. For one
 * thread. */
#ifndef ROWAN_BALANCE_OPENINGS_H
#define ROWAN_BALANCE_OPENINGS_H

#include "base/rng.h"
#include "common/client.h"
#include "rules/position.h"
#include "rules/shape.h"

enum { CANDIDATE_TEXT_SIZE = CELLS_MAX * (MOVE_TEXT_SIZE + 1) };

typedef struct {
    Position position;
    char moves[CANDIDATE_TEXT_SIZE]; /* from the empty board, with blanks between them */
} Candidate;

typedef struct {
    const Shape *shape;
    int plies_min, plies_max;
    Rng rng;
    int count, capacity;
    uint64_t *keys; /* of all candidates so far */
} Candidates;

/* The lengths suit the board. candidates_free when done, in any case. */
void candidates_init(Candidates *candidates, const Shape *shape, uint64_t seed);
/* False: there seem to be no more, or memory is short. */
bool candidates_next(Candidates *candidates, Candidate *candidate);
void candidates_free(Candidates *candidates);

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
