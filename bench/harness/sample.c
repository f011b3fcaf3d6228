#include "harness/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

enum { RESAMPLES = 10000 };

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

static double mean_of(const Sample *sample) {
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

/* Student's t that is exceeded in 2.5% of all cases, by the Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5).
 */
static double student_t(int degrees) {
    const double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    double f = degrees;
    return z + (z3 + z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * z) / (96 * f * f) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * f * f * f);
}

static double resampled_mean(const Sample *sample, Rng *rng) {
    double sum = 0;
    for (int i = 0; i < sample->count; i++) sum += sample->values[rng_next(rng) % (uint64_t)sample->count];
    return sum / sample->count;
}

Interval sample_mean_interval(const Sample *sample) {
    double means[RESAMPLES], mean = mean_of(sample);
    int count = sample->count;
    if (count < SAMPLE_INTERVAL_MIN) return (Interval){mean, -INFINITY, INFINITY};
    Rng rng = {.state = 1};
    for (int i = 0; i < RESAMPLES; i++) means[i] = resampled_mean(sample, &rng);
    qsort(means, RESAMPLES, sizeof means[0], by_value);
    /* Resamples vary less than samples do, by sqrt((n - 1) / n), and for few values the tails of the normal curve are
     * too thin. So less than 2.5% is cut off at either end. */
    double share = erfc(student_t(count - 1) * sqrt(count / (count - 1.0)) / sqrt(2)) / 2;
    int cut = (int)(share * (double)RESAMPLES);
    return (Interval){mean, means[cut], means[RESAMPLES - 1 - cut]};
}

/* Half of all values lie below the median, so the number of those in a sample has a binomial distribution. The chance
 * that it is at most cut - 1 stays below 2.5%. */
Interval sample_median_interval(const Sample *sample) {
    double log_chance = -sample->count * log(2), below = exp(log_chance);
    int cut = 0, count = sample->count;
    while (count > 0 && below <= 0.025) {
        cut++;
        log_chance += log(count - cut + 1.0) - log(cut);
        below += exp(log_chance);
    }
    double middle = sample_median(sample);
    if (cut == 0) return (Interval){middle, -INFINITY, INFINITY};
    return (Interval){middle, sample_quantile(sample, (cut - 0.5) / count),
                      sample_quantile(sample, (count - cut + 0.5) / count)};
}
