/* The benchmark harness: finds the mode that the command line names, runs it and prints its results.
 *
 * Exit status 0; 1 if something is not as expected (a signature that differs, a wrong value, no verdict, levels that
 * are no ladder); 2 if nothing could be measured, the command is wrong, or the output cannot be written. */
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/proc.h"
#include "common/progress_line.h"
#include "modes/modes.h"

typedef struct {
    const char *name;
    Mode *mode;
    int operands_max;
    BenchLimits defaults;
} ModeRow;

static const ModeRow modes[] = {
    {"speed", mode_speed, 0, {.nodes = 100000, .seconds = 1, .repeats = 5, .hash_mb = 64}},
    {"depth", mode_depth, 0, {.depth = 12, .seconds = 5, .repeats = 3, .hash_mb = 64}},
    {"ladder", mode_ladder, 0, {.depth = 8, .seconds = 60, .hash_mb = 64}},
    {"solve", mode_solve, INT32_MAX, {.nodes = 300000, .seconds = 5, .hash_mb = 64}},
    {"prove", mode_prove, INT32_MAX, {.seconds = 600, .hash_mb = 512}},
    {"commands", mode_commands, INT32_MAX, {.repeats = 3}},
    {"signature", mode_signature, 0, {0}},
    {"latency", mode_latency, 0, {.repeats = 100}},
    {"overrun", mode_overrun, INT32_MAX, {.positions = 12}},
    {"first", mode_first, 0, {.repeats = 21}},
    {"compare", mode_compare, 2, {.nodes = 10000, .rounds = 10, .hash_mb = 16}},
    {"strength", mode_strength, 0, {.nodes = 5000, .rounds = 5}},
    {"levels", mode_levels, 0, {.nodes = 5000, .rounds = 4}},
    {"wdl", mode_wdl, 0, {.nodes = 1000, .rounds = 200}},
};

enum { MODES = sizeof modes / sizeof modes[0] };

static const ModeRow *row_named(const char *name) {
    for (int i = 0; i < MODES; i++) {
        if (strcmp(name, modes[i].name) == 0) return &modes[i];
    }
    return NULL;
}

/* Its tables say which limits were in force. */
static ModeEnd run_mode(const ModeRow *row, const Bench *bench) {
    BenchOptions options = *bench->options;
    Results *results = bench->results;
    int first = results->table_count;
    bench_limits_complete(&options.limits, &row->defaults);
    ModeEnd end = row->mode(&(Bench){&options, results, bench->plot, bench->why});
    for (int i = first; i < results->table_count; i++) bench_limits_print(&options.limits, results->tables[i].limits);
    return end;
}

/* A short version of most modes: a first look at a machine or a change, in about a minute. One plot, that of the
 * ladder. */
static ModeEnd run_short(const Bench *bench) {
    static const struct {
        const char *mode;
        BenchLimits limits;
    } steps[] = {
        {"signature", {0}},
        {"solve", {.nodes = 30000, .seconds = 1, .positions = 10}},
        {"prove", {.seconds = 40}},
        {"latency", {.repeats = 30}},
        {"overrun", {.positions = 3}},
        {"ladder", {.depth = 7, .seconds = 15, .positions = 5}},
        {"speed", {.nodes = 10000, .seconds = 1, .repeats = 3, .positions = 2}},
    };
    ModeEnd worst = MODE_FINE;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && worst != MODE_FAILED; i++) {
        BenchOptions options = *bench->options;
        Plot ignored = {.curve_count = 0};
        bool has_plot = strcmp(steps[i].mode, "ladder") == 0;
        options.limits = steps[i].limits;
        Bench step = {&options, bench->results, has_plot ? bench->plot : &ignored, bench->why};
        ModeEnd end = run_mode(row_named(steps[i].mode), &step);
        if (end > worst) worst = end;
    }
    return worst;
}

static bool check_mode(const BenchOptions *options, Reason *why) {
    if (options->mode == NULL) return true;
    const ModeRow *row = row_named(options->mode);
    if (row == NULL) return refuse(why, "there is no mode '%.60s'; see --help", options->mode);
    return options->operand_count <= row->operands_max ||
           refuse(why, "unexpected argument '%.60s' after %s; see --help", options->operands[row->operands_max],
                  row->name);
}

static int fail(const char *what) {
    progress_line_erase();
    fprintf(stderr, "bench: %s\n", what);
    return MODE_FAILED;
}

static int run(const BenchOptions *options, const char *command) {
    Results *results = calloc(1, sizeof *results);
    Plot *plot = calloc(1, sizeof *plot);
    Reason why = {"not enough memory"};
    ModeEnd end = MODE_FAILED;
    if (results != NULL && plot != NULL) {
        Bench bench = {options, results, plot, &why};
        results_init(results, command);
        end = options->mode == NULL ? run_short(&bench) : run_mode(row_named(options->mode), &bench);
        progress_line_erase();
        if (end != MODE_FAILED) results_print(results, options->format, stdout);
        if (end != MODE_FAILED && options->svg_path != NULL && !plot_write(plot, options->svg_path, &why)) {
            end = MODE_FAILED;
        }
        results_free(results);
    }
    free(results);
    free(plot);
    return end == MODE_FAILED ? fail(why.text) : (int)end;
}

int main(int argc, char **argv) {
    BenchOptions options;
    Reason why;
    int status;
    char command[RESULTS_COMMAND_SIZE];
    Writer typed = writer_on(command, sizeof command);
    for (int i = 0; i < argc; i++) writer_add(&typed, "%s%s", i > 0 ? " " : "", argv[i]);
    if (command_line_answers_with(&bench_options_help, argc, argv, MODE_FAILED, &status)) return status;
    if (!bench_options_parse(&options, argv, &why) || !check_mode(&options, &why)) return fail(why.text);
    file_ignore_signals();
    return file_close_stdout("bench", run(&options, command), MODE_FAILED);
}
