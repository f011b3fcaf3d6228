/* The games that tests play, and random play in them. Uses the reference alone. For one thread. */
#ifndef ROWAN_TESTS_SUPPORT_GAMES_H
#define ROWAN_TESTS_SUPPORT_GAMES_H

#include "reference/reference.h"

enum { GAMES_MAX = 80 };

typedef struct {
    char text[REF_GAME_TEXT_SIZE];
} ListedGame;

/* Every supported shape under every rule, with and without a target; returns how many. */
int games_all(ListedGame names[GAMES_MAX]);

/* How many of something to try: what the variable of the environment says, or as many as usual. */
int number_wanted(const char *variable, int usual);
/* How many random games of each kind to play: ROWAN_TEST_GAMES from the environment, or 20. */
int games_wanted(void);
/* The same for samples that take longer than a game: at most 40. */
int samples_wanted(void);

/* Random play that also wins: each side often adds to a line of its own. By chance alone nobody ever completes a line
 * on a large board. */
typedef struct {
    uint64_t seed;
    int favourite[2]; /* the line that each side is building */
} RandomPlay;

RandomPlay random_play(const RefGame *game, uint64_t seed);
/* A legal move; the game must not be over. */
int random_move(RandomPlay *play, const RefPosition *position);

#endif
