/* A game: the shape of the board and the rule, and its name as text ("4x4x4", "5x5:score", "3x3x3:magic10"). */
#ifndef ROWAN_RULES_GAME_H
#define ROWAN_RULES_GAME_H

#include <stdbool.h>

#include "base/text.h"

typedef enum { SIDE_X, SIDE_O } Side;

static inline Side side_other(Side side) {
    return side == SIDE_X ? SIDE_O : SIDE_X;
}

static inline char side_letter(Side side) {
    return side == SIDE_X ? 'X' : 'O';
}

typedef enum {
    RULE_LINE,  /* the first completed line wins */
    RULE_SCORE, /* every completed line is a point */
    RULE_MAGIC, /* every completed line with the sum of the magic cube is a point */
} Rule;

typedef struct {
    int n; /* cells along an edge, and in a line */
    int d; /* dimensions */
    Rule rule;
    int target; /* the points that end the game; 0: only a full board ends it. Always 0 under RULE_LINE. */
} Game;

enum { GAME_NAME_SIZE = 32, GAME_TARGET_MAX = 9999 };

/* "4x4x4" or "4x4x4:score10"; *game changes only on success. */
bool game_parse(Word text, Game *game, Reason *why);
/* The part behind the colon: "line", "score10"; sets rule and target of *game, whose shape is there already. */
bool game_parse_rule(Word text, Game *game, Reason *why);
/* Is there such a board at all? */
bool game_shape_is_supported(int n, int d);

typedef struct {
    char text[GAME_NAME_SIZE];
} GameName;

/* The shortest name: the rule `line` is left out. */
GameName game_name(const Game *game);
/* "line", "score10", "magic" */
GameName game_rule_name(const Game *game);
bool game_equal(const Game *a, const Game *b);
/* Under the rules that count points nothing ends with the first line. */
bool game_counts_points(const Game *game);
int game_cells(const Game *game);

#endif
