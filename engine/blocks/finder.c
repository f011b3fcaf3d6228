#include "blocks/finder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/thread.h"

enum { NOBODY = -1, STEPS_BETWEEN_LOOKS = 4096, COOLINGS = 64 };

/* What a line left over costs beside the two cells it wants, by the cells it has left, in tenths of a cell. Of two runs
 * that end with the same lack, the one with hardly any line of three cells is proven and the other is hopeless. */
enum { TENTHS = 10 };
static int line_cost(int cells) {
    static const int penalty[] = {200, 100, 40, 22, 9, 3, 1};
    return 2 * TENTHS + (cells < (int)(sizeof penalty / sizeof penalty[0]) ? penalty[cells] : 0);
}

/* The blocks that are chosen, and what they leave. */
typedef struct {
    int count;
    int32_t chosen[PICTURE_BLOCKS_MAX]; /* blocks of the library */
    int8_t cell_slot[CELLS_MAX];        /* which of the chosen takes the cell, or NOBODY */
    int8_t line_slot[LINES_MAX];
    uint8_t left[LINES_MAX]; /* empty cells of a line outside the blocks */
    int cost;                /* in tenths */
} Choice;

typedef struct {
    const Library *library;
    Rng rng;
    uint8_t open_lines[CELLS_MAX]; /* through a cell: how many, */
    uint16_t open_line[CELLS_MAX][LINES_PER_CELL_MAX];
    int cost_by_left[EDGE_MAX + 1];
    Choice choice;
} Packing;

static void list_open_lines(Packing *packing, const Lineup *lineup, int cell) {
    const Geometry *geometry = lineup->geometry;
    packing->open_lines[cell] = 0;
    for (int i = 0; i < geometry->lines_through[cell]; i++) {
        uint16_t line = geometry->cell_lines[cell][i];
        if (!lineup->is_open[line]) continue;
        packing->open_line[cell][packing->open_lines[cell]++] = line;
        packing->choice.left[line] += lineup->is_empty[cell];
    }
}

static void packing_init(Packing *packing, const Lineup *lineup, const Library *library, uint64_t seed) {
    const Geometry *geometry = lineup->geometry;
    Choice *choice = &packing->choice;
    packing->library = library;
    packing->rng = (Rng){.state = seed};
    *choice = (Choice){.count = 0};
    memset(choice->cell_slot, NOBODY, sizeof choice->cell_slot);
    memset(choice->line_slot, NOBODY, sizeof choice->line_slot);
    for (int cells = 0; cells <= geometry->n; cells++) packing->cost_by_left[cells] = line_cost(cells);
    for (int cell = 0; cell < geometry->cells; cell++) {
        choice->cost -= lineup->is_empty[cell] ? TENTHS : 0;
        list_open_lines(packing, lineup, cell);
    }
    for (int line = 0; line < geometry->lines; line++) {
        if (lineup->is_open[line]) choice->cost += line_cost(choice->left[line]);
    }
}

/* A cell leaves what is left over (by -1) or comes back to it (by 1). */
static void count_cell(Packing *packing, int cell, int by) {
    Choice *choice = &packing->choice;
    choice->cost -= by * TENTHS;
    for (int i = 0; i < packing->open_lines[cell]; i++) {
        int line = packing->open_line[cell][i], before = choice->left[line];
        choice->left[line] = (uint8_t)(before + by);
        if (choice->line_slot[line] != NOBODY) continue;
        choice->cost += packing->cost_by_left[before + by] - packing->cost_by_left[before];
    }
}

static void put_in(Packing *packing, int index) {
    const Block *block = &packing->library->blocks[index];
    Choice *choice = &packing->choice;
    int8_t slot = (int8_t)choice->count++;
    choice->chosen[slot] = index;
    for (int i = 0; i < block->lines; i++) {
        choice->line_slot[block->line[i]] = slot;
        choice->cost -= packing->cost_by_left[choice->left[block->line[i]]];
    }
    for (int i = 0; i < block->cells; i++) {
        choice->cell_slot[block->cell[i]] = slot;
        count_cell(packing, block->cell[i], -1);
    }
}

static void mark(Packing *packing, int slot, int8_t as) {
    Choice *choice = &packing->choice;
    const Block *block = &packing->library->blocks[choice->chosen[slot]];
    for (int i = 0; i < block->lines; i++) choice->line_slot[block->line[i]] = as;
    for (int i = 0; i < block->cells; i++) choice->cell_slot[block->cell[i]] = as;
}

/* The last block moves into the slot that becomes free. */
static void take_out(Packing *packing, int slot) {
    Choice *choice = &packing->choice;
    const Block *block = &packing->library->blocks[choice->chosen[slot]];
    for (int i = 0; i < block->cells; i++) count_cell(packing, block->cell[i], 1);
    mark(packing, slot, NOBODY);
    for (int i = 0; i < block->lines; i++) choice->cost += packing->cost_by_left[choice->left[block->line[i]]];
    int last = --choice->count;
    if (slot == last) return;
    choice->chosen[slot] = choice->chosen[last];
    mark(packing, slot, (int8_t)slot);
}

