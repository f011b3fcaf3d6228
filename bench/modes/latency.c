/* How soon an engine answers, and whether it keeps to its time limits, measured from outside through the protocol. */
#include <math.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/thread.h"
#include "common/progress_line.h"
#include "harness/engine_runs.h"
#include "harness/sample.h"
#include "harness/suite.h"
#include "modes/modes.h"

enum { LOAD_THREADS_MAX = 64, PATIENCE_MS = 20000, WAIT_BEFORE_STOP_MS = 10 };

typedef struct {
    Client *client;
    const Suite *suite;
    int times;
    Results *results;
} Latency;

static void print_sample(Latency *latency, const char *what, const Sample *ms, int late) {
    Results *results = latency->results;
    results_text(results, "%s", what);
    results_number(results, ms->count, 0);
    results_number(results, sample_median(ms), 3);
    results_number(results, sample_mad(ms), 3);
    results_number(results, sample_quantile(ms, 0.99), 3);
    results_number(results, sample_max(ms), 3);
    results_number(results, late >= 0 ? late : (double)NAN, 0);
}

static double ms_since(int64_t begun_us) {
    return (double)(clock_now_us() - begun_us) / 1000;
}

static bool set_position(Latency *latency, int index, Reason *why) {
    const Suite *suite = latency->suite;
    bool fine = client_position(latency->client, suite->positions[index % suite->count].fen, NULL) == CLIENT_OK &&
                client_ready(latency->client) == CLIENT_OK;
    return fine || engine_runs_refuse(latency->client, why);
}

static bool measure_ready(Latency *latency, const char *what, Reason *why) {
    Sample ms = {0};
    for (int i = -1; i < latency->times; i++) {
        int64_t begun_us = clock_now_us();
        if (client_ready(latency->client) != CLIENT_OK) return engine_runs_refuse(latency->client, why);
        if (i >= 0) sample_add(&ms, ms_since(begun_us));
    }
    print_sample(latency, what, &ms, -1);
    return true;
}

static bool stop_search(Latency *latency, Sample *ms, Reason *why) {
    ClientAnswer answer;
    int64_t begun_us = clock_now_us();
    if (client_stop(latency->client) != CLIENT_OK) return engine_runs_refuse(latency->client, why);
    if (client_go_wait(latency->client, begun_us + PATIENCE_MS * 1000, &answer) != CLIENT_OK) {
        return engine_runs_refuse(latency->client, why);
    }
    sample_add(ms, ms_since(begun_us));
    return true;
}

static bool measure_ready_in_search(Latency *latency, Reason *why) {
    Sample ignored = {0};
    if (!set_position(latency, 0, why)) return false;
    if (client_go_begin(latency->client, "infinite") != CLIENT_OK) return engine_runs_refuse(latency->client, why);
    return measure_ready(latency, "isready to readyok in a search", why) && stop_search(latency, &ignored, why);
}

static bool measure_stop(Latency *latency, Reason *why) {
    Sample ms = {0};
    for (int i = 0; i < latency->times; i++) {
        ClientAnswer answer;
        if (!set_position(latency, i, why)) return false;
        if (client_go_begin(latency->client, "infinite") != CLIENT_OK) return engine_runs_refuse(latency->client, why);
        client_go_wait(latency->client, clock_now_us() + WAIT_BEFORE_STOP_MS * 1000, &answer);
        if (!stop_search(latency, &ms, why)) return false;
    }
    print_sample(latency, "stop to bestmove", &ms, -1);
    return true;
}

/* With a time limit, answers that come after it are counted. */
static bool measure_go(Latency *latency, const char *what, const char *limits, double limit_ms, Reason *why) {
    Sample ms = {0};
    int late = 0;
    for (int i = -1; i < latency->times; i++) {
        ClientAnswer answer;
        progress_line_write("latency: %s, %d of %d", what, i + 1, latency->times);
        if (!set_position(latency, i + 1, why)) return false;
        if (client_go(latency->client, limits, PATIENCE_MS, &answer) != CLIENT_OK)
            return engine_runs_refuse(latency->client, why);
        if (i < 0) continue;
        sample_add(&ms, (double)answer.elapsed_us / 1000);
        late += limit_ms > 0 && (double)answer.elapsed_us / 1000 > limit_ms;
    }
    print_sample(latency, what, &ms, limit_ms > 0 ? late : -1);
    return true;
}

static void burn(void *argument) {
    const atomic_bool *stop = argument;
    while (!atomic_load_explicit(stop, memory_order_relaxed)) continue;
}

/* One busy thread for each core. */
static bool measure_under_load(Latency *latency, int cores, Reason *why) {
    Thread threads[LOAD_THREADS_MAX];
    atomic_bool stop = false;
    int count = 0;
    while (count < cores && count < LOAD_THREADS_MAX && thread_start(&threads[count], burn, &stop)) count++;
    bool fine = measure_go(latency, "50 ms on the clock, every core busy", "p1time 50 p2time 50", 50, why);
    atomic_store(&stop, true);
    for (int i = 0; i < count; i++) thread_join(threads[i]);
    return fine;
}

static bool measure_all(Latency *latency, Reason *why) {
    return measure_ready(latency, "isready to readyok", why) && measure_ready_in_search(latency, why) &&
           measure_go(latency, "go depth 1 to bestmove", "depth 1", 0, why) && measure_stop(latency, why) &&
           measure_go(latency, "10 ms on the clock", "p1time 10 p2time 10", 10, why) &&
           measure_under_load(latency, latency->results->machine.cores, why);
}

static bool measure(Latency *latency, const char *engine, Reason *why) {
    latency->client = engine_runs_client(engine, why);
    bool fine = latency->client != NULL && measure_all(latency, why);
    client_free(latency->client);
    return fine;
}

static const TableHead table = {
    "latency",
    "Latency: how soon the engine answers, by the wall clock",
    {"from ... to", "times", "median ms", "MAD ms", "99% ms", "max ms", "late"},
    {"MAD: median absolute deviation; 99%: 99 of 100 answers took no longer",
     "late: answers that came after the time on the clock was over"},
};

ModeEnd mode_latency(const Bench *bench) {
    const BenchOptions *options = bench->options;
    Suite suite;
    if (!suite_read(&suite, options->file, bench_options_one_game(options), bench->why)) return MODE_FAILED;
    Latency latency = {.suite = &suite, .times = options->limits.repeats, .results = bench->results};
    results_table(bench->results, &table);
    bool fine = measure(&latency, options->engine, bench->why);
    suite_free(&suite);
    return fine ? MODE_FINE : MODE_FAILED;
}
