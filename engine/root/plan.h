/* Plans for a drawn game: how would an opponent of two plies lose it?
 *
 * Where a certificate holds the other side, no move that keeps one can lose, and only an opponent who errs can be
 * beaten. So the game is played on against an imagined one (root/two_ply.h), whose replies are known; what is left is
 * to search over our own moves alone, many moves deep: the most promising few positions after each move are kept, until
 * one of them is a forced win. The line that leads there is followed as long as the opponent does as imagined.
 *
 * An opponent who played otherwise is not rehearsed against: two foreseen replies in a row must speak for it. */
#ifndef ROWAN_ROOT_PLAN_H
#define ROWAN_ROOT_PLAN_H

#include <limits.h>
#include <stdlib.h>

#include "root/contest.h"
#include "root/two_ply.h"

enum {
    PLAN_MOVES = 20,    /* of ours that are tried in a position */
    PLAN_WIDTH_MIN = 8, /* positions that are kept after each move: at first, and then twice as many */
    PLAN_WIDTH_MAX = 256,
};

typedef struct {
    TwoPly position; /* we are to move */
    int score;
    int length;
    uint16_t line[PLAN_PLIES];
} PlanNode;

typedef struct {
    PlanNode *entries;
    int count;
} PlanStage;

typedef struct {
    Worker *worker;
    Side side;
    uint64_t node_end;
    int width;
    Rng rng;
    PlanNode child;
    PlanStage stages[2];
} PlanSearch;

/* What may come of our open lines: each stone more counts four times, and lines that cross at an empty cell may become
 * a fork. A little chance lets equals take turns. */
static inline int plan_score(PlanSearch *search, const TwoPly *position) {
    enum { UNIT = 20, NOISE = 50 }; /* in thousandths */
    const Grid *grid = &search->worker->grid;
    Side other = side_other(search->side);
    CellSet empty = board_empty(grid, &position->board);
    int at_cell[SIZE_CELLS] = {0}, score = 0;
    for (LineSet open = board_open_lines(grid, &position->board, search->side); !lines_is_empty(open);) {
        int line = lines_take(&open), stones = position->stones[search->side][line];
        score += stones == 0 ? UNIT / 3 : UNIT * two_ply_weight(grid, stones);
        if (stones < 2) continue;
        int weight = (stones - 1) * (stones - 1);
        for (CellSet cells = cells_and(grid->line_cells[line], empty); !cells_is_empty(cells);) {
            int cell = cells_take(&cells);
            score += UNIT * weight * at_cell[cell];
            at_cell[cell] += weight;
        }
    }
    for (LineSet open = board_open_lines(grid, &position->board, other); !lines_is_empty(open);) {
        score -= UNIT / 10 * two_ply_weight(grid, position->stones[other][lines_take(&open)]);
    }
    return score + score * (rng_below(&search->rng, 2 * NOISE + 1) - NOISE) / 1000;
}

static inline bool plan_is_over(const PlanSearch *search) {
    const Worker *worker = search->worker;
    return worker->stopped || worker_nodes(worker) >= search->node_end ||
           worker_time_is_up(worker, worker->job->shared->budget.soft_us / 2);
}

/* Our moves that build or block most, of those that keep the certificate. */
static inline int plan_moves(const PlanSearch *search, const TwoPly *position, CellSet safe, int moves[PLAN_MOVES]) {
    int count = 0, merits[PLAN_MOVES];
    while (!cells_is_empty(safe)) {
        int cell = cells_take(&safe);
        int merit = 2 * position->gain[search->side][cell] + position->gain[side_other(search->side)][cell];
        if (count == PLAN_MOVES && merits[count - 1] >= merit) continue;
        int at = count < PLAN_MOVES ? count++ : count - 1;
        for (; at > 0 && merits[at - 1] < merit; at--) {
            merits[at] = merits[at - 1];
            moves[at] = moves[at - 1];
        }
        merits[at] = merit;
        moves[at] = cell;
    }
    /* A line of the other side must be blocked. */
    if (count > 0 && merits[0] >= TWO_PLY_WIN / 2) return 1;
    return count;
}

