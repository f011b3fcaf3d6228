#include "core/strength.h"

#include "base/rng.h"

static const Strength levels[] = {
    [LEVEL_EASY] = {2, 8, USE_PLAIN, UINT64_MAX, false},
    [LEVEL_MEDIUM] = {4, CELLS_MAX, USE_PLAIN, UINT64_MAX, false},
    [LEVEL_HARD] = {6, CELLS_MAX, USE_PLAIN, UINT64_MAX, false},
    [LEVEL_MASTER] = {DEPTH_MAX, CELLS_MAX, USE_ALL, UINT64_MAX, true},
};

/* From any move at all to everything. */
static const Strength steps[] = {
    {1, 0, USE_PLAIN, UINT64_MAX, false},
    {1, CELLS_MAX, USE_PLAIN, UINT64_MAX, false},
    {2, CELLS_MAX, USE_PLAIN, UINT64_MAX, false},
    {3, CELLS_MAX, USE_PLAIN, UINT64_MAX, false},
    {4, CELLS_MAX, USE_PLAIN, UINT64_MAX, false},
    {5, CELLS_MAX, USE_PLAIN, UINT64_MAX, false},
    {6, CELLS_MAX, USE_PLAIN, UINT64_MAX, false},
    {DEPTH_MAX, CELLS_MAX, USE_ALL, 1000, false},
    {DEPTH_MAX, CELLS_MAX, USE_ALL, 5000, false},
    {DEPTH_MAX, CELLS_MAX, USE_ALL, 25000, false},
    {DEPTH_MAX, CELLS_MAX, USE_ALL, UINT64_MAX, true},
};

/* UCI_Elo and the step that plays so, in hundredths: 250 means that every other move is of step 2, the rest of step 3.
 * Measured on 4x4x4; the table with the games is in engine/README.md. */
static const struct {
    int elo, hundredths;
} rungs[] = {
    {ELO_MIN, 0}, {155, 9},    {315, 22},   {600, 44},   {860, 66},   {1065, 84},      {1370, 102},
    {1570, 167},  {1610, 188}, {1955, 340}, {2105, 533}, {2250, 750}, {ELO_MAX, 1000},
};

static int hundredths_for(int elo) {
    int i = 1;
    while (rungs[i].elo < elo) i++;
    int above = elo - rungs[i - 1].elo, gap = rungs[i].elo - rungs[i - 1].elo;
    return rungs[i - 1].hundredths + (rungs[i].hundredths - rungs[i - 1].hundredths) * above / gap;
}

Strength strength_full(void) {
    return levels[LEVEL_MASTER];
}

Strength strength_of(const Settings *settings, uint64_t key) {
    if (!settings->limit_strength) return levels[settings->level];
    Rng rng = {.state = key + (uint64_t)settings->seed * UINT64_C(0x9E3779B97F4A7C15)};
    int hundredths = hundredths_for(settings->elo), step = hundredths / 100;
    return steps[rng_below(&rng, 100) < hundredths % 100 ? step + 1 : step];
}
