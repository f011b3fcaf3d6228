/* The classroom exercise: tic-tac-toe on n x n for two people at one keyboard, in a dialogue whose wording is fixed.
 *
 * Reads integers separated by white space from `in`: n, then squares counted from 0. It stops without a message at
 * anything else: an integer out of range (n is 3 to 15), another word, the end of the input. */
#ifndef ROWAN_PLAY_CLASSIC_H
#define ROWAN_PLAY_CLASSIC_H

#include <stdio.h>

#include "base/text.h"

/* False only when memory is short. Whether all of `out` could be written is for the caller to see. */
bool classic_run(FILE *in, FILE *out, Reason *why);

#endif