/* Keeps the child if it is among the best of its stage; the same position only once. */
static inline void plan_keep(PlanSearch *search, PlanStage *stage) {
    const PlanNode *child = &search->child;
    int worst = 0;
    for (int i = 0; i < stage->count; i++) {
        if (stage->entries[i].position.board.key == child->position.board.key) return;
        if (stage->entries[i].score < stage->entries[worst].score) worst = i;
    }
    if (stage->count < search->width) {
        stage->entries[stage->count++] = *child;
    } else if (child->score > stage->entries[worst].score) {
        stage->entries[worst] = *child;
    }
}

static inline void plan_take(Plan *plan, const PlanNode *from, bool wins) {
    plan->wins = wins;
    plan->score = from->score;
    plan->length = from->length;
    memcpy(plan->move, from->line, sizeof from->line[0] * (size_t)from->length);
}

/* Our move and the reply. False if the game is over by then. */
static inline bool plan_exchange(PlanSearch *search, const PlanNode *parent, int move) {
    Worker *worker = search->worker;
    const Grid *grid = &worker->grid;
    PlanNode *child = &search->child;
    *child = *parent;
    worker_count_node(worker);
    two_ply_play(grid, &child->position, move);
    if (board_outcome(grid, &child->position.board) != OUTCOME_NONE) return false;
    worker_count_node(worker);
    int reply = two_ply_move(grid, &child->position);
    two_ply_play(grid, &child->position, reply);
    child->line[child->length++] = (uint16_t)move;
    child->line[child->length++] = (uint16_t)reply;
    return board_outcome(grid, &child->position.board) == OUTCOME_NONE;
}

/* Tries our moves in one position. */
static inline void plan_position(PlanSearch *search, const PlanNode *parent, CellSet safe, PlanStage *stage) {
    enum { ALLOWANCE = 500 };
    Worker *worker = search->worker;
    Plan *plan = &worker->plan;
    int moves[PLAN_MOVES], count = plan_moves(search, &parent->position, safe, moves);
    for (int i = 0; i < count && !plan->wins && !plan_is_over(search); i++) {
        if (!plan_exchange(search, parent, moves[i])) continue;
        PlanNode *child = &search->child;
        child->score = plan_score(search, &child->position);
        bool wins = worker_finds_forced_win(worker, &child->position.board, search->side, ALLOWANCE);
        if (worker->stopped) return;
        if (wins || child->score > plan->score) plan_take(plan, child, wins);
        plan_keep(search, stage);
    }
}

/* From the root to the end of the plan, with a certain width. */
static inline void plan_game(PlanSearch *search, const PlanNode *root, CellSet safe) {
    const Grid *grid = &search->worker->grid;
    PlanStage *stage = &search->stages[0];
    stage->count = 0;
    plan_position(search, root, safe, stage);
    for (int ply = 2; ply < PLAN_PLIES && stage->count > 0; ply += 2) {
        PlanStage *next = stage == &search->stages[0] ? &search->stages[1] : &search->stages[0];
        next->count = 0;
        for (int i = 0; i < stage->count && !search->worker->plan.wins && !plan_is_over(search); i++) {
            const PlanNode *parent = &stage->entries[i];
            plan_position(search, parent, contest_safe_moves(grid, &parent->position.board), next);
        }
        if (search->worker->plan.wins || plan_is_over(search)) return;
        stage = next;
    }
}

/* Wider and wider, until a win is found or the share of nodes and time is used up. */
static inline void plan_widening(PlanSearch *search, const PlanNode *root, CellSet safe) {
    search->width = PLAN_WIDTH_MIN;
    while (search->width <= PLAN_WIDTH_MAX && !search->worker->plan.wins && !plan_is_over(search)) {
        plan_game(search, root, safe);
        search->width *= 2;
    }
}

