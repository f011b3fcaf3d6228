#include "solving/win_length.h"

#include <stdlib.h>

/* Only the longest line counts, and most lines are far from it. So every question comes with a floor: an answer above
 * it is as short as the winner can make it; at or below it any bound will do. Forced wins are then made shorter only
 * where they could become the longest. */

/* A position with the winner to move, and what the strategy does there. */
typedef struct {
    int move;         /* MOVE_NONE: a forced win, or nothing */
    bool is_block;    /* the move stops a line, whoever wins then */
    bool is_slow;     /* the move took a thorough search */
    CourseStep *step; /* what is known of it, or is to be; NULL: nothing */
    int symmetry;     /* that takes the position to the canonical one */
    CellSet canonical[2];
    ForcedWin win; /* where threats alone win */
} Turn;

static int plies_to_move(Course *course, const Board *board, int floor, Turn *turn);

static bool finds_forced_win(Course *course, const Board *board, Side winner, int floor, ForcedWin *win) {
    Placement position = placement_of(board->stones, winner);
    return course->kernel->forced_win(course->worker, &position, floor, win);
}

static void find_canonical(const Course *course, const Board *board, Turn *turn) {
    turn->symmetry = canonical_image(course->shape->symmetries, board->stones, turn->canonical);
}

static uint64_t key_of(const Course *course, const Turn *turn, Side winner) {
    Board board;
    board_set_up(&course->shape->grid, &board, turn->canonical, winner);
    return board.key;
}

static int compare_keys(const void *a, const void *b) {
    uint64_t one = ((const CourseMark *)a)->key, other = ((const CourseMark *)b)->key;
    return (one > other) - (one < other);
}

/* Sets the step of a position that has a mark; returns the move there, or MOVE_NONE. */
static int take_mark(const Course *course, Side winner, Turn *turn) {
    const CourseSteps *steps = course->steps;
    if (steps->mark_count == 0) return MOVE_NONE;
    CourseMark sought = {.key = key_of(course, turn, winner)};
    CourseMark *mark = bsearch(&sought, steps->marks, (size_t)steps->mark_count, sizeof sought, compare_keys);
    if (mark == NULL) return MOVE_NONE;
    turn->step = &mark->step;
    return mark->move;
}

static int find_decisive_move(Course *course, Side winner, Turn *turn) {
    enum { VISITS = 12, QUICK_NODES = 1000, THOROUGH_NODES = 100000 };
    Placement position = placement_of(turn->canonical, winner);
    course->visits_left -= VISITS; /* it takes so much longer than a look at another position */
    int move = course->kernel->decisive_move(course->worker, &position, QUICK_NODES);
    if (move != MOVE_NONE || course->marks_suffice) return move;
    turn->is_slow = true;
    return course->kernel->decisive_move(course->worker, &position, THOROUGH_NODES);
}

/* The move in the canonical position. An outline leaves decisive moves to us. */
static int take_move_by_proof(Course *course, Side winner, Turn *turn) {
    int entry, move = proof_find(course->proof, turn->canonical, &entry);
    if (move != MOVE_NONE) {
        turn->step = &course->steps->entries[entry];
    } else if (course->proof->kind == PROOF_OUTLINE) {
        move = take_mark(course, winner, turn);
        if (move == MOVE_NONE) move = find_decisive_move(course, winner, turn);
    }
    return move;
}

/* Stops a line, if it is only one. */
static bool take_block(Course *course, const Board *board, CellSet blocks, Turn *turn) {
    turn->move = cells_first(&blocks);
    turn->is_block = true;
    if (course->steps->mark_count > 0) {
        find_canonical(course, board, turn);
        take_mark(course, board_side(board), turn);
    }
    return cells_count(blocks) == 1;
}

/* False where the strategy has no move. */
static bool take_turn(Course *course, const Board *board, int floor, Turn *turn) {
    const Grid *grid = &course->shape->grid;
    Side winner = board_side(board);
    *turn = (Turn){.move = MOVE_NONE, .win = {.length = 0}};
    if (finds_forced_win(course, board, winner, floor, &turn->win)) return true;
    CellSet blocks = board_winning_cells(grid, board, side_other(winner)), empty = board_empty(grid, board);
    if (!cells_is_empty(blocks)) return take_block(course, board, blocks, turn);
    find_canonical(course, board, turn);
    int move = take_move_by_proof(course, winner, turn);
    if (move == MOVE_NONE) return false;
    turn->move = canonical_origin(course->shape->symmetries, turn->symmetry, move);
    return cells_has(&empty, turn->move);
}

