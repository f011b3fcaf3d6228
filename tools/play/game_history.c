#include "play/game_history.h"

#include <assert.h>
#include <stdlib.h>

Course *course_new(const Game *game, int max_plies) {
    Geometry *geometry = geometry_new(game);
    Course *course = malloc(sizeof *course);
    if (geometry != NULL && course != NULL) {
        memset(course, 0, sizeof *course);
        grid_init(&course->grid, geometry);
        course->max_plies = max_plies;
        course_begin(course, NULL);
    } else {
        free(course);
        course = NULL;
    }
    geometry_free(geometry);
    return course;
}

void course_free(Course *course) {
    free(course);
}

void course_begin(Course *course, const Board *start) {
    if (start != NULL) {
        course->start = *start;
    } else {
        board_init(&course->start);
    }
    course->board = course->start;
    course->plies = 0;
    course->is_resigned = false;
}

bool course_play(Course *course, int cell, Reason *why) {
    CellSet taken = board_occupied(&course->board);
    char move[MOVE_TEXT_SIZE];
    move_print(&course->grid.game, cell, move);
    if (course_end(course) != COURSE_GOES_ON) return refuse(why, "the game is over");
    if (cells_has(&taken, cell)) {
        bool is_x = cells_has(&course->board.stones[SIDE_X], cell);
        return refuse(why, "the cell %s (%d) is taken by %c", move, cell + 1, is_x ? 'X' : 'O');
    }
    board_play(&course->grid, &course->board, cell);
    course->moves[course->plies++] = cell;
    return true;
}

void course_undo(Course *course) {
    if (course->is_resigned) {
        course->is_resigned = false;
        return;
    }
    assert(course->plies > 0);
    course->plies--;
    course->board = course->start;
    for (int i = 0; i < course->plies; i++) board_play(&course->grid, &course->board, course->moves[i]);
}

void course_resign(Course *course, Side side) {
    course->is_resigned = true;
    course->resigned = side;
}

CourseEnd course_end(const Course *course) {
    if (board_outcome(&course->grid, &course->board) != OUTCOME_NONE) return COURSE_DECIDED;
    if (course->is_resigned) return COURSE_RESIGNED;
    if (course->max_plies > 0 && course->board.ply >= course->max_plies) return COURSE_MAX_PLIES;
    return COURSE_GOES_ON;
}

Outcome course_outcome(const Course *course) {
    switch (course_end(course)) {
    case COURSE_DECIDED:
        return board_outcome(&course->grid, &course->board);
    case COURSE_RESIGNED:
        return course->resigned == SIDE_X ? OUTCOME_O_WINS : OUTCOME_X_WINS;
    case COURSE_MAX_PLIES:
        return OUTCOME_DRAW;
    default:
        return OUTCOME_NONE;
    }
}

int course_last(const Course *course) {
    return course->plies > 0 ? course->moves[course->plies - 1] : -1;
}

CellSet course_last_lines(const Course *course) {
    CellSet cells = cells_none();
    if (course->plies == 0) return cells;
    Side mover = side_other(board_side(&course->board));
    LineSet lines = board_completed_through(&course->grid, &course->board, mover, course_last(course));
    while (!lines_is_empty(lines)) cells = cells_or(cells, course->grid.line_cells[lines_take(&lines)]);
    return cells;
}

void course_print_moves(const Course *course, char text[COURSE_MOVES_SIZE]) {
    Writer writer = writer_on(text, COURSE_MOVES_SIZE);
    for (int i = 0; i < course->plies; i++) {
        char move[MOVE_TEXT_SIZE];
        move_print(&course->grid.game, course->moves[i], move);
        writer_add(&writer, "%s%s", i > 0 ? " " : "", move);
    }
}
