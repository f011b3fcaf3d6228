/* Positions of the reference, given to the solver and the checker. */
#ifndef ROWAN_TESTS_SUPPORT_SOLVING_H
#define ROWAN_TESTS_SUPPORT_SOLVING_H

#include "core/solver.h"
#include "reference/reference.h"
#include "rules/position.h"

/* Under a sanitizer the largest tasks are cut down. */
#if defined(__has_feature)
#define HAS_FEATURE(feature) __has_feature(feature)
#else
#define HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) ||                 \
    HAS_FEATURE(thread_sanitizer)
#define BUILT_TO_BE_SLOW true
#else
#define BUILT_TO_BE_SLOW false
#endif

/* A position with all that a solver wants. */
typedef struct {
    Shape *shape;
    Position position;
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
} Means;

/* The value, and the proof where one is wanted (proof->count is -1 when there is none). */
Outcome task_solve(const Task *task, Means means, Proof *proof);

#endif
