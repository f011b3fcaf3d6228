#include "solving/course.h"

#include <stdlib.h>

/* Only the longest line counts, and most lines are far from it. So every question comes with a floor: an answer above
 * it is as short as the winner can make it; at or below it any bound will do. Forced wins are then made shorter only
 * where they could become the longest. */

/* A position with the winner to move, and what the strategy does there. */
typedef struct {
    int move;      /* MOVE_NONE: a forced win, or nothing */
    int entry;     /* of the proof, or -1 */
    int symmetry;  /* that takes the position to that of the entry */
    ForcedWin win; /* where threats alone win */
} Turn;

static int plies_to_move(Course *course, const Board *board, int floor, Turn *turn);

static bool finds_forced_win(Course *course, const Board *board, Side winner, int floor, ForcedWin *win) {
    Placement position = placement_of(board->stones, winner);
    return course->kernel->forced_win(course->worker, &position, floor, win);
}

/* False where the strategy has no move. */
static bool take_turn(Course *course, const Board *board, int floor, Turn *turn) {
    const Grid *grid = &course->shape->grid;
    Side winner = board_side(board);
    *turn = (Turn){.move = MOVE_NONE, .entry = -1, .win = {.length = 0}};
    if (finds_forced_win(course, board, winner, floor, &turn->win)) return true;
    CellSet canonical[2], blocks = board_winning_cells(grid, board, side_other(winner));
    if (!cells_is_empty(blocks)) {
        turn->move = cells_first(&blocks);
        return cells_count(blocks) == 1;
    }
    const Symmetries *symmetries = course->shape->symmetries;
    turn->symmetry = canonical_image(symmetries, board->stones, canonical);
    int move = proof_find(course->proof, canonical, &turn->entry);
    if (move == MOVE_NONE) return false;
    turn->move = canonical_origin(symmetries, turn->symmetry, move);
    CellSet empty = board_empty(grid, board);
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
static void remember(Course *course, const Turn *turn, Hardest hardest, int floor) {
    const uint16_t *image = symmetry_row(course->shape->symmetries, turn->symmetry);
    uint16_t reply = hardest.plies > floor ? image[hardest.reply] : MOVE_NONE;
    course->steps[turn->entry] = (CourseStep){(uint16_t)(hardest.plies + 1), reply};
}

static bool is_known(const CourseStep *step, int floor) {
    return step->plies > 0 && (step->reply != MOVE_NONE || step->plies <= floor);
}

/* The plies from here to the end, with the winner to move; 0 if they are not known. */
static int plies_of_turn(Course *course, const Board *board, const Turn *turn, int floor) {
    if (turn->win.length > 0) return turn->win.length;
    if (turn->entry >= 0 && course->wants_all) floor = 0;
    if (turn->entry >= 0 && is_known(&course->steps[turn->entry], floor)) return course->steps[turn->entry].plies;
    Hardest hardest = answer_to(course, board, turn, floor - 1);
    if (hardest.plies == 0) return 0;
    if (turn->entry >= 0) remember(course, turn, hardest, floor - 1);
    return hardest.plies + 1;
}

static int plies_to_move(Course *course, const Board *board, int floor, Turn *turn) {
    CourseBound *bound = &course->bounds[board->key % COURSE_BOUNDS];
    turn->win.length = 0;
    if (bound->plies > 0 && bound->key == board->key && bound->plies <= floor) return bound->plies;
    if (course->visits_left == 0 || (course->stop != NULL && atomic_load(course->stop))) return 0;
    course->visits_left--;
    int plies = take_turn(course, board, floor, turn) ? plies_of_turn(course, board, turn, floor) : 0;
    if (plies > 0 && turn->win.length == 0) *bound = (CourseBound){board->key, plies};
    return plies;
}

/* The longest defence against the move of the turn; the entries that it leads to are known by now. */
static int longest_reply(Course *course, const Board *board, const Turn *turn) {
    if (turn->entry < 0) return answer_to(course, board, turn, 0).reply;
    return canonical_origin(course->shape->symmetries, turn->symmetry, course->steps[turn->entry].reply);
}

static void follow(Course *course, Board board, CourseLine *line) {
    const Grid *grid = &course->shape->grid;
    Turn turn;
    while (take_turn(course, &board, 0, &turn) && turn.win.length == 0) {
        int reply = longest_reply(course, &board, &turn);
        line->cell[line->length++] = (uint16_t)turn.move;
        line->cell[line->length++] = (uint16_t)reply;
        board_place(grid, &board, turn.move);
        board_place(grid, &board, reply);
    }
    memcpy(line->cell + line->length, turn.win.cell, sizeof turn.win.cell[0] * (size_t)turn.win.length);
    line->length += turn.win.length;
}

bool course_find(Course *course, const Board *board, CourseLine *line) {
    Turn turn;
    line->length = 0;
    if (!take_turn(course, board, 0, &turn) || turn.win.length > 0) return false;
    line->plies = plies_of_turn(course, board, &turn, 0);
    if (line->plies > 0) follow(course, *board, line);
    return line->plies > 0;
}

static Side winner_of(const Course *course) {
    return course->proof->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
}

bool course_whole_line(Course *course, const Board *board, CourseLine *line) {
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

CourseStep *course_steps_new(const Proof *proof, int visits) {
    if (proof->kind != PROOF_STRATEGY || proof->count == 0) return NULL;
    Shape *shape = shape_new(&proof->start.game);
    CourseStep *steps = calloc((size_t)proof->count, sizeof *steps);
    const Kernel *kernel = shape == NULL ? NULL : kernel_for(shape->geometry);
    Worker *worker = kernel == NULL ? NULL : kernel->worker_new(shape->geometry, shape->symmetries);
    if (steps != NULL && worker != NULL) {
        Course course = {.proof = proof,
                         .steps = steps,
                         .shape = shape,
                         .kernel = kernel,
                         .worker = worker,
                         .visits_left = visits,
                         .wants_all = true};
        fill_steps(&course);
    } else {
        free(steps);
        steps = NULL;
    }
    if (worker != NULL) kernel->worker_free(worker);
    shape_free(shape);
    return steps;
}
