#include "campaign/job_tree.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "blocks/picture.h"
#include "proof/proof.h"
#include "rules/canonical.h"

enum { CHOICE_NODES = 50000, CHOICE_HASH_MB = 16 };

bool job_tree_init(JobTree *tree, const Plan *plan, Reason *why) {
    *tree = (JobTree){.plan = *plan, .shape = shape_new(&plan->start.game)};
    if (tree->shape != NULL) {
        tree->kernel = kernel_for(tree->shape->geometry);
        tree->worker = tree->kernel->worker_new(tree->shape->geometry, tree->shape->symmetries);
        tree->trial = trial_new(&plan->start.game, CHOICE_HASH_MB, 1);
    }
    if (tree->worker != NULL && tree->trial != NULL) return true;
    job_tree_release(tree);
    return refuse(why, "not enough memory");
}

void job_tree_release(JobTree *tree) {
    if (tree->worker != NULL) tree->kernel->worker_free(tree->worker);
    if (tree->trial != NULL) trial_free(tree->trial);
    shape_free(tree->shape);
    plan_release(&tree->plan);
}

Board job_tree_board(const JobTree *tree, const Step *step) {
    Board board;
    board_set_up(&tree->shape->grid, &board, tree->plan.start.stones, tree->plan.start.to_move);
    for (int i = 0; i < step->count; i++) board_play(&tree->shape->grid, &board, step->move[i]);
    return board;
}

static bool is_to_win(const JobTree *tree) {
    return tree->plan.aim != OUTCOME_DRAW;
}

static bool is_over(const JobTree *tree, const Board *board) {
    return board_outcome(&tree->shape->grid, board) != OUTCOME_NONE;
}

/* The first `count` moves of both are the same, in the same tree. */
static bool is_below(const Step *step, const Step *at) {
    return step->chooser == at->chooser && step->count >= at->count &&
           memcmp(step->move, at->move, sizeof step->move[0] * (size_t)at->count) == 0;
}

/* Choosing a move */

/* Takes out the cell, and all that are equal to it by symmetry. */
static void remove_images(const JobTree *tree, const Board *board, int cell, CellSet *cells) {
    uint16_t first[SIZE_CELLS];
    canonical_classes(tree->shape->symmetries, board->stones, first);
    for (CellSet left = *cells; !cells_is_empty(left);) {
        int other = cells_take(&left);
        if (first[other] == first[cell]) cells_remove(cells, other);
    }
}

static CellSet untried_cells(const JobTree *tree, const Step *node, const Board *board) {
    CellSet cells = board_empty(&tree->shape->grid, board);
    for (int i = 0; i < tree->plan.count; i++) {
        const Step *step = &tree->plan.steps[i];
        if (step->kind == STEP_TRIED && step->count == node->count + 1 && is_below(step, node)) {
            remove_images(tree, board, step->move[node->count], &cells);
        }
    }
    return cells;
}

/* The static value of the move for the side that makes it. */
static int value_of(const JobTree *tree, const Board *board, int cell) {
    Board next = *board;
    board_play(&tree->shape->grid, &next, cell);
    Placement position = placement_of_board(&next);
    return -tree->kernel->evaluate(tree->worker, &position);
}

/* The move that takes most from the other side: its open lines, those with many stones above all. */
static int heaviest_cell(const JobTree *tree, const Board *board, CellSet among) {
    Lineup lineup;
    int64_t weight[CELLS_MAX];
    lineup_init(&lineup, tree->shape->geometry, board, side_other(board_side(board)));
    lineup_weigh(&lineup, weight);
    return lineup_heaviest(weight, among);
}

/* MOVE_NONE if everything has been tried. */
static int choose_move(JobTree *tree, const Step *node, const Board *board) {
    const Grid *grid = &tree->shape->grid;
    CellSet cells = untried_cells(tree, node, board), empty = board_empty(grid, board);
    CellSet blocks = board_winning_cells(grid, board, side_other(node->chooser));
    if (!cells_is_empty(blocks)) return cells_has(&cells, cells_first(&blocks)) ? cells_first(&blocks) : MOVE_NONE;
    if (is_to_win(tree) && cells_equal(cells, empty)) {
        TrialLimits limits = {.techniques = USE_ALL, .depth = DEPTH_MAX, .nodes = CHOICE_NODES, .time_us = INT64_MAX};
        TrialResult result;
        trial_run(tree->trial, board, &limits, &result);
        return result.best.pv[0];
    }
    if (!is_to_win(tree)) return heaviest_cell(tree, board, cells);
    int best = MOVE_NONE;
    for (int best_value = INT_MIN; !cells_is_empty(cells);) {
        int cell = cells_take(&cells), value = value_of(tree, board, cell);
        if (best != MOVE_NONE && value <= best_value) continue;
        best = cell;
        best_value = value;
    }
    return best;
}

