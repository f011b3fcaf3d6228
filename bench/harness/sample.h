/* Repeated measurements and their statistics. Pure functions of their arguments; any thread may call them.
 *
 * Timings have long tails, so the middle is the median and the spread is the median absolute deviation (MAD): the
 * median distance from the median. The mean of a few values comes with a bootstrap interval, the expanded percentile
 * interval (Hesterberg 2015, "What Teachers Should Know About the Bootstrap", section 4); the plain percentile interval
 * is too narrow for ten values. Resampling is seeded: the same values give the same interval. */
#ifndef ROWAN_BENCH_HARNESS_SAMPLE_H
#define ROWAN_BENCH_HARNESS_SAMPLE_H

#include <stdbool.h>

enum { SAMPLE_MAX = 4096, SAMPLE_INTERVAL_MIN = 4 };

typedef struct {
    int count;
    double values[SAMPLE_MAX]; /* in the order they were measured */
} Sample;

typedef struct {
    double middle, low, high;
} Interval;

/* Values that do not fit are dropped. */
void sample_add(Sample *sample, double value);

/* These are 0 for an empty sample. */
double sample_median(const Sample *sample);
double sample_mad(const Sample *sample);
double sample_max(const Sample *sample);
/* The smallest value that is at least as large as that share (0 to 1) of all values. */
double sample_quantile(const Sample *sample, double share);

/* Further from the median than 3.5 standard deviations, estimated from the MAD (Iglewicz and Hoaglin 1993), and by more
 * than one percent. */
bool sample_is_outlier(const Sample *sample, int index);

/* The 95% interval of the mean. Fewer than SAMPLE_INTERVAL_MIN values have none: low is -INFINITY, high INFINITY. */
Interval sample_mean_interval(const Sample *sample);
/* An interval that holds the median at least 19 times in 20, from one value to another. Fewer than six
 * values have none. */
Interval sample_median_interval(const Sample *sample);

#endif
