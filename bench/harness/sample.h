/* Repeated measurements and what may be said about them. Pure functions of their arguments.
 *
 * Timings have long tails, so the middle is the median and the spread the median absolute deviation (MAD). For the
 * mean of a few values there is a bootstrap interval: the expanded percentile one (Hesterberg 2015, "What Teachers
 * Should Know About the Bootstrap", section 4), as the plain percentile interval is too narrow for ten values.
 * Resampling is seeded: the same values give the same interval. */
#ifndef ROWAN_BENCH_HARNESS_SAMPLE_H
#define ROWAN_BENCH_HARNESS_SAMPLE_H

#include <stdbool.h>

enum { SAMPLE_MAX = 4096, SAMPLE_INTERVAL_MIN = 4 };

typedef struct {
    int count;
    double values[SAMPLE_MAX]; /* in the order of measuring */
} Sample;

typedef struct {
    double middle, low, high;
} Interval;

/* What does not fit is dropped. */
void sample_add(Sample *sample, double value);

/* 0 for an empty sample, as all below. */
double sample_median(const Sample *sample);
double sample_mad(const Sample *sample);
double sample_mean(const Sample *sample);
double sample_max(const Sample *sample);
/* The least value that is not below that share (0 to 1) of all. */
double sample_quantile(const Sample *sample, double share);

/* Further from the median than 3.5 times the standard deviation that the MAD stands for (Iglewicz and Hoaglin 1993),
 * and by more than a hundredth. */
bool sample_is_outlier(const Sample *sample, int index);

/* Of the mean, 95%. With fewer than SAMPLE_INTERVAL_MIN values there is none: low is -INFINITY, high INFINITY. */
Interval sample_mean_interval(const Sample *sample);

#endif
