/* The classroom exercise: tic-tac-toe on n x n for two people at one keyboard, with a dialogue fixed to the letter.
 *
 * Reads integers between white space from `in`: n, then squares counted from 0. Anything that is not an integer in
 * range, and the end of the input, ends it without another word; so does n outside 3..15. */
#ifndef ROWAN_PLAY_CLASSIC_H
#define ROWAN_PLAY_CLASSIC_H

#include <stdbool.h>
#include <stdio.h>

/* False only when memory is short or `out` cannot be written. */
bool classic_run(FILE *in, FILE *out);

#endif
