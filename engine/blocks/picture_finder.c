#include "blocks/picture_finder.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "blocks/plane_blocks.h"

/* A unit of work is about a microsecond: a node of the search, or so many steps of annealing. */
enum { STEPS_OF_WORK = 3, CANDIDATES_MAX = FINDER_REPLIES_MAX * FINDER_PICTURES_MAX };

/* A picture that may hold, after this reply. */
typedef struct {
    int reply, cost;
    bool is_dead; /* it was searched to the end, in vain */
    CellSet cells;
    Picture picture;
} Candidate;

struct Finder {
    PlaneBlocks *store; /* NULL where there are no planes */
    PictureMemory *memory;
    Packing *packing;
    Library library;
    int count;
    Candidate *candidate; /* in the order in which they were made */
    Candidate *by_cost[CANDIDATES_MAX];
};

/* Few pictures, for long: of 27 that held on 5x5x5, 16 were the cheapest for their position and 7 the second, and 16
 * took more than 150,000 nodes. */
FinderEffort finder_thorough(void) {
    return (FinderEffort){.replies = 14,
                          .glance_steps = 12000,
                          .replies_kept = 4,
                          .pictures = 5,
                          .steps = 40000,
                          .cost_max = 600,
                          .lack_max = INT32_MAX,
                          .rounds = 4,
                          .round = {{30000, 3}, {120000, 4}, {500000, 3}, {2000000, 3}},
                          .seed = 1,
                          .work = UINT64_MAX};
}

FinderEffort finder_brief(uint64_t work) {
    return (FinderEffort){.replies = 4,
                          .glance_steps = (int)(work / 50),
                          .replies_kept = 2,
                          .pictures = 3,
                          .steps = (int)(work / 10),
                          .cost_max = INT32_MAX,
                          .lack_max = 60,
                          .rounds = 2,
                          .round = {{work / 20, 3}, {work / 4, 3}},
                          .seed = 1,
                          .work = work};
}

static void spend(FinderEffort *effort, uint64_t work) {
    if (effort->work != UINT64_MAX) effort->work -= work < effort->work ? work : effort->work;
}

static bool is_spent(const FinderEffort *effort) {
    return effort->work == 0 || watch_look(effort->watch);
}

static Lineup lineup_after(const Lineup *lineup, int reply) {
    Lineup after = *lineup;
    if (reply != MOVE_NONE) lineup_defend(&after, reply);
    return after;
}

/* Whether the picture holds, within so many nodes. */
static bool search_picture(Finder *finder, const Lineup *lineup, uint64_t nodes, FinderEffort *effort, Picture *picture,
                           Finding *finding) {
    if (nodes > effort->work) nodes = effort->work;
    RestEffort rest = {.nodes = nodes, .watch = effort->watch};
    bool holds = picture_search_rest(picture, lineup, finder->memory->search, &rest);
    finding->nodes += nodes - rest.nodes;
    spend(effort, nodes - rest.nodes);
    finding->used = rest.used;
    return holds;
}

/* How many cells pairs alone lack. */
static int lack_of_pairs(Finder *finder, const Lineup *lineup) {
    Rest rest;
    int number[CELLS_MAX];
    picture_rest(&(Picture){.count = 0}, lineup, &rest, number);
    return rest_search_lack(finder->memory->search, &rest);
}

/* Without blocks: pairs, or a short search, may do alone. */
static bool hold_without_blocks(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding) {
    enum { LACK_MAX = 12 }; /* cells that pairs may lack where a search is tried, if there are blocks to try instead */
    finding->picture = (Picture){.count = 0};
    if (finder->store != NULL && lack_of_pairs(finder, lineup) > LACK_MAX) return false;
    uint64_t nodes = effort->round[finder->store != NULL ? 0 : 1].nodes;
    return search_picture(finder, lineup, nodes, effort, &finding->picture, finding);
}

/* Packs blocks after a reply. False if there is no more work to be done. */
static bool pack(Finder *finder, const Lineup *lineup, int steps, LineCosts costs, FinderEffort *effort,
                 Picture *picture) {
    uint64_t left = effort->work / 2, before = left;
    PackEffort pack = {steps, effort->seed++, costs, effort->watch};
    if (effort->work / 2 < (uint64_t)steps / STEPS_OF_WORK) pack.steps = (int)(effort->work / 2 * STEPS_OF_WORK);
    if (!plane_blocks_library(finder->store, lineup, &left, effort->watch, &finder->library)) return false;
    spend(effort, before - left);
    if (!packing_anneal(finder->packing, lineup, &finder->library, &pack, picture)) return false;
    spend(effort, (uint64_t)pack.steps / STEPS_OF_WORK);
    return true;
}

