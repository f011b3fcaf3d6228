#include "blocks/block_packing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1, STEPS_BETWEEN_COOLINGS = 4096, COOLINGS = 64 };

/* The blocks that are chosen, and what they leave. */
struct Packing {
    const Library *library;
    Rng rng;
    uint8_t open_lines[CELLS_MAX]; /* through a cell: how many, */
    uint16_t open_line[CELLS_MAX][LINES_PER_CELL_MAX];
    LineCosts costs;
    int count;
    int32_t chosen[PICTURE_BLOCKS_MAX]; /* blocks of the library */
    int8_t cell_slot[CELLS_MAX];        /* which of the chosen takes the cell, or NOBODY */
    int8_t line_slot[LINES_MAX];
    uint8_t left[LINES_MAX]; /* empty cells of a line outside the blocks */
    int cost;                /* in tenths */
    int best_count, best_cost;
    int32_t best[PICTURE_BLOCKS_MAX];
};

/* Two cells for each line, and what it is worth not to have one with so few cells. Pictures with more lines of two or
 * of three cells are found by one of these rather than by the others. */
LineCosts packing_costs(int number, Rng *rng) {
    static const LineCosts costs[] = {
        {{220, 120, 100, 42, 29, 23, 21, 20, 20}},
        {{220, 120, 120, 31, 23, 20, 20, 20, 20}},
        {{220, 120, 100, 50, 31, 23, 21, 20, 20}},
    };
    enum { FIXED = sizeof costs / sizeof costs[0], FIRST_VARIED = 2, LAST_VARIED = 5 };
    LineCosts chosen = costs[number % FIXED];
    for (int left = 9; left <= EDGE_MAX; left++) chosen.by_left[left] = 2 * PACKING_TENTHS;
    for (int left = FIRST_VARIED; left <= LAST_VARIED && number >= FIXED; left++) {
        int cost = chosen.by_left[left];
        chosen.by_left[left] = (int16_t)(cost + rng_below(rng, cost / 4) - cost / 8);
    }
    return chosen;
}

static void list_open_lines(Packing *packing, const Lineup *lineup, int cell) {
    const Geometry *geometry = lineup->geometry;
    packing->open_lines[cell] = 0;
    for (int i = 0; i < geometry->lines_through[cell]; i++) {
        uint16_t line = geometry->cell_lines[cell][i];
        if (!lineup->is_open[line]) continue;
        packing->open_line[cell][packing->open_lines[cell]++] = line;
        packing->left[line] = (uint8_t)(packing->left[line] + lineup->is_empty[cell]);
    }
}

static void start(Packing *packing, const Lineup *lineup, const Library *library, const PackEffort *effort) {
    const Geometry *geometry = lineup->geometry;
    packing->library = library;
    packing->rng = (Rng){.state = effort->seed};
    packing->costs = effort->costs;
    packing->count = packing->cost = 0;
    memset(packing->cell_slot, NOBODY, sizeof packing->cell_slot);
    memset(packing->line_slot, NOBODY, sizeof packing->line_slot);
    memset(packing->left, 0, sizeof packing->left);
    for (int cell = 0; cell < geometry->cells; cell++) {
        packing->cost -= lineup->is_empty[cell] ? PACKING_TENTHS : 0;
        list_open_lines(packing, lineup, cell);
    }
    for (int line = 0; line < geometry->lines; line++) {
        if (lineup->is_open[line]) packing->cost += packing->costs.by_left[packing->left[line]];
    }
    packing->best_cost = packing->cost;
    packing->best_count = 0;
}

/* A cell leaves what is left over (by -1) or comes back to it (by 1). */
static inline void count_cell(Packing *packing, int cell, int by) {
    const int16_t *costs = packing->costs.by_left;
    packing->cost -= by * PACKING_TENTHS;
    for (int i = 0; i < packing->open_lines[cell]; i++) {
        int line = packing->open_line[cell][i], before = packing->left[line];
        packing->left[line] = (uint8_t)(before + by);
        if (packing->line_slot[line] == NOBODY) packing->cost += costs[before + by] - costs[before];
    }
}

static void put_in(Packing *packing, int index) {
    const Block *block = &packing->library->blocks[index];
    int8_t slot = (int8_t)packing->count++;
    packing->chosen[slot] = index;
    for (int i = 0; i < block->lines; i++) {
        packing->line_slot[block->line[i]] = slot;
        packing->cost -= packing->costs.by_left[packing->left[block->line[i]]];
    }
    for (int i = 0; i < block->cells; i++) {
        packing->cell_slot[block->cell[i]] = slot;
        count_cell(packing, block->cell[i], -1);
    }
}

static void mark(Packing *packing, int slot, int8_t as) {
    const Block *block = &packing->library->blocks[packing->chosen[slot]];
    for (int i = 0; i < block->lines; i++) packing->line_slot[block->line[i]] = as;
    for (int i = 0; i < block->cells; i++) packing->cell_slot[block->cell[i]] = as;
}

