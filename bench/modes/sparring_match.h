/* Games of an engine against a player of tools/sparring: the same random openings for everyone, each from both sides.
 *
 * The openings depend on their number alone. Both programs run as children; for one thread. */
#ifndef ROWAN_BENCH_MODES_SPARRING_MATCH_H
#define ROWAN_BENCH_MODES_SPARRING_MATCH_H

#include "base/text.h"
#include "harness/match_score.h"
#include "harness/results.h"

typedef struct {
    const char *engine; /* the sparring partners are in its folder */
    const char *level;  /* of the engine; NULL: as it starts */
    const char *game;
    const char *partner; /* "alphabeta 2": what tools/sparring is called with */
    int nodes;           /* of the engine, for each move */
    int pairs;           /* of games */
} SparringMatch;

/* Plays all games and counts them for the engine. False with a reason if a program cannot be started or breaks off. */
bool sparring_match_play(const SparringMatch *match, MatchScore *score, Reason *why);

/* Notes how the games are played. */
void sparring_match_note(Results *results, int nodes, int pairs);

#endif
