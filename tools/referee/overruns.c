#include "referee/overruns.h"

#include <stdio.h>

#include "common/os.h"

static int count_losses(const Overruns *overruns, bool *is_one_engine) {
    int count = 0, first = 0;
    *is_one_engine = true;
    for (int i = 0; i < OVERRUNS_WINDOW; i++) {
        if (overruns->losers[i] == 0) continue;
        if (first == 0) first = overruns->losers[i];
        if (overruns->losers[i] != first) *is_one_engine = false;
        count++;
    }
    return count;
}

bool overruns_add(Overruns *overruns, int loser, Reason *text) {
    bool is_one_engine;
    overruns->losers[overruns->games++ % OVERRUNS_WINDOW] = loser + 1;
    int losses = count_losses(overruns, &is_one_engine);
    int games = overruns->games < OVERRUNS_WINDOW ? overruns->games : OVERRUNS_WINDOW;
    if (overruns->has_warned || losses < OVERRUNS_MANY || is_one_engine) return false;
    overruns->has_warned = true;
    long processors;
    double load;
    if (os_load(&load, &processors) && load > (double)processors) {
        reason_set(text,
                   "different engines lost %d of the last %d games on time, and the machine is busy (load %.1f on %ld "
                   "processors): play fewer games at a time, or give them a larger margin-ms",
                   losses, games, load, processors);
    } else {
        reason_set(text,
                   "different engines lost %d of the last %d games on time: their time may be too short for this "
                   "machine; see margin-ms",
                   losses, games);
    }
    return true;
}
