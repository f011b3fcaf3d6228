/* The course of a strategy: how long its win takes at most, and the line in which it takes longest.
 *
 * The winner plays as engine/proof says: the move of an entry; else it completes a line, wins by threats or blocks. The
 * loser may play anything. Where one forced win answers many replies at once, its length counts for all of them, so
 * the number of plies is a bound that the winner can keep, whatever the loser does. For one thread at a time. */
#ifndef ROWAN_SOLVING_COURSE_H
#define ROWAN_SOLVING_COURSE_H

#include "kernel/kernel.h"
#include "proof/proof.h"
#include "rules/shape.h"

/* What is known of an entry, in its own canonical cells. */
typedef struct {
    uint16_t plies; /* to the end, at most; 0: not known */
    uint16_t reply; /* of the loser, which holds out so long; MOVE_NONE: there may be none */
} CourseStep;

/* What is known of a position with the winner to move; most have a line to block, and so no entry. */
typedef struct {
    uint64_t key;
    int plies; /* to the end, at most */
} CourseBound;

enum { COURSE_BOUNDS = 1 << 12 };

typedef struct {
    const Proof *proof;
    CourseStep *steps; /* one for each entry of the proof; filled as they become known */
    const Shape *shape;
    const Kernel *kernel;
    Worker *worker;           /* that looks for forced wins while nothing else is searched */
    int visits_left;          /* positions to look at before it gives up */
    const _Atomic bool *stop; /* ends it, too; NULL: nothing does */
    bool wants_all;           /* with the reply in every step, not only in those on the longest line */
    CourseBound bounds[COURSE_BOUNDS];
} Course;

typedef struct {
    int plies; /* to the end, at most */
    int length;
    uint16_t cell[CELLS_MAX];
} CourseLine;

/* As many visits as it takes. */
enum { COURSE_VISITS_ANY = 1 << 30 };

/* The steps of a strategy, as far as they can be found in that many visits, for the caller to free. NULL when memory is
 * short, or when the proof is no strategy. */
CourseStep *course_steps_new(const Proof *proof, int visits);

/* The winner is to move. The line is whole: it ends with the winner's last stone. False where threats alone win, which
 * needs no strategy, and where the course is not known. */
bool course_find(Course *course, const Board *board, CourseLine *line);

/* The same for whoever is to move, and where threats alone win: the line is then theirs. False where it is not known.
 */
bool course_whole_line(Course *course, const Board *board, CourseLine *line);

#endif
