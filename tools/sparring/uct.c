#include "sparring/uct.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"

/* Children are a list; nodes refer to each other by their place in the array, in which the root is number 0. */
typedef struct {
    CellSet untried;
    int first_child, next_sibling; /* 0: none */
    int visits;
    int halves; /* points of the side that moved here, in halves: two for a win */
    int cell;
} Node;

typedef struct {
    const UctTask *task;
    Rng rng;
    int count;
    Node *nodes;
} Tree;

static int add_node(Tree *tree, const Board *board, int cell) {
    const Grid *grid = tree->task->grid;
    bool is_over = board_outcome(grid, board) != OUTCOME_NONE;
    tree->nodes[tree->count] = (Node){.untried = is_over ? cells_none() : board_empty(grid, board), .cell = cell};
    return tree->count++;
}

static int take_random(CellSet *cells, Rng *rng) {
    int skipped = rng_below(rng, cells_count(*cells)), cell;
    CellSet left = *cells;
    while (skipped-- > 0) cells_take(&left);
    cell = cells_first(&left);
    cells_remove(cells, cell);
    return cell;
}

/* The child with the highest upper confidence bound. */
static int best_child(const Tree *tree, int parent) {
    const double EXPLORATION = 1.4;
    double best = -1, spread = log(tree->nodes[parent].visits);
    int chosen = 0;
    for (int i = tree->nodes[parent].first_child; i != 0; i = tree->nodes[i].next_sibling) {
        const Node *node = &tree->nodes[i];
        double bound = node->halves / 2.0 / node->visits + EXPLORATION * sqrt(spread / node->visits);
        if (bound <= best) continue;
        best = bound;
        chosen = i;
    }
    return chosen;
}

static int expand(Tree *tree, int parent, Board *board) {
    int cell = take_random(&tree->nodes[parent].untried, &tree->rng);
    board_play(tree->task->grid, board, cell);
    int child = add_node(tree, board, cell);
    tree->nodes[child].next_sibling = tree->nodes[parent].first_child;
    tree->nodes[parent].first_child = child;
    return child;
}

static Outcome play_out(Tree *tree, Board *board) {
    const Grid *grid = tree->task->grid;
    int cells[SIZE_CELLS], count = 0;
    for (CellSet left = board_empty(grid, board); !cells_is_empty(left);) cells[count++] = cells_take(&left);
    Outcome outcome = board_outcome(grid, board);
    while (outcome == OUTCOME_NONE) {
        int at = rng_below(&tree->rng, count), cell = cells[at];
        cells[at] = cells[--count];
        board_play(grid, board, cell);
        outcome = board_outcome(grid, board);
    }
    return outcome;
}

/* One playout: down the tree, one node more, and the result for all nodes on the way. */
static void grow(Tree *tree, const Board *root) {
    int path[SIZE_CELLS + 1], length = 0;
    Board board = *root;
    path[length++] = 0;
    while (cells_is_empty(tree->nodes[path[length - 1]].untried) && tree->nodes[path[length - 1]].first_child != 0) {
        int child = best_child(tree, path[length - 1]);
        board_play(tree->task->grid, &board, tree->nodes[child].cell);
        path[length++] = child;
    }
    if (!cells_is_empty(tree->nodes[path[length - 1]].untried)) {
        path[length] = expand(tree, path[length - 1], &board);
        length++;
    }
    Outcome outcome = play_out(tree, &board);
    Side mover = side_other(board_side(root));
    for (int i = 0; i < length; i++, mover = side_other(mover)) {
        Node *node = &tree->nodes[path[i]];
        node->visits++;
        if (outcome == OUTCOME_DRAW) node->halves++;
        if (outcome == (mover == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS)) node->halves += 2;
    }
}

static bool must_stop(const UctTask *task) {
    if (task->stop != NULL && atomic_load(task->stop)) return true;
    return task->deadline_us > 0 && clock_now_us() >= task->deadline_us;
}

static int most_visited(const Tree *tree) {
    int best = tree->nodes[0].first_child;
    for (int i = best; i != 0; i = tree->nodes[i].next_sibling) {
        if (tree->nodes[i].visits > tree->nodes[best].visits) best = i;
    }
    return tree->nodes[best].cell;
}

UctChoice uct_search(const UctTask *task, const Board *board) {
    CellSet empty = board_empty(task->grid, board);
    UctChoice choice = {.cell = cells_first(&empty)};
    Tree tree = {.task = task, .rng = task->rng};
    tree.nodes = malloc(sizeof *tree.nodes * ((size_t)task->playouts_max + 1));
    if (tree.nodes == NULL) return choice;
    add_node(&tree, board, MOVE_NONE);
    while (choice.playouts < task->playouts_max && !choice.was_stopped) {
        grow(&tree, board);
        choice.playouts++;
        choice.was_stopped = must_stop(task);
    }
    choice.cell = most_visited(&tree);
    free(tree.nodes);
    return choice;
}