/* The last block moves into the slot that becomes free. */
static void take_out(Packing *packing, int slot) {
    const Block *block = &packing->library->blocks[packing->chosen[slot]];
    for (int i = 0; i < block->cells; i++) count_cell(packing, block->cell[i], 1);
    mark(packing, slot, NOBODY);
    for (int i = 0; i < block->lines; i++) packing->cost += packing->costs.by_left[packing->left[block->line[i]]];
    int last = --packing->count;
    if (slot == last) return;
    packing->chosen[slot] = packing->chosen[last];
    mark(packing, slot, (int8_t)slot);
}

/* The chosen blocks that share a cell or a line with this one. */
static int collisions(const Packing *packing, const Block *block, int32_t colliding[PICTURE_BLOCKS_MAX]) {
    uint64_t seen = 0;
    int count = 0;
    for (int i = 0; i < block->cells + block->lines; i++) {
        int slot =
            i < block->cells ? packing->cell_slot[block->cell[i]] : packing->line_slot[block->line[i - block->cells]];
        if (slot == NOBODY || (seen >> slot & 1) != 0) continue;
        seen |= UINT64_C(1) << slot;
        colliding[count++] = packing->chosen[slot];
    }
    return count;
}

static int slot_of(const Packing *packing, int32_t index) {
    return packing->cell_slot[packing->library->blocks[index].cell[0]];
}

/* By how much the cost may grow now, in tenths: with the chance exp(-growth / temperature). */
static double growth_allowed(Packing *packing, double temperature) {
    double chance = ((double)(rng_next(&packing->rng) >> 11) + 0.5) * 0x1p-53;
    return -log(chance) * temperature * (double)PACKING_TENTHS;
}

static void note_best(Packing *packing) {
    if (packing->cost >= packing->best_cost) return;
    packing->best_cost = packing->cost;
    packing->best_count = packing->count;
    memcpy(packing->best, packing->chosen, sizeof packing->chosen[0] * (size_t)packing->count);
}

/* Hardly ever does an exchange of blocks save more than this beyond their gains. */
enum { SAVED_MOST = 50 };

/* A block of the library instead of those that it collides with. The library begins with the best blocks: half the time
 * the new one is of the first tenth. */
static void try_block(Packing *packing, double temperature) {
    const Library *library = packing->library;
    int choice = (rng_next(&packing->rng) & 1) != 0 ? library->count / 10 + 1 : library->count;
    int index = rng_below(&packing->rng, choice < library->count ? choice : library->count);
    int32_t colliding[PICTURE_BLOCKS_MAX];
    int count = collisions(packing, &library->blocks[index], colliding), before = packing->cost;
    int gain = library_gain(&library->blocks[index]);
    for (int i = 0; i < count; i++) gain -= library_gain(&library->blocks[colliding[i]]);
    double allowed = growth_allowed(packing, temperature);
    if (-PACKING_TENTHS * gain - SAVED_MOST > allowed || (count == 1 && colliding[0] == index)) return;
    if (packing->count - count >= PICTURE_BLOCKS_MAX) return;
    for (int i = 0; i < count; i++) take_out(packing, slot_of(packing, colliding[i]));
    put_in(packing, index);
    if (packing->cost - before <= allowed) {
        note_best(packing);
        return;
    }
    take_out(packing, packing->count - 1);
    for (int i = 0; i < count; i++) put_in(packing, colliding[i]);
}

/* From hot to cold. */
bool packing_anneal(Packing *packing, const Lineup *lineup, const Library *library, const PackEffort *effort,
                    Picture *picture) {
    const double HOT = 1.5, COLD = 0.15;
    int steps = library->count > 0 ? effort->steps : 0;
    int between = steps / COOLINGS < STEPS_BETWEEN_COOLINGS ? steps / COOLINGS + 1 : STEPS_BETWEEN_COOLINGS;
    double temperature = HOT, cooling = pow(COLD / HOT, (double)between / effort->steps);
    start(packing, lineup, library, effort);
    for (int step = 0; step < steps; step++) {
        if (watch_step(effort->watch, 1)) return false;
        if (step % between == 0) temperature *= cooling;
        try_block(packing, temperature);
    }
    *picture = (Picture){.count = packing->best_count};
    for (int i = 0; i < picture->count; i++) picture->block[i] = library->blocks[packing->best[i]];
    return true;
}

int packing_cost(const Picture *picture, const Lineup *lineup, const LineCosts *costs) {
    Rest rest;
    int number[CELLS_MAX];
    picture_rest(picture, lineup, &rest, number);
    int cost = -PACKING_TENTHS * rest.cells;
    for (int line = 0; line < rest.lines; line++) cost += costs->by_left[rest.size[line]];
    return cost;
}

Packing *packing_new(void) {
    return calloc(1, sizeof(Packing));
}

void packing_free(Packing *packing) {
    free(packing);
}
