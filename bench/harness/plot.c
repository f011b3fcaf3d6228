#include "harness/plot.h"

#include <math.h>
#include <stdio.h>

#include "common/files.h"

enum {
    WIDTH = 760,
    HEIGHT = 470,
    LEFT = 78,
    RIGHT = 170, /* room for the names of the curves at their ends */
    TOP = 78,
    BOTTOM = 54,
};

static const double LABEL_GAP = 16; /* between names */

/* Okabe and Ito's colours, which people with any kind of colour vision can tell apart. */
static const char *const colours[] = {"#000000", "#d55e00", "#e69f00", "#009e73", "#0072b2", "#cc79a7", "#56b4e9"};

enum { COLOURS = sizeof colours / sizeof colours[0] };

typedef struct {
    double x_low, x_high, y_low, y_high; /* of the data; on a logarithmic scale y is log10(y) */
    bool y_is_logarithmic;
} PlotFrame;

void plot_axes(Plot *plot, const char *title, const char *x_label, const char *y_label) {
    snprintf(plot->title, sizeof plot->title, "%s", title);
    plot->x_label = x_label;
    plot->y_label = y_label;
}

PlotCurve *plot_curve(Plot *plot, const char *name) {
    int index = plot->curve_count < PLOT_CURVES_MAX ? plot->curve_count++ : PLOT_CURVES_MAX - 1;
    PlotCurve *curve = &plot->curves[index];
    curve->count = 0;
    snprintf(curve->name, sizeof curve->name, "%s", name);
    return curve;
}

void plot_point(PlotCurve *curve, double x, double y) {
    if (curve->count == PLOT_POINTS_MAX) return;
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
}

static double scaled(const PlotFrame *frame, double y) {
    return frame->y_is_logarithmic ? log10(y) : y;
}

static double at_x(const PlotFrame *frame, double x) {
    double span = frame->x_high > frame->x_low ? frame->x_high - frame->x_low : 1;
    return (x - frame->x_low) / span * (WIDTH - LEFT - RIGHT) + (double)LEFT;
}

static double at_y(const PlotFrame *frame, double y) {
    double span = frame->y_high > frame->y_low ? frame->y_high - frame->y_low : 1;
    return HEIGHT - BOTTOM - (scaled(frame, y) - frame->y_low) / span * (HEIGHT - TOP - BOTTOM);
}

/* 1, 2 or 5 times a power of ten: the one that gives four to ten steps. */
static double step_for(double span) {
    double power = pow(10, floor(log10(span > 0 ? span : 1)));
    double steps = span / power;
    return steps < 2 ? power / 5 : steps < 5 ? power / 2 : power;
}

static bool frame_init(PlotFrame *frame, const Plot *plot) {
    *frame = (PlotFrame){INFINITY, -INFINITY, INFINITY, -INFINITY, plot->y_is_logarithmic};
    for (int i = 0; i < plot->curve_count; i++) {
        const PlotCurve *curve = &plot->curves[i];
        for (int j = 0; j < curve->count; j++) {
            frame->x_low = fmin(frame->x_low, curve->x[j]);
            frame->x_high = fmax(frame->x_high, curve->x[j]);
            frame->y_low = fmin(frame->y_low, scaled(frame, curve->y[j]));
            frame->y_high = fmax(frame->y_high, scaled(frame, curve->y[j]));
        }
    }
    if (frame->y_low > frame->y_high) return false;
    if (frame->y_is_logarithmic) {
        frame->y_low = floor(frame->y_low);
        frame->y_high = fmax(ceil(frame->y_high), frame->y_low + 1);
    } else {
        double step = step_for(frame->y_high);
        frame->y_low = 0;
        frame->y_high = fmax(ceil(frame->y_high / step), 1) * step;
    }
    return true;
}

/* "10,000", "1 million": for labels. */
static void print_amount(double amount, char text[32]) {
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}, {1e3, ",000"}};
    for (int i = 0; i < 4; i++) {
        if (amount < units[i].unit) continue;
        snprintf(text, 32, "%.4g%s", amount / units[i].unit, units[i].name);
        return;
    }
    snprintf(text, 32, "%.4g", amount);
}

