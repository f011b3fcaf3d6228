/* Who meets whom where that depends on results: swiss and knockout. A round is drawn as soon as all games before it are
 * played, from their results and the order of the engines alone, so every run and every resumption draws the same.
 *
 * Swiss: engines are ranked by points, then by their place on the command line, and each meets the highest one below it
 * that it has not met yet. With an odd number the lowest one without a bye has one, which counts as a win here.
 *
 * Knockout: the first of those left meets the last, the second the last but one, and so on. If the number is no power
 * of two, the first ones have a bye in the first round. More points win; then more wins as O; then the place on the
 * command line.
 *
 * The caller keeps other threads from reading the encounters meanwhile. */
#ifndef ROWAN_REFEREE_SWISS_KNOCKOUT_H
#define ROWAN_REFEREE_SWISS_KNOCKOUT_H

#include "referee/game_order.h"

/* Draws the rounds that can be drawn. Nothing to do for other formats. */
void swiss_knockout_update(const GameOrder *order);

/* The points of the first engine in an encounter whose games are played. */
double swiss_knockout_points(const GameOrder *order, int encounter);

/* Who won an encounter of a knockout, an engine from 0. Its games are played. */
int swiss_knockout_winner(const GameOrder *order, int encounter);

#endif
