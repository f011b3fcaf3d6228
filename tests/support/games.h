/* The games that tests are played on, and random play in them. Everything here goes by the reference alone. */
#ifndef ROWAN_TESTS_SUPPORT_GAMES_H
#define ROWAN_TESTS_SUPPORT_GAMES_H

#include "reference/reference.h"

enum { GAMES_MAX = 80 };

typedef struct {
    char text[REF_GAME_TEXT_SIZE];
} GameName;

/* Every supported shape under every rule, with and without a target; returns how many. */
int games_all(GameName names[GAMES_MAX]);

/* How many random games of each kind to play: ROWAN_TEST_GAMES from the environment, or 20. */
int games_wanted(void);
/* The same for samples that take longer than a game: the wish is heeded up to a point. */
int samples_wanted(void);

/* Random play that also wins: each side builds on a line of its own more often than not, for by mere chance nobody ever
 * completes a line on a large board. */
typedef struct {
    uint64_t seed;
    int favourite[2]; /* a line of each side */
} RandomPlay;

RandomPlay random_play(const RefGame *game, uint64_t seed);
/* A legal move; the game must not be over. */
int random_move(RandomPlay *play, const RefPosition *position);

#endif
