/* The course of a strategy or an outline: how long its win takes at most, and the line in which it takes longest.
 *
 * The winner plays as engine/proof says: it completes a line, wins by threats or blocks; else it plays the move of an
 * entry or, by an outline, a decisive move, which is looked for in the canonical position so that all its images get
 * the same. The loser may play anything. Where one forced win answers many replies at once, its length counts for all
 * of them, so the number of plies is a bound that the winner can keep, whatever the loser does. For one thread at a
 * time. */
#ifndef ROWAN_SOLVING_WIN_LENGTH_H
#define ROWAN_SOLVING_WIN_LENGTH_H

#include "kernel/kernel.h"
#include "proof/proof.h"
#include "rules/shape.h"

/* What is known of an entry, in its own canonical cells. */
typedef struct {
    uint16_t plies; /* to the end, at most; 0: not known */
    uint16_t reply; /* of the loser, which holds out so long; MOVE_NONE: there may be none */
} CourseStep;

/* The same for a position without an entry. */
typedef struct {
    uint64_t key; /* of the canonical position */
    CourseStep step;
    uint16_t move; /* in it; MOVE_NONE where a line must be blocked */
} CourseMark;

/* All that is known: a step for each entry, and marks for other positions that take long to look through, by key. In
 * most of them a line is blocked that threatens nothing, so that an outline has no entry after most replies; in the
 * others the decisive move takes a thorough search. */
typedef struct {
    CourseStep *entries;
    CourseMark *marks;
    int mark_count;
} CourseSteps;

/* What is known of a position with the winner to move; most have a line to block, and so no entry. */
typedef struct {
    uint64_t key;
    int plies; /* to the end, at most */
} CourseBound;

enum { COURSE_BOUNDS = 1 << 12 };

typedef struct {
    const Proof *proof;
    CourseSteps *steps; /* filled as they become known; new marks only with wants_all */
    const Shape *shape;
    const Kernel *kernel;
    Worker *worker;           /* that looks for forced wins while nothing else is searched */
    int visits_left;          /* positions to look at before it gives up; a decisive move counts for several */
    const _Atomic bool *stop; /* ends it, too; NULL: nothing does */
    bool wants_all;           /* with the reply in every step, not only in those on the longest line */
    bool marks_suffice;       /* every decisive move without a mark is quickly found */
    CourseBound bounds[COURSE_BOUNDS];
} Course;

typedef struct {
    int plies; /* to the end, at most */
    int length;
    uint16_t cell[CELLS_MAX];
} CourseLine;

/* As many visits as it takes. */
enum { COURSE_VISITS_ANY = 1 << 30 };

/* The steps of a strategy or an outline, as far as they can be found in that many visits. False when memory is short,
 * or when the proof is something else. */
bool course_steps_find(const Proof *proof, int visits, CourseSteps *steps);
void course_steps_release(CourseSteps *steps);

/* The winner is to move. The line is whole: it ends with the winner's last stone. Where the course is not known it is
 * the move alone, and the win takes no more plies than there are empty cells. False where threats alone win or a line
 * must be blocked, which needs no strategy, and where the strategy has no move. */
bool win_length_find(Course *course, const Board *board, CourseLine *line);

/* The same for whoever is to move, and where threats alone win: the line is then theirs. False where it is not known.
 */
bool win_length_whole_line(Course *course, const Board *board, CourseLine *line);

#endif