/* Splitting */

/* The chooser is to move: must somebody work on this? */
static bool is_settled(JobTree *tree, const Board *board, Side chooser) {
    ForcedWin win;
    Placement position = placement_of(board->stones, chooser);
    return is_to_win(tree) && tree->kernel->forced_win(tree->worker, &position, CELLS_MAX, &win);
}

/* Adds a job for every reply after these moves. False, with nothing added, if one of them ends the game. */
static bool add_replies(JobTree *tree, const Step *after, const Board *board, Reason *why) {
    const Grid *grid = &tree->shape->grid;
    Plan *plan = &tree->plan;
    int count = plan->count;
    CellSet replies = canonical_representatives(tree->shape->symmetries, board->stones, board_empty(grid, board));
    Step job = *after;
    job.kind = STEP_JOB;
    job.count++;
    for (bool fine = true; !cells_is_empty(replies);) {
        Board next = *board;
        int cell = cells_take(&replies);
        board_play(grid, &next, cell);
        job.move[job.count - 1] = (uint16_t)cell;
        if (is_over(tree, &next)) fine = refuse(why, "the game may end there");
        if (fine && !is_settled(tree, &next, job.chooser))
            fine = plan_add(plan, &job) || refuse(why, "not enough memory");
        if (fine) continue;
        plan->count = count;
        return false;
    }
    return true;
}

bool job_tree_begin(JobTree *tree, Side chooser, Reason *why) {
    Step start = {.kind = STEP_JOB, .chooser = chooser};
    Board board = job_tree_board(tree, &start);
    if (board_side(&board) != chooser) return add_replies(tree, &start, &board, why);
    return plan_add(&tree->plan, &start) || refuse(why, "not enough memory");
}

/* The job becomes a move of the chooser, and jobs for the replies to it. The plan is as before where that fails. */
static bool split_job(JobTree *tree, int index, int move, Reason *why) {
    Plan *plan = &tree->plan;
    Step job = plan->steps[index], play = job;
    Board board = job_tree_board(tree, &job);
    if (job.count + 2 > PLAN_MOVES_MAX) return refuse(why, "it is %d moves deep already", job.count);
    if (move == MOVE_NONE) move = choose_move(tree, &job, &board);
    if (move == MOVE_NONE) return refuse(why, "every move has been tried");
    board_play(&tree->shape->grid, &board, move);
    if (is_over(tree, &board)) return refuse(why, "the game ends there");
    play.kind = STEP_PLAY;
    play.move[play.count++] = (uint16_t)move;
    if (!add_replies(tree, &play, &board, why)) return false;
    plan->steps[index] = play;
    return true;
}

/* The shortest job below these moves that can be split, or -1; and how many jobs there are. */
static int find_shortest(const Plan *plan, const Step *below, const bool *is_stuck, int *jobs) {
    int best = -1;
    *jobs = 0;
    for (int i = 0; i < plan->count; i++) {
        const Step *step = &plan->steps[i];
        if (step->kind != STEP_JOB || (below != NULL && !is_below(step, below))) continue;
        ++*jobs;
        if (!is_stuck[i] && (best < 0 || step->count < plan->steps[best].count)) best = i;
    }
    return best;
}

enum { STEPS_MAX = 4000000 };

/* Until there are that many jobs, those with the same position included. False if no more can be split. */
static bool split_to(JobTree *tree, const Step *below, int jobs, bool *is_stuck) {
    for (int count; tree->plan.count < STEPS_MAX - CELLS_MAX;) {
        int best = find_shortest(&tree->plan, below, is_stuck, &count);
        if (best < 0 || count >= jobs) return best >= 0;
        Reason ignored;
        is_stuck[best] = !split_job(tree, best, MOVE_NONE, &ignored);
    }
    return false;
}

/* The jobs below these moves that must be done. */
static int count_needed(const JobTree *tree, const Step *below, bool *is_needed) {
    const Plan *plan = &tree->plan;
    int count = 0;
    if (!job_tree_find_needed(tree, is_needed)) return -1;
    for (int i = 0; i < plan->count; i++) count += is_needed[i] && (below == NULL || is_below(&plan->steps[i], below));
    return count;
}