/* The chosen blocks that share a cell or a line with this one. */
static int collisions(const Choice *choice, const Block *block, int32_t colliding[PICTURE_BLOCKS_MAX]) {
    bool collides[PICTURE_BLOCKS_MAX] = {false};
    int count = 0;
    for (int i = 0; i < block->cells + block->lines; i++) {
        int slot =
            i < block->cells ? choice->cell_slot[block->cell[i]] : choice->line_slot[block->line[i - block->cells]];
        if (slot == NOBODY || collides[slot]) continue;
        collides[slot] = true;
        colliding[count++] = choice->chosen[slot];
    }
    return count;
}

static int slot_of(const Packing *packing, int32_t index) {
    return packing->choice.cell_slot[packing->library->blocks[index].cell[0]];
}

static bool is_accepted(Packing *packing, int worse, double temperature) {
    if (worse <= 0) return true;
    double chance = (double)(rng_next(&packing->rng) >> 11) * 0x1p-53;
    return chance < exp(-worse / (TENTHS * temperature));
}

/* A block of the library instead of those that it collides with. The library begins with the best blocks: half the time
 * the new one is of the first tenth. */
static void try_block(Packing *packing, double temperature) {
    const Library *library = packing->library;
    int choice = (rng_next(&packing->rng) & 1) != 0 ? library->count / 10 + 1 : library->count;
    int index = rng_below(&packing->rng, choice < library->count ? choice : library->count);
    int32_t colliding[PICTURE_BLOCKS_MAX];
    int count = collisions(&packing->choice, &library->blocks[index], colliding);
    if (packing->choice.count - count >= PICTURE_BLOCKS_MAX) return;
    Choice before = packing->choice;
    for (int i = 0; i < count; i++) take_out(packing, slot_of(packing, colliding[i]));
    put_in(packing, index);
    if (!is_accepted(packing, packing->choice.cost - before.cost, temperature)) packing->choice = before;
}

static void packing_to_picture(const Packing *packing, Picture *picture) {
    const Choice *choice = &packing->choice;
    *picture = (Picture){.count = choice->count};
    for (int i = 0; i < choice->count; i++) picture->block[i] = packing->library->blocks[choice->chosen[i]];
}

/* From hot to cold; false when there is no time left. */
static bool anneal(Packing *packing, int steps, IsOver is_over, const void *context) {
    const double HOT = 1.5, COLD = 0.15;
    int between = steps / COOLINGS < STEPS_BETWEEN_LOOKS ? steps / COOLINGS + 1 : STEPS_BETWEEN_LOOKS;
    double temperature = HOT, cooling = pow(COLD / HOT, (double)between / steps);
    if (packing->library->count == 0) return true;
    for (int step = 0; step < steps; step++) {
        if (step % between == 0) {
            if (is_over(context)) return false;
            temperature *= cooling;
        }
        try_block(packing, temperature);
    }
    return true;
}

/* One run with a library that is there */

bool finder_pack(const Lineup *lineup, const Library *library, const PackEffort *effort, RestSearch *search,
                 RestEffort *rest_effort, Picture *picture) {
    Packing packing;
    packing_init(&packing, lineup, library, effort->seed);
    if (!anneal(&packing, effort->steps, effort->is_over, effort->context)) return false;
    packing_to_picture(&packing, picture);
    return picture_search_rest(picture, lineup, search, rest_effort);
}

/* Several runs on several threads */

typedef struct {
    const Lineup *lineup;
    const FinderEffort *effort;
    Library library;
    atomic_int next_run;
    _Atomic bool is_found;
    _Atomic uint64_t nodes;
    Monitor monitor; /* guards the picture */
    Picture *picture;
} Finder;

typedef struct {
    Finder *finder;
    bool is_callers;
} FinderThread;

static bool is_over(const void *context) {
    const FinderThread *thread = context;
    const Finder *finder = thread->finder;
    const FinderEffort *effort = finder->effort;
    if (thread->is_callers && effort->pulse != NULL) effort->pulse(effort->context);
    return atomic_load(&finder->is_found) || atomic_load(effort->stop) || clock_now_us() >= effort->deadline_us;
}

static void run(const FinderThread *thread, RestSearch *search, int number) {
    Finder *finder = thread->finder;
    const FinderEffort *effort = finder->effort;
    PackEffort pack = {effort->steps, effort->seed + (uint64_t)number, is_over, thread};
    RestEffort rest = {.nodes = effort->check_nodes, .is_over = is_over, .context = thread};
    Picture picture;
    bool holds = finder_pack(finder->lineup, &finder->library, &pack, search, &rest, &picture);
    atomic_fetch_add(&finder->nodes, effort->check_nodes - rest.nodes);
    if (!holds) return;
    monitor_lock(&finder->monitor);
    if (!atomic_exchange(&finder->is_found, true)) *finder->picture = picture;
    monitor_unlock(&finder->monitor);
}

