/* The course of one game: where it began, the moves since, and how it ended.
 *
 * Judges by the rules of engine/ alone. Owns its grid; `board` is always the start with all moves played. Besides the
 * rules a game ends when a side resigns, or as a tie after max_plies plies. */
#ifndef ROWAN_PLAY_GAME_HISTORY_H
#define ROWAN_PLAY_GAME_HISTORY_H

#include "rules/notation.h"

typedef enum { COURSE_GOES_ON, COURSE_DECIDED, COURSE_RESIGNED, COURSE_MAX_PLIES } CourseEnd;

typedef struct {
    Grid grid;
    Board start;
    Board board;
    int moves[CELLS_MAX];
    int plies;     /* moves played since the start */
    int max_plies; /* 0: no limit; stones on the board count, however they came there */
    bool is_resigned;
    Side resigned; /* by whom */
} Course;

/* NULL when memory is short. */
Course *course_new(const Game *game, int max_plies);
void course_free(Course *course);

/* Begins again, from the empty board or from a position of the same game. */
void course_begin(Course *course, const Board *start);
/* The cell must be free and the game going on, or it is refused. */
bool course_play(Course *course, int cell, Reason *why);
/* Takes back the resignation, or else the last move, which must be there. */
void course_undo(Course *course);
void course_resign(Course *course, Side side);

CourseEnd course_end(const Course *course);
Outcome course_outcome(const Course *course);
/* The cell of the last move, or -1. */
int course_last(const Course *course);
/* The cells of the lines that the last move completed. */
CellSet course_last_lines(const Course *course);
/* "b3c a1a d4d", at most COURSE_MOVES_SIZE bytes. */
enum { COURSE_MOVES_SIZE = CELLS_MAX * MOVE_TEXT_SIZE };
void course_print_moves(const Course *course, char text[COURSE_MOVES_SIZE]);

#endif
