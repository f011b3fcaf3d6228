/* Curves drawn as SVG, for README files and the eye; the tables have the figures. For one thread. */
#ifndef ROWAN_BENCH_HARNESS_PLOT_H
#define ROWAN_BENCH_HARNESS_PLOT_H

#include <stdbool.h>

#include "base/text.h"

enum { PLOT_CURVES_MAX = 32, PLOT_POINTS_MAX = 64, PLOT_TEXT_SIZE = 160 };

typedef struct {
    char name[48];
    int count;
    double x[PLOT_POINTS_MAX], y[PLOT_POINTS_MAX]; /* x ascending; y > 0 on a logarithmic scale */
} PlotCurve;

typedef struct {
    char title[PLOT_TEXT_SIZE];
    char subtitle[PLOT_TEXT_SIZE];
    const char *x_label, *y_label;
    bool y_is_logarithmic; /* if not, the scale begins at 0 */
    int curve_count;
    PlotCurve curves[PLOT_CURVES_MAX];
} Plot;

void plot_axes(Plot *plot, const char *title, const char *x_label, const char *y_label);
/* A new curve, to be filled by plot_point. A name that is too long is cut. */
PlotCurve *plot_curve(Plot *plot, const char *name);
void plot_point(PlotCurve *curve, double x, double y);

/* False with the reason if there is nothing to draw or the file cannot be written. */
bool plot_write(const Plot *plot, const char *path, Reason *why);

#endif