NOINLINE static void plan_look(Worker *worker, const Board *board, CellSet safe) {
    enum { SHARE = 4, NODES_MAX = 1000000 };
    uint64_t nodes = worker_nodes_left(worker) / SHARE * (SHARE - 1);
    if (nodes > NODES_MAX) nodes = NODES_MAX;
    PlanSearch *search = malloc(sizeof *search);
    PlanNode *entries = malloc(sizeof *entries * (2 * PLAN_WIDTH_MAX + 1));
    if (search != NULL && entries != NULL) {
        PlanNode *root = &entries[2 * PLAN_WIDTH_MAX];
        two_ply_set_up(&worker->grid, &root->position, board);
        root->length = 0;
        *search = (PlanSearch){.worker = worker,
                               .side = board_side(board),
                               .node_end = worker_nodes(worker) + nodes,
                               .rng = {.state = board->key},
                               .stages = {{entries, 0}, {entries + PLAN_WIDTH_MAX, 0}}};
        plan_widening(search, root, safe);
    }
    free(entries);
    free(search);
}

/* The opponent so far. Out of line: taken into the search's root, all this made every node dearer. */

/* At the start of a search: has the opponent replied as imagined? What was planned holds only then. */
static inline void plan_compare(Plan *plan, const Board *board) {
    if (board->key == plan->last_key) return;
    bool is_foreseen = board->key == plan->expected_key;
    bool goes_on = is_foreseen && plan->length > 2 && plan->played == plan->move[0];
    plan->foreseen = is_foreseen ? plan->foreseen + 1 : 0;
    plan->length = goes_on ? plan->length - 2 : 0;
    memmove(plan->move, plan->move + 2, sizeof plan->move[0] * (size_t)plan->length);
    plan->last_key = board->key;
}

/* At its end: the reply that a player of two plies would give to our move. */
NOINLINE static void plan_expect(Worker *worker, const Board *board, int move) {
    Plan *plan = &worker->plan;
    TwoPly position;
    two_ply_set_up(&worker->grid, &position, board);
    two_ply_play(&worker->grid, &position, move);
    plan->played = move;
    plan->expected_key = board->key;
    if (board_outcome(&worker->grid, &position.board) != OUTCOME_NONE) return;
    int reply = two_ply_move(&worker->grid, &position);
    plan->expected_key = board_key_after(&worker->grid, &position.board, reply);
}

/* Where a game is played, and not a position looked at. */
static inline bool plan_is_of_use(const Worker *worker) {
    const SearchJob *job = worker->job;
    return job->index == 0 && !job->keep_going && contest_is_asked_for(worker);
}

/* The move that rehearsals recommend, one of the safe ones; MOVE_NONE without any. */
NOINLINE static int plan_move(Worker *worker, const Board *board, CellSet safe) {
    enum { FORESEEN_MIN = 2, NODES_MIN = 1000, SHALLOW = 8 };
    Plan *plan = &worker->plan;
    CellSet allowed = cells_none();
    for (int i = 0; i < worker->root_move_count; i++) cells_add(&allowed, worker->root_moves[i].move);
    allowed = cells_and(allowed, safe);
    if (!plan_is_of_use(worker) || plan->foreseen < FORESEEN_MIN || cells_is_empty(allowed)) return MOVE_NONE;
    if (plan->length > 0 && !cells_has(&allowed, plan->move[0])) plan->length = 0;
    if (plan->length == 0) {
        plan->wins = false;
        plan->score = INT_MIN;
    }
    bool has_time = worker_nodes_left(worker) >= NODES_MIN && worker->job->depth_limit >= SHALLOW;
    if (!plan->wins && has_time && cells_count(allowed) > 1) plan_look(worker, board, allowed);
    return plan->length > 0 ? plan->move[0] : MOVE_NONE;
}

/* The set of this one cell. */
static inline CellSet plan_only(int move) {
    CellSet cells = cells_none();
    cells_add(&cells, move);
    return cells;
}

/* Makes the planned move the answer, unless the search has found a win. It may be worth less than the move that the
 * search found, so that the value is an upper bound. */
NOINLINE static void plan_answer(Worker *worker, int move) {
    const Plan *plan = &worker->plan;
    SearchLine *line = &worker->root_moves[0].line;
    if (move == MOVE_NONE || move == line->pv[0] || value_is_win(line->value)) return;
    line->bound = BOUND_UPPER;
    line->proven = line->move_is_proven = false;
    line->pv_length = plan->length;
    if (line->seldepth < plan->length) line->seldepth = plan->length;
    memcpy(line->pv, plan->move, sizeof plan->move[0] * (size_t)plan->length);
    if (!worker->stopped) worker->job->report(worker->job->context, line);
}

#endif
