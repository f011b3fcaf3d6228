/* A plan divides a game into jobs that can be solved by themselves, and tells how their proofs go together.
 *
 * Under a plan one side, the chooser, has a move of its own in some positions; the other side may play anything. The
 * plan for a win has one tree of that kind, the plan for a draw one for each side that must be held. Where the plan
 * ends, with the chooser to move, there is a job. The file `plan` in the folder of the jobs:
 *
 *     rowan jobs 1
 *     position 4/4/4/4//4/... x line
 *     aim x                           x or o: that side wins; draw; no x or no o: that side cannot win
 *     options --hash 512              of all jobs
 *     play x a1a                      X, the chooser, plays a1a at the start
 *     play x a1a b2b d1a              and d1a after a1a b2b
 *     tried x a1a b2b c1a             it played c1a there before, and was told to play something else
 *     job x a1a b2b d1a c1a           X is to win after these moves; under `aim draw` or `no o` to hold O
 *     end 7                           how many lines there are before this one
 *
 * Plain data; for one thread. */
#ifndef ROWAN_CAMPAIGN_PLAN_H
#define ROWAN_CAMPAIGN_PLAN_H

#include "rules/notation.h"

enum { PLAN_MOVES_MAX = 32, PLAN_OPTIONS_SIZE = 128 };

typedef enum { STEP_PLAY, STEP_TRIED, STEP_JOB } StepKind;

typedef struct {
    StepKind kind;
    Side chooser;
    int count; /* of moves; the last one of STEP_PLAY and STEP_TRIED is what is played after the others */
    uint16_t move[PLAN_MOVES_MAX];
} Step;

typedef struct {
    Setup start;
    Outcome aim;       /* OUTCOME_DRAW: both sides are to be held, */
    bool is_one_sided; /* or only one: */
    Side held;
    char options[PLAN_OPTIONS_SIZE];
    int count, capacity;
    Step *steps;
} Plan;

/* As a plan has it after the word `aim`; false if there is no such aim. */
bool plan_set_aim(Plan *plan, const char *aim);
/* The same for people: "X wins". */
const char *plan_aim_text(const Plan *plan);
void plan_release(Plan *plan);
/* False when memory is short, or the moves are too many. */
bool plan_add(Plan *plan, const Step *step);
void plan_remove(Plan *plan, int index);

typedef struct {
    char text[8 + PLAN_MOVES_MAX * MOVE_TEXT_SIZE];
} StepName;

/* "x-a1a-b2b": the chooser and the moves, as files are called. */
StepName step_name(const Game *game, const Step *step);
/* The same the other way round, as a job. */
bool step_parse_name(const Game *game, const char *name, Step *step, Reason *why);

bool plan_write(const Plan *plan, const char *path);
/* Reads it, and plays all moves: a plan that is read is one of this game. */
bool plan_read(Plan *plan, const char *path, Reason *why);

#endif
