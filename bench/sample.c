#include "sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum { RESAMPLES = 4000 };

void sample_add(Sample *sample, double value) {
    if (sample->count < SAMPLE_MAX) sample->values[sample->count++] = value;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double values[], int count) {
    if (count == 0) return 0;
    qsort(values, (size_t)count, sizeof values[0], by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

double sample_median(const Sample *sample) {
    double values[SAMPLE_MAX];
    memcpy(values, sample->values, sizeof values[0] * (size_t)sample->count);
    return median_of(values, sample->count);
}

double sample_mad(const Sample *sample) {
    double distances[SAMPLE_MAX], median = sample_median(sample);
    for (int i = 0; i < sample->count; i++) distances[i] = fabs(sample->values[i] - median);
    return median_of(distances, sample->count);
}

double sample_mean(const Sample *sample) {
    double sum = 0;
    for (int i = 0; i < sample->count; i++) sum += sample->values[i];
    return sample->count > 0 ? sum / sample->count : 0;
}

double sample_max(const Sample *sample) {
    return sample_quantile(sample, 1);
}

double sample_quantile(const Sample *sample, double share) {
    double values[SAMPLE_MAX];
    if (sample->count == 0) return 0;
    memcpy(values, sample->values, sizeof values[0] * (size_t)sample->count);
    qsort(values, (size_t)sample->count, sizeof values[0], by_value);
    int index = (int)ceil(share * sample->count) - 1;
    return values[index < 0 ? 0 : index];
}

bool sample_is_outlier(const Sample *sample, int index) {
    const double normal = 1.4826, far = 3.5, least = 0.01;
    double median = sample_median(sample), mad = sample_mad(sample);
    double distance = fabs(sample->values[index] - median);
    return sample->count >= 4 && distance > far * normal * mad && distance > least * fabs(median);
}

/* The error of the mean; 0 for values that are all the same. */
static double standard_error(const double values[], int count, double mean) {
    double squares = 0;
    for (int i = 0; i < count; i++) squares += (values[i] - mean) * (values[i] - mean);
    return sqrt(squares / (count - 1) / count);
}

/* How far the mean of a resample lies from that of the sample, in its own standard errors; 0 where it has none. */
static double studentised(const Sample *sample, double mean, Rng *rng) {
    double values[SAMPLE_MAX], sum = 0;
    for (int i = 0; i < sample->count; i++) {
        values[i] = sample->values[rng_next(rng) % (uint64_t)sample->count];
        sum += values[i];
    }
    double own_mean = sum / sample->count, error = standard_error(values, sample->count, own_mean);
    return error > 0 ? (own_mean - mean) / error : 0;
}

Interval sample_mean_interval(const Sample *sample) {
    double mean = sample_mean(sample);
    if (sample->count < 3) return (Interval){mean, -INFINITY, INFINITY};
    double error = standard_error(sample->values, sample->count, mean);
    double distances[RESAMPLES];
    Rng rng = {.state = 1};
    for (int i = 0; i < RESAMPLES; i++) distances[i] = studentised(sample, mean, &rng);
    qsort(distances, RESAMPLES, sizeof distances[0], by_value);
    /* A resample that lies too high stands for a truth that lies below the mean: the quantiles change places. */
    return (Interval){mean, mean - distances[RESAMPLES * 975 / 1000] * error, mean - distances[RESAMPLES / 40] * error};
}