/* Sorts the replies by what a short annealing costs after them; returns how many are worth pictures. */
static int sort_replies(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding) {
    enum { SAVED_LATER = 60 }; /* by longer annealing, at most */
    int cost[FINDER_REPLIES_MAX], kept = 0;
    Rng rng = {.state = effort->seed};
    LineCosts costs = packing_costs(0, &rng);
    for (int i = 0; i < finding->replies; i++) {
        int reply = finding->order[i], cost_here = INT32_MAX, j = i;
        Lineup after = lineup_after(lineup, reply);
        Picture picture;
        if (!is_spent(effort) && pack(finder, &after, effort->glance_steps, costs, effort, &picture))
            cost_here = packing_cost(&picture, &after, &costs);
        for (; j > 0 && cost[j - 1] > cost_here; j--) {
            cost[j] = cost[j - 1];
            finding->order[j] = finding->order[j - 1];
        }
        cost[j] = cost_here;
        finding->order[j] = reply;
    }
    while (kept < finding->replies && kept < effort->replies_kept && cost[kept] - SAVED_LATER <= effort->cost_max)
        kept++;
    return kept;
}

static CellSet cells_of_blocks(const Picture *picture) {
    CellSet cells = cells_none();
    for (int i = 0; i < picture->count; i++) {
        for (int k = 0; k < picture->block[i].cells; k++) cells_add(&cells, picture->block[i].cell[k]);
    }
    return cells;
}

static bool is_known(const Finder *finder, const Candidate *candidate) {
    for (int i = 0; i < finder->count; i++) {
        const Candidate *other = &finder->candidate[i];
        if (other->reply == candidate->reply && other->cost == candidate->cost &&
            cells_equal(other->cells, candidate->cells))
            return true;
    }
    return false;
}

/* Adds the newest candidate to those sorted by cost, of which there are `count`. */
static void sort_in(Finder *finder, int count) {
    Candidate *newest = &finder->candidate[finder->count - 1];
    for (; count > 0 && finder->by_cost[count - 1]->cost > newest->cost; count--)
        finder->by_cost[count] = finder->by_cost[count - 1];
    finder->by_cost[count] = newest;
}

/* One picture more after each of the replies, by the costs of this number. */
static void make_candidates(Finder *finder, const Lineup *lineup, int replies, int number, FinderEffort *effort,
                            const Finding *finding) {
    Rng rng = {.state = effort->seed};
    LineCosts plain = packing_costs(0, &rng), costs = packing_costs(number, &rng);
    for (int i = 0; i < replies && finder->count < CANDIDATES_MAX && !is_spent(effort); i++) {
        Candidate *candidate = &finder->candidate[finder->count];
        Lineup after = lineup_after(lineup, finding->order[i]);
        if (!pack(finder, &after, effort->steps, costs, effort, &candidate->picture)) return;
        candidate->reply = finding->order[i];
        candidate->is_dead = false;
        candidate->cost = packing_cost(&candidate->picture, &after, &plain);
        candidate->cells = cells_of_blocks(&candidate->picture);
        if (candidate->cost > effort->cost_max || is_known(finder, candidate)) continue;
        finder->count++;
        sort_in(finder, finder->count - 1);
    }
}

/* The cheapest of the candidates from this one on. */
static bool search_round(Finder *finder, const Lineup *lineup, FinderRound round, int first, FinderEffort *effort,
                         Finding *finding) {
    int searched = 0;
    for (int i = 0; i < finder->count && searched < round.pictures && !is_spent(effort); i++) {
        Candidate *candidate = finder->by_cost[i];
        if (candidate->is_dead || candidate < &finder->candidate[first]) continue;
        Lineup after = lineup_after(lineup, candidate->reply);
        searched++;
        if (search_picture(finder, &after, round.nodes, effort, &candidate->picture, finding)) {
            finding->reply = candidate->reply;
            finding->picture = candidate->picture;
            return true;
        }
        candidate->is_dead = candidate->picture.nodes < round.nodes && !is_spent(effort);
    }
    return false;
}

static bool find_with_blocks(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding) {
    int replies = sort_replies(finder, lineup, effort, finding);
    finder->count = 0;
    for (int number = 0; number < effort->pictures; number++) {
        int first = finder->count;
        make_candidates(finder, lineup, replies, number, effort, finding);
        if (search_round(finder, lineup, effort->round[0], first, effort, finding)) return true;
    }
    for (int i = 1; i < effort->rounds; i++) {
        if (search_round(finder, lineup, effort->round[i], 0, effort, finding)) return true;
    }
    return false;
}

/* After one of the replies in the finding. */
static bool find(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding) {
    enum { GLANCES = 3 };
    finding->nodes = 0;
    if (effort->lack_max < INT32_MAX && lack_of_pairs(finder, lineup) > effort->lack_max) return false;
    for (int i = 0; i < finding->replies && (i < GLANCES || finder->store == NULL) && !is_spent(effort); i++) {
        Lineup after = lineup_after(lineup, finding->order[i]);
        finding->reply = finding->order[i];
        if (hold_without_blocks(finder, &after, effort, finding)) return true;
    }
    return finder->store != NULL && find_with_blocks(finder, lineup, effort, finding);
}

int finder_sort_replies(Finder *finder, const Lineup *lineup, FinderEffort *effort, int replies[FINDER_REPLIES_MAX]) {
    Finding finding = {.replies = lineup_replies(lineup, effort->replies, replies)};
    if (finder->store == NULL) return finding.replies;
    memcpy(finding.order, replies, sizeof finding.order);
    sort_replies(finder, lineup, effort, &finding);
    memcpy(replies, finding.order, sizeof finding.order);
    return finding.replies;
}

