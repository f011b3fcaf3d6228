/* The commands --split, which divides a game into jobs, and --again, which divides a part of it in another way. */
#ifndef ROWAN_SOLVE_SPLIT_H
#define ROWAN_SOLVE_SPLIT_H

#include "solve/arguments.h"

/* `program` is the path of this program. What was done is printed; false, with the reason, if nothing was. */
bool split_run(const SolveArguments *arguments, const char *program, Reason *why);
bool split_again(const SolveArguments *arguments, const char *program, Reason *why);

#endif
