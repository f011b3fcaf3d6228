/* Exact values of games that end when a side has a given number of points.
 *
 * Goals 0 and 1 ask for the result alone: not to lose, to win. More stones never hurt then, as without a target, so
 * that passes and superfluous moves are left out. For any other goal that is not so: the winner may want to wait and to
 * finish with several lines at once. All moves are tried then, and the pass, which is worth something only while the
 * number of cells on no open line is odd. As soon as no side can reach the target it is the game without one. */
#ifndef ROWAN_KERNEL_POINTS_TARGET_SEARCH_H
#define ROWAN_KERNEL_POINTS_TARGET_SEARCH_H

#include "kernel/points/exact_search.h"

typedef struct {
    Prospects rest;
    int mine, theirs; /* points made */
    int dead;         /* parity of the empty cells on no open line */
    int left;         /* empty cells, those included */
    bool decisive;    /* the goal is 0 or 1, and values are signs of the difference */
} TargetNode;

static inline int target_node_sign(const TargetNode *t, int value) {
    if (!t->decisive) return value;
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/* A line with k empty cells gives each of them 1/k. No side completes more lines than the shares of its best `stones`
 * cells add up to: true if these may be as many as wanted. */
static inline bool target_search_can_make(const Grid *grid, const Prospects *p, const Survey *survey, bool is_mover,
                                          int stones, int wanted) {
    enum { WHOLE = 360360 }; /* divisible by 1..15 */
    int n = grid_n(grid), open = lines_count(p->neutral);
    const LineSet *planes = is_mover ? p->mine : p->theirs;
    for (int empty = 1; empty < n; empty++) open += lines_count(planes[empty]);
    if (open < wanted) return false;
    int shares[SURVEY_CELLS_MAX];
    for (int i = 0; i < survey->cells; i++) {
        LineSet through = grid->through[survey->at[i].cell];
        int share = survey->at[i].neutral * (WHOLE / n);
        for (int empty = 1; empty < n; empty++) {
            share += lines_count(lines_and(through, planes[empty])) * (WHOLE / empty);
        }
        int j = i;
        for (; j > 0 && share > shares[j - 1]; j--) shares[j] = shares[j - 1];
        shares[j] = share;
    }
    int64_t sum = 0;
    for (int i = 0; i < survey->cells && i < stones; i++) sum += shares[i];
    return sum >= (int64_t)wanted * WHOLE;
}

static inline Race target_node_race(const Grid *grid, const TargetNode *t, const Survey *survey) {
    int stones = t->decisive ? survey->cells : t->left, target = grid->game.target;
    return (Race){target_search_can_make(grid, &t->rest, survey, true, (stones + 1) / 2, target - t->mine),
                  target_search_can_make(grid, &t->rest, survey, false, stones / 2, target - t->theirs)};
}

/* The most points each side can make, without credit for threats of the other. Unlike the bounds of the survey these
 * hold at every moment of the game, so also when points end it. */
static inline void target_search_most_points(const Grid *grid, const Prospects *p, const Survey *survey, int *mine,
                                             int *theirs) {
    int half = 1 << (grid_n(grid) - 1);
    Potentials potentials = prospects_potentials(grid, p);
    Pushes pushes = {0, 0, 0};
    potentials.mine += half * survey->their_threats;
    potentials.theirs += half * survey->my_threats;
    for (int i = 0; i < survey->cells; i++) {
        const CellProspects *at = &survey->at[i];
        pushes_add(&pushes, at->push_mine - half * at->lose, at->push_theirs - half * at->win);
    }
    *mine = prospects_most_for_mover(grid, potentials, &pushes);
    *theirs = prospects_most_for_other(grid, potentials, &pushes);
}

/* Bounds on the difference at the end. Credit for threats may be given to the side that is bounding the other only if
 * the other cannot end the game before those threats are worth something. */
static inline void target_node_bounds(const Grid *grid, const TargetNode *t, const Survey *survey, Race race,
                                      ExactNode *node) {
    int lead = t->mine - t->theirs, most_mine, most_theirs;
    target_search_most_points(grid, &t->rest, survey, &most_mine, &most_theirs);
    node->upper = lead + most_mine;
    node->lower = lead - most_theirs;
    /* If the game ends early after all, then by points of the side that bounds: it has won by at least one. */
    int upper = lead + survey->upper > -1 ? lead + survey->upper : -1;
    int lower = lead + survey->lower < 1 ? lead + survey->lower : 1;
    if (!race.mine && upper < node->upper) node->upper = upper;
    if (!race.theirs && lower > node->lower) node->lower = lower;
}

static inline uint64_t target_node_key(const Worker *worker, const TargetNode *t, const Survey *survey, Race race,
                                       int *symmetry) {
    uint64_t key = points_key(worker->points_keys, &worker->grid, &t->rest, survey, true, symmetry);
    uint64_t difference = (uint64_t)(t->mine - t->theirs + EXACT_OFFSET);
    uint64_t mine = race.mine ? (uint64_t)t->mine + 1 : 0, theirs = race.theirs ? (uint64_t)t->theirs + 1 : 0;
    uint64_t ending = t->decisive ? 2 : (uint64_t)t->dead;
    uint64_t state = difference << 32 | mine << 20 | theirs << 8 | ending << 4 | 1;
    return points_key_mix(key + state * UINT64_C(0x9E3779B97F4A7C15));
}

static int target_search(Worker *worker, TargetNode *t, int goal);

static inline int target_node_try_move(Worker *worker, const TargetNode *t, int cell, int goal) {
    TargetNode next = {.mine = t->theirs, .dead = t->dead, .left = t->left - 1, .decisive = t->decisive};
    next.theirs = t->mine + prospects_play(&worker->grid, &t->rest, cell, &next.rest);
    if (next.theirs >= worker->grid.game.target) return target_node_sign(t, next.theirs - next.mine);
    return -target_search(worker, &next, 1 - goal);
}

static inline int target_node_try_pass(Worker *worker, const TargetNode *t, int goal) {
    TargetNode next = {.rest = t->rest, .mine = t->theirs, .theirs = t->mine, .left = t->left - 1};
    prospects_swap(&worker->grid, &next.rest);
    return -target_search(worker, &next, 1 - goal);
}

static inline void target_node_try_all(Worker *worker, const TargetNode *t, const Survey *survey, Race race, int goal,
                                       ExactNode *node) {
    uint8_t moves[SURVEY_CELLS_MAX];
    int count = survey->cells;
    if (t->decisive) {
        count = exact_search_moves(worker, &t->rest, survey, race, node->best_move, moves);
    } else {
        exact_search_sort(worker, survey, node->best_move, moves);
    }
    node->best_move = MOVE_NONE;
    for (int i = 0; i < count && node->best < goal && !worker->stopped; i++) {
        int cell = survey->at[moves[i]].cell;
        exact_node_learn(node, target_node_try_move(worker, t, cell, goal), cell);
    }
    bool may_pass = !t->decisive && t->dead != 0;
    if (may_pass && node->best < goal && !worker->stopped)
        exact_node_learn(node, target_node_try_pass(worker, t, goal), MOVE_NONE);
}

/* The difference at the end, points made included; nobody has reached the target yet. */
static int target_search(Worker *worker, TargetNode *t, int goal) {
    const Grid *grid = &worker->grid;
    Survey survey;
    t->dead ^= survey_take(grid, &t->rest, &survey) & 1;
    Race race = target_node_race(grid, t, &survey);
    if (!race.mine && !race.theirs) {
        int lead = t->mine - t->theirs;
        return target_node_sign(t, lead + exact_search(worker, &t->rest, goal - lead));
    }
    worker->exact_move = MOVE_NONE;
    exact_search_count_node(worker);
    if (worker->stopped) return 0;
    ExactNode node = {.nodes_before = worker_nodes(worker), .best = -EXACT_INFINITE, .best_move = MOVE_NONE};
    target_node_bounds(grid, t, &survey, race, &node);
    node.lower = target_node_sign(t, node.lower);
    node.upper = target_node_sign(t, node.upper);
    if (node.lower >= goal) return node.lower;
    if (node.upper < goal) return node.upper;
    node.key = target_node_key(worker, t, &survey, race, &node.symmetry);
    exact_node_probe(worker, &survey, &node);
    worker->exact_move = node.best_move;
    if (node.lower >= goal) return node.lower;
    if (node.upper < goal) return node.upper;

    target_node_try_all(worker, t, &survey, race, goal, &node);
    if (worker->stopped) return 0;
    exact_node_conclude(&node, goal);
    exact_node_store(worker, &node);
    worker->exact_move = node.best_move;
    return node.best;
}

#endif
