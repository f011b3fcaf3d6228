/* Makes magic squares and cubes of every order that has one, which is every order but 2.
 *
 *     odd           squares by the Siamese method, cubes by the walk of engine/rules/magic.h
 *     4k            numbers in order, some replaced by their complements in a pattern of fours
 *     4k + 2        from the odd order n/2: squares by Conway's LUX method, cubes by folding (magic_make.c)
 *
 * Keeps no state. */
#ifndef ROWAN_MAGIC_MAGIC_MAKE_H
#define ROWAN_MAGIC_MAGIC_MAKE_H

#include "magic/figure.h"

/* Fills in the numbers of a figure of any order but 2. False when memory is short. */
bool magic_make(Figure *figure);

#endif
