/* Positions of the reference, given to the solver and the checker. */
#ifndef ROWAN_TESTS_SOLVING_H
#define ROWAN_TESTS_SOLVING_H

#include "reference.h"
#include "solver.h"

/* A position with all that a solver wants. */
typedef struct {
    Geometry *geometry;
    Symmetries *symmetries;
    Grid grid;
    Board board;
} Task;

/* From the game and moves between blanks, or from a position of the reference. False when they are wrong. */
bool task_begin(Task *task, const char *game, const char *moves);
bool task_begin_at(Task *task, const RefPosition *position);
void task_end(Task *task);

/* How a task is solved. */
typedef struct {
    size_t hash_mb;
    int threads;
    int rounds;
} Effort;

/* The value, and the proof where one is wanted (proof->count is -1 when there is none). */
Outcome task_solve(const Task *task, Effort effort, Proof *proof);

#endif