/* The longest of several replies; what is not known is longest of all. */
typedef struct {
    int plies; /* from the reply on */
    int reply;
} Hardest;

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* The cells that a forced win needs: it answers every other reply as well. */
static CellSet needs_of(const ForcedWin *win) {
    CellSet needs;
    memcpy(needs.word, win->needs, sizeof needs.word);
    return needs;
}

/* Takes a reply out of the set, and with it those that its answer answers as well. */
static bool try_reply(Course *course, const Board *board, int floor, CellSet *replies, Hardest *hardest) {
    Board next = *board;
    Turn turn;
    int reply = cells_take(replies);
    board_place(&course->shape->grid, &next, reply);
    int plies = plies_to_move(course, &next, larger(floor, hardest->plies) - 1, &turn);
    if (plies + 1 > hardest->plies || plies == 0) *hardest = (Hardest){plies == 0 ? 0 : plies + 1, reply};
    if (plies > 0 && turn.win.length > 0) *replies = cells_and(*replies, needs_of(&turn.win));
    return plies > 0;
}

/* The loser is to move and no line threatens it: if the winner would win by threats, that answers all replies but those
 * on the cells that it needs. */
static Hardest hardest_free_reply(Course *course, const Board *board, int floor) {
    CellSet replies = board_empty(&course->shape->grid, board);
    Hardest hardest = {0, MOVE_NONE};
    ForcedWin win;
    if (finds_forced_win(course, board, side_other(board_side(board)), floor - 1, &win)) {
        CellSet needs = needs_of(&win), harmless = cells_minus(replies, needs);
        if (!cells_is_empty(harmless)) hardest = (Hardest){win.length + 1, cells_first(&harmless)};
        replies = cells_and(replies, needs);
    }
    while (!cells_is_empty(replies) && try_reply(course, board, floor, &replies, &hardest)) continue;
    return hardest;
}

static Hardest hardest_reply(Course *course, const Board *board, int floor) {
    const Grid *grid = &course->shape->grid;
    Side loser = board_side(board);
    CellSet threats = board_winning_cells(grid, board, side_other(loser));
    if (!cells_is_empty(board_winning_cells(grid, board, loser)) || board_is_full(grid, board)) {
        return (Hardest){0, MOVE_NONE};
    }
    if (cells_is_empty(threats)) return hardest_free_reply(course, board, floor);
    Hardest hardest = {2, cells_first(&threats)};
    if (cells_count(threats) == 1) try_reply(course, board, floor, &threats, &hardest);
    return hardest;
}

static Hardest answer_to(Course *course, const Board *board, const Turn *turn, int floor) {
    Board next = *board;
    board_place(&course->shape->grid, &next, turn->move);
    return hardest_reply(course, &next, floor);
}

/* Without the reply where the plies are no more than a bound. */
static CourseStep step_of(const Course *course, const Turn *turn, Hardest hardest, int floor) {
    const uint16_t *image = symmetries_row(course->shape->symmetries, turn->symmetry);
    return (CourseStep){(uint16_t)(hardest.plies + 1), hardest.plies > floor ? image[hardest.reply] : MOVE_NONE};
}

/* Without memory for it the position is looked through again. */
static void add_mark(Course *course, const Board *board, Turn *turn, Hardest hardest) {
    CourseSteps *steps = course->steps;
    int at = steps->mark_count;
    CourseMark *marks = realloc(steps->marks, sizeof *marks * (size_t)(at + 1));
    if (marks == NULL) return;
    find_canonical(course, board, turn);
    int move = turn->is_block ? MOVE_NONE : symmetries_row(course->shape->symmetries, turn->symmetry)[turn->move];
    CourseMark mark = {key_of(course, turn, board_side(board)), step_of(course, turn, hardest, 0), (uint16_t)move};
    for (; at > 0 && marks[at - 1].key > mark.key; at--) marks[at] = marks[at - 1];
    marks[at] = mark;
    steps->marks = marks;
    steps->mark_count++;
}

static bool is_known(const CourseStep *step, int floor) {
    return step != NULL && step->plies > 0 && (step->reply != MOVE_NONE || step->plies <= floor);
}

/* The plies from here to the end, with the winner to move; 0 if they are not known. */
static int plies_of_turn(Course *course, const Board *board, Turn *turn, int floor) {
    enum { VISITS_TO_MARK = 250 };
    if (turn->win.length > 0) return turn->win.length;
    if (course->wants_all) floor = 0;
    if (is_known(turn->step, floor)) return turn->step->plies;
    int visits_before = course->visits_left;
    Hardest hardest = answer_to(course, board, turn, floor - 1);
    if (hardest.plies == 0) return 0;
    if (turn->step != NULL) {
        *turn->step = step_of(course, turn, hardest, floor - 1);
    } else if (course->wants_all && (turn->is_slow || visits_before - course->visits_left > VISITS_TO_MARK)) {
        add_mark(course, board, turn, hardest);
    }
    return hardest.plies + 1;
}

