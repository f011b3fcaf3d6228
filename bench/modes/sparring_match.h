/* Games of an engine against a player of tools/sparring: the same random openings for everyone, each from both sides.
 *
 * The openings depend on their number alone. Both programs run as children; for one thread. */
#ifndef ROWAN_BENCH_MODES_SPARRING_MATCH_H
#define ROWAN_BENCH_MODES_SPARRING_MATCH_H

#include "base/text.h"
#include "harness/results.h"

typedef struct {
    const char *engine; /* the sparring partners are in its folder */
    const char *level;  /* of the engine; NULL: as it starts */
    const char *game;
    const char *player, *parameter; /* of the sparring partner; NULL: none */
    int nodes;                      /* of the engine, for each move */
    int pairs;                      /* of games */
} SparringMatch;

typedef struct {
    int wins, draws, losses;
} SparringScore;

enum { SPARRING_NAME_SIZE = 64 };

/* "alphabeta 2" */
void sparring_match_name(const char *player, const char *parameter, char name[SPARRING_NAME_SIZE]);
/* Plays all games. False with a reason if a program cannot be started or breaks off. */
bool sparring_match_play(const SparringMatch *match, SparringScore *score, Reason *why);

/* Notes how the games are played. */
void sparring_match_note(Results *results, int nodes, int pairs);

double sparring_match_points(const SparringScore *score);
int sparring_match_games(const SparringScore *score);

#endif
