/* Exact values under the rules that count points: null-window search over prospects, with the shared table.
 *
 * Every function here answers one question: is the final difference (side to move minus other) at least `goal`? It
 * returns a value v; v >= goal proves that the difference is at least v, v < goal that it is at most v. When the worker
 * has been stopped the value means nothing.
 *
 *     table   value   EXACT_SHARE times the lower bound, plus the upper bound offset by EXACT_OFFSET
 *             move    as seen by the key's symmetry
 *             depth   EXACT_DEPTH + log2 of the nodes spent */
#ifndef ROWAN_KERNEL_POINTS_EXACT_SEARCH_H
#define ROWAN_KERNEL_POINTS_EXACT_SEARCH_H

#include "kernel/points/points_key.h"
#include "kernel/search/search.h"

enum {
    EXACT_INFINITE = 2 * LINES_MAX,
    EXACT_OFFSET = EXACT_INFINITE,
    EXACT_SHARE = 1 << 12,
    EXACT_DEPTH = 190, /* beside entries of the other search these are among the dearest */
};

/* With nothing but threats left both sides take the most valuable cell each time. A cell with m threats of mine and t
 * of theirs is worth -t, and m + t more to the side to move if it takes it. */
static inline int exact_search_share_out(const Survey *survey) {
    int number[LINES_PER_CELL_MAX + 1] = {0}, most = 0, taken = 0, points = -survey->their_threats;
    for (int i = 0; i < survey->cells; i++) {
        int swing = cell_prospects_swing(&survey->at[i]);
        number[swing]++;
        if (swing > most) most = swing;
    }
    for (int swing = most; swing > 0; swing--) {
        for (int i = 0; i < number[swing]; i++) points += taken++ % 2 == 0 ? swing : 0;
    }
    return points;
}

/* Whose points may still end the game: then not only the difference matters, but that side's own count. */
typedef struct {
    bool mine, theirs;
} Race;

/* Taking c is at least as good as taking d if, when the other side then takes d, what c has brought covers all that d
 * could have: play c, imagine d played and c still empty; when the other side takes d, imagine that it took c. Each
 * line of d costs at most one point, each threat on c has brought one, and a line through both is dead either way. */
static inline bool exact_search_makes_superfluous(const Grid *grid, const Prospects *p, const Survey *survey, Race race,
                                                  const CellProspects *c, const CellProspects *d) {
    if (cell_prospects_swing(c) < cell_prospects_swing(d) + cell_prospects_longer(d) - 1) return false;
    LineSet both = lines_and(lines_and(grid->through[c->cell], grid->through[d->cell]), survey->longer);
    bool meet = !lines_is_empty(both), is_neutral = lines_meet(&both, &p->neutral), is_mine = false;
    if (cell_prospects_swing(c) < cell_prospects_swing(d) + cell_prospects_longer(d) - meet) return false;
    for (int empty = 2; empty < grid_n(grid) && race.mine + race.theirs > 0; empty++) {
        is_mine = is_mine || lines_meet(&both, &p->mine[empty]);
    }
    int meet_mine = is_neutral || is_mine, meet_theirs = meet && !is_mine;
    if (race.mine && c->win < d->win + d->mine + d->neutral - meet_mine) return false;
    return !race.theirs || c->lose >= d->lose + d->theirs + d->neutral - meet_theirs;
}

/* What a node has learnt so far. */
typedef struct {
    uint64_t key;
    uint64_t nodes_before;
    int symmetry;
    int lower, upper;
    int best, best_move;
} ExactNode;

/* Counts a node; an allowance that is used up stops the worker like a limit. */
static inline void exact_search_count_node(Worker *worker) {
    worker_count_node(worker);
    if (worker_nodes(worker) >= worker->exact_limit) worker->stopped = true;
}

static inline void exact_node_probe(Worker *worker, const Survey *survey, ExactNode *node) {
    TtEntry entry;
    if (!tt_probe(worker->job->shared->tt, node->key, &entry)) return;
    int offset_upper = entry.value & (EXACT_SHARE - 1);
    int lower = (entry.value - offset_upper) / EXACT_SHARE, upper = offset_upper - EXACT_OFFSET;
    if (lower > node->lower) node->lower = lower;
    if (upper < node->upper) node->upper = upper;
    const uint16_t *image = symmetries_row(worker->points_keys->rows, node->symmetry);
    for (int i = 0; i < survey->cells; i++) {
        if (image[survey->at[i].cell] == entry.move) node->best_move = survey->at[i].cell;
    }
}