static void work(const FinderThread *thread) {
    Finder *finder = thread->finder;
    RestSearch *search = rest_search_new();
    while (search != NULL && !is_over(thread)) {
        int number = atomic_fetch_add(&finder->next_run, 1);
        if (number >= finder->effort->runs) break;
        run(thread, search, number);
    }
    rest_search_free(search);
}

static void help(void *argument) {
    work(&(FinderThread){argument, false});
}

static void run_threads(Finder *finder) {
    Thread threads[THREADS_MAX];
    int started = 0, wanted = finder->effort->threads - 1;
    while (started < wanted && started < THREADS_MAX && thread_start(&threads[started], help, finder)) started++;
    work(&(FinderThread){finder, true});
    while (started > 0) thread_join(threads[--started]);
}

bool finder_run(const Lineup *lineup, const FinderEffort *effort, Picture *picture, uint64_t *nodes) {
    Finder finder = {.lineup = lineup, .effort = effort, .picture = picture};
    *nodes = 0;
    if (!library_init(&finder.library, lineup, is_over, &(FinderThread){&finder, true})) return false;
    if (monitor_init(&finder.monitor)) {
        run_threads(&finder);
        monitor_destroy(&finder.monitor);
    }
    library_release(&finder.library);
    *nodes = atomic_load(&finder.nodes);
    return atomic_load(&finder.is_found);
}

/* Within an amount of work */

/* What a node of the search costs, where a step of annealing costs 1: about a microsecond. */
enum { NODE_WORK = 6, STEPS_OF_WORK = 2 };

typedef struct {
    const Lineup *lineup;
    const Library *library;
    RestSearch *search;
    WorkEffort *effort;
} Trial;

static void spend(WorkEffort *effort, uint64_t work) {
    effort->work -= work < effort->work ? work : effort->work;
}

/* One run: a share of the work for annealing, as much for the search. */
static bool try_once(const Trial *trial, uint64_t share, uint64_t seed, Picture *picture) {
    const WorkEffort *limits = trial->effort;
    PackEffort pack = {(int)(share * STEPS_OF_WORK), seed, limits->is_over, limits->context};
    RestEffort effort = {.nodes = share / NODE_WORK, .is_over = limits->is_over, .context = limits->context};
    bool holds = finder_pack(trial->lineup, trial->library, &pack, trial->search, &effort, picture);
    spend(trial->effort, 2 * share - effort.nodes * NODE_WORK);
    return holds;
}

/* Without blocks: the search may do alone. *is_hopeless says that not even blocks will help. */
static bool try_without_blocks(const Trial *trial, uint64_t share, Picture *picture, bool *is_hopeless) {
    Rest rest;
    int number[CELLS_MAX];
    const WorkEffort *limits = trial->effort;
    RestEffort effort = {.nodes = share / NODE_WORK, .is_over = limits->is_over, .context = limits->context};
    *picture = (Picture){.count = 0};
    picture_rest(picture, trial->lineup, &rest, number);
    *is_hopeless = rest_search_lack(trial->search, &rest) > limits->lack_max;
    if (*is_hopeless) return false;
    bool holds = picture_search_rest(picture, trial->lineup, trial->search, &effort);
    spend(trial->effort, share - effort.nodes * NODE_WORK);
    return holds;
}

static bool try_with_blocks(Trial *trial, uint64_t share, Picture *picture) {
    enum { RUNS_MAX = 6 };
    Library library;
    WorkEffort *effort = trial->effort;
    uint64_t for_blocks = 2 * share, left = for_blocks;
    bool is_found = false;
    if (!library_for_position(&library, trial->lineup, NULL, &left, NULL, NULL)) return false;
    trial->library = &library;
    spend(effort, for_blocks - left);
    for (int i = 0; i < RUNS_MAX && !is_found && effort->work >= 2 * share; i++) {
        if (effort->is_over(effort->context)) break;
        is_found = try_once(trial, share, 1 + (uint64_t)i, picture);
    }
    library_release(&library);
    return is_found;
}

bool finder_try(const Lineup *lineup, WorkEffort *effort, Picture *picture) {
    enum { SHARES = 8 };
    uint64_t share = effort->work / SHARES;
    Trial trial = {.lineup = lineup, .search = rest_search_new(), .effort = effort};
    if (trial.search == NULL) return false;
    bool is_hopeless;
    bool is_found = try_without_blocks(&trial, share, picture, &is_hopeless);
    if (!is_found && !is_hopeless) is_found = try_with_blocks(&trial, share, picture);
    rest_search_free(trial.search);
    return is_found;
}
