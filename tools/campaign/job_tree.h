/* The tree of a plan: positions, the moves that are chosen in them, and the jobs at its leaves.
 *
 * A job is split by choosing a move for the side to move. Every reply of the other side is then a job, but for those
 * that symmetry makes equal and, where the chooser is to win, those that lose to threats at once: the checker of proofs
 * sees these by itself. For one thread. */
#ifndef ROWAN_CAMPAIGN_JOB_TREE_H
#define ROWAN_CAMPAIGN_JOB_TREE_H

#include "campaign/plan.h"
#include "core/search_trial.h"
#include "rules/shape.h"

typedef struct {
    Plan plan;
    Shape *shape;
    const Kernel *kernel;
    Worker *worker;
    Trial *trial;
} JobTree;

/* Takes the plan over, and releases it also on failure. */
bool job_tree_init(JobTree *tree, const Plan *plan, Reason *why);
void job_tree_release(JobTree *tree);

/* The first jobs of a side: the start itself, or every reply if the other side is to move. */
bool job_tree_begin(JobTree *tree, Side chooser, Reason *why);
/* Splits jobs until there are that many to be done below these moves (NULL: in all), the shortest first; fewer if no
 * more can be split. */
bool job_tree_split(JobTree *tree, const Step *below, int jobs, Reason *why);
/* The step of the plan at these moves, which is a job or a move of the chooser; -1 if there is none. */
int job_tree_find(const JobTree *tree, const Step *at);
/* Splits what is below these moves, which the plan has, again: MOVE_NONE, or a move for the chooser, who then plays it
 * there. */
bool job_tree_change(JobTree *tree, const Step *at, int move, Reason *why);

/* The position after these moves. */
Board job_tree_board(const JobTree *tree, const Step *step);

/* same[i]: the step that stands for job i, because symmetry makes their positions equal; i itself if there is none. */
bool job_tree_find_same(const JobTree *tree, int *same);
/* needed[i]: step i is a job that must be done, for no other step stands for it. */
bool job_tree_find_needed(const JobTree *tree, bool *needed);

#endif