static inline void exact_node_store(Worker *worker, const ExactNode *node) {
    uint64_t spent = worker_nodes(worker) - node->nodes_before;
    int effort = 0, move = node->best_move;
    while (spent >> effort > 1) effort++;
    if (move != MOVE_NONE) move = symmetries_row(worker->points_keys->rows, node->symmetry)[move];
    int value = node->lower * EXACT_SHARE + node->upper + EXACT_OFFSET;
    TtEntry entry = {value, move, EXACT_DEPTH + effort, BOUND_EXACT};
    tt_store(worker->job->shared->tt, node->key, entry);
}

static inline void exact_node_learn(ExactNode *node, int value, int move) {
    if (value <= node->best) return;
    node->best = value;
    node->best_move = move;
}

static inline void exact_node_conclude(ExactNode *node, int goal) {
    if (node->best >= goal && node->best > node->lower) node->lower = node->best;
    if (node->best < goal && node->best < node->upper) node->upper = node->best;
}

/* A second order, to check a result with: other weights and other ties, and near the root nothing but chance. */
static inline int exact_search_rank(const Worker *worker, const Survey *survey, int i) {
    const CellProspects *at = &survey->at[i];
    uint64_t seed = worker->job->order_seed;
    if (seed == 0) return at->merit * 64 + i;
    int chance = (int)(points_key_mix(seed + at->cell * UINT64_C(0x9E3779B97F4A7C15)) & 63);
    bool near_root = survey->cells >= worker->grid.cells - 2;
    return near_root ? chance : (at->merit + at->theirs) * 64 + chance;
}

/* All cells, best first, as places in the survey. */
static inline void exact_search_sort(const Worker *worker, const Survey *survey, int first_move,
                                     uint8_t sorted[SURVEY_CELLS_MAX]) {
    int rank[SURVEY_CELLS_MAX];
    for (int i = 0; i < survey->cells; i++) {
        rank[i] = survey->at[i].cell == first_move ? INT32_MAX : exact_search_rank(worker, survey, i);
        int j = i;
        for (; j > 0 && rank[i] > rank[sorted[j - 1]]; j--) sorted[j] = sorted[j - 1];
        sorted[j] = (uint8_t)i;
    }
}

/* Cells worth trying, best first, without those that a better one makes superfluous; returns how many. */
static inline int exact_search_moves(const Worker *worker, const Prospects *p, const Survey *survey, Race race,
                                     int first_move, uint8_t moves[SURVEY_CELLS_MAX]) {
    uint8_t sorted[SURVEY_CELLS_MAX];
    int count = 0;
    exact_search_sort(worker, survey, first_move, sorted);
    for (int j = 0; j < survey->cells; j++) {
        const CellProspects *cell = &survey->at[sorted[j]];
        bool superfluous = false;
        for (int k = 0; k < count && !superfluous; k++) {
            superfluous = exact_search_makes_superfluous(&worker->grid, p, survey, race, &survey->at[moves[k]], cell);
        }
        if (!superfluous) moves[count++] = sorted[j];
    }
    return count;
}

/* Without a target: the difference of the points made from here on. */
static int exact_search(Worker *worker, Prospects *p, int goal) {
    const Grid *grid = &worker->grid;
    worker->exact_move = MOVE_NONE;
    exact_search_count_node(worker);
    if (worker->stopped) return 0;
    Survey survey;
    survey_take(grid, p, &survey);
    if (lines_is_empty(survey.longer)) return exact_search_share_out(&survey);
    if (survey.lower >= goal) return survey.lower;
    if (survey.upper < goal) return survey.upper;

    /* In the table values are relative to all threats of the other side, so that it does not matter whose they are. */
    int base = survey.their_threats;
    ExactNode node = {.nodes_before = worker_nodes(worker), .best = -EXACT_INFINITE, .best_move = MOVE_NONE};
    node.lower = survey.lower + base;
    node.upper = survey.upper + base;
    node.key = points_key(worker->points_keys, grid, p, &survey, false, &node.symmetry);
    exact_node_probe(worker, &survey, &node);
    worker->exact_move = node.best_move;
    if (node.lower - base >= goal) return node.lower - base;
    if (node.upper - base < goal) return node.upper - base;

    uint8_t moves[SURVEY_CELLS_MAX];
    int count = exact_search_moves(worker, p, &survey, (Race){false, false}, node.best_move, moves);
    node.best_move = MOVE_NONE;
    for (int i = 0; i < count && node.best - base < goal; i++) {
        Prospects next;
        int cell = survey.at[moves[i]].cell, points = prospects_play(grid, p, cell, &next);
        int value = points - exact_search(worker, &next, points - goal + 1);
        if (worker->stopped) return 0;
        exact_node_learn(&node, value + base, cell);
    }
    exact_node_conclude(&node, goal + base);
    exact_node_store(worker, &node);
    worker->exact_move = node.best_move;
    return node.best - base;
}

#endif
