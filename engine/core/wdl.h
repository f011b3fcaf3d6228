/* How likely a value is to become a win, a draw or a loss.
 *
 * Where a value is proven there is no doubt. Elsewhere the model of most engines is used: two logistic curves, one for
 * each side to win, with what is left between them for draws. Their two numbers were fitted to self-play on boards of
 * each size class by `build/bench wdl` (bench/README.md). */
#ifndef ROWAN_CORE_WDL_H
#define ROWAN_CORE_WDL_H

#include "rules/geometry.h"

/* In thousandths, 1000 together. */
typedef struct {
    int win, draw, loss;
} Wdl;

/* Under one size class and kind of rule. */
typedef struct {
    double even;   /* the value with which one game in two is won */
    double spread; /* with that much more, nearly three in four */
} WdlFit;

/* The chance to win with a value; the chance to lose is that of the value with the sign changed. */
double wdl_chance(const WdlFit *fit, double value);

const WdlFit *wdl_fit_for(const Geometry *geometry, const Game *game);
Wdl wdl_expected(const WdlFit *fit, int value); /* none of them is above 999 */
Wdl wdl_proven(int value);

#endif