static int plies_to_move(Course *course, const Board *board, int floor, Turn *turn) {
    CourseBound *bound = &course->bounds[board->key % COURSE_BOUNDS];
    turn->win.length = 0;
    if (bound->plies > 0 && bound->key == board->key && bound->plies <= floor) return bound->plies;
    if (course->visits_left <= 0 || (course->stop != NULL && atomic_load(course->stop))) return 0;
    course->visits_left--;
    int plies = take_turn(course, board, floor, turn) ? plies_of_turn(course, board, turn, floor) : 0;
    if (plies > 0 && turn->win.length == 0) *bound = (CourseBound){board->key, plies};
    return plies;
}

/* The longest defence against the move of the turn, or MOVE_NONE; the entries that it leads to are known by now. */
static int longest_reply(Course *course, const Board *board, const Turn *turn) {
    if (is_known(turn->step, 0)) return canonical_origin(course->shape->symmetries, turn->symmetry, turn->step->reply);
    Hardest hardest = answer_to(course, board, turn, 0);
    return hardest.plies > 0 ? hardest.reply : MOVE_NONE;
}

/* To the end, or to where the course is not known. */
static void follow(Course *course, Board board, CourseLine *line) {
    const Grid *grid = &course->shape->grid;
    Turn turn;
    while (take_turn(course, &board, 0, &turn) && turn.win.length == 0) {
        int reply = longest_reply(course, &board, &turn);
        line->cell[line->length++] = (uint16_t)turn.move;
        if (reply == MOVE_NONE) break;
        line->cell[line->length++] = (uint16_t)reply;
        board_place(grid, &board, turn.move);
        board_place(grid, &board, reply);
    }
    memcpy(line->cell + line->length, turn.win.cell, sizeof turn.win.cell[0] * (size_t)turn.win.length);
    line->length += turn.win.length;
}

bool win_length_find(Course *course, const Board *board, CourseLine *line) {
    Turn turn;
    line->length = 0;
    if (!take_turn(course, board, 0, &turn) || turn.win.length > 0) return false;
    line->plies = plies_of_turn(course, board, &turn, 0);
    if (line->plies > 0) {
        follow(course, *board, line);
        return true;
    }
    line->plies = course->shape->grid.cells - board->ply;
    line->cell[line->length++] = (uint16_t)turn.move;
    return !turn.is_block;
}

static Side winner_of(const Course *course) {
    return course->proof->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
}

bool win_length_whole_line(Course *course, const Board *board, CourseLine *line) {
    Board next = *board;
    Turn turn;
    *line = (CourseLine){.plies = 0};
    if (board_side(board) == winner_of(course)) {
        line->plies = plies_to_move(course, board, 0, &turn);
    } else {
        Hardest hardest = hardest_reply(course, board, 0);
        line->plies = hardest.plies;
        if (hardest.plies > 0) {
            line->cell[line->length++] = (uint16_t)hardest.reply;
            board_place(&course->shape->grid, &next, hardest.reply);
        }
    }
    if (line->plies > 0) follow(course, next, line);
    return line->plies > 0;
}

/* Whoever moves first in the position that the proof is about. */
static void fill_steps(Course *course) {
    const Setup *start = &course->proof->start;
    Board board;
    Turn turn;
    board_set_up(&course->shape->grid, &board, start->stones, start->to_move);
    if (start->to_move == winner_of(course)) {
        plies_to_move(course, &board, 0, &turn);
    } else {
        hardest_reply(course, &board, 0);
    }
}

bool course_steps_find(const Proof *proof, int visits, CourseSteps *steps) {
    *steps = (CourseSteps){.marks = NULL};
    if (!proof_has_entries(proof) || proof->count == 0) return false;
    Shape *shape = shape_new(&proof->start.game);
    const Kernel *kernel = shape == NULL ? NULL : kernel_for(shape->geometry);
    Worker *worker = kernel == NULL ? NULL : kernel->worker_new(shape->geometry, shape->symmetries);
    if (worker != NULL) steps->entries = calloc((size_t)proof->count, sizeof *steps->entries);
    if (steps->entries != NULL) {
        Course course = {.proof = proof,
                         .steps = steps,
                         .shape = shape,
                         .kernel = kernel,
                         .worker = worker,
                         .visits_left = visits,
                         .wants_all = true};
        fill_steps(&course);
    }
    if (worker != NULL) kernel->worker_free(worker);
    shape_free(shape);
    return steps->entries != NULL;
}

void course_steps_release(CourseSteps *steps) {
    free(steps->entries);
    free(steps->marks);
    *steps = (CourseSteps){.entries = NULL};
}