static void draw_y_line(const PlotFrame *frame, double value, FILE *file) {
    char label[32];
    double y = at_y(frame, value);
    print_amount(value, label);
    fprintf(file, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, y, WIDTH - RIGHT);
    fprintf(file, "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 8, y + 4, label);
}

static void draw_axes(const Plot *plot, const PlotFrame *frame, FILE *file) {
    double step = frame->y_is_logarithmic ? 1 : step_for(frame->y_high);
    for (int i = 0; frame->y_low + i * step <= frame->y_high + step / 1000; i++) {
        double value = frame->y_low + i * step;
        draw_y_line(frame, frame->y_is_logarithmic ? pow(10, value) : value, file);
    }
    /* Depths and threads are whole numbers. */
    double x_step = fmax(1, step_for(frame->x_high - frame->x_low));
    for (double x = frame->x_low; x <= frame->x_high + x_step / 1000; x += x_step) {
        fprintf(file, "<path class=\"axis\" d=\"M%.1f %dv5\"/>", at_x(frame, x), HEIGHT - BOTTOM);
        fprintf(file, "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", at_x(frame, x),
                HEIGHT - BOTTOM + 20, x);
    }
    fprintf(file, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT);
    fprintf(file, "<text class=\"label\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, plot->x_label);
    fprintf(file, "<text class=\"label\" x=\"%d\" y=\"%d\">%s</text>\n", 12, TOP - 12, plot->y_label);
}

/* Later curves are thinner, so that the ones below them still show. */
static void draw_curve(const PlotCurve *curve, const PlotFrame *frame, int index, FILE *file) {
    const char *colour = colours[index % COLOURS];
    fprintf(file, "<g stroke=\"%s\" fill=\"%s\"><path class=\"curve\" stroke-width=\"%.1f\" d=\"", colour, colour,
            fmax(1.5, 4.5 - 0.6 * index));
    for (int i = 0; i < curve->count; i++) {
        fprintf(file, "%c%.1f %.1f", i == 0 ? 'M' : 'L', at_x(frame, curve->x[i]), at_y(frame, curve->y[i]));
    }
    fputs("\"/>", file);
    for (int i = 0; i < curve->count; i++) {
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" stroke=\"none\"/>", at_x(frame, curve->x[i]),
                at_y(frame, curve->y[i]));
    }
    fputs("</g>\n", file);
}

/* Puts the names beside the last points but apart from each other: first pushed down from the top, then, if that led
 * below the axis, up again. */
static void place_names(const Plot *plot, const PlotFrame *frame, double y[PLOT_CURVES_MAX]) {
    int order[PLOT_CURVES_MAX], count = 0;
    for (int i = 0; i < plot->curve_count; i++) {
        const PlotCurve *curve = &plot->curves[i];
        if (curve->count == 0) continue;
        y[i] = at_y(frame, curve->y[curve->count - 1]) + 4;
        int at = count++;
        for (; at > 0 && y[order[at - 1]] > y[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 1; i < count; i++) y[order[i]] = fmax(y[order[i]], y[order[i - 1]] + LABEL_GAP);
    double lowest = HEIGHT - BOTTOM;
    for (int i = count - 1; i >= 0; i--, lowest -= LABEL_GAP) y[order[i]] = fmin(y[order[i]], lowest);
}

static void draw_names(const Plot *plot, const PlotFrame *frame, FILE *file) {
    double y[PLOT_CURVES_MAX];
    place_names(plot, frame, y);
    for (int i = 0; i < plot->curve_count; i++) {
        const PlotCurve *curve = &plot->curves[i];
        if (curve->count == 0) continue;
        double x = at_x(frame, curve->x[curve->count - 1]);
        fprintf(file, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>\n", x + 9, y[i],
                colours[i % COLOURS], curve->name);
    }
}

static void draw(const Plot *plot, const PlotFrame *frame, FILE *file) {
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"Helvetica, Arial, sans-serif\" role=\"img\">\n<title>%s</title>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, plot->title);
    fputs(
        "<style>.title{font-size:17px;font-weight:bold}.subtitle,.tick{font-size:12px;fill:#555}.label,.name{font-size:"
        "13px}.name{font-weight:bold}.grid{stroke:#ddd}.axis{stroke:#333;fill:none}.curve{fill:none;"
        "stroke-linejoin:round}</style>\n",
        file);
    fprintf(file, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, HEIGHT);
    fprintf(file, "<text class=\"title\" x=\"12\" y=\"22\">%s</text>\n", plot->title);
    fprintf(file, "<text class=\"subtitle\" x=\"12\" y=\"39\">%s</text>\n", plot->subtitle);
    draw_axes(plot, frame, file);
    for (int i = 0; i < plot->curve_count; i++) draw_curve(&plot->curves[i], frame, i, file);
    draw_names(plot, frame, file);
    fputs("</svg>\n", file);
}

bool plot_write(const Plot *plot, const char *path, Reason *why) {
    PlotFrame frame;
    if (!frame_init(&frame, plot)) return refuse(why, "there is nothing to draw");
    FILE *file = fopen(path, "w");
    if (file == NULL) return refuse_errno(why, "cannot write '%.150s'", path);
    draw(plot, &frame, file);
    return file_close(file) || refuse_errno(why, "cannot write '%.150s'", path);
}
