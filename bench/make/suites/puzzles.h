/* Puzzles for the board in the browser: positions of suites in which the side to move wins by threats alone. */
#ifndef ROWAN_SUITES_PUZZLES_H
#define ROWAN_SUITES_PUZZLES_H

#include "base/text.h"

/* Prints, for each position of these suites that is such a puzzle, its board, the least number of threats, and the
 * position, sorted by number within each board. False, with a reason, if a suite cannot be read. */
bool puzzles_print(char *const paths[], int count, Reason *why);

#endif
