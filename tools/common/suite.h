/* Suites of positions with known values: the files of bench/positions, a position a line.
 *
 *     <fen> ; value <value> ; best <moves> ; source <source>
 *
 *     value    for the side to move: under the rule line win, draw or loss (wins and losses with the plies to the end
 *              under best play, where these are known), under the others the final difference: +3, 0, -2;
 *              or - where it is not known
 *
 *     best     all moves that keep the value (a win, however slow), or - where not known or all moves do
 *
 *     source   reference (brute force by tools/reference/reference.c), proof (an argument that make_suites checks
 * itself), published: and where; or none
 *
 * Empty lines and those that begin with # are comments. A Suite owns its text; it is read-only once read. */
#ifndef ROWAN_COMMON_SUITE_H
#define ROWAN_COMMON_SUITE_H

#include <stdbool.h>

#include "base/text.h"

typedef enum { SUITE_UNKNOWN, SUITE_WIN, SUITE_DRAW, SUITE_LOSS, SUITE_POINTS } SuiteKind;

typedef struct {
    SuiteKind kind;
    int plies;  /* to the end of a win or a loss; 0: not known */
    int points; /* of SUITE_POINTS */
} SuiteValue;

typedef struct {
    int line; /* in the file, from 1 */
    const char *fen;
    SuiteValue value;
    const char *best; /* as written */
    const char *source;
} SuitePosition;

typedef struct {
    int count;
    SuitePosition *positions;
    char *text;
} Suite;

/* False with a reason, and an empty suite, when the file cannot be read or a line is malformed. */
bool suite_read(Suite *suite, const char *path, Reason *why);
void suite_free(Suite *suite);

/* Is the move one of the best? Also true where these are not known. */
bool suite_move_is_best(const SuitePosition *position, const char *move);

#endif