bool job_tree_split(JobTree *tree, const Step *below, int jobs, Reason *why) {
    bool *is_stuck = calloc(STEPS_MAX, sizeof *is_stuck), *is_needed = calloc(STEPS_MAX, sizeof *is_needed);
    bool fine = is_stuck != NULL && is_needed != NULL, goes_on = fine;
    for (int wanted = jobs; goes_on;) {
        goes_on = split_to(tree, below, wanted, is_stuck);
        int needed = count_needed(tree, below, is_needed);
        fine = needed >= 0;
        goes_on = goes_on && fine && needed < jobs;
        wanted += jobs - needed;
    }
    free(is_stuck);
    free(is_needed);
    return fine || refuse(why, "not enough memory");
}

static bool is_same_node(const Step *step, const Step *at) {
    return is_below(step, at) && step->count == at->count + (step->kind == STEP_JOB ? 0 : 1);
}

int job_tree_find(const JobTree *tree, const Step *at) {
    const Plan *plan = &tree->plan;
    for (int i = 0; i < plan->count; i++) {
        if (plan->steps[i].kind != STEP_TRIED && is_same_node(&plan->steps[i], at)) return i;
    }
    return -1;
}

bool job_tree_change(JobTree *tree, const Step *at, int move, Reason *why) {
    Plan *plan = &tree->plan;
    int found = job_tree_find(tree, at);
    bool was_played = plan->steps[found].kind == STEP_PLAY;
    if (was_played) plan->steps[found].kind = STEP_TRIED;
    Step job = *at;
    for (int i = plan->count; i-- > 0 && was_played;) {
        bool is_older = plan->steps[i].kind == STEP_TRIED && is_same_node(&plan->steps[i], at);
        if (is_below(&plan->steps[i], at) && !is_older) plan_remove(plan, i);
    }
    job.kind = STEP_JOB;
    if (was_played && !plan_add(plan, &job)) return refuse(why, "not enough memory");
    return split_job(tree, was_played ? plan->count - 1 : found, move, why);
}

/* Which jobs are needed */

typedef struct {
    CellSet stones[2]; /* canonical */
    int index;
    bool is_job;
} PlannedNode;

static int compare_nodes(const void *a, const void *b) {
    const PlannedNode *one = a, *other = b;
    int order = proof_compare_stones(one->stones, other->stones);
    if (order != 0) return order;
    if (one->is_job != other->is_job) return one->is_job ? 1 : -1;
    return one->index < other->index ? -1 : 1;
}

static int list_nodes(const JobTree *tree, PlannedNode *nodes) {
    const Plan *plan = &tree->plan;
    int count = 0;
    for (int i = 0; i < plan->count; i++) {
        Step node = plan->steps[i];
        if (node.kind == STEP_TRIED) continue;
        if (node.kind == STEP_PLAY) node.count--;
        Board board = job_tree_board(tree, &node);
        nodes[count] = (PlannedNode){.index = i, .is_job = node.kind == STEP_JOB};
        canonical_image(tree->shape->symmetries, board.stones, nodes[count++].stones);
    }
    return count;
}

/* Under one index are all nodes whose positions symmetry makes equal: a planned move, if there is one, else the first
 * job. A strategy has one move for all of them, planned or proven. Pictures stand after moves, so that only jobs stand
 * for each other there; their proofs are turned (campaign/request_join.c). */
bool job_tree_find_same(const JobTree *tree, int *same) {
    const Plan *plan = &tree->plan;
    PlannedNode *nodes = calloc((size_t)plan->count + 1, sizeof *nodes);
    if (nodes == NULL) return false;
    int count = list_nodes(tree, nodes);
    for (int i = 0; i < plan->count; i++) same[i] = i;
    qsort(nodes, (size_t)count, sizeof *nodes, compare_nodes);
    for (int i = 1; i < count; i++) {
        const PlannedNode *last = &nodes[i - 1];
        bool is_same = cells_equal(nodes[i].stones[SIDE_X], last->stones[SIDE_X]) &&
                       cells_equal(nodes[i].stones[SIDE_O], last->stones[SIDE_O]);
        bool can_stand_in = is_to_win(tree) || last->is_job;
        if (is_same && nodes[i].is_job && can_stand_in) same[nodes[i].index] = same[last->index];
    }
    free(nodes);
    return true;
}

bool job_tree_find_needed(const JobTree *tree, bool *needed) {
    const Plan *plan = &tree->plan;
    int *same = calloc((size_t)plan->count + 1, sizeof *same);
    bool fine = same != NULL && job_tree_find_same(tree, same);
    for (int i = 0; i < plan->count && fine; i++) needed[i] = plan->steps[i].kind == STEP_JOB && same[i] == i;
    free(same);
    return fine;
}
