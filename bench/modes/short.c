/* A short version of most modes: a first look at a machine or a change, in about a minute. */
#include "modes/modes.h"

ModeEnd mode_short(const Bench *bench) {
    static const struct {
        Mode *mode;
        int depth, nodes, seconds, repeats, positions;
    } steps[] = {
        {mode_signature, 0, 0, 0, 0, 0}, {mode_solve, 0, 30000, 1, 0, 10}, {mode_prove, 0, 0, 40, 0, 0},
        {mode_latency, 0, 0, 0, 30, 0},  {mode_ladder, 7, 0, 15, 0, 5},    {mode_speed, 0, 10000, 1, 3, 2},
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