bool finder_hold(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding) {
    finding->replies = 1;
    finding->order[0] = MOVE_NONE;
    return find(finder, lineup, effort, finding);
}

bool finder_reply(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding) {
    finding->replies = lineup_replies(lineup, effort->replies, finding->order);
    return find(finder, lineup, effort, finding);
}

void finder_clear(Finder *finder) {
    if (finder->store != NULL) plane_blocks_clear(finder->store);
}

PictureMemory *finder_memory(Finder *finder) {
    return finder->memory;
}

Finder *finder_new(const Geometry *geometry) {
    Finder *finder = calloc(1, sizeof *finder);
    if (finder == NULL) return NULL;
    bool has_planes = geometry->game.d == 3;
    finder->store = has_planes ? plane_blocks_new(geometry) : NULL;
    finder->memory = picture_memory_new();
    finder->packing = packing_new();
    finder->candidate = malloc(sizeof *finder->candidate * CANDIDATES_MAX);
    bool fine = finder->memory != NULL && finder->packing != NULL && finder->candidate != NULL &&
                (finder->store != NULL || !has_planes);
    if (fine) return finder;
    finder_free(finder);
    return NULL;
}

void finder_free(Finder *finder) {
    if (finder == NULL) return;
    plane_blocks_free(finder->store);
    picture_memory_free(finder->memory);
    packing_free(finder->packing);
    library_release(&finder->library);
    free(finder->candidate);
    free(finder);
}

/* Several runs on several threads */

enum { FIRST_LOOK = 64 };

typedef struct {
    const Lineup *lineup;
    const RunsEffort *effort;
    Library library;
    atomic_int next_run;
    _Atomic bool is_found;
    _Atomic uint64_t nodes;
    Monitor monitor; /* guards the picture */
    Picture *picture;
} Runs;

typedef struct {
    Runs *runs;
    bool is_callers;
    Watch watch;
} RunsThread;

static bool is_over(const void *context) {
    const RunsThread *thread = context;
    const Runs *runs = thread->runs;
    const RunsEffort *effort = runs->effort;
    if (thread->is_callers && effort->pulse != NULL) effort->pulse(effort->context);
    return atomic_load(&runs->is_found) || atomic_load(effort->stop) || clock_now_us() >= effort->deadline_us;
}

static void run(RunsThread *thread, Packing *packing, RestSearch *search, int number) {
    Runs *runs = thread->runs;
    const RunsEffort *effort = runs->effort;
    Rng rng = {.state = effort->seed};
    PackEffort pack = {effort->steps, effort->seed + (uint64_t)number, packing_costs(0, &rng), &thread->watch};
    RestEffort rest = {.nodes = effort->check_nodes, .watch = &thread->watch};
    Picture picture;
    if (!packing_anneal(packing, runs->lineup, &runs->library, &pack, &picture)) return;
    bool holds = picture_search_rest(&picture, runs->lineup, search, &rest);
    atomic_fetch_add(&runs->nodes, effort->check_nodes - rest.nodes);
    if (!holds) return;
    monitor_lock(&runs->monitor);
    if (!atomic_exchange(&runs->is_found, true)) *runs->picture = picture;
    monitor_unlock(&runs->monitor);
}

static void work(Runs *runs, bool is_callers) {
    RunsThread *thread = &(RunsThread){.runs = runs, .is_callers = is_callers};
    RestSearch *search = rest_search_new();
    Packing *packing = packing_new();
    watch_start(&thread->watch, is_over, thread, FIRST_LOOK);
    while (search != NULL && packing != NULL && !is_over(thread)) {
        int number = atomic_fetch_add(&runs->next_run, 1);
        if (number >= runs->effort->runs) break;
        run(thread, packing, search, number);
    }
    packing_free(packing);
    rest_search_free(search);
}

static void help(void *argument) {
    work(argument, false);
}

static void run_threads(Runs *runs) {
    Thread threads[THREADS_MAX];
    int started = 0, wanted = runs->effort->threads - 1;
    while (started < wanted && started < THREADS_MAX && thread_start(&threads[started], help, runs)) started++;
    work(runs, true);
    while (started > 0) thread_join(threads[--started]);
}

bool finder_run(const Lineup *lineup, const RunsEffort *effort, Picture *picture, uint64_t *nodes) {
    Runs runs = {.lineup = lineup, .effort = effort, .picture = picture};
    RunsThread thread = {.runs = &runs, .is_callers = true};
    *nodes = 0;
    watch_start(&thread.watch, is_over, &thread, FIRST_LOOK);
    if (!library_init(&runs.library, lineup, &thread.watch)) return false;
    if (monitor_init(&runs.monitor)) {
        run_threads(&runs);
        monitor_destroy(&runs.monitor);
    }
    library_release(&runs.library);
    *nodes = atomic_load(&runs.nodes);
    return atomic_load(&runs.is_found);
}
