#include "core/wdl.h"

#include <math.h>
#include <string.h>

#include "kernel/kernel.h"

/* Made by `build/bench wdl`. On small and flat boards under the rule line, and on flat and large ones where lines are
 * points, everything was proven at once: there they are those of cube6. */
static const struct {
    const char *class_name;
    WdlFit line, points;
} fits[] = {
    {"small", {241, 20}, {93, 63}},  {"qubic", {12, 32}, {63, 30}},   {"flat", {241, 20}, {256, 20}},
    {"cube5", {267, 20}, {226, 50}}, {"cube6", {241, 20}, {256, 20}}, {"large", {217, 20}, {256, 20}},
    {"hyper", {1, 22}, {55, 46}},
};

const WdlFit *wdl_fit_for(const Geometry *geometry, const Game *game) {
    const char *name = kernel_for(geometry)->name;
    size_t i = 0;
    while (i + 1 < sizeof fits / sizeof fits[0] && strcmp(fits[i].class_name, name) != 0) i++;
    return game_counts_points(game) ? &fits[i].points : &fits[i].line;
}

double wdl_chance(const WdlFit *fit, double value) {
    return 1 / (1 + exp((fit->even - value) / fit->spread));
}

/* A thousand is kept for what is proven. */
static int permille(double chance) {
    int rounded = (int)(1000 * chance + 0.5);
    return rounded > 999 ? 999 : rounded;
}

Wdl wdl_expected(const WdlFit *fit, int value) {
    Wdl wdl = {.win = permille(wdl_chance(fit, value)), .loss = permille(wdl_chance(fit, -value))};
    /* The two curves may meet where even is near 0. */
    if (wdl.win + wdl.loss > 1000) *(value > 0 ? &wdl.loss : &wdl.win) = 1000 - (value > 0 ? wdl.win : wdl.loss);
    if (wdl.win + wdl.loss == 0) {
        if (value >= 0) wdl.win = 1;
        if (value <= 0) wdl.loss = 1;
    }
    wdl.draw = 1000 - wdl.win - wdl.loss;
    return wdl;
}

Wdl wdl_proven(int value) {
    return (Wdl){.win = value > 0 ? 1000 : 0, .draw = value == 0 ? 1000 : 0, .loss = value < 0 ? 1000 : 0};
}
