/* The benchmark harness: finds the mode that the command line names, runs it and prints its results.
 *
 * Exit status 0; 1 if something is not as expected (a signature that differs, a wrong value, no verdict, levels that
 * are no ladder); 2 if nothing could be measured, the command is wrong, or the output cannot be written. */
#include <stdlib.h>
#include <string.h>

#include "common/counter_line.h"
#include "common/files.h"
#include "common/proc.h"
#include "modes/modes.h"

static const struct {
    const char *name;
    Mode *mode;
    int operands_max;
} modes[] = {
    {"speed", mode_speed, 0},
    {"depth", mode_depth, 0},
    {"ladder", mode_ladder, 0},
    {"solve", mode_solve, INT32_MAX},
    {"prove", mode_prove, INT32_MAX},
    {"commands", mode_commands, INT32_MAX},
    {"signature", mode_signature, 0},
    {"latency", mode_latency, 0},
    {"overrun", mode_overrun, INT32_MAX},
    {"first", mode_first, 0},
    {"compare", mode_compare, 2},
    {"strength", mode_strength, 0},
    {"levels", mode_levels, 0},
    {"wdl", mode_wdl, 0},
};

enum { MODES = sizeof modes / sizeof modes[0] };

/* A short version of most modes: a first look at a machine or a change, in about a minute. One plot, that of the
 * ladder.
 */
static ModeEnd mode_short(const Bench *bench) {
    static const struct {
        Mode *mode;
        int depth, nodes, seconds, repeats, positions;
    } steps[] = {
        {mode_signature, 0, 0, 0, 0, 0}, {mode_solve, 0, 30000, 1, 0, 10}, {mode_prove, 0, 0, 40, 0, 0},
        {mode_latency, 0, 0, 0, 30, 0},  {mode_overrun, 0, 0, 0, 0, 3},    {mode_ladder, 7, 0, 15, 0, 5},
        {mode_speed, 0, 10000, 1, 3, 2},
    };
    ModeEnd worst = MODE_FINE;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && worst != MODE_FAILED; i++) {
        BenchOptions options = *bench->options;
        Plot ignored = {.curve_count = 0};
        options.depth = steps[i].depth;
        options.nodes = steps[i].nodes;
        options.seconds = steps[i].seconds;
        options.repeats = steps[i].repeats;
        options.positions = steps[i].positions;
        Bench step = {&options, bench->results, steps[i].mode == mode_ladder ? bench->plot : &ignored, bench->why};
        ModeEnd end = steps[i].mode(&step);
        if (end > worst) worst = end;
    }
    return worst;
}

static Mode *find_mode(const BenchOptions *options, Reason *why) {
    if (options->mode == NULL) return mode_short;
    for (int i = 0; i < MODES; i++) {
        if (strcmp(options->mode, modes[i].name) != 0) continue;
        if (options->operand_count <= modes[i].operands_max) return modes[i].mode;
        refuse(why, "unexpected argument '%.60s' after %s; see --help", options->operands[modes[i].operands_max],
               modes[i].name);
        return NULL;
    }
    refuse(why, "there is no mode '%.60s'; see --help", options->mode);
    return NULL;
}

static int fail(const char *what) {
    counter_line_erase();
    fprintf(stderr, "bench: %s\n", what);
    return MODE_FAILED;
}

static int run(Mode *mode, const BenchOptions *options) {
    Results *results = calloc(1, sizeof *results);
    Plot *plot = calloc(1, sizeof *plot);
    Reason why = {"not enough memory"};
    ModeEnd end = MODE_FAILED;
    if (results != NULL && plot != NULL) {
        results_init(results);
        end = mode(&(Bench){options, results, plot, &why});
        counter_line_erase();
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
    if (command_line_answers_with(&bench_options_help, argc, argv, MODE_FAILED, &status)) return status;
    if (!bench_options_parse(&options, argv, &why)) return fail(why.text);
    Mode *mode = find_mode(&options, &why);
    if (mode == NULL) return fail(why.text);
    proc_ignore_sigpipe();
    return file_close_stdout("bench", run(mode, &options), MODE_FAILED);
}
