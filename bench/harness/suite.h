/* Suites of positions with known values: the files in bench/positions, with one position per line.
 *
 *     <fen> ; value <value> ; best <moves> ; source <source>
 *
 *     value    for the side to move. Rule line: win, draw or loss; wins and losses with the plies to the end under best
 *              play, where these are known. Other rules: the final difference in points: +3, 0, -2. Unknown: -
 *     best     all moves that keep the value (for a win, however slow), or - if unknown or if all moves do
 *     source   reference (brute force by tests/reference/reference.c), proof (an argument that the maker of the suites
 *              checks itself), published: and where, or none
 *
 * Empty lines and lines that begin with # are comments. A Suite owns its text and does not change once read; any thread
 * may use it then. */
#ifndef ROWAN_BENCH_HARNESS_SUITE_H
#define ROWAN_BENCH_HARNESS_SUITE_H

#include "rules/notation.h"

typedef enum { SUITE_UNKNOWN, SUITE_WIN, SUITE_DRAW, SUITE_LOSS, SUITE_POINTS } SuiteKind;

typedef struct {
    SuiteKind kind;
    int plies;  /* to the end of a win or loss; 0: not known */
    int points; /* of SUITE_POINTS */
} SuiteValue;

typedef struct {
    int line; /* in the file, from 1 */
    const char *fen;
    Setup setup; /* what that says */
    SuiteValue value;
    const char *best; /* as written */
    const char *source;
} SuitePosition;

typedef struct {
    int count;
    SuitePosition *positions; /* those of one game are together; games are in the order of the file */
    char *text;
} Suite;

/* All positions of the file, or those of one game. False with a reason, and an empty suite, if it cannot be read, a
 * line is malformed, or there are none. */
bool suite_read(Suite *suite, const char *path, const Game *only, Reason *why);
void suite_free(Suite *suite);

/* One past the last position that is of the same game as the one at `first`. */
int suite_game_end(const Suite *suite, int first);

/* False where the best moves are not known, or all moves are. */
bool suite_lists_best_moves(const SuitePosition *position);
/* Is the move one of the best? True also where these are not known. */
bool suite_move_is_best(const SuitePosition *position, const char *move);

#endif
