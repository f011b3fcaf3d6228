#include "play/view.h"

#include "rules/magic.h"

static void view_points_rule(const Terminal *terminal, const Grid *grid) {
    const Game *game = &grid->game;
    if (game->rule == RULE_MAGIC) {
        fprintf(terminal->out,
                "Every completed straight line of %d is a point if its numbers in the magic cube add up to %d;\n"
                "%d lines do.\n",
                game->n, magic_constant(game->n), grid->lines);
    } else {
        fprintf(terminal->out, "Every completed straight line of %d is a point; there are %d lines.\n", game->n,
                grid->lines);
    }
    fprintf(terminal->out, "The game ends when the board is full");
    if (game->target > 0) fprintf(terminal->out, " or a side has %d of them", game->target);
    fprintf(terminal->out, ".\nMore lines win, equal numbers are a draw.\n");
}

void view_rules(const Terminal *terminal, const Grid *grid) {
    char name[GAME_NAME_SIZE], first[MOVE_TEXT_SIZE];
    game_name(&grid->game, name);
    move_print(&grid->game, 1, first);
    fprintf(terminal->out, "Game %s. X and O take turns, X begins.\n", name);
    if (game_counts_points(&grid->game)) {
        view_points_rule(terminal, grid);
    } else {
        fprintf(terminal->out,
                "Whoever completes a straight line of %d first wins; there are %d lines.\n"
                "When every line holds stones of both sides, it is a draw.\n",
                grid->n, grid->lines);
    }
    fprintf(terminal->out, "A move is its coordinates (%s) or the number of its cell (2). 'help' tells the rest.\n",
            first);
}

void view_numbers(const Terminal *terminal, const Grid *grid) {
    int numbers[CELLS_MAX];
    for (int cell = 0; cell < grid->cells; cell++) numbers[cell] = cell + 1;
    putc('\n', terminal->out);
    drawing_numbers(terminal->out, terminal->style, grid, numbers);
    if (grid->game.rule == RULE_MAGIC) {
        fprintf(terminal->out, "\nThe magic cube:\n");
        magic_cube(grid->n, numbers);
        drawing_numbers(terminal->out, terminal->style, grid, numbers);
    }
    putc('\n', terminal->out);
}

void view_last_move(const Terminal *terminal, const Course *course) {
    char move[MOVE_TEXT_SIZE];
    int cell = course_last(course);
    if (cell < 0) return;
    move_print(&course->grid.game, cell, move);
    Side mover = side_other(board_side(&course->board));
    fprintf(terminal->out, "%c plays %s (cell %d)\n", side_letter(mover), move, cell + 1);
}

/* The cells a side has, those of the start first, then in the order of play. */
static void view_cells(const Terminal *terminal, const Course *course, Side side) {
    fprintf(terminal->out, "%c has played:", side_letter(side));
    for (CellSet cells = course->start.stones[side]; !cells_is_empty(cells);) {
        fprintf(terminal->out, " %d", cells_take(&cells) + 1);
    }
    int first = board_side(&course->start) == side ? 0 : 1;
    for (int ply = first; ply < course->plies; ply += 2) fprintf(terminal->out, " %d", course->moves[ply] + 1);
    putc('\n', terminal->out);
}

void view_position(const Terminal *terminal, const Course *course) {
    const Board *board = &course->board;
    putc('\n', terminal->out);
    drawing_stones(terminal->out, terminal->style, &course->grid, board, course_last(course),
                   course_last_lines(course));
    putc('\n', terminal->out);
    if (!game_counts_points(&course->grid.game)) return;
    fprintf(terminal->out, "Points: X %d, O %d\n", board->points[SIDE_X], board->points[SIDE_O]);
    view_cells(terminal, course, SIDE_X);
    view_cells(terminal, course, SIDE_O);
}

static void view_winning_line(const Terminal *terminal, const Course *course) {
    CellSet cells = course_last_lines(course);
    if (cells_is_empty(cells) || game_counts_points(&course->grid.game)) return;
    fputs("The line:", terminal->out);
    while (!cells_is_empty(cells)) {
        char move[MOVE_TEXT_SIZE];
        move_print(&course->grid.game, cells_take(&cells), move);
        fprintf(terminal->out, " %s", move);
    }
    putc('\n', terminal->out);
}

void view_ending(const Terminal *terminal, const Course *course) {
    CourseEnd end = course_end(course);
    Outcome outcome = course_outcome(course);
    if (end == COURSE_GOES_ON) return;
    if (game_counts_points(&course->grid.game)) {
        fprintf(terminal->out, "Final score: X %d, O %d.\n", course->board.points[SIDE_X],
                course->board.points[SIDE_O]);
    }
    view_winning_line(terminal, course);
    if (end == COURSE_RESIGNED) fprintf(terminal->out, "%c resigns. ", side_letter(course->resigned));
    if (end == COURSE_MAX_PLIES) {
        fprintf(terminal->out, "Tie: %d plies have been played.\n", course->board.ply);
    } else if (outcome == OUTCOME_DRAW) {
        fputs(game_counts_points(&course->grid.game) ? "Draw.\n" : "Draw: every line holds stones of both sides.\n",
              terminal->out);
    } else {
        fprintf(terminal->out, "%c wins!\n", outcome == OUTCOME_X_WINS ? 'X' : 'O');
    }
}
