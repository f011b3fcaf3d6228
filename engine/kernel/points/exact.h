/* Exact values under the rules that count points: null-window search over prospects, with the shared table.
 *
 * Every function here answers one question: is the final difference (side to move minus other) at least `goal`? It
 * returns a value v; v >= goal proves that the difference is at least v, v < goal that it is at most v. When the worker
 * has been stopped the value means nothing.
 *
 *     table   value   EXACT_SHARE times the lower bound, plus the upper bound offset by EXACT_OFFSET
 *             move    as seen by the key's symmetry
 *             depth   EXACT_DEPTH + log2 of the nodes spent */
#ifndef ROWAN_KERNEL_POINTS_EXACT_H
#define ROWAN_KERNEL_POINTS_EXACT_H

#include "kernel/points/points_key.h"
#include "kernel/search/search.h"

enum {
    EXACT_INFINITE = 2 * LINES_MAX,
    EXACT_OFFSET = EXACT_INFINITE,
    EXACT_SHARE = 1 << 12,
    EXACT_DEPTH = 190, /* beside entries of the other search these are among the dearest */
};

/* What a node has learnt so far. */
typedef struct {
    uint64_t key;
    uint64_t nodes_before;
    int symmetry;
    int lower, upper;
    int best, best_move;
} ExactNode;

/* Counts a node; an allowance that is used up stops the worker like a limit. */
static inline void exact_count_node(Worker *worker) {
    worker_count_node(worker);
    if (worker_nodes(worker) >= worker->exact_limit) worker->stopped = true;
}

static inline void exact_probe(Worker *worker, const Survey *survey, ExactNode *node) {
    TtEntry entry;
    if (!tt_probe(worker->job->shared->tt, node->key, &entry)) return;
    int offset_upper = entry.value & (EXACT_SHARE - 1);
    int lower = (entry.value - offset_upper) / EXACT_SHARE, upper = offset_upper - EXACT_OFFSET;
    if (lower > node->lower) node->lower = lower;
    if (upper < node->upper) node->upper = upper;
    const uint16_t *image = symmetry_row(worker->points_keys->rows, node->symmetry);
    for (int i = 0; i < survey->cells; i++) {
        if (image[survey->at[i].cell] == entry.move) node->best_move = survey->at[i].cell;
    }
}

static inline void exact_store(Worker *worker, const ExactNode *node) {
    uint64_t spent = worker_nodes(worker) - node->nodes_before;
    int effort = 0, move = node->best_move;
    while (spent >> effort > 1) effort++;
    if (move != MOVE_NONE) move = symmetry_row(worker->points_keys->rows, node->symmetry)[move];
    int value = node->lower * EXACT_SHARE + node->upper + EXACT_OFFSET;
    TtEntry entry = {value, move, EXACT_DEPTH + effort, BOUND_EXACT};
    tt_store(worker->job->shared->tt, node->key, entry);
}

static inline void exact_learn(ExactNode *node, int value, int move) {
    if (value <= node->best) return;
    node->best = value;
    node->best_move = move;
}

static inline void exact_conclude(ExactNode *node, int goal) {
    if (node->best >= goal && node->best > node->lower) node->lower = node->best;
    if (node->best < goal && node->best < node->upper) node->upper = node->best;
}

/* A second order, to check a result with: other weights and other ties, and near the root nothing but chance. */
static inline int exact_rank(const Worker *worker, const Survey *survey, int i) {
    const CellProspects *at = &survey->at[i];
    uint64_t seed = worker->job->order_seed;
    if (seed == 0) return at->merit * 64 + i;
    int chance = (int)(points_key_mix(seed + at->cell * UINT64_C(0x9E3779B97F4A7C15)) & 63);
    bool near_root = survey->cells >= worker->grid.cells - 2;
    return near_root ? chance : (at->merit + at->theirs) * 64 + chance;
}

/* All cells, best first, as places in the survey. */
static inline void exact_sort(const Worker *worker, const Survey *survey, int first_move,
                              uint8_t sorted[SURVEY_CELLS_MAX]) {
    int rank[SURVEY_CELLS_MAX];
    for (int i = 0; i < survey->cells; i++) {
        rank[i] = survey->at[i].cell == first_move ? INT32_MAX : exact_rank(worker, survey, i);
        int j = i;
        for (; j > 0 && rank[i] > rank[sorted[j - 1]]; j--) sorted[j] = sorted[j - 1];
        sorted[j] = (uint8_t)i;
    }
}

/* Cells worth trying, best first, without those that a better one makes superfluous; returns how many. */
static inline int exact_moves(const Worker *worker, const Prospects *p, const Survey *survey, Race race, int first_move,
                              uint8_t moves[SURVEY_CELLS_MAX]) {
    uint8_t sorted[SURVEY_CELLS_MAX];
    int count = 0;
    exact_sort(worker, survey, first_move, sorted);
    for (int j = 0; j < survey->cells; j++) {
        const CellProspects *cell = &survey->at[sorted[j]];
        bool superfluous = false;
        for (int k = 0; k < count && !superfluous; k++) {
            superfluous = survey_makes_superfluous(&worker->grid, p, survey, race, &survey->at[moves[k]], cell);
        }
        if (!superfluous) moves[count++] = sorted[j];
    }
    return count;
}

/* Without a target: the difference of the points made from here on. */
static int exact_search(Worker *worker, Prospects *p, int goal) {
    const Grid *grid = &worker->grid;
    worker->exact_move = MOVE_NONE;
    exact_count_node(worker);
    if (worker->stopped) return 0;
    Survey survey;
    survey_take(grid, p, &survey);
    if (lines_is_empty(survey.longer)) return survey_share_out(&survey);
    if (survey.lower >= goal) return survey.lower;
    if (survey.upper < goal) return survey.upper;

    /* In the table values are relative to all threats of the other side, so that it does not matter whose they are. */
    int base = survey.their_threats;
    ExactNode node = {.nodes_before = worker_nodes(worker), .best = -EXACT_INFINITE, .best_move = MOVE_NONE};
    node.lower = survey.lower + base;
    node.upper = survey.upper + base;
    node.key = points_key(worker->points_keys, grid, p, &survey, false, &node.symmetry);
    exact_probe(worker, &survey, &node);
    worker->exact_move = node.best_move;
    if (node.lower - base >= goal) return node.lower - base;
    if (node.upper - base < goal) return node.upper - base;

    uint8_t moves[SURVEY_CELLS_MAX];
    int count = exact_moves(worker, p, &survey, (Race){false, false}, node.best_move, moves);
    node.best_move = MOVE_NONE;
    for (int i = 0; i < count && node.best - base < goal; i++) {
        Prospects next;
        int cell = survey.at[moves[i]].cell, points = prospects_play(grid, p, cell, &next);
        int value = points - exact_search(worker, &next, points - goal + 1);
        if (worker->stopped) return 0;
        exact_learn(&node, value + base, cell);
    }
    exact_conclude(&node, goal + base);
    exact_store(worker, &node);
    worker->exact_move = node.best_move;
    return node.best - base;
}

#endif
