/* Makes plans: chooses moves, and lists what the other side may reply.
 *
 * A job is split by choosing a move for the side to move. Every reply of the other side is then a job, but for those
 * that symmetry makes equal and, where the chooser is to win, those that lose to threats at once: the checker of proofs
 * sees these by itself. For one thread. */
#ifndef ROWAN_CAMPAIGN_PLANNER_H
#define ROWAN_CAMPAIGN_PLANNER_H

#include "campaign/plan.h"
#include "core/trial.h"
#include "rules/shape.h"

typedef struct {
    Plan plan;
    Shape *shape;
    const Kernel *kernel;
    Worker *worker;
    Trial *trial;
} Planner;

/* Takes the plan over, and releases it also on failure. */
bool planner_init(Planner *planner, const Plan *plan, Reason *why);
void planner_release(Planner *planner);

/* The first jobs of a side: the start itself, or every reply if the other side is to move. */
bool planner_begin(Planner *planner, Side chooser, Reason *why);
/* Splits jobs until there are that many to be done below these moves (NULL: in all), the shortest first; fewer if no
 * more can be split. */
bool planner_split(Planner *planner, const Step *below, int jobs, Reason *why);
/* The step of the plan at these moves, which is a job or a move of the chooser; -1 if there is none. */
int planner_find(const Planner *planner, const Step *at);
/* Splits what is below these moves, which the plan has, again: MOVE_NONE, or a move for the chooser, who then plays it
 * there. */
bool planner_change(Planner *planner, const Step *at, int move, Reason *why);

/* The position after these moves. */
Board planner_board(const Planner *planner, const Step *step);

/* same[i]: the step that stands for job i, because symmetry makes their positions equal; i itself if there is none. */
bool planner_find_same(const Planner *planner, int *same);
/* needed[i]: step i is a job that must be done, for no other step stands for it. */
bool planner_find_needed(const Planner *planner, bool *needed);

#endif
